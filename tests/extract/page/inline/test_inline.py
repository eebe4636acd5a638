"""What stands in a paragraph's Markdown is what a CommonMark parser shows of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from markdown_it import MarkdownIt

from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import read
from pagesight.render.page import Page

PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
LINK = "[x](https://a.org/x)"


def _blocks(body: str) -> tuple[Block, ...]:
    return read(Page("https://a.org/", f"<p>{body}</p>")).blocks


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("see __init__ and *args", r"see \_\_init\_\_ and \*args"),
        ("[docs](http://evil) ![img](x)", r"[docs\](http://evil) ![img\](x)"),
        (r"C:\*dir", r"C:\\\*dir"),
        ("2*3*4", r"2\*3\*4"),
        ("`tick", r"\`tick"),
        ("Wow!<a href=/x>x</a>", rf"Wow\!{LINK}"),
        ("&amp;amp; &lt;b>", r"\&amp; \<b>"),
    ],
)
def test_text_that_looks_like_marks_is_escaped(body: str, expected: str) -> None:
    assert to_markdown(_blocks(body)) == expected


@pytest.mark.parametrize(
    "text",
    ["snake_case_name", "2 * 3", "Email *", "from £5* a month", r"C:\dir", "as shown in [1] or [2]",
     "Wow! [sic]", "AT&T, a & b", "~5 km", "a < b", "f(x)[0]"],
)  # fmt: skip
def test_text_that_no_parser_takes_for_marks_is_left_as_it_is(text: str) -> None:
    assert to_markdown(_blocks(text.replace("<", "&lt;"))) == text


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<code>x`y</code>, <code>*a_</code>", "`` x`y ``, `*a_`"),
        ("<code>a(</code><code>b</code>", "`a(b`"),
        ("<code>new <b>Map</b></code>", "`new Map`"),
        ("<code>see <a href=/x>x</a></code>", f"see {LINK}"),
        ("<a href=/x><code>a[0</code></a>", "[`a[0`](https://a.org/x)"),
        ("<code><a href=/x>x]</a></code>", "[`x]`](https://a.org/x)"),
        ("<code><a href=/x>x</a> (y)</code>", f"{LINK} (y)"),
        ("10<sup>6</sup> of H<sub>2</sub>O", "10⁶ of H₂O"),
        ("the 1<sup>st</sup> x<sup>n+1</sup>", "the 1st xⁿ⁺¹"),
        ("said<sup><a href=/x>x</a></sup>", f"said{LINK}"),
        ("<b>Wo</b><b>rd</b>", "**Word**"),
        ("<b>Note:</b>here", "**Note:** here"),
        ("<b>Note)</b>here", "Note)here"),
        ("<b>a<strong> b.</strong></b> c", "**a b.** c"),
        ("<b>Note:</b> here", "**Note:** here"),
        ("<i>a</i><b>b</b>", "*a*b"),
        ("<i>5* a</i>", r"*5\* a*"),
        ("<b>a<br></b>b", "**a**  \nb"),
        ("<b>a<br>b</b> c", "**a**  \n**b** c"),
        ("<i>a<br>b</i>", "*a*  \n*b*"),
        ("<i><b>Moth</b></i> flies", "***Moth*** flies"),
        ("<b><i>Moth</i></b>", "***Moth***"),
        ("<strong>a <em>b</em></strong>", "**a *b***"),
        ("1.3 × 10<sup>−3</sup> m<sup>3</sup>", "1.3 × 10⁻³ m³"),
        ("8 K<sup>-1</sup> and SO<sub>4</sub><sup>2−</sup>", "8 K⁻¹ and SO₄²⁻"),
        ("<i>r</i><sub>n</sub>, m<sub>max</sub>", "*r*ₙ, mₘₐₓ"),
        ("(1 + a)<sup>n/3</sup>, x<sub>Q</sub>", r"(1 + a)^(n/3), x_Q"),
        ("e<sup>iπ+1</sup>", "e^(iπ+1)"),
        ("Acme<sup>TM</sup>, 2<sup>nd</sup>, Nº<sup>[1]</sup>", "AcmeTM, 2nd, Nº[1]"),
        ("<a href=/x><ruby>会<rt>かい</rt></ruby></a>は", "[会](https://a.org/x)は"),
        ("<span style='font-weight: 700'>ab</span> of c", "**ab** of c"),
        ("<span style='color: red; font-style:italic'>ab</span> of c", "*ab* of c"),
        (
            "<b style='font-weight: normal'>a <span style='font-weight:bold'>bc</span></b>",
            "a **bc**",
        ),
        ("<i style='font-style: normal'>ab</i> of c", "ab of c"),
        ("<i style='mso-bidi-font-style: normal'>ab</i> of c", "*ab* of c"),
        ("<span style='font-weight: bold'>T</span>he quay", "The quay"),
        ("<img src=/n width=1 height=1><img src=/x alt=x>", "![x](https://a.org/x)"),
        ("<ruby>会<rp>(</rp><rt>かい</rt><rp>)</rp></ruby>", "会(かい)"),
    ],
)
def test_marks_are_written_where_they_work(body: str, expected: str) -> None:
    assert to_markdown(_blocks(body)) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<a href="/x_(y)">x</a>', "[x](https://a.org/x_%28y%29)"),
        ('<img src="/x_(y).png" alt="x">', "![x](https://a.org/x_%28y%29.png)"),
        ("<img src=/x alt='a [b] ]'>", r"![a [b] \]](https://a.org/x)"),
        ("<a href='/a\xa0b\\c'>x</a>", "[x](https://a.org/a%C2%A0b%5Cc)"),
        ("<a href=/x>[1]</a>", "[[1]](https://a.org/x)"),
        ("<a href=/x>[0, 1)</a>", r"[\[0, 1)](https://a.org/x)"),
    ],
)
def test_links_and_images_hold_whatever_is_in_their_address_and_text(
    body: str, expected: str
) -> None:
    assert to_markdown(_blocks(body)) == expected


_words = st.text(st.sampled_from("ab1 é猫\n*_`#>-+.|[]()<&~=\\!;/“”€"), max_size=10).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
_tags = st.sampled_from(["b", "em", "i", "strong", "code", "del", "span", "kbd", "a href=/x_(y)"])


def _element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def written(tag: str, inner: list[str]) -> str:
        return f"<{tag}>{''.join(inner)}</{tag.split()[0]}>"

    return st.builds(written, _tags, st.lists(children, max_size=4))


_inline = st.recursive(_words | st.just("<br>"), _element, max_leaves=12)


@given(st.lists(_inline, max_size=4).map("".join))
@settings(max_examples=300, deadline=None)
def test_a_parser_shows_the_text_of_the_blocks_and_their_links(body: str) -> None:
    blocks = _blocks("a " + body)
    shown = html.fromstring(f"<div>{PARSER.render(to_markdown(blocks))}</div>")
    assert shown.text_content().split() == " ".join(block.text for block in blocks).split()
    written = sum(block.markdown.count("](https://a.org/x_%28y%29)") for block in blocks)
    assert len(shown.findall(".//a")) == written
