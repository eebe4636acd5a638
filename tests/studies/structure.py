"""Count what makes a tree of Pagesight easy or hard to walk through, for a comparison of versions.

python tests/studies/structure.py [TREE ...]

Prints a row a tree: modules and lines (without tests and documents), modules under 40 and over
250 lines, modules with one importer, imports within functions, circles of modules that import each
other inside `extract`, module docstrings that begin with a question word, classes of one name in
several modules, and numeric constants without a comment beside or above them.
"""

import argparse
import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

FOLDERS = ("render", "datasets", "extract", "vision", "app")
asks = re.compile(r"(?:What|Which|Where|How|When|Who|Why)\b").match


def modules_of(tree: Path) -> Mapping[str, Path]:
    """Return the modules of a tree by their dotted names; `__init__` only where it has code."""
    files = [
        *tree.glob("__init__.py"),
        *(f for each in FOLDERS for f in (tree / each).rglob("*.py")),
    ]
    named = {".".join(file.relative_to(tree).with_suffix("").parts): file for file in files}
    return {name: file for name, file in named.items() if not name.endswith("__init__")}


def imports(module: ast.Module) -> Iterator[tuple[str, bool]]:
    """Yield the modules of Pagesight that one imports, and whether it does so within a function."""
    top = set(map(id, module.body))
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pagesight."):
            yield str(node.module).removeprefix("pagesight."), id(node) not in top


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules each of which leads to each other one (Tarjan 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for after in graph.get(name, ()):
            if after not in number:
                visit(after)
            if after in stack:
                low[name] = min(low[name], low[after])
        if low[name] == number[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            found.extend([group] if len(group) > 1 else [])

    for name in graph:
        if name not in number:
            visit(name)
    return found


def is_number(node: ast.stmt) -> bool:
    """Return whether a statement gives a name to a number."""
    value = (
        node.value.value
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant)
        else None
    )
    return isinstance(value, int | float) and not isinstance(value, bool)


def unexplained_constants(text: str, module: ast.Module) -> int:
    """Return how many numeric constants at the top have no comment beside or just above them."""
    lines = ["", *text.splitlines()]
    numbers = [node.lineno for node in module.body if is_number(node)]
    return sum("#" not in lines[at] and not lines[at - 1].startswith("#") for at in numbers)


def row(tree: Path) -> Mapping[str, int]:
    """Return the counts of a tree."""
    modules = modules_of(tree)
    texts = {name: file.read_text("utf-8") for name, file in modules.items()}
    parsed = {name: ast.parse(text) for name, text in texts.items()}
    graph: dict[str, set[str]] = {}
    lazy = 0
    importers: dict[str, set[str]] = defaultdict(set)
    for name, module in parsed.items():
        pairs = list(imports(module))
        graph[name] = {imported for imported, _ in pairs}
        lazy += sum(within for _, within in pairs)
        for imported in graph[name]:
            importers[imported].add(name)
    lines = {name: len(text.splitlines()) for name, text in texts.items()}
    classes = Counter(
        node.name.strip("_")
        for module in parsed.values()
        for node in module.body
        if isinstance(node, ast.ClassDef)
    )
    within = {name: own for name, own in graph.items() if name.startswith("extract.")}
    return {
        "modules": len(modules),
        "lines": sum(lines.values()),
        "< 40 lines": sum(each < 40 for each in lines.values()),
        "> 250 lines": sum(each > 250 for each in lines.values()),
        "one importer": sum(len(importers[name]) == 1 for name in modules),
        "lazy imports": lazy,
        "in circles": sum(map(len, circles(within))),
        "question docstrings": sum(bool(asks(ast.get_docstring(m) or "")) for m in parsed.values()),
        "classes named twice": sum(each > 1 for each in classes.values()),
        "constants unexplained": sum(unexplained_constants(texts[n], parsed[n]) for n in parsed),
    }


def table(trees: Sequence[Path]) -> str:
    """Return a Markdown table, a tree a column."""
    rows = [row(tree) for tree in trees]
    head = f"| | {' | '.join(map(str, trees))} |"
    body = [f"| {name} | {' | '.join(str(each[name]) for each in rows)} |" for name in rows[0]]
    return "\n".join([head, "|---" * (len(trees) + 1) + "|", *body])


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("trees", nargs="*", type=Path, default=[Path()])
    sys.setrecursionlimit(10_000)
    print(table(arguments.parse_args().trees))


if __name__ == "__main__":
    main()
