"""Blocks as text and Markdown. A Markdown parser says what the Markdown means."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pagesight.extract.errors import ParseError
from pagesight.extract.markdown.write import (
    to_markdown,
    to_text,
    to_titled_markdown,
    to_titled_text,
)
from pagesight.extract.page.blocks import Ancestor, block_of
from pagesight.extract.page.document import read
from pagesight.extract.text.tokens import tokens
from pagesight.render.page import Page

Outline = list["str | tuple[str, Outline]"]
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def markdown(html: str) -> str:
    return to_markdown(read(Page("https://a.org/b/", f"<body>{html}</body>")).blocks)


def outline(text: str) -> Outline:
    """Return the parsed Markdown as nested (tag, children), with its text at the leaves."""
    return [_outlined(node) for node in SyntaxTreeNode(PARSER.parse(text)).children]


def _outlined(node: SyntaxTreeNode) -> "str | tuple[str, Outline]":
    if node.type == "inline":
        return node.content
    if node.type == "fence":
        return (f"fence {node.info}".strip(), [node.content])
    tag = node.tag + (f" {node.attrs['start']}" if "start" in node.attrs else "")
    if node.type == "paragraph":
        return node.children[0].content
    return (tag, [_outlined(child) for child in node.children])


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>A <i>b</i></h2><p>c</p>", "## A *b*\n\nc"),
        ("<h3><div>a</div><div>b</div></h3>", "### a b"),
        ("<h2 id=a><a href='#a'>A <i>b</i></a></h2>", "## A *b*"),  # a link to itself
        ("<h2><a href='/c'>a</a></h2>", "## [a](https://a.org/c)"),
        ("<h1>C #</h1>", "# C \\#"),
        ("<h2><b>1.</b> <a href='/c'><b>c</b></a></h2>", "## 1. [c](https://a.org/c)"),
        ("<h2><b>a</b> of <i>b</i></h2>", "## **a** of *b*"),
        ("<p>a <b>b</b> <a href='/c'>c</a> <code>d</code></p>", "a **b** [c](https://a.org/c) `d`"),
        ("<p>a <a href='#'>b</a> <a href='#c'>c</a></p>", "a b [c](https://a.org/b/#c)"),
        ("<p>a<br>b</p>", "a  \nb"),
        ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
        ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
        ("<ul><li><span>a</span></li><li><span><b>b</b></span></li></ul>", "- a\n- **b**"),
        ("<ul><li>a<ol><li>b</li></ol></li></ul>", "- a\n  1. b"),
        ("<ol><li><p>a</p><p>b</p></li><li>c</li></ol>", "1. a\n\n   b\n2. c"),
        ("<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n- b"),
        ("<ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>", "- a\n- b\n\n* c"),
        ("<a href=c><p>a</p><p>b</p></a>", "[a](https://a.org/b/c)\n\nb"),
        ("<a href=c><p>a</p><h2>b</h2></a>", "a\n\n## [b](https://a.org/b/c)"),
        ("<ol start=5><li>a<li>b<li value=9>c<li>d</ol>", "5. a\n6. b\n9. c\n10. d"),
        ("<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2. b\n1. c"),
        ("<ol start=-3><li>a</ol>", "0. a"),
        ("<ol start=x><li>a<li value=>b</ol>", "1. a\n2. b"),
        ("<ol><li>a</li></ol><ol><li>b</li></ol>", "1. a\n\n1) b"),
        ("<ol><li>a</li></ol><ol start=2><li>b</li></ol>", "1. a\n2. b"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"),
        ("<ul><li>a</li></ul><p>b</p>", "- a\n\nb"),
        ("<blockquote><p>a</p><p>b</p></blockquote><p>c</p>", "> a\n>\n> b\n\nc"),
        ("<dl><dt>a</dt><dd>b</dd><dd>c</dd><dt>d</dt></dl>", "a\n: b\n: c\n\nd"),
        (
            "<dl><dt>a</dt><dd><p>b</p><dl><dt>c</dt><dd><ul><li>d</ul></dd><dt>e</dt><dd>f</dd>"
            "</dl></dd><dt>g</dt><dd>h</dd></dl>",
            "a\n: b\n\n  c\n\n  - d\n\n  e\n  : f\n\ng\n: h",
        ),
        ("<dl><dt>a<a href=#a>¶</a></dt><dd>b</dd></dl>", "a\n: b"),
        ("<p>a</p><dl><dd>b</dd><dd><dl><dd>c</dd></dl></dd></dl><p>d</p>", "a\n\nb\n\nc\n\nd"),
        ("<p>a<a class=headerlink href=#a>¶</a></p>", "a"),
        ("<p>a ¶ b</p>", "a ¶ b"),
        ("<p>a</p><img src='i.png' alt='b'>", "a\n\n![b](https://a.org/b/i.png)"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
        ("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"),
        ("<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```"),
        ("<p># a</p>", "\\# a"),
        ("<p>1. a</p>", "1\\. a"),
        ("<p>- a<br>---</p>", "\\- a  \n\\---"),
        ("<p>a &lt;b&gt; <code>&lt;b&gt;</code> &amp;lt;</p>", "a \\<b> `<b>` \\&lt;"),
        ("<p>[a]: b</p>", "\\[a]: b"),
    ],
)
def test_html_becomes_markdown(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre class='language-python'>a</pre>", "python"),
        ("<pre><code class='lang-c++'>a</code></pre>", "c++"),
        ("<pre><code class='language-Shell'>a</code></pre>", "shell"),
        ("<div class='highlight-rust notranslate'><div><pre>a</pre></div></div>", "rust"),
        ("<div class='highlight highlight-source-shell'><pre>a</pre></div>", "shell"),
        ("<pre><code class='hljs js'>a</code></pre>", "js"),
        ("<pre class='brush: java;'>a</pre>", "java"),
        ("<pre><code class='language-plaintext hljs'>a</code></pre>", ""),
        ("<div class='highlight-default'><pre>a</pre></div>", ""),
        ("<div class='code-block'><pre>a</pre></div>", ""),
        ("<pre>a</pre>", ""),
    ],
)
def test_class_names_state_the_language_of_code(html: str, language: str) -> None:
    assert markdown(html) == f"```{language}\na\n```"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<tr><th>a<th>b<tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |"),
        (
            "<thead><tr><th>a<th>b</thead><tbody><tr><td>c|d<td><b>e</b></tbody>",
            "| a | b |\n| --- | --- |\n| c\\|d | **e** |",
        ),
        ("<tr><th>a<td>b<tr><th>c<td>d", "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
        (
            "<caption>t</caption><tr><th>a<th>b<tr><td><td>d",
            "t\n\n| a | b |\n| --- | --- |\n|  | d |",
        ),
        (
            "<tr><td>a<td><ul><li>b<li>c</ul><tr><td>d<td><p>e</p><p>f</p>",
            "|  |  |\n| --- | --- |\n| a | - b<br>- c |\n| d | e<br>f |",
        ),
        ("<tr><td>a<td><pre>b`c</pre>", "|  |  |\n| --- | --- |\n| a | `` b`c `` |"),
        (
            "<tr><td>a<td><table><tr><td>b<tr><td>c</table><tr><td>d<td>e",
            "|  |  |\n| --- | --- |\n| a | b<br>c |\n| d | e |",
        ),
        (
            "<tr><th colspan=2>N<th>Length<tr><td rowspan=2>North<td>Abo<td>12<tr><td>Bela<td>13",
            "| N |  | Length |\n| --- | --- | --- |\n| North | Abo | 12 |\n|  | Bela | 13 |",
        ),
        (
            "<tr><td rowspan=0><td>a<td>b<tr><th>c<td>d<tbody><tr><td>e<td>f",
            "|  |  |  |\n| --- | --- | --- |\n|  | a | b |\n|  | c | d |\n| e | f |  |",
        ),
        (
            "<tr><td colspan=x>a<td rowspan=-1>b<tr><td colspan=0>c<td>d",
            "|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
        ),
        ("<tr><td>a<tr><td>b", "a\n\nb"),
        ("<tr><td><td><h1>a</h1><tr><td>b<td>c", "# a\n\nb\n\nc"),
        ("<tr><td><pre>1\n2</pre><td><pre>a\nb</pre>", "```\n1\n2\n```\n\n```\na\nb\n```"),
        (
            "<tr><td>menu<tr><td>x<td><table><tr><td>a<td>b<tr><td>c<td>d</table>",
            "menu\n\nx\n\n|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
        ),
    ],
)
def test_tables_of_data_become_pipe_tables_and_layout_becomes_paragraphs(
    html: str, expected: str
) -> None:
    assert markdown(f"<table>{html}</table>") == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<ul><li>a<ul><li>b<ul><li>c</ul><li>d</ul><li>e</ul>",
            [("ul", [
                ("li", ["a", ("ul", [("li", ["b", ("ul", [("li", ["c"])])]), ("li", ["d"])])]),
                ("li", ["e"]),
            ])],
        ),
        (
            "<ol>" + "".join(f"<li><p>{i}</p><p>x</p>" for i in range(1, 12)) + "</ol>",
            [("ol", [("li", [str(i), "x"]) for i in range(1, 12)])],
        ),
        ("<ol><li><ul><li>a</ul></ol>", [("ol", [("li", [("ul", [("li", ["a"])])])])]),
        (
            "<ul><li>a<pre class='language-py'>if x:\n\n    y</pre>b<li><h3>c</h3></ul>",
            [("ul", [
                ("li", ["a", ("fence py", ["if x:\n\n    y\n"]), "b"]),
                ("li", [("h3", ["c"])]),
            ])],
        ),
        (
            "<blockquote>a<ul><li>b</ul></blockquote><blockquote>c</blockquote>",
            [("blockquote", ["a", ("ul", [("li", ["b"])])]), ("blockquote", ["c"])],
        ),
        (
            "<ol><li>a<table><tr><th>b<th>c<tr><td>d<td>e|f</table><li>g</ol>",
            [("ol", [
                ("li", ["a", ("table", [
                    ("thead", [("tr", [("th", ["b"]), ("th", ["c"])])]),
                    ("tbody", [("tr", [("td", ["d"]), ("td", ["e|f"])])]),
                ])]),
                ("li", ["g"]),
            ])],
        ),
        ("<p>a</p><ul><li>b</ul><p>c</p>", ["a", ("ul", [("li", ["b"])]), "c"]),
        ("<dl><dt>a<dd><ul><li>b</ul></dl>", ["a", ("ul", [("li", ["b"])])]),
    ],
)  # fmt: skip
def test_a_markdown_parser_sees_the_structure_of_the_page(html: str, expected: Outline) -> None:
    assert outline(markdown(html)) == expected


@pytest.mark.parametrize(
    ("numbers", "written"),
    [
        ("01 02", "## 1. Rinse\n\nWith water.\n\n## 2. Dry\n\nIn the sun."),
        ("4 9", "4\n\n## Rinse\n\nWith water.\n\n9\n\n## Dry\n\nIn the sun."),
    ],
)
def test_numbers_that_count_up_are_those_of_the_steps_below_them(
    numbers: str, written: str
) -> None:
    one, two = (f"<div>{number}</div>" for number in numbers.split())
    html = f"{one}<h2>Rinse</h2><p>With water.</p>{two}<h2>Dry</h2><p>In the sun.</p>"
    assert markdown(html) == written


def test_items_keep_their_numbers_when_some_are_left_out() -> None:
    blocks = read(Page("", "<ol><li>a<li>b<li>c<ol><li>d<li>e</ol></ol>")).blocks
    assert to_markdown([blocks[0], blocks[2], blocks[4]]) == "1. a\n3. c\n\n   2. e"


def test_text_has_a_block_a_line_and_nothing_for_images() -> None:
    page = Page("", "<p>a <b>b</b></p><img src=i><ul><li>c</ul><pre>d\n e</pre>")
    assert to_text(read(page).blocks) == "a b\nc\nd\n e"


def test_blocks_without_a_path_are_paragraphs() -> None:
    blocks = [block_of("a"), block_of("b", "h1", 1)]
    assert to_markdown(blocks) == "a\n\n# b"
    assert (to_text(()), to_markdown(())) == ("", "")


def test_deep_nesting_is_written_as_less_deep() -> None:
    deep = markdown("<ul><li>a" * 200)
    assert len(re.findall("a", deep)) == 200
    assert max(map(len, deep.splitlines())) < 40


def test_many_tables_inside_tables_take_bounded_time() -> None:
    assert markdown("<table><tr><td>a<td>" * 300).count("a") == 300


def test_hostile_spans_take_bounded_time() -> None:
    cells = "<td colspan=1000 rowspan=65534>a" * 300
    assert markdown(f"<table><tr>{cells}{'<tr><td>b' * 300}</table>").count("b") == 300


def test_ancestors_and_path_of_unlike_length_do_no_harm() -> None:
    block = block_of(
        "a", "li", path="/html/body[1]", ancestors=(Ancestor("ul"), Ancestor("li")) * 3
    )
    assert "a" in to_markdown([block])


TAGS = [  # without links, which may begin inside a word
    "p", "div", "h1", "h4", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td", "th",
    "caption", "pre", "blockquote", "span", "b", "em", "code", "del", "br", "section",
]  # fmt: skip
words = st.text(st.sampled_from("ab1 é猫\n*_`#>-+.|[]()<&~=:\\"), max_size=8)
html_pieces = st.one_of(
    words.map(lambda text: text.replace("&", "&amp;").replace("<", "&lt;")),
    st.sampled_from(TAGS).map(lambda tag: f"<{tag}>"),
    st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
)


@given(st.lists(html_pieces, max_size=40).map("".join))
@settings(max_examples=300, deadline=None)
def test_every_word_of_the_text_is_in_the_markdown(html: str) -> None:
    try:
        blocks = read(Page("https://a.org", html)).blocks
    except ParseError:
        return
    found = re.sub(r"[*~`\\]", "", to_markdown(blocks))  # marks may stand inside words
    wanted = re.sub(r"[*~`\\]", "", to_text(blocks))
    missing = Counter(tokens(wanted)) - Counter(tokens(found))
    assert not missing


@given(st.lists(html_pieces, max_size=40).map("".join))
@settings(max_examples=100, deadline=None)
def test_markdown_has_no_two_blank_lines_outside_of_code(html: str) -> None:
    try:
        written = to_markdown(read(Page("https://a.org", html)).blocks)
    except ParseError:
        return
    lines = written.split("\n")
    for token in PARSER.parse(written):
        if token.type == "fence" and token.map:
            lines[slice(*token.map)] = ["code"] * (token.map[1] - token.map[0])
    assert "\n\n\n" not in "\n".join(lines)


@pytest.mark.parametrize(
    ("kept", "written"),
    [
        ("<p>Text.</p>", "# One \\*title*\n\nText."),
        ("<h1>Another title</h1><p>Text.</p>", "# Another title\n\nText."),
        ("<h2>One *title*</h2><p>Text.</p>", "## One \\*title*\n\nText."),
        ("<h2>ONE *TITLE*</h2><p>Text.</p>", "## ONE \\*TITLE*\n\nText."),
        ("<p>One *title*</p><p>Text.</p>", "# One \\*title*\n\nText."),
        ("<p>Text.</p><p>One *title*</p>", "# One \\*title*\n\nText.\n\nOne \\*title*"),
        ("<p>One *title*</p>", "# One \\*title*"),
        ("<p>Text.</p><h1>A section</h1>", "# One \\*title*\n\nText.\n\n# A section"),
        ("<p>Text.</p><h1>One title, again</h1>", "Text.\n\n# One title, again"),
        ("", ""),
    ],
)
def test_the_title_stands_above_what_has_none(kept: str, written: str) -> None:
    blocks = read(Page("", f"<body>{kept}<hr></body>")).blocks
    assert to_titled_markdown(blocks, "One  *title*") == written


@pytest.mark.parametrize(
    ("kept", "written"),
    [
        ("<p>Text.</p>", "One title\nText."),
        ("<h1>Another title</h1><p>Text.</p>", "Another title\nText."),
        ("<p>One title</p><p>Text.</p>", "One title\nText."),
        ("", ""),
    ],
)
def test_the_title_stands_above_text_that_has_none(kept: str, written: str) -> None:
    blocks = read(Page("", f"<body>{kept}<hr></body>")).blocks
    assert to_titled_text(blocks, "One  title") == written


def test_a_lower_heading_far_below_repeats_the_title() -> None:
    body = 9 * "<p>Text.</p>" + "{}<h2>One title</h2>"
    near, far = (read(Page("", body.format(more))).blocks for more in ("", "<p>More.</p>"))
    assert to_titled_markdown(near, "One title").startswith("Text.")
    assert to_titled_markdown(far, "One title").startswith("# One title\n\nText.")


@pytest.mark.parametrize(
    ("title", "written"),
    [("Guide ¶", "Guide"), ("Guide¶", "Guide"), ("Guide #", "Guide"), ("C#", "C#"), ("¶", "")],
)
def test_the_title_has_no_sign_of_a_link_to_itself(title: str, written: str) -> None:
    assert to_titled_text([block_of("Text.")], title) == f"{written}\nText.".lstrip()
