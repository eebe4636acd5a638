"""The arrows between the folders point one way."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PREFIX = "pagesight.extract"
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


# Inside `extract`: a module imports only from its own row and those above it.
ORDER = (
    ("text", "errors"),
    ("page", "models"),
    ("features", "metadata", "markdown"),
    ("records",),
    ("extraction",),
    ("selection",),
    ("labelers",),
    ("ensemble",),
    ("training", "papers"),
    ("registry",),
)
ROW = {name: number for number, names in enumerate(ORDER) for name in names}


def imports_within_extract() -> dict[str, set[str]]:
    """Return the modules of `extract` that each of them imports, lazily or not."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "extract").rglob("*.py"):
        module = ".".join(file.relative_to(ROOT / "extract").with_suffix("").parts)
        nodes = ast.walk(ast.parse(file.read_text("utf-8")))
        modules = (node.module or "" for node in nodes if isinstance(node, ast.ImportFrom))
        own = {name.removeprefix(f"{PREFIX}.") for name in modules if name.startswith(PREFIX)}
        found[module.removesuffix(".__init__")] = own
    return found


def test_extract_has_an_order_that_no_import_breaks() -> None:
    upward = [
        f"{module} -> {imported}"
        for module, own in imports_within_extract().items()
        for imported in own
        if ROW[imported.partition(".")[0]] > ROW.get(module.partition(".")[0], len(ORDER))
    ]
    assert upward == []


def test_no_modules_of_extract_import_each_other_in_a_circle() -> None:
    TopologicalSorter(imports_within_extract()).prepare()  # raises CycleError, which names them


def names_in(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def late_constants(file: Path) -> Iterator[str]:
    """Yield the constants below the first function or class that are made of none of these."""
    body = ast.parse(file.read_text("utf-8")).body
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    own = {node.name for node in body if isinstance(node, defined)}
    first = next((at for at, node in enumerate(body) if isinstance(node, defined)), len(body))
    for node in body[first:]:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            said = {str(each.value) for each in ast.walk(node) if isinstance(each, ast.Constant)}
            if not (names_in(node) & own or any(name in text for name in own for text in said)):
                yield ast.unparse(node)[:60]
                continue
        if not isinstance(node, defined):
            own |= names_in(node)


@pytest.mark.parametrize("folder", CHAIN)
def test_constants_stand_at_the_top_of_their_module(folder: str) -> None:
    late = {file.name: [*late_constants(file)] for file in (ROOT / folder).rglob("*.py")}
    assert not {name: found for name, found in late.items() if found}


@pytest.mark.parametrize("folder", CHAIN)
def test_a_file_has_at_most_350_lines(folder: str) -> None:
    too_long = [
        file.name
        for file in (ROOT / folder).rglob("*.py")
        if len(file.read_text("utf-8").splitlines()) > 350
    ]
    assert too_long == []


# What opens connections by itself: calls, and libraries with calls of their own.
OPENING = {
    "open_socket",
    "open_streams",
    "create_connection",
    "open_connection",
    "urlopen",
    "urlretrieve",
    "PoolManager",
}
LIBRARIES = {"requests", "httpx", "aiohttp", "urllib.request"}
WAYS_OUT = {"render/net/upstream.py", "render/net/proxy.py"}


def opens_connections(file: Path) -> bool:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in OPENING:
            return True
        if isinstance(node, ast.Import) and LIBRARIES & {alias.name for alias in node.names}:
            return True
        if isinstance(node, ast.ImportFrom):
            imported = {alias.name for alias in node.names}
            if node.module in LIBRARIES or OPENING & imported:
                return True
    return False


def test_only_what_checks_addresses_opens_connections() -> None:
    files = [file for folder in CHAIN for file in (ROOT / folder).rglob("*.py")]
    found = {file.relative_to(ROOT).as_posix() for file in files if opens_connections(file)}
    assert found == WAYS_OUT
