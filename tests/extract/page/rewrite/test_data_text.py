"""Text that a page has only in its data is its text, and said to be from there."""

import json
from html import escape

import pytest

from pagesight.extract.markdown.write import to_text
from pagesight.extract.page.document import Document, read
from pagesight.render.page import Page

_FIRST = "The pond behind the school froze on the ninth, and the children made a map of its cracks."
_SECOND = "Their teacher put the map on the wall, where it hung until the thaw, and asked what for."
_THIRD = "The weather office has since asked for a copy, and it will be used with due caution."
_ALL = (_FIRST, _SECOND, _THIRD)
_HTML = "".join(f"<p>{text}</p>" for text in _ALL)
_SHELL = "<div id=app>Loading</div><footer>© The Pond</footer>"
_ROUTE = {"config": {"messages": ["Please enter a valid address, and try again in a minute."] * 9}}


def _read(script: str, body: str = _SHELL) -> Document:
    return read(Page("", f"<html><head>{script}</head><body>{body}</body></html>"))


def _of(value: object, kind: str) -> str:
    return f"<script {kind}>{json.dumps(value)}</script>"


def _pushed(stream: str) -> str:
    """Return the scripts by which Next sends a stream in two pieces."""
    pieces = (stream[:50], stream[50:])
    calls = (f"self.__next_f.push({json.dumps([1, piece])})" for piece in pieces)
    return "".join(f"<script>{call}</script>" for call in calls)


_CLASSES = "light inter_1f_variable degular_2f_variable flex min-h-screen"
_BLOCKS = [{"type": "paragraph", "id": f"x{n}", "text": text} for n, text in enumerate(_ALL)]
_LD, _NEXT = "type=application/ld+json", "id=__NEXT_DATA__ type=application/json"
_NODES = {f"P:{number}": block for number, block in enumerate(_BLOCKS)}
_STRING = json.dumps(json.dumps({"a": _HTML}))
_CALL = f"(function(a){{return {{data:[{{title:a,body:{json.dumps(_HTML)}}}]}}}}('T'))"


@pytest.mark.parametrize(
    "script",
    [
        _of({"@type": "NewsArticle", "articleBody": "\n\n".join(_ALL)}, _LD),
        _of({"@graph": [{"articleBody": _HTML}]}, _LD),
        _of({"props": {"post": {"html": _HTML}, **_ROUTE}}, _NEXT),
        _of({"props": {"blocks": _BLOCKS}}, _NEXT),
        _of([{"post": 1}, {"body": 2}, _HTML], "id=__NUXT_DATA__ type=application/json"),
        f"<script>window.__NUXT__={_CALL};</script>",
        f"<script>window.__APOLLO_STATE__ = {json.dumps({'Post:1': {'body': _HTML}})};</script>",
        f"<script>window.__APOLLO_STATE__ = {json.dumps(_NODES)}</script>",
        f"<script>window.__INITIAL_STATE__ = JSON.parse({_STRING})</script>",
        f"<script>kit.start(app, {{data: [null, {{body: {json.dumps(_HTML)}}}]}})</script>",
        _of({"status": 200, "body": json.dumps({"html": _HTML})}, "type=application/json"),
        _pushed(f'0:["$","p",null,["$L2"]]\n2:T{len(_HTML.encode()):x},{_HTML}'),
        _pushed(f'0:["$","div",null,{json.dumps(_BLOCKS)}]\n1:["unread'),
        _pushed(f"0:{json.dumps([{'className': _CLASSES, **block} for block in _BLOCKS])}"),
        f"<script>window.___GATSBY = {json.dumps({'result': {'data': {'html': _HTML}}})}</script>",
    ],
)  # fmt: skip
def test_the_text_of_the_data_is_that_of_a_page_without_any(script: str) -> None:
    document = _read(script)
    lines = to_text(document.blocks).split("\n")
    assert [line for line in lines if line in _ALL] == list(_ALL)
    assert "read from its data" in document.warnings[0]
    assert "valid address" not in " ".join(lines)
    assert _CLASSES not in lines


def test_a_line_of_react_elements_is_one_paragraph() -> None:
    start, word, end = _SECOND.partition("teacher put the map")
    inside = [start, ["$", "em", None, {"children": word}], end]
    shown = [["$", "p", None, {"children": each}] for each in (_FIRST, inside, _THIRD)]
    row = json.dumps(["$", "article", None, {"children": shown}])
    lines = to_text(_read(_pushed(f"5:{row}")).blocks).split("\n")
    assert [line for line in lines if line in _ALL] == list(_ALL)


def test_the_text_of_a_page_may_be_in_the_data_of_an_element() -> None:
    stated = escape(json.dumps({"article": {"body": _HTML}}))
    document = _read(
        "", f'<div data-react-class=Article data-react-props="{stated}"></div>{_SHELL}'
    )
    lines = to_text(document.blocks).split("\n")
    assert [line for line in lines if line in _ALL] == list(_ALL)


def test_data_add_nothing_to_a_page_that_shows_its_text() -> None:
    script = _of({"articleBody": "\n".join(_ALL)}, _LD)
    document = _read(script, _HTML)
    assert to_text(document.blocks).split("\n") == list(_ALL)
    assert document.warnings == ()


def test_data_add_nothing_to_a_page_that_shows_its_text_in_short_lines() -> None:
    lines = "".join(f"<p>Size {n}: {n} by {n + 2} cm, oak</p>" for n in range(30))
    document = _read(_of({"props": {"post": {"html": _HTML * 9}}}, _NEXT), lines)
    assert not document.warnings
    assert _FIRST not in to_text(document.blocks)


def test_data_add_nothing_to_a_page_that_shows_a_shop_in_links() -> None:
    tiles = "".join(f"<a href=/{n}><img src=/{n}.jpg><b>Lamp {n}</b></a>" for n in range(20))
    document = _read(_of({"body": _HTML}, _NEXT), f"<main>{tiles}</main>")
    assert _FIRST not in to_text(document.blocks)
    assert document.warnings == ()


@pytest.mark.parametrize(
    "value",
    [
        {"texts": [f"Please enter a valid address {n} and try again." for n in range(90)]},
        {"styles": [".a { color: red; margin: 0 auto; padding: 1px 2px 3px 4px }" * 9]},
        {"tablets": ["Sony.*Tablet|Xperia Tablet|SGPT12|SGPT13|SGPT114|SGPT121|SGPT122" * 9]},
        {"queries": ["query Post($id: ID!) { post(id: $id) { id title body { html } } }" * 9]},
    ],
)  # fmt: skip
def test_what_a_program_needs_is_no_text_of_the_page(value: object) -> None:
    document = _read(_of(value, "type=application/json"))
    assert document.warnings == ()


@pytest.mark.parametrize(
    "script", ["{", "[" * 50_000, "window.__A__ = {", "window.a = JSON.parse("]
)
def test_data_that_cannot_be_read_are_passed_over(script: str) -> None:
    assert _read(f"<script type=application/json>{script}</script><script>{script}</script>").blocks


@pytest.mark.parametrize(
    ("runs", "text", "title"),
    [("children", "text", {"style": "h2"}), ("content", "value", {"nodeType": "heading-2"})],
)
def test_blocks_of_rich_text_are_read_whole(runs: str, text: str, title: dict[str, str]) -> None:
    def block(*parts: str, **named: str) -> dict[str, object]:
        return {**named, runs: [{text: part} for part in parts]}

    body = [*map(block, _ALL), block("So it ", "was", " and is, as far as one can see."),
            block("The end", **title)]  # fmt: skip
    document = _read(_of({"post": {"body": body}}, _NEXT))
    assert to_text(document.blocks).split("\n")[-2:] == [
        "So it was and is, as far as one can see.",
        "The end",
    ]
    assert document.blocks[-1].tag == "h2"


@pytest.mark.parametrize("author", ["Ann Lee", {"name": "Ann Lee"}, [{"displayName": "Ann Lee"}]])
def test_the_data_beside_a_text_say_its_title_and_author(author: object) -> None:
    post = {"headline": "The ice map", "author": author, "body": _HTML}
    document = _read(_of({"title": "The Pond", "data": {"post": post}}, _NEXT))
    shown = [(block.tag, block.text) for block in document.blocks]
    assert shown[2:4] == [("h1", "The ice map"), ("p", "Ann Lee")]


def test_the_title_in_data_is_not_set_under_one_that_the_page_shows() -> None:
    script = _of({"post": {"title": "The ice map", "body": _HTML}}, _NEXT)
    document = _read(script, f"<h1>The ice map</h1>{_SHELL}")
    assert [block.text for block in document.blocks].count("The ice map") == 1


_MENUS = "".join(f"<li><a href=/{n}>Weather and shipping in district {n}</a>" for n in range(40))


@pytest.mark.parametrize(("teaser", "is_read"), [(_FIRST, True), (_FIRST.upper(), False)])
def test_a_page_that_shows_the_beginning_of_its_text_beside_long_menus_has_all_of_it(
    teaser: str, is_read: bool
) -> None:
    script = _of({"props": {"post": {"html": _HTML + _HTML.replace("the", "that")}}}, _NEXT)
    document = _read(script, f"<nav><ul>{_MENUS}</ul></nav><p>{teaser}</p>")
    assert (_THIRD in to_text(document.blocks)) == is_read
