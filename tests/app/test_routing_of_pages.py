"""What the router says of a page is what becomes of it."""

import numpy as np
import pytest
from page_cases import PAGES

from pagesight.app.api import extract_html
from pagesight.app.config import Options
from pagesight.app.result import Result
from pagesight.app.router import BESIDE_CAUTION, FALLBACK_WEIGHT
from pagesight.datasets.schema import Genre

PRICED = """
<h1>Walnut writing desk</h1>
<p>The desk is made of walnut from a wood near the workshop, oiled three times by hand, and stands
on four turned legs that unscrew, so that it goes through narrow doors and up a winding stair.</p>
<p>Two drawers run on wooden rails. The top is 140 cm wide and 70 cm deep, with a groove along the
back for pens, and a hole for cables that a wooden cap closes when nothing is plugged in.</p>
<div class="footer nav menu"><a href="/cart">€1,149.00</a></div>
"""


def read(case: str, genre: Genre) -> Result:
    """Return what becomes of a whole page that is said to be of the genre."""
    html = (PAGES / case / "source.html").read_text("utf-8")
    return extract_html(html, f"https://{case}.example/", Options(genre=genre))


def caution_of(result: Result, texts: tuple[str, ...]) -> float:
    """Return what was taken off the log-odds that the two extractors give blocks of those texts.

    Only of blocks that they are not nearly sure of: the ensemble bounds their certainty.
    """
    chosen = [block.text.startswith(texts) for block in result.blocks]
    asked = (*result.alternatives, result.extraction)
    first, second, together = (
        log_odds(np.array(each.page_probabilities)[chosen]) for each in asked
    )
    taken = FALLBACK_WEIGHT * first + (1 - FALLBACK_WEIGHT) * second - together
    taken = taken[(np.abs(first) < 9) & (np.abs(second) < 9)]
    assert np.ptp(taken) < 0.01
    return float(taken.mean())


def log_odds(shares: np.ndarray) -> np.ndarray:
    return np.asarray(np.log(shares / (1 - shares)))


def test_blocks_of_an_article_are_as_likely_as_its_extractors_say() -> None:
    texts = ("Die Baukosten sind", "Auch die Werft", "Das Land", "Wetter", "Lesen Sie auch")
    found = caution_of(read("article_de", Genre.ARTICLE), texts)
    assert found == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(
    "texts",
    [
        ("Ein Unternehmer aus Oldenburg", "Das Ordnungsamt", "Drei Bühnen"),  # cards
        ("Endlich.", "Und die Promenade", "Sechs Prozent"),  # comments
    ],
)
def test_what_is_beside_an_article_must_be_likelier(texts: tuple[str, ...]) -> None:
    found = caution_of(read("article_de", Genre.ARTICLE), texts)
    assert found == pytest.approx(BESIDE_CAUTION, abs=0.01)


def test_a_thread_gives_posts_and_a_list_items() -> None:
    posts = read("forum_ru", Genre.FORUM).extraction.records
    assert [post.author for post in posts][:3] == ["Наталья_Тверь", "Дед Егор", "agronom_s"]
    items = read("collection_es", Genre.COLLECTION).extraction.records
    assert [item.price for item in items][:3] == ["14,88 €", "12,95 €", "13,60 €"]


def test_the_price_of_a_product_is_kept_though_its_extractors_drop_it() -> None:
    as_product, as_service = (
        extract_html(PRICED, options=Options(genre=genre)).extraction.text
        for genre in (Genre.PRODUCT, Genre.SERVICE)
    )
    assert "€1,149.00" in as_product
    assert "€1,149.00" not in as_service
