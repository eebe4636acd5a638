"""Text that a page holds twice is kept once, unless it is said again."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.selection.copies import without_copies, without_repeated_headings
from pagesight.render.page import Page

_LONG = " ".join(f"word{n}" for n in range(24)) + "."
_OTHER = "Other text stands in between."
_CARD = f"<h2>A heading</h2><p>{_LONG}</p><ul><li>One</li><li>Two</li></ul>"


def _kept(body: str) -> list[str]:
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    kept = without_copies(np.ones(len(document.blocks), np.bool_), document)
    return [document.blocks[at].text for at in np.flatnonzero(kept).tolist()]


@pytest.mark.parametrize(
    "again",
    [
        f"<div class=mobile>{_CARD}</div>",
        f"<div>{_CARD.replace('<ul>', '<img src=a.png><ul>')}</div>",
        f"<p>{_LONG[:90]} ...</p>",
        f"<p>{_LONG[:90]}…</p>",
    ],
    ids=["section", "with an image", "cut short", "cut short by one sign"],
)
def test_a_copy_is_left_out(again: str) -> None:
    once = ["A heading", _LONG, "One", "Two", _OTHER]
    assert _kept(f"{_CARD}<p>{_OTHER}</p>{again}") == once


def test_a_second_copy_of_a_whole_text_is_left_out_with_the_tables_in_it() -> None:
    article = f"{_CARD}<table><tr><th>Pros<th>Cons<tr><td>Quick<td>Dear</table><p>{_LONG} Last."
    once = ["A heading", _LONG, "One", "Two", "Pros", "Cons", "Quick", "Dear", f"{_LONG} Last."]
    assert _kept(f"<div>{article}</div><p>{_OTHER}</p><main>{article}</main>") == [*once, _OTHER]


@pytest.mark.parametrize("name", ["d-md-none", "hidden-xs", "hidden lg:flex", "only-mobile"])
def test_a_short_copy_for_windows_of_one_width_is_left_out(name: str) -> None:
    table = "<table><tr><th>Pier<th>Minute<tr><td>East<td>30</table>"
    body = f"<div>{table}</div><p>{_OTHER}</p><div class='x {{}}'>{table}</div>"
    assert _kept(body.format(name)) == ["Pier", "Minute", "East", "30", _OTHER]
    assert _kept(body.format("")).count("East") == 2


def test_cards_may_say_alike_in_boxes_for_windows_of_one_width() -> None:
    card = f"<div><h3 class=d-md-none>Salt</h3><p>{_LONG}{{}}</p></div>"
    assert _kept(f"{card.format(1)}{card.format(2)}").count("Salt") == 2


def test_what_is_all_for_windows_of_one_width_may_say_a_line_twice() -> None:
    plans = "".join(f"<h3>Plan {number}</h3><ul><li>Three edits</ul>" for number in (1, 2))
    assert _kept(f"<div class=mobile-view>{plans}</div>").count("Three edits") == 2


def test_a_text_that_comes_again_and_again_is_no_copy_of_a_section() -> None:
    terms = "".join(f"<h3>Plan {number}</h3><p>{_LONG}</p>" for number in range(5))
    assert _kept(terms).count(_LONG) == 5
    assert _kept(f"<p>{_LONG}</p>" * 5).count(_LONG) == 5
    assert _kept(f"<p>{_LONG}</p>" * 2).count(_LONG) == 1


def test_one_text_may_be_said_of_two_things_that_are_laid_out_alike() -> None:
    assert _kept(f"<dl><dt>amount<dd>{_LONG}<dt>total<dd>{_LONG}</dl>").count(_LONG) == 2
    assert _kept(f"<dl><dt>amount<dd>{_LONG}<dd>{_LONG}</dl>").count(_LONG) == 1
    assert _kept(f"<dl><dt>amount<dd>{_LONG}</dl><ul><li>total<p>{_LONG}</ul>").count(_LONG) == 1


def test_a_few_words_that_end_in_dots_may_come_twice() -> None:
    said = "And so it went on ..."
    assert _kept(f"<p>{said}</p><p>{_OTHER}</p><p>{said}</p>") == [said, _OTHER, said]


def test_the_beginning_of_a_text_before_it_is_left_out() -> None:
    assert _kept(f"<p>{_LONG[:90]}...</p><p>{_OTHER}</p><p>{_LONG}</p>") == [_OTHER, _LONG]


@pytest.mark.parametrize(
    "again",
    [
        f"<blockquote>{_LONG}</blockquote>",
        f"<div class=bbcode_quote>{_LONG}</div>",
        f"<pre>{_LONG}</pre>",
        f"<table><tr><td>{_LONG}</table>",
        "<p>One</p><p>Two</p>",
        "<ol><li>Press Enter.</li><li>Wait.</li></ol>" * 2,
    ],
    ids=["quotation", "quotation by name", "code", "table", "short texts", "steps"],
)
def test_what_is_said_again_stays(again: str) -> None:
    body = f"{_CARD}<p>{_OTHER}</p>{again}"
    whole = [block.text for block in read(Page("https://a.org/", f"<body>{body}")).blocks]
    assert _kept(body) == whole


def test_two_quotations_of_one_text_are_copies() -> None:
    assert _kept(f"<blockquote>{_LONG}</blockquote><p>{_OTHER}<blockquote>{_LONG}") == [
        _LONG,
        _OTHER,
    ]


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("<h2>Tea</h2><h2>Tea</h2><p>It is hot.", ["Tea", "It is hot."]),
        ("<h2>Tea</h2><p>It is hot.</p><h2>Tea</h2><h2>Milk</h2>", ["Tea", "It is hot.", "Milk"]),
        ("<h2>Tea</h2><p>It is hot.</p><h2>Tea</h2><p>It is old.", 2 * ["Tea", "It is"]),
        (4 * "<h2>Tea</h2>", 4 * ["Tea"]),
    ],
    ids=["at once", "with nothing under it", "two sections", "things that are alike"],
)
def test_a_heading_that_has_just_been_said_is_left_out(body: str, kept: list[str]) -> None:
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    found = without_repeated_headings(np.ones(len(document.blocks), np.bool_), document)
    texts = [document.blocks[at].text for at in np.flatnonzero(found).tolist()]
    assert [text[: len(said)] for text, said in zip(texts, kept, strict=True)] == kept
