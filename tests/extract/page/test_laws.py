"""Laws that the text and the Markdown of every page keep: whole pages, and pages made at random."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pagesight.extract.markdown.write import to_markdown, to_text
from pagesight.extract.page.document import read
from pagesight.extract.page.dom import parse
from pagesight.extract.text.tokens import tokens
from pagesight.render.page import Page

_PAGES = sorted(Path(__file__).parents[2].glob("pages/*/source.html"))
_URL = "https://a.example/page"
_script = re.compile(r"<script(?![^>]*ld\+json)[^>]*>.*?</script>", re.S | re.I).sub
_escapes = re.compile(r"\\([!-/:-@\[-`{-~])").sub
_empty_target = re.compile(r"(?<!\\)\]\(\s*\)").search


def _blocks_text(html: str) -> str:
    return to_text(read(Page(_URL, html)).visible_blocks)


def _markdown(html: str) -> str:
    return to_markdown(read(Page(_URL, html)).visible_blocks)


@pytest.fixture(params=_PAGES, ids=lambda path: path.parent.name)
def html(request: pytest.FixtureRequest) -> str:
    return Path(request.param).read_text(encoding="utf-8", errors="replace")


def test_there_are_pages() -> None:
    assert _PAGES


def test_no_words_of_the_page_are_glued(html: str) -> None:
    document = read(Page(_URL, html))
    apart = set(tokens(" ".join(document.texts.strings)))
    joined = set(tokens("".join(document.texts.strings)))  # a word may be in two elements
    assert not set(tokens(to_text(document.visible_blocks))) - apart - joined


def test_markdown_loses_no_word_of_the_text(html: str) -> None:
    written = set(tokens(_escapes(r"\1", _markdown(html))))
    assert not set(tokens(_blocks_text(html))) - written


def test_no_link_or_image_leads_nowhere(html: str) -> None:
    assert not _empty_target(_markdown(html))


def test_a_div_around_the_body_changes_nothing(html: str) -> None:
    wrapped = re.sub(r"(<body[^>]*>)(.*)(</body>)", r"\1<div>\2</div>\3", html, flags=re.S | re.I)
    assert etree.tostring(parse(wrapped)) == etree.tostring(parse(html))


def test_scripts_hold_no_text_of_a_page_that_shows_its_own(html: str) -> None:
    assert _blocks_text(_script("", html)) == _blocks_text(html)


_words = st.text("abcxyz*_`[]<>#&1.|~", min_size=1, max_size=8)
_inline = st.recursive(
    _words.map(lambda text: text.replace("&", "&amp;").replace("<", "&lt;")),
    lambda inner: st.tuples(
        st.sampled_from(["b", "i", "em", "sup", "sub", "code", "span", "a href=/x"]),
        st.lists(inner, min_size=1, max_size=3),
    ).map(lambda parts: f"<{parts[0]}>{' '.join(parts[1])}</{parts[0].split()[0]}>"),
    max_leaves=8,
)
_tags = st.sampled_from(["p", "li", "h2", "blockquote", "div", "dd", "td"])
_bodies = st.lists(
    st.tuples(_tags, _inline).map(lambda t: f"<{t[0]}>{t[1]}</{t[0]}>"), min_size=1, max_size=5
)


@settings(deadline=None, max_examples=150)
@given(_bodies)
def test_markup_made_at_random_keeps_the_laws(parts: list[str]) -> None:
    body = "".join(parts)
    written = _markdown(body)
    assert not _empty_target(written)
    assert _blocks_text(f"<div>{body}</div>") == _blocks_text(body)
