"""Markup that breaks parsers and extractors: every extractor answers, or says what is wrong."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pagesight.extract.errors import ParseError
from pagesight.extract.extraction import Extraction
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document, read
from pagesight.extract.registry import extractor
from pagesight.render.page import Page

_EXTRACTORS = [extractor(name) for name in ("article", "listview", "goce-article", "goce-listview")]
_IDS = ["article", "listview", "goce-article", "goce-listview"]
_every_extractor = pytest.mark.parametrize("extract", _EXTRACTORS, ids=_IDS)

_HOSTILE = {
    "unclosed": "<div><p>one<table><tr><td>two<ul><li>three",
    "cross_fit": "<b><i>one</b> two</i><p><a href=x>three<p>four</a>",
    "null characters": "<p>one\x00two</p>",
    "attributes without end": '<p class="a b>one</p><p>two</p>',
    "no body": "<frameset><frame src=a></frameset>",
    "text only": "just words",
    "XML declaration": '<?xml version="1.0" encoding="utf-16"?><p>one</p>',
    "odd names": "<o:p>one</o:p><my-tag>two</my-tag><1>three</1>",
    "lone surrogate": "<p>one \ud800 two</p>",
    "addresses": '<a href="http://[">x</a><base href="//["><img src="data:,a"><a href="\n">y</a>',
    "nested links": "<a href=1>" * 50 + "x",
    "tables in tables": "<table><tr><td>" * 40 + "x",
    "colossal class": f'<p class="{"navigation " * 20000}">one</p>',
    "broken JSON-LD": '<script type="application/ld+json">{"@type": [[[</script><p>one</p>',
}


@_every_extractor
@pytest.mark.parametrize("html", _HOSTILE.values(), ids=_HOSTILE.keys())
def test_broken_markup_is_read(html: str, extract: Callable[[Document], Extraction]) -> None:
    extraction = extract(read(Page("https://example.org/", html)))
    assert isinstance(extraction.text, str)
    assert isinstance(extraction.markdown, str)


@pytest.mark.parametrize("html", ["", "   "])
def test_input_without_html_is_an_error_that_says_so(html: str) -> None:
    with pytest.raises(ParseError, match="no HTML in the"):
        read(Page("", html))


@_every_extractor
def test_ten_thousand_nested_elements_are_read(extract: Callable[[Document], Extraction]) -> None:
    deepest = " ".join(["deep words here"] * 9)
    document = read(Page("", "<div>x" * 10_000 + f"<p>{deepest}</p>"))
    assert [block.text for block in document.blocks] == ["x"] * 10_000 + [deepest]
    assert max(len(block.ancestors) for block in document.blocks) <= 201
    assert set(extract(document).text.splitlines()) <= {"x", deepest}


def test_time_grows_with_the_page_and_not_faster() -> None:
    """A megabyte of small elements; an hour if anything were quadratic."""
    document = read(Page("", "<p><a href=/x>word</a> and more</p>" * 30_000))
    assert len(document.blocks) == 30_000


_SENTENCE = "A story of more than a few words, with a comma, and then some more of them. "
_ITEM = f"<li class=item><h3><a href=/item>An item</a></h3><p>{_SENTENCE}</p></li>"
_CONTENT = f"<p>{_SENTENCE * 6}</p>" * 3 + f"<ul>{_ITEM * 6}</ul>"  # something for each to keep
_words = st.text(st.sampled_from("abc xyz.é漢 \n"), max_size=12)
_tags = st.sampled_from(
    ["div", "p", "ul", "li", "table", "tr", "td", "th", "span", "b", "a", "h2", "pre", "nav", "br",
     "dl", "dt", "dd", "blockquote", "section", "template", "button"]
)  # fmt: skip
_classes = st.sampled_from(["", "card", "nav-menu", "post-body", "comment"])


def _element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def written(tag: str, name: str, inner: list[str]) -> str:
        return f'<{tag} class="{name}" href="/{name}">{"".join(inner)}</{tag}>'

    return st.builds(written, _tags, _classes, st.lists(children, max_size=5))


_markup = st.recursive(_words, _element, max_leaves=25)


def _characters(blocks: Sequence[Block]) -> str:
    return "".join("".join(block.text for block in blocks).split())


@_every_extractor
@settings(max_examples=40, deadline=None)
@given(body=_markup)
def test_output_is_a_subsequence_of_the_page(
    extract: Callable[[Document], Extraction], body: str
) -> None:
    document = read(Page("https://example.org/", f"<body>{_CONTENT}{body}</body>"))
    before = etree.tostring(document.tree)
    extraction = extract(document)
    assert extraction.blocks
    page = iter(_characters(document.blocks))  # not words: an element may begin inside one
    assert all(character in page for character in _characters(extraction.blocks))
    assert etree.tostring(document.tree) == before
