"""The documents name files and folders that are there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    *(file.relative_to(ROOT).as_posix() for file in ROOT.glob("docs/**/*.md")),
)
FOLDERS = r"(?:render|datasets|extract|vision|app|tests|docs|typings|\.ci)/"
# A path in code, or in a command that is code: a module, or a folder with its slash.
find_paths = re.compile(
    rf"(?<![\w./-]){FOLDERS}(?:[\w-]+/)*(?:[\w-]+\.(?:py|toml|yaml|j2))?"
).findall


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_paths_that_a_document_names_are_there(name: str) -> None:
    named = set(find_paths((ROOT / name).read_text("utf-8")))
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


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
