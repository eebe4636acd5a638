"""What comes out of hostile pages cannot run: a well-kept sanitizer finds nothing to take away."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

import nh3
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from pagesight.app.config import Options
from pagesight.app.output.formats import (
    CSV_HEADER,
    classification_line,
    renderer,
    written,
    written_text,
)
from pagesight.app.pipeline import Pipeline
from pagesight.app.report.write import html as html_report
from pagesight.app.report.write import markdown as markdown_report
from pagesight.app.result import Result
from pagesight.datasets.schema import Genre
from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import read
from pagesight.extract.records.fields.links import image_of, link_in
from pagesight.render.page import Page
from pagesight.vision.prediction import Prediction

_WORDS = "A sentence of plain words, long enough to be kept, and a second part of it. "
_OTHERS = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_OTHERS.validateLink = lambda _: True  # type: ignore[method-assign]  # as the laxest renderer would
_FORMULA = tuple("=+-@\t\r＝＋－＠")
_ATTRIBUTES = {
    "a": {"href", "title"}, "img": {"src", "alt", "title"}, "ol": {"start"}, "code": {"class"},
}  # fmt: skip


def sanitized(page: str) -> str:
    """Return the page as nh3 lets it pass; addresses by its own rules."""
    return nh3.clean(page, attributes=_ATTRIBUTES, link_rel=None)


def shape(page: str) -> list[tuple[str, Mapping[str, str], str, str]]:
    """Return elements, attributes and texts: what serialisation does not change."""
    tree = lxml_html.fragment_fromstring(page, create_parent="div")
    return [
        (str(node.tag), dict(node.attrib), node.text or "", node.tail or "") for node in tree.iter()
    ]


def assert_clean(page: str) -> None:
    """Fail where the sanitizer takes anything away but dead links: hosts that no host can have."""
    assert shape(sanitized(page)) == shape(_HTTP_AND_BROKEN(_without_broken, page))


_HTTP_AND_BROKEN = re.compile(r' (?:href|src)="((?:https?:)?//[^"]*)"').sub


def _without_broken(attribute: re.Match[str]) -> str:
    """Return the attribute; nothing if its address, an http one, is none to the sanitizer."""
    link = nh3.clean(f"<a{attribute[0].replace(' src=', ' href=')}>x</a>", link_rel=None)
    return attribute[0] if "href" in link else ""


_SCHEMES = ("javascript:alert(1)", "vbscript:x", "data:text/html,<script>x</script>", "blob:x",
            "data:image/svg+xml,<svg onload=x>", "file:///etc/passwd", "x-odd:y", "view-source:x",
            "jar:x!/", "feed:javascript:x", "//b.example/", "mailto:a@b.example")  # fmt: skip
_NOISE = ("", "\t", "\n", "\r", " ", "\x00", "\x01", "\x0b", "\x1f", "\x7f", "\xa0", "\ufeff",
          "\u200b", "&#9;", "&Tab;", "&NewLine;", "&#x0;", "\\", "%09")  # fmt: skip
_CODED = {":": (":", "&colon;", "&#58;", "&amp;colon;", "&#x3A", "%3A"), "j": ("j", "J", "&#106;")}


@st.composite
def _addresses(draw: st.DrawFn) -> str:
    """An address with what browsers, parsers and renderers skip or decode between its letters."""
    plain = draw(st.sampled_from(_SCHEMES))
    noise = draw(st.lists(st.sampled_from(_NOISE), min_size=4, max_size=4))
    letters = [draw(st.sampled_from(_CODED[c])) if c in _CODED else c for c in plain]
    at = draw(st.integers(0, len(letters)))
    return "".join([noise[0], noise[1], *letters[:at], noise[2], noise[3], *letters[at:]])


_TEXTS = st.one_of(
    st.sampled_from([
        "<script>alert(1)</script>", "&lt;img src=x onerror=alert(1)&gt;", "&amp;lt;svg/onload=x>",
        "[a](javascript:alert(1))", "![a](data:text/html,x)", "&lt;javascript:alert(1)&gt;",
        "[a]: javascript:x", "`", "``&lt;b onclick=x&gt;`", "&lt;!--", "--&gt;", "&lt;br&gt;", "|",
        "]", "](", "\\", "\\\\&lt;b&gt;", "&lt;![CDATA[", "&lt;?php", "```", "~~~html",
        "&lt;/p&gt;", "=cmd|' /C calc'!A0", "<b onclick=x>b</b>", "\x1b[31m", "<!-- a -->",
        "&lt;a\nhref=x&gt;",
    ]),
    st.text(max_size=12),
)  # fmt: skip
_INLINE = st.one_of(
    _TEXTS,
    st.builds('<a href="{}" onclick=x>{}</a>'.format, _addresses(), _TEXTS),
    st.builds('<a href=x><img src="{}" alt="{}"></a>'.format, _addresses(), _TEXTS),
    st.builds("<code>{}</code>".format, _TEXTS),
    st.builds("<b>{}</b><br>".format, _TEXTS),
)
_SHELLS = (
    "<p>{}</p>", "<h2>{}</h2>", "<pre><code class='language-\"onx=1'>{}</code></pre>", "<ul><li>{}",
    "<blockquote>{}</blockquote>", "<table><tr><th>a<th>{0}<tr><td>b<td><pre>{0}</pre></table>",
    "<ol start=7><li>{}", "<dl><dt>a<dd>{}</dl>", "<table><tr><td>{0}<td>b<tr><td>c<td>d</table>",
)  # fmt: skip
_PAGES = st.builds(
    '<base href="{}"><title>{}</title><link rel=canonical href="{}">'
    '<meta property="og:image" content="{}">{}'.format,
    st.one_of(st.just("/"), _addresses()),
    _TEXTS,
    _addresses(),
    _addresses(),
    st.lists(
        st.builds(
            lambda shell, parts: shell.format(" ".join(parts)),
            st.sampled_from(_SHELLS),
            st.lists(_INLINE, min_size=1, max_size=4),
        ),
        min_size=1,
        max_size=6,
    ).map("".join),
)


@settings(max_examples=200)
@given(_PAGES, st.sampled_from(["", "https://a.example/b"]))
def test_a_sanitizer_finds_nothing_in_what_pages_become(page: str, url: str) -> None:
    document = read(Page(url, page))
    markdown = to_markdown(document.blocks)
    assert_clean(renderer().render(markdown))
    assert_clean(_OTHERS.render(markdown))
    said = metadata(document)
    named = [said.canonical_url, said.image]
    for block in document.blocks:
        named += [link_in(block), image_of([block], "")]
    assert_clean("".join(f'<a href="{escape(address)}">x</a>' for address in named))


@pytest.fixture(scope="module")
def hostile() -> Result:
    page = (
        "<title>=1+1 <script>x</script></title><article><h1>@SUM(A1) &lt;script&gt;</h1>"
        + f"<p>=HYPERLINK(1) {_WORDS * 3}<a href='javascript:x'>a\x1b[2J</a></p><p>{_WORDS * 4}</p>"
    )
    return Pipeline(Options(render=False)).extract_page(Page("", page))


def test_no_cell_of_csv_is_a_formula(hostile: Result) -> None:
    (row,) = csv.DictReader(io.StringIO(f"{CSV_HEADER}\n{written(hostile, 'csv')}"))
    assert row["title"].startswith("'@SUM(A1)")
    assert row["text"].startswith(("'@SUM(A1)", "'=HYPERLINK"))


@given(st.builds(str.__add__, st.sampled_from([*_FORMULA, " =", "\n+", "\ufeff@"]), st.text()))
def test_no_text_begins_a_cell_as_a_formula(text: str) -> None:
    cells = next(csv.reader(io.StringIO(written_text("a", text, "csv"), newline="")))
    assert not any(cell.lstrip("\ufeff").startswith(_FORMULA) for cell in cells if len(cell) > 1)


def test_names_of_files_begin_no_cell_of_a_line_of_genres_and_add_none() -> None:
    line = classification_line("=1+1\tb\x1b[2J.html", Prediction({Genre.OTHER: 1.0}, "html"))
    assert line.startswith("'=1+1 b[2J.html\t")


@pytest.mark.parametrize("format", ["text", "markdown", "html", "csv", "json"])
def test_terminals_are_given_no_commands(hostile: Result, format: str) -> None:
    assert "\x1b" not in written(hostile, format)  # type: ignore[arg-type]


def test_the_html_page_runs_nothing_of_the_page_it_was_made_from(hostile: Result) -> None:
    page = written(hostile, "html")
    assert "<script" not in page
    assert "javascript:" not in page


_ALIGNED = ' style="text-align:right"'
_NAMES = ("<img src=x onerror=alert(1)>.parquet", "a|b</script><script>x</script>", "[a](data:x)",
          "$\\frac$", "&lt;b&gt;")  # fmt: skip


@pytest.mark.parametrize("name", _NAMES)
def test_reports_show_names_of_files_and_systems_as_text(name: str) -> None:
    figures = {"pages": 1, "word_f1": 0.5, "word_f1_ci95": [0.4, 0.6], "ms_per_page_median": 2.0}
    results = {
        "task": "extract", "corpus": [name], "pages": 1, "folds": 0, "seed": 0,
        "tokenizer": name, "version": name, "systems": {name: figures, "other": figures},
    }  # fmt: skip
    assert_clean(_OTHERS.render(markdown_report(results)).replace(_ALIGNED, ""))
    elements = set(_elements(html_report(results)))
    assert elements == set(_elements(html_report({**results, **_named("plain", figures)})))


def _named(name: str, figures: Mapping[str, object]) -> Mapping[str, object]:
    systems = {name: figures, "other": figures}
    return {"corpus": [name], "tokenizer": name, "version": name, "systems": systems}


def _elements(page: str) -> Iterator[Sequence[str]]:
    """Yield the name of each element outside the plots, with those of its attributes."""
    for node in lxml_html.document_fromstring(page).iter():
        if isinstance(node.tag, str) and not any(up.tag == "svg" for up in node.iterancestors()):
            yield (node.tag, *sorted(node.attrib))
