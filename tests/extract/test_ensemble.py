"""Several labelers asked about the same blocks."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.datasets.schema import Genre
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.labelers.extractor import LabelerExtractor, Labels
from pagesight.extract.page.document import Document, read
from pagesight.extract.records.record import RecordKind, RecordSearch
from pagesight.extract.registry import labeler_extractor
from pagesight.render.page import Page

HTML = "<p>A first sentence, of some words.</p><p>A second one.</p><p>The third of them.</p>"
DOCUMENT = read(Page("https://example.com/", HTML))
_ITEMS = "".join(
    f"<li><a href=/{n}>Item {n} of the list</a><p>About {n}.</p></li>" for n in range(6)
)
LIST = read(Page("https://example.com/", f"<ul>{_ITEMS}</ul>"))
sure = st.integers(1, 19).map(lambda twentieths: twentieths / 20)  # far from the limit of certainty


@dataclass(frozen=True)
class Foreseen:
    """Knows the quality that is given."""

    expected_quality: float


@dataclass
class Fixed:
    """Labels the blocks with given probabilities."""

    probabilities: tuple[float, ...]
    name: str = "fixed"
    forecast: Foreseen | None = None

    def label(self, document: Document) -> Labels:
        probabilities = np.array(self.probabilities, np.float32)
        return Labels(document.blocks, probabilities, self.forecast)


def weighted(labeler: Fixed, weight: float) -> WeightedExtractor:
    return WeightedExtractor(LabelerExtractor(labeler, 0.0), weight)


@given(st.tuples(sure, sure, sure), st.floats(0, 1))
def test_members_that_agree_decide_as_each_would_alone(
    probabilities: tuple[float, ...], weight: float
) -> None:
    members = [weighted(Fixed(probabilities), weight), weighted(Fixed(probabilities), 1 - weight)]
    found = combine(DOCUMENT, members)
    assert found.together.probabilities == pytest.approx(found.alone[0].probabilities, abs=1e-4)


def test_a_member_without_weight_decides_nothing_but_its_own_choice_is_kept() -> None:
    heavy, light = Fixed((0.9, 0.1, 0.1), "heavy"), Fixed((0.1, 0.1, 0.9), "light")
    found = combine(DOCUMENT, [weighted(heavy, 1.0), weighted(light, 0.0)])
    assert found.together.method == "heavy"
    assert found.together.text == "A first sentence, of some words."
    _, second = found.alone
    assert (second.method, second.text) == ("light", "The third of them.")


STORY = "<p>The river rose again on Tuesday night, and the lower town is under water.</p>" * 3
CARDS = "".join(
    f"<div class=card><a href=/{n}>Another story {n}</a><p>What it says in short.</p></div>"
    for n in range(4)
)


def test_cards_beside_a_text_must_be_likelier() -> None:
    document = read(Page("https://example.com/", f"<main>{STORY}</main>{CARDS}"))
    members = [weighted(Fixed((0.9,) * 3 + (0.5,) * 8), 1.0)]
    found = combine(document, members, beside={"cards": 1.0}).together.page_probabilities
    assert found == pytest.approx((0.9,) * 3 + (1 / (1 + np.e),) * 8)


def test_the_member_of_more_weight_prevails() -> None:
    first, second = Fixed((0.95, 0.5, 0.05), "first"), Fixed((0.05, 0.5, 0.95), "second")
    together = combine(DOCUMENT, [weighted(first, 0.7), weighted(second, 0.3)]).together
    assert together.method == "first+second"
    assert together.probabilities[0] > 0.5
    assert "third" not in together.text


def test_one_that_is_certain_can_be_outvoted() -> None:
    certain, others = Fixed((0.0, 0.0, 1.0)), Fixed((0.999, 0.999, 0.999))
    together = combine(DOCUMENT, [weighted(certain, 0.2), weighted(others, 0.8)]).together
    assert len(together.blocks) == 3


def test_the_quality_that_a_member_expects_is_expected_of_all() -> None:
    foreseeing = Fixed((0.9, 0.9, 0.9), forecast=Foreseen(0.8))
    members = [weighted(Fixed((0.9, 0.9, 0.9)), 0.5), weighted(foreseeing, 0.5)]
    assert combine(DOCUMENT, members).together.expected_quality == 0.8


def test_records_come_only_when_asked_for() -> None:
    members = [weighted(Fixed((0.9,) * len(LIST.blocks)), 1.0)]
    assert combine(LIST, members).together.records == ()
    assert len(combine(LIST, members, records=RecordSearch("items")).together.records) == 6


@pytest.mark.parametrize(("of_items", "has_items"), [(0.01, False), (0.6, True)])
def test_of_a_list_that_the_first_member_passes_over_the_text_has_no_items(
    of_items: float, has_items: bool
) -> None:
    document = read(Page("https://example.com/", f"<main>{STORY}</main><ul>{_ITEMS}</ul>"))
    first = Fixed((0.9,) * 3 + (of_items,) * 12, "first")
    members = [weighted(first, 0.5), weighted(Fixed((0.9,) * 15, "second"), 0.5)]
    found = combine(document, members, records=RecordSearch("items")).together
    assert ("Item 3 of the list" in found.text) == has_items
    assert len(found.records) == 6


def test_what_a_shop_says_beside_its_goods_does_not_take_their_place() -> None:
    document = read(Page("https://example.com/", f"<main>{STORY}</main><ul>{_ITEMS}</ul>"))
    first = Fixed((0.9,) * 3 + (0.01,) * 12, "first")
    members = [weighted(first, 0.5), weighted(Fixed((0.9,) * 15, "second"), 0.5)]
    search = RecordSearch("items", {Genre.COLLECTION: 1.0})
    found = combine(document, members, records=search).together
    assert "Item 3 of the list" in found.text


def test_a_few_words_beside_a_list_do_not_take_its_place() -> None:
    document = read(Page("https://example.com/", f"<p>Sign up here.</p><ul>{_ITEMS}</ul>"))
    first = Fixed((0.9,) + (0.01,) * 12, "first")
    members = [weighted(first, 0.5), weighted(Fixed((0.9,) * 13, "second"), 0.5)]
    found = combine(document, members, records=RecordSearch("items")).together
    assert "Item 3 of the list" in found.text


def test_of_a_list_a_few_of_whose_items_the_first_member_keeps_beside_a_text_it_decides_alone() -> (
    None
):
    document = read(Page("https://example.com/", f"<main>{STORY}</main><ul>{_ITEMS}</ul>"))
    first = Fixed((0.9,) * 3 + (0.9,) * 2 + (0.01,) * 10, "first")
    members = [weighted(first, 0.5), weighted(Fixed((0.9,) * 15, "second"), 0.5)]
    found = combine(document, members, records=RecordSearch("items")).together
    assert "Item 3 of the list" not in found.text
    assert "Item 0 of the list" in found.text


@pytest.mark.parametrize("product", [True, False])
def test_comments_behind_a_text_are_left_out_but_on_a_product_they_are_its_reviews(
    product: bool,
) -> None:
    said = "<p>It has held for three winters now, and I would buy it again.</p>"
    document = read(Page("https://example.com/", f"{STORY}<div id=comments>{said}</div>"))
    members = [weighted(Fixed((0.9,) * 4), 1.0)]
    search = RecordSearch("items-if-likely", product=product)
    assert ("three winters" in combine(document, members, records=search).together.text) == product


_SAID = "Feed it well and leave it in the fridge over the holiday, it will sleep for weeks. "
_POSTS = "".join(
    f"<li class=post><a class=author href=/user/{who}>{who}</a> <time>2020-04-1{n} 10:24</time>"
    f"<div class=text>{_SAID * (n + 1)}</div></li>"
    for n, who in enumerate(("Ann", "Ben", "Cleo"))
)


@pytest.mark.parametrize(
    ("html", "authors"),
    [(f"<ul>{_POSTS}</ul>", ["Ann", "Ben", "Cleo"]), (f"<ul>{_ITEMS}</ul>", [""] * 6)],
    ids=["thread", "list"],
)
def test_what_may_be_a_thread_is_a_list_if_no_posts_are_found(
    html: str, authors: list[str]
) -> None:
    document = read(Page("https://example.com/", html))
    members = [weighted(Fixed((0.9,) * len(document.blocks)), 1.0)]
    found = combine(document, members, records=RecordSearch("posts-or-items")).together.records
    assert [record.author for record in found] == authors


@pytest.mark.parametrize("kind", ["items-if-likely", "items"])
@pytest.mark.parametrize("says", ["Article", "DiscussionForumPosting"])
def test_a_page_that_says_it_is_a_thread_has_posts_whatever_its_genre(
    says: str, kind: RecordKind
) -> None:
    stated = f'<script type="application/ld+json">{{"@type": "{says}"}}</script>'
    document = read(Page("https://example.com/", f"{stated}<ul>{_POSTS}</ul>"))
    members = [weighted(Fixed((0.9,) * len(document.blocks)), 1.0)]
    found = combine(document, members, records=RecordSearch(kind)).together.records
    assert ({record.type for record in found} == {"post"}) == (says != "Article")


@pytest.mark.parametrize(("forum", "posts"), [(0.3, 3), (0.1, 0)])
def test_a_list_that_may_be_a_forum_has_posts_if_there_are_some(forum: float, posts: int) -> None:
    document = read(Page("https://example.com/", f"<ul>{_POSTS}</ul>"))
    members = [weighted(Fixed((0.9,) * len(document.blocks)), 1.0)]
    search = RecordSearch("items", {Genre.LISTING: 1 - forum, Genre.FORUM: forum})
    found = combine(document, members, records=search).together.records
    assert sum(record.type == "post" for record in found) == posts


def test_boards_with_who_wrote_last_are_no_posts_of_a_list_that_may_be_a_forum() -> None:
    boards = "".join(
        f"<li><h3><a href=/board/{n}>Board number {n}</a></h3><a href=/user/{who}>{who}</a>"
        f"<time datetime=2020-04-1{n}>1{n} April 2020</time><p>{_SAID}</p></li>"
        for n, who in enumerate(("Ann", "Ben", "Cleo"))
    )
    document = read(Page("https://example.com/", f"<ul>{boards}</ul>"))
    members = [weighted(Fixed((0.9,) * len(document.blocks)), 1.0)]
    search = RecordSearch("items", {Genre.LISTING: 0.7, Genre.FORUM: 0.3})
    found = combine(document, members, records=search).together.records
    assert [record.title for record in found] == [f"Board number {n}" for n in range(3)]


@pytest.mark.parametrize("document", [DOCUMENT, LIST], ids=["sentences", "list"])
def test_each_alternative_is_what_its_extractor_returns_alone(document: Document) -> None:
    extractors = [labeler_extractor(name) for name in ("sight", "listview", "article")]
    members = [WeightedExtractor(each, 1 / 3) for each in extractors]
    alone = combine(document, members).alone
    assert alone == tuple(each(document) for each in extractors)


def test_an_empty_page_gives_empty_extractions() -> None:
    empty = read(Page("https://example.com/", "<body></body>"))
    found = combine(empty, [weighted(Fixed(()), 1.0)])
    assert (found.together.text, found.alone[0].text) == ("", "")
