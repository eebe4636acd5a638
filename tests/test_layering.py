"""The arrows between the folders point one way."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHAIN = ("render", "datasets", "extract", "vision", "app")


def imported_folders(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        if names == ["pagesight"] and isinstance(node, ast.ImportFrom):
            names = [f"pagesight.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("pagesight."))


@pytest.mark.parametrize("folder", CHAIN)
def test_a_folder_imports_only_itself_and_what_stands_before_it(folder: str) -> None:
    allowed = set(CHAIN[: CHAIN.index(folder) + 1])
    for file in (ROOT / folder).rglob("*.py"):
        assert set(imported_folders(file)) <= allowed, file


@pytest.mark.parametrize("folder", CHAIN)
def test_a_file_has_at_most_250_lines(folder: str) -> None:
    too_long = [
        file.name
        for file in (ROOT / folder).rglob("*.py")
        if len(file.read_text("utf-8").splitlines()) > 250
    ]
    assert too_long == []
