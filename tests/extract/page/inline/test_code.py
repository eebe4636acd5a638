"""Code without what pages put beside it, under the language that they state."""

import pytest

from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def _markdown(body: str) -> str:
    return to_markdown(read(Page("https://a.org/", f"<body>{body}</body>")).visible_blocks)


@pytest.mark.parametrize(
    "html",
    [
        "<table class=rouge-table><tr><td class='rouge-gutter gutter'><pre>1\n2\n</pre>"
        "<td class=rouge-code><pre>a = 1\nb = 2\n</pre></table>",
        "<figure class=highlight><table><tr><td class=gutter><pre><span class=line>1</span><br>"
        "<span class=line>2</span></pre><td class=code><pre><span class=line>a = 1</span><br>"
        "<span class=line>b = 2</span></pre></table></figure>",
        "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre><span>1</span>"
        "\n<span>2</span></pre></div><td class=code><pre>a = 1\nb = 2</pre></table>",
        "<pre><span class=linenos>1</span>a = 1\n<span class=linenos>2</span>b = 2</pre>",
        "<pre class=line-numbers><code>a = <b>1</b>\nb = <b>2</b></code></pre>",
        "<pre><code><table class=hljs-ln><tr><td class=hljs-ln-numbers>1<td>a = 1"
        "<tr><td class=hljs-ln-numbers>2<td>b = 2</table></code></pre>",
        "<pre><ol class=linenums><li>a = 1<li>b = 2</ol></pre>",
        "<pre>a = 1\nb = 2<button>Kopieren</button></pre>",
        "<pre>a = 1\nb = 2<div class=copy-code>Copy</div></pre>",
        "<div><pre>a = 1\nb = 2</pre><button class=btn>Copy code</button></div>",
    ],
)
def test_code_is_written_without_line_numbers_and_buttons(html: str) -> None:
    assert _markdown(html) == "```\na = 1\nb = 2\n```"


@pytest.mark.parametrize(
    "html",
    [
        "<pre class=line-numbers>1\n2</pre>",
        "<pre>1 <span class=token>2</span></pre>",
        "<pre>Copy that</pre>",
        "<pre><i class=keyword-COPY>COPY</i></pre>",
        "<p><button>Copy that</button></p>",
    ],
)
def test_numbers_and_words_that_are_all_there_is_stay(html: str) -> None:
    assert _markdown(html)


@pytest.mark.parametrize(
    "html",
    [
        "<pre><code data-lang=go>a</code></pre>",
        "<pre data-language=go><code>a</code></pre>",
        "<figure class='highlight go'><table><tr><td class=code><pre>a</pre></table></figure>",
        "<div class='highlight'><pre><code class='language-go' data-lang=go>a</code></pre></div>",
    ],
)
def test_attributes_and_figures_state_the_language_of_code(html: str) -> None:
    assert _markdown(html) == "```go\na\n```"


def test_org_mode_names_the_language_of_code() -> None:
    html = "<div class=org-src-container><pre class='src src-python'>a = 1</pre></div>"
    assert _markdown(html) == "```python\na = 1\n```"
