"""Measures of text leaves: the same numbers for the same shape, whatever the language."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import leaves
from pagesight.extract.papers.sequence.multiboilernet import MEASURES, leaf_measures


def measured(html: str) -> np.ndarray:
    return leaf_measures(leaves(parse(html)))


def test_scripts_of_like_shape_have_like_measures() -> None:
    page = "<p>{}</p><p><a href=x>{}</a></p>"
    german = measured(page.format("der fluss stieg, und die stadt stand bald unter.", "mehr dazu"))
    greek = measured(page.format("τον καιρό ήταν, και όλα πήγαν εδώ πάλι ως χθες..", "όλα εδώ"))
    np.testing.assert_allclose(german, greek, atol=0.35)


def test_what_distinguishes_leaves() -> None:
    same, link, other = measured("<p>Menu</p><p>Menu</p><div><a href=x>A link</a></div>")
    repeated, linked = (same != measured("<p>Menu</p><p>News</p>")[0]), link != other
    assert repeated.any()
    assert linked.any()


def test_siblings_are_nearer_than_strangers() -> None:
    page = measured("<ul><li>a<li>b</ul><div><div><p>c</div></div>")
    after = page[:, MEASURES - 4]
    assert after[0] < after[1]


@given(st.lists(st.sampled_from(["<p>", "</p>", "<b>", "x ", "。", "1", "<a href=y>", "</a>"])))
def test_measures_are_finite_and_small(parts: list[str]) -> None:
    found = measured("<body>k" + "".join(parts))
    assert found.shape[1] == MEASURES
    assert np.isfinite(found).all()
    assert np.abs(found).max() < 10


def test_a_page_without_leaves_has_none() -> None:
    assert leaf_measures(()).shape == (0, MEASURES)
