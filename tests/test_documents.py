"""The documents name files and folders that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "CONTRIBUTING.md", *(f"docs/{f.name}" for f in ROOT.glob("docs/*.md")))
FOLDERS = r"(?:render|datasets|extract|vision|app|tests|docs|typings|\.ci)/"
# A path in code, or in a command that is code: a module, or a folder with its slash.
find_paths = re.compile(
    rf"(?<![\w./-]){FOLDERS}(?:[\w-]+/)*(?:[\w-]+\.(?:py|toml|yaml|j2))?"
).findall


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_paths_that_a_document_names_are_there(name: str) -> None:
    named = set(find_paths((ROOT / name).read_text("utf-8")))
    assert sorted(path for path in named if not (ROOT / path).exists()) == []
