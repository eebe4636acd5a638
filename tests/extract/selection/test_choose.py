"""Which blocks are kept."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.features.table import block_features
from pagesight.extract.page.document import read
from pagesight.extract.selection.choose import best_choice, is_contentless, select
from pagesight.render.page import Page

blocks = st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(1, 50)), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("probabilities", "words", "kept"),
    [
        ((0.9, 0.1), (10, 10), (1, 0)),
        ((0.9, 0.6), (10, 10), (1, 1)),
        ((0.4, 0.4, 0.3), (9, 9, 9), (1, 1, 1)),  # a doubtful page keeps what may be content
        ((0.99, 0.3), (100, 10), (1, 0)),  # a clear one does not
        ((0.0, 0.0), (5, 5), (1, 0)),  # never nothing
        ((0.7,), (0,), (1,)),  # an image alone
    ],
)
def test_kept_blocks(
    probabilities: tuple[float, ...], words: tuple[float, ...], kept: tuple[int, ...]
) -> None:
    choice = best_choice(np.array(probabilities, np.float32), np.array(words, np.float32))
    assert tuple(choice.kept.astype(int)) == kept


@pytest.mark.parametrize(
    ("probabilities", "words", "nothing"),
    [
        ((0.1, 0.1), (60, 60), True),
        ((0.1, 0.5), (60, 10), False),  # something is likely
        ((0.2, 0.2), (60, 60), False),  # much may be there
        ((0.1, 0.1), (10, 10), False),  # the page is short
        ((), (), False),
    ],
)
def test_a_page_of_many_words_may_promise_nothing(
    probabilities: tuple[float, ...], words: tuple[float, ...], nothing: bool
) -> None:
    assert is_contentless(np.array(probabilities), np.array(words)) is nothing


def test_a_page_without_blocks_keeps_none() -> None:
    nothing = np.zeros(0, np.float32)
    assert len(best_choice(nothing, nothing).kept) == 0


@given(blocks)
def test_no_other_choice_promises_more(page: list[tuple[float, int]]) -> None:
    probabilities, words = np.array(page, np.float32).T
    total = float((probabilities * words).sum())

    def promise(kept: np.ndarray) -> float:
        return 2 * float((probabilities * words)[kept].sum()) / (float(words[kept].sum()) + total)

    choices = itertools.product([False, True], repeat=len(page))
    most = max(promise(np.array(kept)) for kept in choices if any(kept))
    assert promise(best_choice(probabilities, words).kept) == pytest.approx(most, abs=1e-5)
    assert best_choice(probabilities, words).expected_f1 == pytest.approx(most, abs=1e-5)


_TABLE = "<p>Before it.</p><table><tr><td>one<td>two<tr><td>three<td>four</table><p>After it.</p>"


@pytest.mark.parametrize(
    ("cells", "after", "kept"),
    [
        ((0.9, 0.9, 0.3, 0.9), 0.9, 6),  # a table without some of its cells says something else
        ((0.9, 0.3, 0.1, 0.1), 0.1, 2),  # nothing is kept after it
        ((0.9, 0.1, 0.01, 0.01), 0.9, 3),  # its own cells are improbable
    ],
)
def test_a_table_amid_what_is_kept_is_kept_whole(
    cells: tuple[float, ...], after: float, kept: int
) -> None:
    features = read(Page("", f"<div>{_TABLE}</div>")).once(block_features)
    probabilities = np.array([0.9, *cells, after])
    assert select(features, probabilities, lowest_cut=0.6).kept.sum() == kept


@pytest.mark.parametrize(
    "unit",
    [
        "<blockquote><p>She said so.</p></blockquote>",
        "<dl><div><dt>one two</dt></div></dl>",
        "<div class=scroll><table><tr><td>one two</table></div>",
        "<figure><table><tr><td>one two</table></figure>",
    ],
)
@pytest.mark.parametrize(("probability", "kept"), [(0.3, 3), (0.2, 2)])
def test_what_is_half_as_likely_as_it_must_be_is_kept_amid_what_is_far_likelier(
    unit: str, probability: float, kept: int
) -> None:
    features = read(Page("", f"<div><p>Before it.</p>{unit}<p>After it.</p></div>"))
    probabilities = np.array([1.0, probability, 1.0])
    assert select(features.once(block_features), probabilities).kept.sum() == kept


def test_nothing_below_the_lowest_cut_is_kept_however_poor_the_page() -> None:
    features = read(Page("", "<p>Some words.<p>Some more.")).once(block_features)
    assert not select(features, np.array([0.1, 0.05]), lowest_cut=0.15).kept.any()


def _kept(body: str, probabilities: list[float]) -> list[str]:
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    kept = select(document.once(block_features), np.array(probabilities, np.float32)).kept
    return [document.blocks[at].text for at in np.flatnonzero(kept).tolist()]


_LONG = "one two three four five six seven eight nine ten"


@pytest.mark.parametrize(("others", "kept"), [(0.46, 5), (0.2, 2)])
def test_a_list_of_which_some_is_kept_is_whole_if_it_is_likely(others: float, kept: int) -> None:
    items = [*"ABCDE"]
    page = f"<p>{_LONG * 10}</p><ul><li>{'<li>'.join(items)}</ul>"
    assert _kept(page, [1.0, 0.5, 0.5, others, others, others])[1:] == items[:kept]


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        ("<th>Name<td>A node<tr><th>Size<td>8<tr><th>Age", 5),
        ("<td><p>A<p>B<p>C<td><p>D<p>E", 4),  # a layout
        ("<td>A<td>B<td><table><tr><td>C</table><td>D<td>E", 4),  # one too
    ],
)
def test_a_likely_table_of_facts_is_kept_whole(rows: str, kept: int) -> None:
    page = f"<p>{_LONG * 10}</p><table><tr>{rows}</table>"
    assert len(_kept(page, [1.0, 0.6, 0.6, 0.6, 0.45, 0.6])) == kept + 1


@pytest.mark.parametrize(("values", "kept"), [(0.35, 5), (0.1, 3)])
def test_a_table_is_kept_whole_if_its_cells_are_somewhat_likely(values: float, kept: int) -> None:
    page = f"<p>{_LONG * 10}</p><table><tr><th>Lock<th>Held<tr><td>row<td>ms</table>"
    assert len(_kept(page, [1.0, 0.6, 0.55, values, values])) == kept


@pytest.mark.parametrize(("rows", "kept"), [(0.9, 10), (0.1, 2)])
def test_the_heads_of_columns_are_kept_above_most_of_their_rows(rows: float, kept: int) -> None:
    pages = "<tr><td>1<td>2"  # as lists of records have above the heads
    heads = "<tr><th>Lock<th>Level<th>Held"
    locks = "<tr><td>row lock<td>3<td>ms<tr><td>page lock<td>2<td>s"
    probabilities = [1.0, *5 * [0.1], 0.9, *5 * [rows]]
    body = f"<p>{_LONG}</p><table>{pages}{heads}{locks}</table>"
    assert len(_kept(body, probabilities)) == kept


def test_terms_are_kept_with_what_defines_them() -> None:
    page = f"<p>{_LONG * 10}</p><dl><dt>Length<dd>41 m<dt>Width<dd>3 m</dl>"
    assert len(_kept(page, [1.0, 0.9, 0.45, 0.9, 0.45])) == 5


@pytest.mark.parametrize(("cards", "kept"), [(1, 2), (3, 3)])
def test_a_link_of_several_lines_amid_a_text_is_kept_whole(cards: int, kept: int) -> None:
    card = "<a href=/a><div>The almanac of 1931</div><div>Scans of every page</div></a>"
    page = f"<p>{_LONG * 10}</p>{cards * card}<p>{_LONG * 10}</p>"
    assert len(_kept(page, [1.0, *cards * [0.3, 0.55], 1.0])) == kept + 2


@pytest.mark.parametrize(
    ("after", "kept"), [(0.9, True), (0.1, False)], ids=["text after it kept", "and left out"]
)
def test_an_image_is_kept_between_kept_texts(after: float, kept: bool) -> None:
    figure = "<figure><img src=a.png><figcaption>A caption</figcaption></figure>"
    found = _kept(f"<p>{_LONG}</p>{figure}<p>{_LONG}</p>", [0.9, 0.01, 0.1, after])
    assert ("" in found) is kept


def test_an_image_of_one_dot_is_none() -> None:
    document = read(Page("https://a.org/", "<p>Text</p><img src=count.gif width=1 height=1>"))
    assert [block.text for block in document.blocks] == ["Text"]


@pytest.mark.parametrize(
    ("probability", "kept"), [(0.4, ["Full", _LONG]), (0.9, ["Full", _LONG, "Empty"])]
)
def test_a_doubtful_heading_without_text_is_left_out(probability: float, kept: list[str]) -> None:
    body = f"<h2>Full</h2><p>{_LONG}</p><h2>Empty</h2><h2>Left out</h2><p>{_LONG}</p>"
    assert _kept(body, [0.9, 0.9, probability, 0.01, 0.01]) == kept


@pytest.mark.parametrize(
    ("section", "kept"), [("", ["Title", _LONG, "Empty"]), ("<p>Left out</p>", ["Title", _LONG])]
)
def test_a_heading_must_be_surer_if_text_under_it_was_left_out(
    section: str, kept: list[str]
) -> None:
    body = f"<h1>Title</h1><p>{_LONG}</p><h2>Empty</h2>{section}<h2>Footer</h2>"
    rest = [0.01] * (2 if section else 1)
    assert _kept(body, [0.9, 0.9, 0.55, *rest]) == kept


@pytest.mark.parametrize(
    ("heading", "section", "kept"),
    [
        ("Read next", "<a href=/1>One</a><li><a href=/2>Two</a>", False),
        ("Read next", "<a href=/1>One</a> is what it costs here.", True),
        ("<a href=/>Read next</a>", "<a href=/1>One</a><li><a href=/2>Two</a>", True),
        (_LONG, "<a href=/1>One</a><li><a href=/2>Two</a>", True),
    ],
    ids=["links", "text", "a link itself", "a sentence"],
)
def test_a_heading_goes_with_the_links_below_it(heading: str, section: str, kept: bool) -> None:
    body = f"<p>{_LONG}</p><h2>{heading}</h2><ul><li>{section}</ul><p>{_LONG}</p>"
    rest = [0.01] * section.count("<a")
    assert len(_kept(body, [0.9, 0.9, *rest, 0.9])) == 2 + kept


@pytest.mark.parametrize(
    ("box", "text", "kept"),
    [
        ("div class=callout", 0.9, True),
        ("div class=panel", 0.9, True),
        ("aside", 0.9, True),
        ("div class=callout", 0.01, False),
        ("div class=card", 0.9, False),
    ],
)
def test_the_title_of_a_box_is_kept_with_its_text(box: str, text: float, kept: bool) -> None:
    body = f"<p>{_LONG}</p><{box}><p>Tip</p><p>{_LONG}</p></{box.split()[0]}>"
    assert ("Tip" in _kept(body, [0.9, 0.1, text])) is kept


@pytest.mark.parametrize(
    ("probability", "under", "kept"),
    [(0.4, 0.9, True), (0.3, 0.9, False), (0.4, 0.1, False)],
    ids=["likely", "unlikely", "its text is left out"],
)
def test_a_heading_is_kept_with_the_text_right_under_it(
    probability: float, under: float, kept: bool
) -> None:
    body = f"<p>{_LONG}</p><h2>Tides</h2><p>{_LONG}</p><h2>Winds</h2><p>{_LONG}</p>"
    assert ("Tides" in _kept(body, [0.9, probability, under, 0.9, 0.9])) is kept


def test_what_stands_above_all_that_is_kept_is_no_heading_of_a_section() -> None:
    body = f"<h2>Read also</h2><p>{_LONG}</p><p>{_LONG}</p>"
    assert "Read also" not in _kept(body, [0.4, 0.9, 0.9])


@pytest.mark.parametrize(("headings", "kept"), [(5, 5), (4, 1)])
def test_many_headings_of_one_level_in_a_row_are_the_titles_of_a_list(
    headings: int, kept: int
) -> None:
    titles = "".join(f"<h3>Ferry {number}</h3>" for number in range(headings))
    page = f"<p>{_LONG}</p>{titles}<p>{_LONG}</p>"
    assert len(_kept(page, [0.9, *[0.45] * headings, 0.9])) == kept + 2


@pytest.mark.parametrize(
    ("other", "kept"), [(0.4, 3), (0.3, 3), (0.01, 2)], ids=["likely", "doubtful", "unlikely"]
)
def test_the_first_lines_of_like_parts_are_kept_together(other: float, kept: int) -> None:
    part = f"<div class=update><p>18:02</p><p>{_LONG}</p></div>"
    probabilities = [0.9, 0.55, 0.9, other, 0.9, 0.55, 0.9]
    assert _kept(f"<p>{_LONG}</p>{part * 3}", probabilities).count("18:02") == kept


@pytest.mark.parametrize(("likely", "kept"), [(0.3, True), (0.05, False)])
def test_the_value_behind_a_kept_label_is_kept(likely: float, kept: bool) -> None:
    field = "<div><div class=field__label>Hours</div><div><p>Monday: 9-12</p></div></div>"
    found = _kept(f"<p>{_LONG}</p>{field}<p>{_LONG}</p>", [0.9, 0.6, likely, 0.9])
    assert ("Monday: 9-12" in found) is kept


@pytest.mark.parametrize(("doubtful", "kept"), [(0.35, 4), (0.1, 3)])
def test_a_row_of_paragraphs_has_no_gaps_where_one_is_but_less_likely(
    doubtful: float, kept: int
) -> None:
    body = "".join(f"<p>The {each} day on the river." for each in ("first", "second", "third"))
    other = "<ul><li>The last day on the river.</ul>"
    found = _kept(f"<div>{body}</div>{other}", [0.9, doubtful, 0.9, 0.5])
    assert len(found) == kept


_STANDFIRST = "Twelve boats left, and eleven came home."


@pytest.mark.parametrize(("words", "kept"), [(_LONG + ".", 6), (_LONG, 5)])
def test_the_sentence_that_many_kept_paragraphs_begin_with_is_kept(words: str, kept: int) -> None:
    page = f"<article><p>{words}</p>{5 * f'<p>{10 * _LONG}.</p>'}</article>"
    assert len(_kept(page, [0.4, *5 * [0.7]])) == kept


@pytest.mark.parametrize(
    ("head", "probability", "is_kept"),
    [
        (f"<h1>The fog</h1><p>{_STANDFIRST}</p>", 0.4, True),
        (f"<h1>The fog</h1><p>{_STANDFIRST}</p>", 0.05, False),
        (f"<header><h1>The fog</h1><aside>{_STANDFIRST}</aside></header>", 0.05, True),
        ("<header><h1>The fog</h1><div>Home and garden</div></header>", 0.2, False),
    ],
)
def test_a_sentence_under_the_title_goes_with_the_text(
    head: str, probability: float, is_kept: bool
) -> None:
    text = "<div><p>They had set out at four, when the stars were still to be seen.</div>"
    assert len(_kept(head + text, [0.9, probability, 0.95])) == 2 + is_kept
