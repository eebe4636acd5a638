"""Run the tests in every environment that they must pass in, and print a table.

    make test-anywhere ARGS="[--only NAME]... [pytest's arguments]"

Each environment is a clone of the last commit with a .venv of its own, in which `make test` runs.
Settings share one where none can hide what another does; TERM=dumb would hide COLUMNS from Rich.
"""

import argparse
import os
import platform
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
# What an environment starts without: its settings are then all there are, and make is not nested.
UNSET = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "TMPDIR",
         "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")  # fmt: skip
LONG = 120  # characters of a TMPDIR; a socket's path must stay under 108 bytes


@dataclass(frozen=True, slots=True)
class Environment:
    """Where the tests are to pass. `user` takes the place of root, if it is root who runs them."""

    name: str
    python: str
    settings: Mapping[str, str] = field(default_factory=dict)
    folder: str = "pagesight"
    long_tmpdir: bool = False
    user: str = ""

    def described(self) -> str:
        """Return the settings as a row of the table shows them."""
        shown = [f"{name}={value}" for name, value in self.settings.items()]
        shown += [f"TMPDIR of {LONG} characters with spaces"] * self.long_tmpdir
        shown += ["repository path with spaces"] * (" " in self.folder)
        return ", ".join([*shown, *["user not root"] * bool(self.user)])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it; the counts are pytest's, empty if it never came to the tests."""

    python: str
    passed: bool
    counts: str
    seconds: tuple[float, float]  # of the set-up, and of `make test`


ENVIRONMENTS = (
    Environment(
        "narrow", "3.11", {"COLUMNS": "40", "NO_COLOR": "1", "LC_ALL": "C"}, long_tmpdir=True
    ),
    Environment("wide", "3.12", {"COLUMNS": "200", "FORCE_COLOR": "1"}, folder="path with spaces"),
    Environment("dumb", "3.13", {"TERM": "dumb"}),
    Environment("user", "3.11", user="nobody"),
)


def candidates(version: str) -> Iterator[Path]:
    """Yield what may be a Python of the version: those on PATH, then pyenv's."""
    for folder in os.get_exec_path():
        yield Path(folder) / f"python{version}"
    if shutil.which("pyenv"):
        root = subprocess.run(["pyenv", "root"], capture_output=True, text=True, check=True).stdout
        yield from Path(root.strip()).glob(f"versions/{version}.*/bin/python{version}")


def find_python(environment: Environment) -> str:
    """Return a Python of the version that the user can start, or else the one that runs this."""
    code = "import ensurepip, sys, venv; print(sys.executable)"
    for candidate in candidates(environment.python):
        with suppress(OSError, subprocess.CalledProcessError):
            found: str = subprocess.check_output(
                [candidate, "-c", code], stderr=subprocess.DEVNULL, text=True, cwd="/",
                **identity(environment.user),
            )  # fmt: skip
            return found.strip()
    print(
        f"no Python {environment.python} that starts, on PATH or in pyenv: install one with venv; "
        f"{environment.name!r} runs under {platform.python_version()}", file=sys.stderr,
    )  # fmt: skip
    return sys.executable


def identity(user: str) -> dict[str, Any]:
    """Return what makes a subprocess run as the user, where root runs this."""
    if not user or os.geteuid() != 0:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def variables(environment: Environment, folder: Path) -> dict[str, str]:
    """Return the environment's variables; its temporary and home folders are made in `folder`."""
    inherited = {name: value for name, value in os.environ.items() if name not in UNSET}
    made = {**inherited, **environment.settings, "PYTEST_ADDOPTS": "--color=no"}
    if environment.long_tmpdir:
        made["TMPDIR"] = f"{folder}/{'temporary files ' * LONG}"[: LONG - 1] + "x"
        Path(made["TMPDIR"]).mkdir()
    if identity(environment.user):
        made |= {"HOME": f"{folder}/home", "PLAYWRIGHT_BROWSERS_PATH": f"{folder}/browsers"}
        Path(made["HOME"]).mkdir()
    return made


def run(environment: Environment, folder: Path, arguments: Sequence[str]) -> Outcome:
    """Set the environment up in `folder` and run the tests there; what they print is passed on."""
    clone = folder / environment.folder
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    python, env = find_python(environment), variables(environment, folder)
    make = ["make", "--no-print-directory", f"PYTHON={python}"]
    started = time.monotonic()
    ready = subprocess.run([*make, ".venv/browser"], cwd=clone, env=env, check=False).returncode
    set_up = time.monotonic()
    who = identity(environment.user)
    if who:  # root sets up, whose cache of downloads it is
        subprocess.run(["chown", "--recursive", environment.user, folder], check=True)
    asked = "ARGS=" + shlex.join(arguments).replace("$", "$$")
    lines = []
    if not ready:
        with subprocess.Popen(
            [*make, "test", asked], cwd=clone, env=env, stdout=subprocess.PIPE, text=True, **who
        ) as tests:
            for line in tests.stdout or ():
                print(line, end="", flush=True)
                lines.append(line)
        ready = tests.wait()
    return Outcome(
        python=Path(python).resolve().name.removeprefix("python"),
        passed=not ready,
        counts=closing_counts(lines),
        seconds=(set_up - started, time.monotonic() - set_up),
    )


def closing_counts(lines: Sequence[str]) -> str:
    """Return the counts in pytest's closing line; "" if it wrote none.

    >>> closing_counts(["F [100%]", "1 failed, 2 passed in 63.21s (0:01:03)"])
    '1 failed, 2 passed'
    """
    closing = re.findall(r"^=* ?(\d+ \w+(?:, \d+ \w+)*) in [\d.]+s", "\n".join(lines), re.MULTILINE)
    return closing[-1] if closing else ""


def table(outcomes: Mapping[str, Outcome]) -> str:
    """Return the outcomes as a table in Markdown."""
    rows = ["| environment | Python | settings | result | set-up s | test s |", "|---" * 6 + "|"]
    ran = [environment for environment in ENVIRONMENTS if environment.name in outcomes]
    for environment in ran:
        outcome = outcomes[environment.name]
        result = f"{'passed' if outcome.passed else 'FAILED'}: {outcome.counts or 'no tests ran'}"
        seconds = " | ".join(f"{each:.0f}" for each in outcome.seconds)
        cells = environment.name, outcome.python, environment.described(), result, seconds
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def main() -> int:
    """Run the environments that are asked for; return 1 if the tests failed in any."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [environment.name for environment in ENVIRONMENTS]
    parser.add_argument("--only", action="append", choices=names, help="of these, not of all")
    options, arguments = parser.parse_known_args()
    outcomes: dict[str, Outcome] = {}
    for environment in ENVIRONMENTS:
        if environment.name not in (options.only or names):
            continue
        print(f"== {environment.name}: {environment.described()}", flush=True)
        with tempfile.TemporaryDirectory(prefix="pagesight-") as folder:
            Path(folder).chmod(0o755)  # another user shall come in
            outcomes[environment.name] = run(environment, Path(folder), arguments)
    print(table(outcomes))
    return int(not all(outcome.passed for outcome in outcomes.values()))


if __name__ == "__main__":
    sys.exit(main())
