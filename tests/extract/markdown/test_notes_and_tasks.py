"""Footnotes, tasks, raised figures: what GitHub's Markdown has marks for."""

import pytest

from pagesight.app.output.formats import renderer
from pagesight.extract.markdown.write import to_markdown, to_text
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def _blocks(body: str) -> tuple[Block, ...]:
    return read(Page("https://a.org/", f"<body>{body}</body>")).visible_blocks


@pytest.mark.parametrize(
    ("reference", "name", "back", "label"),
    [
        ("<sup id=fnref1><a href='#fn1'>1</a></sup>", "fn1", "<a href='#fnref1'>↩</a>", "1"),
        ("<sup><a href='#fn:note' rel=footnote>1</a></sup>", "fn:note",
         "<a href='#fnref:note'>&#8617;</a>", "note"),
        ("<sup class=reference><a href='#cite_note-Smith-3'>[3]</a></sup>", "cite_note-Smith-3",
         "<b><a href='#cite_ref-Smith_3-0'>^</a></b>", "Smith-3"),
        ("<a href='#_ftn1' id=_ftnref1>[1]</a>", "_ftn1", "<a href='#_ftnref1'>↑</a>", "1"),
        ("<sup><a href='#user-content-fn-1'>1</a></sup>", "user-content-fn-1",
         "<a href='#user-content-fnref-1'>↩</a>", "1"),
    ],
)  # fmt: skip
def test_footnotes_are_written_as_such(reference: str, name: str, back: str, label: str) -> None:
    notes = f"<ol><li id='{name}'><p>The note. {back}</p><p>More.</p></li><li id=fn9>b</li></ol>"
    indent = " " * len(f"[^{label}]: ")
    assert to_markdown(_blocks(f"<p>StyleEffect{reference} so.</p>{notes}")) == (
        f"StyleEffect[^{label}] so.\n\n[^{label}]: The note.\n\n{indent}More.\n\n[^9]: b"
    )


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("<p><a href='#notes'>Notes</a>", "[Notes](https://a.org/#notes)"),
        ("<p><a href='#references'>1</a>", "[1](https://a.org/#references)"),
        ("<p>See <a href='#fn1'>what the first of the notes says</a>",
         "See what the first of the notes says"),
        ("<p>so<sup><a href='#fn1'>1</a></sup>(see)", r"so[^1\](see)"),
        ("<ul><li id=top>a</ul>", "- a"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_footnote_is_none(body: str, written: str) -> None:
    assert to_markdown(_blocks(body)) == written


def test_a_footnote_is_shown_where_a_parser_knows_none() -> None:
    body = "<p>so<sup><a href='#fn1'>1</a></sup></p><ol><li id=fn1>https://b.org</ol>"
    shown = renderer().render(to_markdown(_blocks(body)))
    assert "so[^1]" in shown
    assert "https://b.org" in shown


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<ul><li class=task-list-item><input type=checkbox checked disabled> a<ul><li>"
            "<input type=checkbox disabled><label>b</label></ul></ul>",
            "- [x] a\n  - [ ] b",
        ),
        ("<ol><li class=task><p><input type=checkbox>a</p><p>b</p></ol>", "1. [ ] a\n\n   b"),
        ("<ul class=contains-task-list><li><input type=checkbox>a</ul>", "- [ ] a"),
        ("<ul class=inline-task-list><li class=checked>a<li>b</ul>", "- [x] a\n- [ ] b"),
        ("<ul><li><label><input type=checkbox> Oak (12)</label></ul>", "- Oak (12)"),
        ("<ul class=contains-task-list><li><input type=checkbox>a<li>b</ul>", "- [ ] a\n- b"),
        (
            "<ul data-type=taskList><li data-type=taskItem><label><input type=checkbox checked>"
            "<span></span></label><div><p>a</p></div></ul>",
            "- [x] a",
        ),
        ("<p><input type=checkbox disabled> a</p>", "a"),
    ],
)
def test_tasks_have_their_boxes(html: str, expected: str) -> None:
    assert to_markdown(_blocks(html)) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("10<sup>6</sup> m", "10⁶ m"),
        ("10<sup>-12</sup>", "10⁻¹²"),
        ("$10<sup>99</sup>, $<b>10</b><sup>99</sup>", "$1099, $1099"),
        ("in 2005 <sup>3</sup>", "in 2005 3"),
        ("the 1<sup>st</sup>", "the 1st"),
        ("said<sup>1</sup>", "said1"),
    ],
)
def test_text_has_raised_figures_after_figures(html: str, expected: str) -> None:
    assert to_text(_blocks(f"<p>{html}")) == expected


def test_lists_in_cells_keep_their_numbers() -> None:
    table = (
        "<table><tr><th>a<th>b<tr><td><ol start=3><li>c<li>d</ol><td><ul><li>e<li>f</ul></table>"
    )
    assert to_markdown(_blocks(table)).splitlines()[-1] == "| 3. c<br>4. d | - e<br>- f |"


@pytest.mark.parametrize(("lines", "written"), [(2, "| `a = 1`<br>`a = 1` | Once |"), (9, "Once")])
def test_code_of_few_lines_stays_in_its_cell(lines: int, written: str) -> None:
    code = "\n".join(["a = 1"] * lines)
    table = f"<table><tr><th>Code<th>Runs<tr><td><pre>{code}</pre><td>Once</table>"
    assert to_markdown(_blocks(table)).splitlines()[-1] == written
