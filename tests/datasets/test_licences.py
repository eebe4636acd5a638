"""Licences of corpora in model cards."""

import pytest

from pagesight.datasets.schema import LabelledPage, licence
from pagesight.render.page import Page


@pytest.mark.parametrize(
    ("source", "own", "expected"),
    [
        ("fundus", "", "MIT"),
        ("fundus", "CC0-1.0", "CC0-1.0"),
        ("a corpus of one's own", "", "see the corpus"),
    ],
)
def test_a_page_has_its_own_licence_or_its_corpus_has(source: str, own: str, expected: str) -> None:
    page = LabelledPage("p", Page("", "<p>x"), "s", source=source, license=own)
    assert licence(page) == expected
