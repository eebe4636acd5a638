"""Whole pages: what the extractors give, and how near it is to gold text."""

import json
from pathlib import Path

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.registry import extractor
from pagesight.extract.training.gold.scores import word_score
from pagesight.render.page import Page

_CASES = sorted(
    path.parent for path in (Path(__file__).parents[1] / "pages").glob("wcxb_*/source.html")
)


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_a_real_page_gives_its_gold_text(case: Path) -> None:
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    page = Page(expected["url"], (case / "source.html").read_text(encoding="utf-8"))
    extraction = extractor(expected["extractor"])(read(page))
    assert word_score(extraction.text, expected["gold"]).f1 > 0.9
    written = (case / "expected.md").read_text(encoding="utf-8")
    assert word_score(extraction.markdown, written).f1 > 0.9
