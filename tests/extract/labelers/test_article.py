"""Articles: what users miss elsewhere is kept, what surrounds the text is not."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.registry import extractor
from pagesight.render.page import Page

article = extractor("article")

_SENTENCE = "The river rose for three days, and nobody in the valley had seen so much water before."
_PARAGRAPHS = "".join(f"<p>{_SENTENCE} It was day {n} of the flood.</p>" for n in range(6))
_LINKS = "".join(f'<li><a href="/{n}">Another story number {n}</a></li>' for n in range(8))
_BEFORE = f"""<header><a href="/">The Daily Valley</a></header>
<nav><ul>{_LINKS}</ul></nav><main><article><h1>The flood</h1>"""
_AFTER = f"""</article></main>
<aside class="related-stories"><h3>Related stories</h3><ul>{_LINKS}</ul></aside>
<div class="cookie-banner"><p>We use cookies. Accept all cookies to continue reading.</p></div>
<footer><ul>{_LINKS}</ul><p>Copyright The Daily Valley. All rights reserved.</p></footer>"""


def _page(inside: str) -> Page:
    body = f"{_BEFORE}{_PARAGRAPHS}{inside}{_PARAGRAPHS}{_AFTER}"
    return Page("https://valley.example/flood", f"<html><body>{body}</body></html>")


@pytest.mark.parametrize(
    ("inside", "markdown"),
    [
        # the threads are of adbar/trafilatura's and unclecode/crawl4ai's trackers
        pytest.param(
            "<ol><li>Fill bags with sand.</li><li>Carry them to the river bank.</li></ol>",
            "1. Fill bags with sand.\n2. Carry them to the river bank.",
            id="ordered list (trafilatura 10)",
        ),
        pytest.param(
            "<ul><li><span>Boots of rubber</span></li><li><span>A good lamp</span></li></ul>",
            "- Boots of rubber\n- A good lamp",
            id="ul > li > span (trafilatura 431)",
        ),
        pytest.param(
            "<table><tr><th>Day</th><th>Needed</th></tr><tr><td>Monday, when it began</td><td>"
            "<ul><li>Sand in bags</li><li>Boats</li></ul></td></tr></table>",
            "Sand in bags",
            id="list in a table (trafilatura 335, 531)",
        ),
        pytest.param(
            "<h2>What the mayor said</h2>", "## What the mayor said", id="heading (63)"
        ),
        pytest.param(
            "<table><tr><th>Day</th><th>Level</th></tr><tr><td>Monday</td><td>3 m</td></tr>"
            "<tr><td>Tuesday</td><td>5 m</td></tr></table>",
            "| Monday | 3 m |",
            id="table (trafilatura 829)",
        ),
        pytest.param(
            f'<p>{_SENTENCE} See <b><a href="/map">the map</a></b> of the valley.</p>',
            "[the map](https://valley.example/map)",
            id="bold link (crawl4ai 582)",
        ),
        pytest.param(
            f"<blockquote><p>{_SENTENCE}</p></blockquote>", f"> {_SENTENCE}", id="quotation"
        ),
        pytest.param(
            "<pre><code>level = read(gauge)\nif level > 5:\n    warn()</code></pre>",
            "    warn()",
            id="code",
        ),
    ],
)  # fmt: skip
def test_what_an_article_holds_is_kept(inside: str, markdown: str) -> None:
    assert markdown in article(read(_page(inside))).markdown


@pytest.mark.parametrize(
    "unwanted", ["Another story number", "cookies", "Copyright", "Related stories"]
)
def test_what_surrounds_an_article_is_dropped(unwanted: str) -> None:
    # related links: trafilatura 584; cookie text: 569
    assert unwanted not in article(read(_page(""))).text


def test_text_in_two_halves_is_kept_whole_where_goce_loses_one() -> None:
    halves = f"<div>{_PARAGRAPHS}</div><div>{_PARAGRAPHS.replace('day', 'night')}</div>"
    footer = "<footer>Copyright The Daily Valley</footer>"
    text = article(read(Page("", f"<body><main>{halves}</main>{footer}</body>"))).text
    assert "day 0" in text
    assert "night 5" in text


@pytest.mark.parametrize(
    "sentence",
    [
        "河水连续上涨了三天，山谷里的人们从来没有见过这么多的水，大家都十分担心。",
        "Вода поднималась три дня, и никто в долине прежде не видел столько воды.",
        "ارتفع منسوب النهر ثلاثة أيام، ولم ير أحد في الوادي مثل هذا الماء من قبل.",
        "แม่น้ำสูงขึ้นเป็นเวลาสามวันและไม่มีใครในหุบเขาเคยเห็นน้ำมากขนาดนี้มาก่อนเลย",
    ],
    ids=["Chinese", "Russian", "Arabic", "Thai"],
)
def test_nothing_depends_on_the_language(sentence: str) -> None:
    body = _BEFORE + "".join(f"<p>{sentence}{sentence}</p>" for _ in range(6)) + _AFTER
    text = article(read(Page("", f"<body>{body}</body>"))).text
    assert text.count(sentence) == 12
    assert "Another story" not in text


def test_probabilities_go_with_the_blocks_and_the_score_is_an_expected_f1() -> None:
    extraction = article(read(_page("")))
    assert len(extraction.probabilities) == len(extraction.blocks)
    assert all(0 <= p <= 1 for p in extraction.probabilities)
    assert 0.5 < extraction.score <= 1
