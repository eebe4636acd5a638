"""Change the product in small ways, one at a time, and print which changes the tests notice.

    python tests/studies/mutants.py MUTANTS.json [--only FILE]

MUTANTS.json is a list of {"file", "old", "new"}: a text of the product and what to put in its
place. The text is looked for in the file named, and where it is not there, in all files of the
product, since code moves; what has been written anew since is changed as `moved_mutants.json` says,
in which `was` is the old text. Each change is made in a copy of the repository, and undone after.
The tests that run are those that import the changed module, those of the folder that mirrors its
own (of `app`, whose take long, only the one that mirrors it), and `FURTHER`.

A change is `killed` if a test fails, and `survived` if none does; `equivalent` ones change nothing
that a test could see, for the reason given; `gone` is what the product no longer says.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("render", "datasets", "extract", "vision", "app")
MOVED = Path(__file__).with_name("moved_mutants.json")
SECONDS = 900  # of the tests of one change; what then still runs hangs, which is noticed too
_QUICKLY = ("-q", "-m", "not slow and not browser", "-p", "no:cacheprovider")

_UNNOTICED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

# Tests of a module that none imports, by how its path starts.
FURTHER: Mapping[str, tuple[str, ...]] = {
    "app/pipeline": ("tests/test_pages.py", "tests/app/test_routing_of_pages.py"),
    "app/evaluate": ("tests/app/evaluate/test_run.py",),
    "extract": ("tests/test_pages.py",),
    "extract/records/listing": ("tests/extract/records/groups/test_evidence.py",),
}
# The old texts of changes that no test can see -> why.
EQUIVALENT: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text of a file of the product, and what takes its place."""

    file: str
    old: str
    new: str

    def shown(self) -> str:
        """Return the change in a line."""
        return f"{' '.join(self.old.split())} -> {' '.join(self.new.split()) or 'nothing'}"


def main() -> int:
    """Run the command; return 1 if a change survived."""
    parser = argparse.ArgumentParser(description="Print which changes the tests notice.")
    parser.add_argument("mutants", type=Path, metavar="MUTANTS.json")
    parser.add_argument("--only", default="", metavar="FILE", help="those whose file has this name")
    asked = parser.parse_args()
    read = json.loads(asked.mutants.read_text("utf-8"))
    moved = {each.pop("was"): Mutant(**each) for each in json.loads(MOVED.read_text("utf-8"))}
    listed = [Mutant(each["file"], each["old"].strip(), each["new"].strip()) for each in read]
    mutants = [moved.get(each.old, each) for each in listed]
    counts = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_repository(Path(folder))
        for mutant in mutants:
            if asked.only in mutant.file:
                fate, file = outcome(copy, mutant)
                counts[fate] += 1
                print(f"{fate:10} {file}: {mutant.shown()}", flush=True)
    print(", ".join(f"{count} {fate}" for fate, count in counts.most_common()))
    return int("survived" in counts)


def copy_repository(folder: Path) -> Path:
    """Return a copy of the repository's files, ignored ones left out, importable as pagesight."""
    copy = folder / "pagesight"
    listed = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT
    )
    for name in filter(None, os.fsdecode(listed).split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


def outcome(copy: Path, mutant: Mutant) -> tuple[str, str]:
    """Return what becomes of the change, and the file it was made in."""
    file = find(copy, mutant)
    if file is None:
        return "gone", mutant.file
    name = str(file.relative_to(copy))
    if mutant.old in EQUIVALENT:
        return "equivalent", f"{name} ({EQUIVALENT[mutant.old]})"
    tests = passing(copy, tests_of(copy, name))
    if not tests:
        return "survived", f"{name} (no tests)"
    before = file.read_text("utf-8")
    file.write_text(before.replace(mutant.old, mutant.new, 1), "utf-8")
    try:
        status, _ = run(copy, tests, "-x")
        return "survived" if status in _UNNOTICED else "killed", name
    finally:
        file.write_text(before, "utf-8")


def find(copy: Path, mutant: Mutant) -> Path | None:
    """Return the file that has the old text: the one named, or else the first of that name."""
    files = [copy / mutant.file]
    files += sorted(path for folder in FOLDERS for path in (copy / folder).rglob("*.py"))
    having = [path for path in files if path.exists() and mutant.old in path.read_text("utf-8")]
    name = Path(mutant.file).name
    return min(having, key=lambda path: path.name != name, default=None)


def tests_of(copy: Path, file: str) -> tuple[str, ...]:
    """Return the tests of a file of the product, the likeliest to notice a change first."""
    path = Path(file)
    folder = copy / "tests" / path.parent
    mirrored = folder.glob(f"test_{path.name}" if path.parts[0] == "app" else "test_*.py")
    door = f"from {'.'.join(['pagesight', *path.with_suffix('').parts])} import"
    importing = [
        test for test in (copy / "tests").rglob("test_*.py") if door in test.read_text("utf-8")
    ]
    further = [
        copy / test for start, tests in FURTHER.items() if file.startswith(start) for test in tests
    ]
    found = {*mirrored, *importing, *filter(Path.exists, further)}
    likeliest = sorted(found, key=lambda test: (test.name != f"test_{path.name}", test))
    return tuple(str(test.relative_to(copy)) for test in likeliest)


@cache
def passing(copy: Path, tests: Sequence[str]) -> tuple[str, ...]:
    """Return the files of tests that pass with nothing changed; name the others."""
    status, summary = run(copy, tests, "-rfE")
    failed = {test for test in tests if f" {test}" in summary} if status else set()
    if failed:
        print(f"left out, since they fail unchanged: {', '.join(sorted(failed))}", file=sys.stderr)
    return tuple(test for test in tests if test not in failed)


def run(copy: Path, tests: Sequence[str], *options: str) -> tuple[int, str]:
    """Return pytest's exit status, and the lines in which it names what failed."""
    environment = {**os.environ, "PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *_QUICKLY, *options, *tests],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 1, ""
    named = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
    return done.returncode, "\n".join(named)


if __name__ == "__main__":
    sys.exit(main())
