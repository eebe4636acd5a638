"""Whole pages in folders of `tests/pages`, what is expected of each, and what `auto` makes of it.

A case holds `source.html`, which states its own address, `expected.md` (its Markdown, byte for
byte) and `expected.json` (its address, genre, metadata, records, product, tables, pagination and
warnings; empty fields left out).
In place of the source a `sample_NAME` has the demo's sample of that name, as it was rendered.
"""

import difflib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from math import inf
from pathlib import Path
from typing import Any

import pagesight
from pagesight.extract.page.budget import Limits

_ROOT = Path(__file__).parents[2]
PAGES = _ROOT / "tests/pages"
_SAMPLES = _ROOT / "app/serve/demo/samples"
_SAMPLE = "sample_"
# Those of WCXB have gold text instead: tests/extract/test_pages.py.
CASES = tuple(
    path
    for path in sorted(PAGES.iterdir())
    if path.name.startswith(_SAMPLE)
    or ((path / "source.html").exists() and not path.name.startswith("wcxb_"))
)
# A busy machine must not change what is expected.
_OPTIONS = pagesight.Options(limits=Limits(seconds=inf))


def outputs(case: Path) -> dict[str, str]:
    """Return the contents of the case's expected files, by name, as the page is read now."""
    result = _read(case)
    extraction = result.extraction
    facts = {
        "url": result.capture.page.url,
        "genre": str(result.genre),
        "metadata": extraction.metadata,
        "records": extraction.records,
        "product": extraction.product,
        "tables": extraction.tables,
        "pagination": extraction.pagination,
        "warnings": result.warnings,
    }
    return {
        "expected.md": extraction.markdown + "\n",
        "expected.json": json.dumps(_plain(facts), ensure_ascii=False, indent=1) + "\n",
    }


def _read(case: Path) -> pagesight.Result:
    if case.name.startswith(_SAMPLE):
        kept = _SAMPLES / case.name.removeprefix(_SAMPLE)
        with pagesight.Pipeline(_OPTIONS) as pipeline:
            return pipeline.extract_url(kept)
    html = (case / "source.html").read_text("utf-8")
    return pagesight.extract_html(html, options=_OPTIONS)  # its address is the one that it states


def differences(case: Path, found: Mapping[str, str]) -> str:
    """Return the unified difference between the case's expected files and what was found."""
    return "".join(_difference(case / name, text) for name, text in found.items())


def _difference(expected: Path, found: str) -> str:
    name = f"{expected.parent.name}/{expected.name}"
    before = expected.read_bytes().decode() if expected.exists() else ""
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), found.splitlines(keepends=True), f"{name} (expected)",
        f"{name} (found)",
    )  # fmt: skip
    return "".join(lines)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it, without empty fields and the blocks that it was made of."""
    if is_dataclass(value):
        value = {each.name: getattr(value, each.name) for each in fields(value)}
        value.pop("blocks", None)
    if isinstance(value, Mapping):
        plain = {name: _plain(part) for name, part in value.items()}
        return {name: part for name, part in plain.items() if part not in ("", None, [], {})}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value
