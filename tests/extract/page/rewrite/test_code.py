"""Code is one fenced block with its lines and its language, whatever a page makes of it."""

import pytest

from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_CODE = "def f():\n    return 1\nf()"
_LINES = _CODE.split("\n")


def _markdown(body: str) -> str:
    return to_markdown(read(Page("https://a.org/p/", f"<body>{body}</body>")).blocks)


def _each(line: str) -> str:
    return "".join(line.format(n=n, text=text) for n, text in enumerate(_LINES, start=1))


_ROWS = _each(
    "<tr><td class=blob-num data-line-number={n}></td><td class=blob-code>{text}</td></tr>"
)


@pytest.mark.parametrize(
    "body",
    [
        f"<pre>{_CODE}</pre>",
        f"<xmp>{_CODE}</xmp>",
        f"<div style='white-space: pre'>{_CODE}</div>",
        f"<div style='white-space:pre-wrap;font-family: Menlo, monospace'>{_CODE}</div>",
        f"<div class=code-block>{_CODE}</div>",
        f"<div class=codebox>{_CODE}</div>",
        f"<code class='hljs' style='display:block;white-space:pre'>{_CODE}</code>",
        "<pre>" + _each("<div>{text}</div>") + "</pre>",
        "<pre><code>" + _each("<span class=line>{text}</span>") + "</code></pre>",
        "<pre><code>" + _each("<span class=line>{text}</span>\n") + "</code></pre>",
        "<pre><code>" + _each("<span class=line>{text}\n</span>") + "</code></pre>",
        "<pre>" + _each("<span style='display:block'>{text}</span>") + "</pre>",
        "<pre><code>" + _each("<span class=token-line>{text}<br></span>") + "</code></pre>",
        "<pre>" + _each("<span data-line={n}>{text}</span>") + "</pre>",
        "<pre>" + _each("<span style='display:flex'><span>{n}</span><span>{text}\n</span></span>")
        + "</pre>",
        f"<pre>{_LINES[0]}\n<span class=highlight-code-line>{_LINES[1]}</span>{_LINES[2]}</pre>",
        "<pre>" + _each("<code>{text}</code>") + "</pre>",
        "<pre><ol>" + _each("<li>{text}</li>") + "</ol></pre>",
        "<pre>" + _each("<div><b class=line-number>{n}</b><i>{text}</i></div>") + "</pre>",
        "<pre>" + _each("<div><span class=x1>{n}</span><span>{text}</span></div>") + "</pre>",
        "<p><code>" + _CODE.replace(" ", "&nbsp;").replace("\n", "<br>") + "</code></p>",
        "<p><tt>\n" + _CODE.replace(" ", "&nbsp;").replace("\n", "<br>\n") + "</tt></p>",
        "<div class=CodeMirror-code>" + _each("<div><pre class=CodeMirror-line>{text}</pre></div>")
        + "</div>",
        "<div class=CodeMirror-code>" + _each("<pre class=CodeMirror-line>{text}</pre>") + "</div>",
        "<div class=code-editor>" + _each("<div class=view-line>{text}</div>") + "</div>",
        f"<table class=highlight>{_ROWS}</table>",
        f"<pre><code class=hljs><table>{_ROWS}</table></code></pre>",
        "<table><tr><td class=linenos><pre>1\n2\n3</pre></td><td class=code><pre>"
        f"{_CODE}</pre></td></tr></table>",
        "<table><tr><td class=crayon-nums><div class=crayon-num>1</div></td><td>"
        + _each("<div class=crayon-line>{text}</div>") + "</td></tr></table>",
        "<table><tr><td class=gutter>" + _each("<div class='line number{n}'>{n}</div>")
        + "</td><td class=code><div class=container>" + _each("<div class=line>{text}</div>")
        + "</div></td></tr></table>",
        "<div class=fragment>" + _each("<div class=line>{text}</div>") + "</div>",
        "<div class=fragment>" + _each("<div class=line><i>{n}</i>{text}</div>") + "</div>",
        "<table><tr><td><pre><span style='user-select:none'>1\n2\n3</span></pre></td><td><pre>"
        f"{_CODE}</pre></td></tr></table>",
        f"<div class=code-block><p><i>js</i><button>Copy</button></p><div class=code-block>{_CODE}"
        "</div></div>",
        f"<code><a href=/x>{_CODE}</a></code>",
    ],
)  # fmt: skip
def test_lines_of_code_are_one_block(body: str) -> None:
    assert _markdown(f"<p>a</p>{body}<p>b</p>") == f"a\n\n```\n{_CODE}\n```\n\nb"


def test_an_empty_line_that_is_an_element_stays_one() -> None:
    lines = "<div>a</div><div><div>\n</div></div><div>b</div>"
    assert _markdown(f"<pre><code>{lines}</code></pre>") == "```\na\n\nb\n```"


@pytest.mark.parametrize("numbers", ["13", "21", "ab"])
def test_what_does_not_count_lines_is_code(numbers: str) -> None:
    lines = "".join(f"<div><i>{number}</i> x</div>" for number in numbers)
    assert _markdown(f"<pre>{lines}</pre>") == f"```\n{numbers[0]} x\n{numbers[1]} x\n```"


@pytest.mark.parametrize(
    "body",
    [
        "<pre class='brush: js; toolbar: false'>f()</pre>",
        "<pre class=brush:js>f()</pre>",
        "<pre><code class='hljs language-js'>f()</code></pre>",
        "<pre><code class='language-js hljs'>f()</code></pre>",
        "<pre><code class='hljs js'>f()</code></pre>",
        "<pre><code class='js hljs'>f()</code></pre>",
        "<pre class='prettyprint linenums lang-js'>f()</pre>",
        "<pre class='prettyprint prettyprinted lang-js'>f()</pre>",
        "<pre class='sourceCode numberSource js'>f()</pre>",
        "<pre data-lang=js>f()</pre>",
        "<pre lang=js>f()</pre>",
        "<pre data-enlighter-language=js>f()</pre>",
        "<div class='highlight highlight-source-js'><pre>f()</pre></div>",
        "<div data-lang=js><pre>f()</pre></div>",
        "<div class='highlight hl-js'><pre>f()</pre></div>",
        "<pre class='js example'>f()</pre>",
        "<pre data-syntaxhighlighter-params='brush: js; gutter: false'>f()</pre>",
        "<div class=code-block><span class=language-id>js</span><pre>f()</pre></div>",
        "<div class=code-block data-lang=js>f()<br></div>",
        "<pre class=code-snippet__js data-lang=js><code>f()</code></pre>",
        "<pre><div class=buttons><i></i></div><code class='language-js hljs'>f()</code></pre>",
        "<div class='syntaxhighlighter nogutter js'><pre>f()</pre></div>",
        "<code class='hl js block'><b class=token>f</b><b class=token>()</b></code>",
    ],
)
def test_the_language_is_read_wherever_it_is_named(body: str) -> None:
    assert _markdown(f"<p>a</p>{body}<p>b</p>") == "a\n\n```js\nf()\n```\n\nb"


def test_a_panel_of_code_has_no_language() -> None:
    assert _markdown("<div class=code-panel><pre>f()</pre></div>") == "```\nf()\n```"


@pytest.mark.parametrize(
    "toolbar",
    [
        "<div class=toolbar><button>Copy</button><button>Try</button></div>",
        "<div><a href=/raw>view raw</a> <a href=/f>f.ts</a> hosted by <a href=/>Quay</a></div>",
        "<div class=header><span class=lang-label>ts</span><button>Copy code</button></div>",
        "<p>Code: <a href=#>Select all</a></p>",
        "<p>Code: <a href=#>Alles auswählen</a></p>",
        "<div><a class=copy-btn>复制代码</a></div>",
        "<button>Run</button>",
        "<span role=button>Kopieren</span>",
        "<i slot=action-label-copy>Copy to Clipboard</i><i slot=action-wrap>Toggle word wrap</i>",
    ],
)
def test_toolbars_of_code_are_no_text(toolbar: str) -> None:
    for box in (f"{toolbar}<pre>f()</pre>", f"<pre>f()</pre>{toolbar}"):
        written = _markdown(f"<p>a</p><div class=box>{box}</div><p>b</p>")
        assert written.replace("```ts", "```") == "a\n\n```\nf()\n```\n\nb"


@pytest.mark.parametrize(
    "beside",
    ["<div class=language-id>ts</div><div><code>", "<b>ts</b><div><code class=language-ts>",
     "<div><code class=ts><div class=badge><div class=badge-language>ts</div><div><i></i></div>"
     "</div>"],
)  # fmt: skip
def test_what_stands_in_a_pre_beside_its_code_is_no_code(beside: str) -> None:
    body = f"<pre>{beside}f(<a>Copy</a>)</code><a href=/play>Try</a></div></pre>"
    assert _markdown(f"<p>a</p>{body}") == "a\n\n```ts\nf(Copy)\n```"


def test_what_is_said_of_a_name_where_one_points_at_it_is_no_code() -> None:
    said = "<span class=twoslash-popup-container><code>const n: number</code></span>"
    assert _markdown(f"<pre><code>let <i>{said}n</i> = 1</code></pre>") == "```\nlet n = 1\n```"


def test_what_a_gist_says_of_its_host_is_no_text() -> None:
    credit = "<div class=gist-meta><a>view raw</a> <a>a.py</a> hosted with ❤</div>"
    assert _markdown(f"<table>{_ROWS}</table>{credit}") == f"```\n{_CODE}\n```"


@pytest.mark.parametrize(
    "beside", ["<p>Copy the file to the server.</p>", "<h3>Run</h3>", "<p>main.py</p>"]
)
def test_text_beside_code_stays(beside: str) -> None:
    assert "f()" in _markdown(f"{beside}<pre>f()</pre>")
    assert len(_markdown(f"{beside}<pre>f()</pre>").split("\n")) == 5


@pytest.mark.parametrize(
    "body",
    [
        "<div style='white-space: pre-wrap'>A poem\nof two lines</div>",
        "<div class=code-block><p>One</p>\n<p>Two</p></div>",
        "<h3>Ann</h3><code><a class=mail>ann@a.org</a></code>",
        "<table><tr><td>1</td><td>Ann</td></tr><tr><td>2</td><td>Bo</td></tr></table>",
    ],
)
def test_text_that_is_no_code_is_not_fenced(body: str) -> None:
    assert "```" not in _markdown(body)


_PANELS = ("<pre>npm i</pre>", "<pre>yarn add</pre>")


@pytest.mark.parametrize(
    "tabs",
    [
        "<div><ul role=tablist><li role=tab>npm<li role=tab>Yarn</ul><div>"
        "<div role=tabpanel>{}</div><div role=tabpanel hidden>{}</div></div></div>",
        "<div role=tablist><button role=tab>npm</button><button role=tab>Yarn</button></div>"
        "<section role=tabpanel>{}</section>"
        "<section role=tabpanel style='display: none'>{}</section>",
        "<div class=tabbed-set><div class=tabbed-labels><label><a href=#1>npm</a></label>"
        "<label><a href=#2>Yarn</a></label></div><div class=tabbed-content>"
        "<div class=tabbed-block>{}</div><div class=tabbed-block>{}</div></div></div>",
        "<div class=vp-code-group><div class=tabs><input><label>npm</label><input>"
        "<label>Yarn</label></div><div class=blocks><div class=language-sh>{}</div>"
        "<div class=language-sh>{}</div></div></div>",
    ],
    ids=["ARIA", "panels beside their tabs", "MkDocs", "VitePress"],
)
def test_tabs_of_code_stand_above_their_panels(tabs: str) -> None:
    written = _markdown(f"<p>a</p>{tabs.format(*_PANELS)}<p>b</p>").replace("```sh", "```")
    assert written == ("a\n\n**npm**\n\n```\nnpm i\n```\n\n**Yarn**\n\n```\nyarn add\n```\n\nb")


def test_tabs_of_prose_stay_as_they_are() -> None:
    tabs = "<ul role=tablist><li role=tab>Care<li role=tab>Size</ul>"
    panels = "<div role=tabpanel><p>Wash it.</div><div role=tabpanel><p>Large.</div>"
    assert _markdown(tabs + panels + "<pre>x</pre>").startswith("- Care\n- Size")
