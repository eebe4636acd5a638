"""Which places of a page, by class names, blocks are in."""

import numpy as np
import pytest

from pagesight.extract.features.containers import containers
from pagesight.extract.features.named_places import names, place_name_columns, vocabulary
from pagesight.extract.features.text import text_counts
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def _columns(body: str) -> dict[str, list[float]]:
    document = read(Page("", f"<body>{body}"))
    tree = containers(document)
    columns = place_name_columns(tree, names(tree.names), document.once(text_counts).chars)
    blocks = len(document.blocks)
    return {name: np.broadcast_to(found, blocks).tolist() for name, found in columns.items()}


def test_steps_count_up_to_the_nearest_place_of_the_name() -> None:
    found = _columns("<p>text</p><div id=comments><p>one</p><div class=reply-2><p>two</p></div>")
    assert found["in_comments_up"] == [30, 1, 1]


def test_a_place_says_how_much_of_the_page_it_and_all_of_its_kind_hold() -> None:
    found = _columns("<p>1234</p><div class=sideBar><p>12</p></div><div class=widget>12</div>")
    assert found["in_aside_share"] == [0, 0.25, 0.25]
    assert found["in_aside_all"] == [0.5] * 3


def test_an_element_that_holds_the_whole_page_is_no_place_of_it() -> None:
    found = _columns("<div class=post><p>one</p><p>two</p></div>")
    assert found["in_main_up"] == [30, 30]


@pytest.mark.parametrize("name", ["commentList", "comment-list", "COMMENT", "user_comment2"])
def test_words_of_names_are_found_however_they_are_joined(name: str) -> None:
    assert vocabulary("post", "comment").sets_of(names([("x", name)])).tolist() == [2]


def test_a_word_inside_of_another_is_not_found() -> None:
    assert vocabulary("ad").sets_of(names([("head shadow", "")])).tolist() == [0]
