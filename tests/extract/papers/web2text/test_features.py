"""Web2Text's features, worked out by hand on a small page."""

from math import log

import numpy as np
import pytest

from pagesight.extract.page.blocks import block_of
from pagesight.extract.page.document import read
from pagesight.extract.papers.web2text.collapsed_dom import CollapsedDom, collapse
from pagesight.extract.papers.web2text.features import (
    BLOCK_FEATURES,
    EDGE_FEATURES,
    LeafCounts,
    NodeFeatures,
    block_features,
    edge_features,
)
from pagesight.render.page import Page

# Its collapsed DOM: html/body over ul (li/a, li/a), p and div/p; the last two hold an input.
PAGE = (
    "<html><body>"
    '<ul><li class="m"><a href="/">Home</a></li><li class="m"><a href="/">Home</a></li></ul>'
    "<p>The 3 cats sat. They slept, OK?</p>"
    "<div><input><p>Mail me@site.example © 2020</p></div>"
    "</body></html>"
)


def collapsed(html: str) -> CollapsedDom:
    page = Page("http://site.example/", html)
    return collapse(read(page))


@pytest.fixture(scope="module")
def dom() -> CollapsedDom:
    return collapsed(PAGE)


@pytest.fixture(scope="module")
def blocks(dom: CollapsedDom) -> np.ndarray:
    """The features in the paper's numbers: column 1 is the first."""
    found = block_features(dom, NodeFeatures(dom))
    return np.column_stack([np.full(len(found), np.nan), found])


@pytest.fixture(scope="module")
def edges(dom: CollapsedDom) -> np.ndarray:
    found = edge_features(dom, NodeFeatures(dom))
    return np.column_stack([np.full(len(found), np.nan), found])


def test_there_are_128_features_a_block_and_25_an_edge(dom: CollapsedDom) -> None:
    nodes = NodeFeatures(dom)
    assert block_features(dom, nodes).shape == (4, BLOCK_FEATURES) == (4, 128)
    assert edge_features(dom, nodes).shape == (3, EDGE_FEATURES) == (3, 25)


HOME, STORY, MAIL = 0, 2, 3


@pytest.mark.parametrize(
    ("leaf", "feature", "expected"),
    [
        # A. duplicates
        (HOME, 1, 1),
        (STORY, 1, -1),
        (HOME, 2, -1),
        (HOME, 3, 2 / 4),
        (STORY, 3, 1 / 4),
        # B. leaf: "The 3 cats sat. They slept, OK?" has 7 words, 31 characters, 22 of words
        (STORY, 4, (1 - 0.8255) / 0.5643817),
        (STORY, 5, (log(7) - 1.5086) / 1.205),
        (STORY, 6, (22 / 7 - 4.910001) / 1.905709),
        (STORY, 7, 1),  # "The" and "They", in any case
        (STORY, 8, (2 / 7 - 0.374) / 0.1529),
        (HOME, 7, -1),
        (HOME, 8, (0 - 0.374) / 0.1529),
        (STORY, 9, (log(31) - 3.392) / 1.06445),
        (HOME, 9, (2.5 - 3.392) / 1.06445),  # ln 4, clipped
        (STORY, 10, 1),
        (HOME, 10, -1),
        (STORY, 11, (3 - 0.06938) / 0.4083676),
        (STORY, 12, (-2.5 + 3.338525) / 0.6058926),  # ln 3/31 = -2.34, clipped
        (HOME, 12, 0),
        (STORY, 13, (1 + 0.5900983) / 0.8073342),
        (HOME, 13, (-1 + 0.5900983) / 0.8073342),
        (STORY, 14, (1 / 31 - 0.2655969) / 0.3052819),
        (STORY, 15, (log(31 / 2) - 3.109) / 1.011),
        (STORY, 16, 1),
        (HOME, 16, -1),
        (STORY, 19, 1),
        (STORY, 20, 1),
        (HOME, 19, -1),
        (MAIL, 21, 1),
        (MAIL, 22, 1),
        (MAIL, 23, -1),
        (MAIL, 24, 1),
        (HOME, 24, -1),
        (STORY, 25, (3 / 7 - 0.4475758) / 0.4129316),
        (STORY, 26, ((3 / 7) ** 2 - 0.3708354) / 0.4334037),
        (STORY, 27, ((3 / 7) ** 3 - 0.340843) / 0.4404389),
        # C. parent: the list for the links, the body for the others
        (HOME, 28, 1),
        (HOME, 30, (1 - 0.5) / 0.5),  # N2: all characters are linked
        (STORY, 30, (8 / (8 + 31 + 27) - 0.5) / 0.5),
        (HOME, 34, (2.5 - 6) / 2.14),  # N6: ln 8, clipped
        (STORY, 34, (log(66) - 6) / 2.14),
        (HOME, 48, -1),  # N20: no form in the list
        (STORY, 48, 1),
        (HOME, 55, 1),  # ul
        (HOME, 63, 1),  # ul again
        (HOME, 54, -1),  # body
        (STORY, 54, 1),
        (STORY, 55, -1),
        # D. grandparent: the body for the links, none for the others
        (HOME, 69, 1),
        (HOME, 71, (8 / 66 - 0.5) / 0.5),
        (STORY, 69, 0),
        (STORY, 71, 0),
        # E. root
        (HOME, 90, 1),  # N1: all of the body
        (MAIL, 91, (8 / 66 - 0.5) / 0.5),
        (HOME, 109, 1),
        # F. tags of the leaf: a p td b li
        (HOME, 110, 1),
        (HOME, 111, -1),
        (HOME, 114, 1),
        (STORY, 110, -1),
        (STORY, 111, 1),
        (MAIL, 111, 1),
        (MAIL, 118, 1),  # div
    ],
)
def test_block_features(blocks: np.ndarray, leaf: int, feature: int, expected: float) -> None:
    assert blocks[leaf, feature] == pytest.approx(expected)


def test_relative_position_runs_over_the_body(dom: CollapsedDom, blocks: np.ndarray) -> None:
    middle = (dom.starts + dom.ends) / 2 - dom.starts[0]
    share = middle / (dom.ends[-1] - dom.starts[0])
    assert blocks[:, 17] == pytest.approx((share - 0.5198038) / 0.2996195)
    assert blocks[:, 18] == pytest.approx((share**2 - 0.3599672) / 0.3157282)
    assert (np.diff(blocks[:, 17]) > 0).all()


def test_body_percentage_is_a_ratio(dom: CollapsedDom, blocks: np.ndarray) -> None:
    menu = (dom.ends[1] - dom.starts[0]) / (dom.ends[-1] - dom.starts[0])
    assert 0 < menu < 1
    assert blocks[HOME, 29] == pytest.approx(menu)


def test_an_absent_parent_is_zero_all_over(blocks: np.ndarray) -> None:
    assert (blocks[STORY, 69:90] == 0).all()
    nodes = NodeFeatures(lone := collapsed("<p>all there is</p>"))
    assert (block_features(lone, nodes)[0, 27:89] == 0).all()


@pytest.mark.parametrize(
    ("edge", "feature", "expected"),
    [
        (0, 1, 1),  # both links hang from the list: two levels
        (0, 2, -1),
        (1, 1, -1),
        (1, 2, 1),  # link, list, body; paragraph, body
        (1, 4, -1),
        (2, 1, 1),
        (0, 5, 1),  # list items break the line
        (0, 7, (1 - 0.5) / 0.5),  # N2 of the list
        (2, 7, (8 / 66 - 0.5) / 0.5),  # N2 of the body
        (0, 25, -1),
        (2, 25, 1),
    ],
)
def test_edge_features(edges: np.ndarray, edge: int, feature: int, expected: float) -> None:
    assert edges[edge, feature] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("html", "distance_flags", "broken"),
    [
        ("a<b>b</b>", [1, -1, -1, -1], 0),
        ("<div><i>a</i>b</div><div><i>c</i>d</div>", [-1, -1, 1, -1], 1),
        ("<div><p><i>a</i>b</p>c</div><div>d<p>e<i>f</i></p></div>", [-1, -1, 1, -1], 1),
        ("<div>x<p>a<i>b</i></p></div><div><p><i>c</i>d</p>x</div>", [-1, -1, -1, 1], 1),
    ],
)
def test_tree_distance_and_break_of_the_middle_edge(
    html: str, distance_flags: list[int], broken: int
) -> None:
    dom = collapsed(html)
    middle = edge_features(dom, NodeFeatures(dom))[len(dom.leaves) // 2 - 1]
    assert middle[:5].tolist() == [*distance_flags, broken]


@pytest.mark.parametrize(
    ("text", "count", "expected"),
    [
        ("One. Two! three? Four; Five", "sentences", 4),
        ("第一句。第二句！完。", "sentences", 3),
        ("THE cat and the Dog", "stopwords", 3),
        ("http://a.example/x", "urls", 1),
        ("in 2020, not 20201", "years", 1),
        ("(C) me", "copyrights", 1),
        ("Été à Nice", "capitals", 2),
        ("¿qué？", "ends_with_question_mark", 1),
        ("a1 22", "digits", 3),
    ],
)
def test_counts_in_text(text: str, count: str, expected: int) -> None:
    whole = np.array([0])
    found = LeafCounts([block_of(text)]).over(whole, whole)
    assert getattr(found, count).tolist() == [expected]
