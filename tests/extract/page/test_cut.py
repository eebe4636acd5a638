"""Cutting pages into blocks."""

import pytest
from lxml import etree

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import read
from pagesight.render.page import Box, LaidOutNode, Layout, Page, Style


def _blocks(body: str, url: str = "https://example.org/a/", rendered: bool = False) -> list[Block]:
    html = f"<html><head><title>T</title></head><body>{body}</body></html>"
    return list(read(Page(url, html, rendered=rendered)).blocks)


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<div>before<p>in</p>after</div>", ["before", "in", "after"]),
        ("a<br>b<br><br>c", ["a\nb", "c"]),
        ("<p>  white \n space </p>", ["white space"]),
        ("<p>a<script>x()</script>b</p>", ["ab"]),
        ("<p>the <kw>word</kw> found, <xmp>x</xmp>", ["the word found,", "x"]),
        ("<p>長い\n  文。English\n文\n<a href=/a>語</a></p>", ["長い文。English 文語"]),
        ("<p>한국\n어</p><pre>長\nい</pre>", ["한국 어", "長\nい"]),
        ("<pre>  a\n    b</pre>", ["  a\n    b"]),
        ("<pre>a\n\u00a0 b</pre>", ["a\n  b"]),
        ("<dl><dt>f()<a href=#f>\uf0c1</a><dd>x</dl>", ["f()", "x"]),
        ("<dl><dt>f()<a href=#f class=headerlink>#</a><dd>x</dl>", ["f()", "x"]),
        ("<p>f() <a href=/s><i class=viewcode-link>[source]</i></a></p>", ["f()"]),
        ("<p>In <a href=#f>#</a> and <a href=/s>[source]</a></p>", ["In # and [source]"]),
        ("<h2>Name <a href=#top_of_page>top</a></h2>", ["Name"]),
        ("<h2><a href=#f>◆ </a>f()</h2>", ["f()"]),
        ("<p>soft\u00adhyphen</p>", ["softhyphen"]),
        ("<select><option>Afghanistan</option></select><p>x</p>", ["x"]),
        ("<ul><li><span>one</span></li><li>two</li></ul>", ["one", "two"]),
        ("<table><tr><td>a</td><td>b</td></tr></table>", ["a", "b"]),
        ("<h2><div>deep heading</div></h2>", ["deep heading"]),
        ("", []),
    ],
)
def test_blocks_end_at_block_level_boundaries(body: str, texts: list[str]) -> None:
    assert [block.text for block in _blocks(body)] == texts


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("Setup<a href='#setup'>¶</a>", "Setup"),
        ("<a href='#setup'># </a>Setup", "Setup"),
        ("Setup<a href='#setup' class='headerlink'>Permalink</a>", "Setup"),
        ("Setup<span class='mw-editsection'>[<a href='/edit'>edit</a>]</span>", "Setup"),
        ("<a href='#setup' class='anchor'>Setup</a>", "Setup"),
        ("<a href='#setup'>Set</a> up", "Set up"),
        ("C<a href='/c-sharp'>#</a>", "C#"),
        ("The # sign", "The # sign"),
    ],
)
def test_links_of_a_heading_to_itself_are_no_text_of_it(inside: str, text: str) -> None:
    assert [block.text for block in _blocks(f"<h2>{inside}</h2>")] == [text]


def test_a_sign_outside_a_heading_is_text() -> None:
    assert [block.text for block in _blocks("<p>see <a href='#x'>#</a></p>")] == ["see #"]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<span>New</span><span>Price</span>", "New Price"),
        ("<a href=/1>one</a><a href=/2>two</a>", "one two"),
        ("<b>bo</b>ld", "bold"),
        ("H<sub>2</sub>O", "H2O"),
        ("<i>a</i><b>b</b>", "ab"),
        ("<pre><span>def</span><span>x</span></pre>", "defx"),
        ("<span class=dropcap>T</span>he quay", "The quay"),
        ("<span>T</span><span>he quay</span>", "The quay"),
        ("two <span class=hit>boat</span>s", "two boats"),
        ("<a href=/1>business</a>es", "businesses"),
        ("<span class=label>När</span><span>lördag</span>", "När lördag"),
        ("나는 <a href=/1>서울</a>에서 <code>x</code>를", "나는 서울에서 x를"),
        ("<span>가격</span><span>구천</span>", "가격 구천"),
        ("<a href=/1>boats</a><a href=/2>quays</a>", "boats quays"),
        ("<figcaption>Sea.<span>Photo: Ann</span></figcaption>", "Sea. Photo: Ann"),
        ("<figcaption>A <b>bo</b>at at sea</figcaption>", "A boat at sea"),
        ("<p><b>www.</b><b>Quay.example</b></p>", "www.Quay.example"),
        ("<span class=unit>cups</span><span class=name>rye</span>", "cups rye"),
        ("<span class=c1>boat</span><span class=c2>yard</span>", "boatyard"),
        ("<h1>Hiccups that last<span>Also called hics</span></h1>",
         "Hiccups that last Also called hics"),
        ("<p>Welcome to Git<b>Hub</b></p>", "Welcome to GitHub"),
        ("<b>Published by:</b><a href=/o>Oak</a>", "Published by: Oak"),
        ("<code>std::<b>vector</b></code>", "std::vector"),
        ("<b>Ann Lee</b><i><a href=/?t=9>(0:09)</a></i>", "Ann Lee (0:09)"),
        ("<b>get</b><i>(page)</i>", "get(page)"),
        ("<span class=text>By a goat.</span><span class=date>2 May</span>", "By a goat. 2 May"),
        ("<p><b>Heads up!</b>The lamp is hot, as is node.<b>JS</b></p>",
         "Heads up! The lamp is hot, as is node.JS"),
    ],
)  # fmt: skip
def test_words_of_adjacent_elements_are_not_glued_nor_words_cut(body: str, text: str) -> None:
    assert [block.text for block in _blocks(body)] == [text]


@pytest.mark.parametrize("tag", ["noscript", "template"])
def test_text_for_browsers_without_scripts_is_read_only_when_not_rendered(tag: str) -> None:
    body = f"<{tag}><p>fallback</p></{tag}>"
    assert [block.text for block in _blocks(body)] == ["fallback"]
    assert _blocks(body, rendered=True) == []


@pytest.mark.parametrize(
    "plea",
    [
        "You need to enable JavaScript to run this app.",
        "<p>Bitte <b>Java Script</b> einschalten</p>",
        "このアプリを実行するにはJavaScriptを有効にする必要があります。",
    ],
)
def test_a_plea_for_scripts_is_no_text(plea: str) -> None:
    body = f"<p>one</p><noscript>{plea}</noscript> two"
    assert [block.text for block in _blocks(body)] == ["one", "two"]


def test_what_noscript_tells_of_scripts_at_length_is_read() -> None:
    story = "JavaScript was written in ten days in 1995, and has been mended ever since. " * 5
    assert [block.text for block in _blocks(f"<noscript>{story}</noscript>")] == [story.strip()]


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ('<p>see <a href="b?x=1">the <b>thing</b></a></p>',
         "see [the **thing**](https://example.org/a/b?x=1)"),
        ('<p><a href="javascript:void(0)">click</a></p>', "click"),
        ('<p><a href="http://[">broken</a></p>', "[broken](http://[)"),
        ("<p>call <code>f(x)</code> <em>now</em></p>", "call `f(x)` *now*"),
        ('<p>a <img src="i.png" alt="pic"> b</p>',
         "a ![pic](https://example.org/a/i.png) b"),
        (3 * "<img src=/tick.svg>one<br>", "one  \none  \none"),
        ("<p><img src=/cup.svg>one</p>", "![](https://example.org/cup.svg)one"),
    ],
)  # fmt: skip
def test_markdown_holds_links_images_emphasis_and_code(body: str, markdown: str) -> None:
    assert [block.markdown for block in _blocks(body)] == [markdown]


def test_links_are_resolved_against_the_base_element() -> None:
    html = '<html><head><base href="https://other.net/x/"></head><body><a href="y">z</a></body>'
    (block,) = read(Page("https://example.org/", html)).blocks
    assert block.markdown == "[z](https://other.net/x/y)"


def test_an_image_alone_is_a_block_without_text() -> None:
    (block,) = _blocks('<figure><img src="i.png"></figure>')
    assert (block.tag, block.text) == ("img", "")


def test_link_characters_are_those_inside_links() -> None:
    (block,) = _blocks('<p>four <a href="/x">more</a></p>')
    assert block.link_chars == 4


def test_what_a_link_leads_to_is_no_link() -> None:
    *_, block = _blocks('<h2>Old page</h2><a name="text">All of it is in an unclosed anchor.')
    assert block.link_chars == 0


@pytest.mark.parametrize(
    "attributes", ["hidden", 'aria-hidden="true"', 'style="color: red; display : none"']
)
def test_hidden_text_is_kept_and_marked(attributes: str) -> None:
    hidden, shown = _blocks(f"<div {attributes}><p>one</p></div><p>two</p>")
    assert (hidden.hidden, shown.hidden) == (True, False)


def test_path_leads_to_the_deepest_element_that_holds_the_block() -> None:
    page = Page("", "<body><div><p>a</p><ul><li><b>x</b></li><li><b>y</b> z</li></ul></div></body>")
    document = read(page)
    for block in document.blocks:
        (element,) = document.tree.getroottree().xpath(block.path)
        assert " ".join(element.text_content().split()) == block.text
        assert [a.tag for a in block.ancestors] == [
            *(e.tag for e in reversed(list(element.iterancestors()))),
            element.tag,
        ]


def test_segmenting_changes_nothing_in_the_tree() -> None:
    document = read(Page("", "<div>a<p>b <i>c</i></p><!-- d --><script>e</script>f</div>"))
    before = etree.tostring(document.tree)
    read(document.page)
    assert etree.tostring(document.tree) == before


def test_boxes_and_styles_come_from_the_layout_whatever_it_lacks_or_adds() -> None:
    style = Style("inline", True, "static", 16, 400, "black", "white")
    nodes = (
        LaidOutNode("p", "★", Box(0, 0, 9, 9), style),  # made by CSS
        LaidOutNode("p", "one", Box(10, 20, 30, 10), style),
        LaidOutNode("b", "bold", Box(40, 25, 20, 10), style),
        LaidOutNode("p", "three", Box(0, 50, 5, 5), style),
    )
    html = "<p>one <b>bold</b></p><p style='display:none'>two</p><p>three</p>"
    blocks = read(Page("", html, layout=Layout(nodes, 100))).blocks
    assert [block.box for block in blocks] == [Box(10, 20, 50, 15), None, Box(0, 50, 5, 5)]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<span>K</span><small>EVIN LEE’S</small> time", "KEVIN LEE’S time"),
        ("<kbd>F</kbd><kbd>TAB</kbd> here", "F TAB here"),
    ],
)
def test_small_capitals_go_on_with_a_word(markup: str, text: str) -> None:
    assert [block.text for block in _blocks(f"<p>{markup}</p>")] == [text]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<i class=material-icons>arrow_back</i> Oak lasts", "Oak lasts"),
        ("<span class='material-symbols-outlined'>share</span> Oak lasts", "Oak lasts"),
        ("<i class=icon>star</i> Oak lasts", "Oak lasts"),
        ("<i class=icon>5 stars</i> Oak lasts", "5 stars Oak lasts"),
        ("<i class=iconic>Oak</i> lasts", "Oak lasts"),
    ],
)
def test_the_name_of_a_sign_in_a_font_of_icons_is_no_text(markup: str, text: str) -> None:
    assert [block.text for block in _blocks(f"<p>{markup}</p>")] == [text]
