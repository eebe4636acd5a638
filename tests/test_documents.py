"""The documents are true: their blocks run, their links lead somewhere, what they name is there.

A block is run unless an invisible comment before it, `<!-- not run: why -->`, says why not. Those
of MEASURED take corpora and hours: they run on tiny corpora, as SHORTER says. All are parsed:
Python by its compiler, shell by bash, and `pagesight` must have the options.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from pymdownx.slugs import slugify
from sybil.document import Document
from sybil.example import Example
from sybil.parsers.markdown import CodeBlockParser
from tiny_corpora import SHORTER

import pagesight
from pagesight.app.cli.main import app, whole

ROOT = Path(__file__).parent.parent
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md"),
    *sorted(file.relative_to(ROOT).as_posix() for file in ROOT.glob("docs/**/*.md")),
)
MEASURED = ("docs/evaluation.md", "docs/studies/")
CARDS = tuple(
    sorted(file.relative_to(ROOT).as_posix() for file in ROOT.glob("*/weights/*/README.md"))
)

says_not_to_run = re.compile(r"<!-- not run: \S[^>]*-->\s*\Z").search
Evaluate = Callable[[Example], str | None]


def evaluate_blocks(name: str, **evaluators: Evaluate) -> None:
    """Evaluate the document's blocks of these languages in their order. Raises SybilFailure."""
    parsers = [CodeBlockParser(language, evaluate) for language, evaluate in evaluators.items()]
    for example in Document.parse(str(ROOT / name), *parsers).examples():
        example.evaluate()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_blocks_can_be_parsed(name: str) -> None:
    evaluate_blocks(name, python=fault_of_python, sh=fault_of_shell)


def fault_of_python(example: Example) -> str | None:
    compile(str(example.parsed), str(example.path), "exec")  # raises SyntaxError
    return None


def fault_of_shell(example: Example) -> str | None:
    code = str(example.parsed)
    bash = subprocess.run(
        ["bash", "-n"], input=code, capture_output=True, encoding="utf-8", check=False
    )
    unknown = [word for line in joined_lines(code) for word in unknown_words(line)]
    return bash.stderr or (f"pagesight knows no {', '.join(unknown)}" if unknown else None)


def joined_lines(code: str) -> list[str]:
    return code.replace("\\\n", " ").splitlines()


def unknown_words(line: str) -> Iterator[str]:
    """Yield the commands and options in a line of shell that `pagesight` does not have."""
    words = shlex.shlex(line, posix=True, punctuation_chars=True)
    words.commenters, words.whitespace_split = "#", True
    command: click.Command | None = None
    begins = True  # a simple command
    for word in words:
        if begins or set(word) <= set("|&;()<>"):
            command = app if begins and Path(word).name == "pagesight" else None
            begins = set(word) <= set("|&;()<>") or "=" in word
        elif isinstance(command, click.Group) and not word.startswith("-"):
            below = command.commands.get(word)
            if below is None:
                yield word
            command = below and whole(below)
        elif command and word.startswith("--") and word.split("=")[0] not in options_of(command):
            yield word


def options_of(command: click.Command) -> set[str]:
    named = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    return named | {"--help"}


# The parts of a checkout that commands name.
CHECKOUT = (
    *("Makefile", "app", "docs", "extract", "pyproject.toml", "requirements.lock", "tests"),
    "vision",
)


@dataclass
class Session:
    """Runs the blocks of one document in one folder, as a reader in a checkout would."""

    folder: Path
    output: str = ""  # of the last block, which ends at
    end: int = -1
    names: dict[str, Any] = field(default_factory=dict)
    port: int = 0  # in place of the service's, at which a service of this machine may listen
    shorter: Sequence[tuple[str, str]] = ()

    def __post_init__(self) -> None:
        for name in CHECKOUT:
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / ".venv").mkdir()  # ready as `make setup` leaves it
        (self.folder / ".venv/bin").symlink_to(Path(sys.executable).parent)
        for name in ("ready", "browser"):
            (self.folder / ".venv" / name).touch()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def python(self, example: Example) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(str(example.parsed), str(example.path), "exec"), self.names)
        self._keep(example, printed.getvalue())

    def shell(self, example: Example) -> str | None:
        # Not what `make test` says to a make within it.
        settings = {
            name: of for name, of in os.environ.items() if not name.startswith(("MAKE", "MF"))
        }
        # Not by the link, from which Python would not find its packages.
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        code = str(example.parsed).replace("8321", str(self.port))
        for written, run in self.shorter:
            code = re.sub(written, run, code, flags=re.MULTILINE)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", code],
            cwd=self.folder,
            env={**settings, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        self._keep(example, without_sandbox_warning(done.stdout))
        return f"exit {done.returncode}: {done.stdout}" if done.returncode else None

    def text(self, example: Example) -> str | None:
        """Compare the block with the output of the one right before it; `...` is any text."""
        if self.end < 0 or example.document.text[self.end : example.region.start].strip():
            return None  # it shows something else
        wanted = str(example.parsed)
        same = doctest.OutputChecker().check_output(
            wanted, self.output, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        )
        return None if same else f"wanted:\n{wanted}\ngot:\n{self.output}"

    def _keep(self, example: Example, output: str) -> None:
        self.output, self.end = output, example.region.end


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(1500)  # the tutorial renders, trains and measures
@pytest.mark.parametrize("name", DOCUMENTS)
def test_blocks_run_and_give_what_they_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if name.startswith(MEASURED):
        session = measuring(tmp_path, request.getfixturevalue("corpora"))
    else:
        session = Session(tmp_path)

    def where_it_is_run(evaluate: Evaluate) -> Evaluate:
        return lambda example: evaluate(example) if is_run(example) else None

    evaluate_blocks(
        name,
        python=where_it_is_run(session.python),
        sh=where_it_is_run(session.shell),
        text=session.text,
    )


def measuring(folder: Path, corpora: Path) -> Session:
    """Return a session among the corpora: in their folders, and beside each other."""
    for name in ("genre", "styled", "sites", "wcxb_dev.parquet"):
        (folder / name).symlink_to(corpora / name)
    for file in (*corpora.glob("extract/*"), *corpora.glob("styled/*")):
        (folder / file.name).symlink_to(file)
    (folder / "folder-of-corpora").symlink_to(corpora)
    return Session(folder, shorter=SHORTER)


# Readers have another user than the containers in which tests run.
without_sandbox_warning = partial(
    re.compile(r"^warning: Chromium runs without its sandbox.*\n", re.MULTILINE).sub, ""
)


def is_run(example: Example) -> bool:
    return not says_not_to_run(example.document.text[: example.region.start])


find_links = re.compile(r"(?<!`)\]\((?!https?:)([^)\s]+)\)").findall
find_headings = re.compile(r"^#+ (.+)$", re.MULTILINE).findall


@pytest.mark.parametrize("name", [*DOCUMENTS, *CARDS])
def test_links_lead_somewhere(name: str) -> None:
    file = ROOT / name
    dead = [link for link in find_links(without_code(file)) if not leads_somewhere(file, link)]
    assert dead == []


def leads_somewhere(file: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = file.parent / path if path else file
    return target.exists() and (not anchor or anchor in anchors(target))


def anchors(file: Path) -> set[str]:
    """Return the anchors of the document's headings, as the site and code hosts make them."""
    slug = slugify(case="lower")
    return {
        slug(re.sub(r"[`*]", "", heading), "-") for heading in find_headings(without_code(file))
    }


def without_code(file: Path) -> str:
    return re.sub(r"^```.*?^```", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


def test_the_reference_has_every_public_name() -> None:
    reference = (ROOT / "docs/reference.md").read_text("utf-8")
    assert set(re.findall(r"^::: pagesight\.(\w+)$", reference, re.M)) == set(pagesight.__all__)


FOLDERS = r"(?:render|datasets|extract|vision|app|tests|docs|typings|\.ci)/"
# A path in code, or in a command that is code: a module, or a folder with its slash.
find_paths = re.compile(
    rf"(?<![\w./-]){FOLDERS}(?:[\w-]+/)*(?:[\w-]+\.(?:py|toml|yaml|j2|html|md))?"
).findall


@pytest.mark.parametrize("name", [*DOCUMENTS, *CARDS])
def test_the_paths_that_a_document_names_are_there(name: str) -> None:
    named = set(find_paths((ROOT / name).read_text("utf-8")))
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_the_figures_are_those_of_a_run_with_these_weights() -> None:
    command = [sys.executable, "tests/studies/figures.py", "check"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


find_rows = re.compile(r"^\| (`[^|]+/`) \| (.+) \|$", re.M).findall
find_folders = re.compile(r"`([\w/]+/)`").findall


def folders_in_contributing() -> Iterator[str]:
    """Yield the folders that the table of the tree names: in a row's first cell, or below it."""
    for first, second in find_rows((ROOT / "CONTRIBUTING.md").read_text("utf-8")):
        for folder in find_folders(first):
            yield folder
            yield from (folder + below for below in find_folders(second))


def test_every_package_has_a_row_in_contributing() -> None:
    chain = ("render", "datasets", "extract", "vision", "app")
    files = (file for folder in chain for file in (ROOT / folder).rglob("*.py"))
    folders = {f"{file.parent.relative_to(ROOT).as_posix()}/" for file in files}
    assert sorted(folders - set(folders_in_contributing())) == []
