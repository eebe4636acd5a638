"""Pages that libxml2 reads otherwise than browsers do."""

import pytest

from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def blocks_of(html: str) -> list[str]:
    return [block.text for block in read(Page("", html)).blocks if block.text]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param(
            "<title>T</title><main><h1>H</h1><p>one</p></main>", ["H", "one"], id="no body tag"
        ),
        pytest.param(
            "<head><title>T</title><section>one</section></head><body>two<p>three</p></body>",
            ["one", "two", "three"],
            id="content in the head",
        ),
        pytest.param("<p>one</p></body></html><p>two</p>", ["one", "two"], id="after the end"),
        pytest.param(
            "<div><p>one</p></div></HTML ><div>two</div></body>", ["one", "two"], id="early end"
        ),
        pytest.param("<div><embed src=x><p>one</p><p>two</p></div>", ["one", "two"], id="embed"),
        pytest.param("<video><track src=x></video><p>one</p>", ["one"], id="track"),
        pytest.param(
            "<div>" * 3000 + "<p>deep</p>" + "</div>" * 3000 + "<p>after</p>",
            ["deep", "after"],
            id="nested deeper than libxml2 reads",
        ),
        pytest.param("<font>" * 3000 + "one<p>two", ["one", "two"], id="unclosed"),
    ],
)
def test_nothing_that_a_browser_shows_is_lost(html: str, expected: list[str]) -> None:
    assert blocks_of(html) == expected


def test_the_image_of_a_picture_with_sources_is_there() -> None:
    document = read(Page("", "<p>one</p><picture><source srcset=a.webp><img src=b.png></picture>"))
    assert [block.tag for block in document.blocks] == ["p", "img"]


def test_what_belongs_to_the_head_stays_out_of_the_text() -> None:
    head = "<head><title>T</title><meta name=x content=y><style>p {}</style><script>1</script>"
    assert blocks_of(f"{head}<p>one</p>") == ["one"]


@pytest.mark.parametrize("control", ["\x1b", "&#27;", "&#x1B;", "&#0001", "\ufffe", "\f"])
def test_characters_that_xml_lacks_stop_nothing(control: str) -> None:
    html = f"<title>T</title><section>one{control}</section><script>x</script>{control}<p>two</p>"
    document = read(Page("", html))
    assert document.once(metadata).title == "T"
    assert [block.text[:3] for block in document.blocks if len(block.text) >= 3] == ["one", "two"]


@pytest.mark.parametrize(
    "item",
    ["<tr><td><font size=1>{0}</font><td><font>text", "<li><b>{0}</b> <font>x", "<dt><i>{0}<dd>"],
    ids=["rows", "items", "terms"],
)
def test_an_item_ends_the_one_before_it_whatever_was_never_closed(item: str) -> None:
    """As browsers do (HTML standard, 13.2.6); libxml2 puts it into the one before."""
    html = "<table>" + "".join(map(item.format, range(4))) + "</table><p>after"
    document = read(Page("", html if "<tr" in item else html.replace("table", "ul")))
    tag = item[1:3]
    depths = [
        len(document.elements.chain(row))
        for row, own in enumerate(document.elements.tag)
        if document.elements.names[own] == tag
    ]
    assert len(depths) == 4
    assert len(set(depths)) == 1
    said = " ".join(block.text for block in document.blocks).split()
    assert [word for word in said if word.isdigit()] == list("0123")
    assert said[-1] == "after"
