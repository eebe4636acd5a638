"""An extraction is a value: it can be pickled, kept without its page, and compared."""

import pickle
from pathlib import Path

import pytest

from pagesight.extract.extraction import Extraction, PageHandle
from pagesight.extract.page.document import read
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.registry import extractor
from pagesight.render.page import Page

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/source.html"))
THREAD = """<h1>Kiln</h1>""" + "".join(
    f"<div class=post><b class=author>User {number}</b> <time>2024-05-0{number}</time>"
    f"<p>The {number}th answer to the question, in a good many words of its own.</div>"
    for number in range(1, 7)
)


def extraction_of(html: str, name: str = "listview") -> Extraction:
    return extractor(name)(read(Page("https://a.example/x", html)))


@pytest.mark.parametrize("source", PAGES, ids=lambda source: source.parent.name)
def test_a_pickled_extraction_says_all_that_it_said_before(source: Path) -> None:
    before = extraction_of(source.read_text("utf-8", "replace"))
    after: Extraction = pickle.loads(pickle.dumps(before))
    assert after == before
    assert (after.markdown, after.tables) == (before.markdown, before.tables)
    assert (after.metadata, after.pagination) == (before.metadata, before.pagination)
    assert [record.text for record in after.records] == [record.text for record in before.records]
    assert [block.ancestors for block in after.blocks] == [b.ancestors for b in before.blocks]
    assert after.expected_quality == before.expected_quality


def test_a_thread_is_by_who_began_it_and_of_that_day() -> None:
    posts = "".join(
        f"<div class=post><a href=/members/{name}>{name}</a> <time datetime=2024-05-0{day}></time>"
        f"<p>An answer by {name} to the question, in a good many words of its own.</p></div>"
        for day, name in enumerate(("Ann", "Ben", "Cleo"), start=1)
    )
    day = "<p>Updated <time datetime=2024-06-09>9 June 2024</time></p><p>Three answers</p>"
    html = f"<h1>Kiln</h1>{day}{posts}"
    document = read(Page("https://a.example/x", html))
    facts = PageHandle(document, Thread(document)).metadata
    assert (facts.author, facts.date) == ("Ann", "2024-05-01")
    assert PageHandle(document).metadata.author == ""


def test_a_detached_extraction_is_plain_values_that_take_little_room() -> None:
    page = "<p>Some words that stand in a paragraph of the text.</p>" * 2_000
    kept = extraction_of(f"<h1>Title</h1>{page}<!--{'x' * 1_000_000}-->").detached()
    assert len(pickle.dumps(kept)) < 20 * len(page)
    assert kept.detached() == kept
