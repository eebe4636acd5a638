"""Which blocks are beside the content: in cards of other stories, in comments, in reviews."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.page.document import read
from pagesight.extract.selection.asides import Place, aside_penalty, in_overlay, in_widgets
from pagesight.render.page import Page

ARTICLE: tuple[Place, ...] = ("cards", "comments")
STORY = "".join(
    f"<p>Paragraph {n} of the story tells what came to pass, and at some length too.</p>"
    for n in range(9)
)


def _card(link: str, beside: str, around: str = "li") -> str:
    return f"<{around} class=item><h3>{link}</h3><p>{beside}</p></{around}>"


def _link(href: str, text: str = "The title of a story") -> str:
    return f"<a href='{href}'>{text}</a>"


def _texts_beside(
    body: str,
    url: str = "https://www.example.org/story",
    places: tuple[Place, ...] = ARTICLE,
    probability: float = 0.5,
) -> list[str]:
    document = read(Page(url, f"<body>{body}</body>"))
    probabilities = np.full(len(document.blocks), probability)
    found = aside_penalty(document, probabilities, dict.fromkeys(places, 1.0))
    return [block.text for block in document.blocks if found[block.order]]


def test_a_series_of_titles_with_summaries_is_cards() -> None:
    cards = "".join(_card(_link(f"/{n}", f"Title {n} here"), f"Summary {n} of it") for n in "abc")
    expected = [text for n in "abc" for text in (f"Title {n} here", f"Summary {n} of it")]
    assert _texts_beside(f"<article>{STORY}</article><ul>{cards}</ul>") == expected


def test_cards_need_not_be_siblings() -> None:
    card = _card(_link("/a"), "What it says in short", "div")
    assert len(_texts_beside(STORY + f"<section>{card}</section>" * 3)) == 6


@pytest.mark.parametrize(
    "card",
    [
        _card("A heading of a section", "What it says in short"),
        _card(_link("https://shop.example.net/7"), "A lamp of some worth"),
        _card(_link("#notes"), "What is further down"),
        _card(_link("/a"), "word " * 120),
        _card(_link("/a"), ""),
        _card(_link("/a", "More"), "What it says in short"),
    ],
    ids=["no link", "another site", "this page", "a section", "nothing beside", "no title"],
)
def test_what_else_repeats_is_text(card: str) -> None:
    assert _texts_beside(f"<article>{STORY * 9}</article><ul>{card * 4}</ul>") == []


def test_a_list_of_titles_is_beside_a_sure_text_unless_within_it() -> None:
    titles = "".join(f"<li>{_link(f'/{n}', f'Title {n} here')} 4 May</li>" for n in "abc")
    expected = [f"Title {n} here 4 May" for n in "abc"]
    for body in (f"<ul>{titles}</ul>{STORY}", f"{STORY}<ul>{titles}</ul>"):
        assert _texts_beside(body, probability=0.9) == expected
    assert _texts_beside(f"{STORY}<ul>{titles}</ul>{STORY}", probability=0.9) == []


def test_titles_below_a_dialogue_are_beside_it() -> None:
    lines = "".join(f"<p>{word}</p>" for word in ("Why now?", "It rains.", "And if not?") * 5)
    titles = "".join(f"<li>{_link(f'/{n}')}</li>" for n in "abc")
    assert len(_texts_beside(f"{lines}<ul>{titles}</ul>", probability=0.9)) == 3


def test_many_doubtful_cards_do_not_outweigh_a_short_text() -> None:
    cards = _card(_link("/a"), "What it says in short, and more of it besides") * 60
    document = read(Page("https://www.example.org/story", f"<body>{STORY}{cards}</body>"))
    probabilities = np.array([0.9] * 9 + [0.25] * 120)
    assert aside_penalty(document, probabilities, {"cards": 1.0})[9:].all()


def test_two_alike_are_no_series() -> None:
    assert _texts_beside(STORY + _card(_link("/a"), "What it says in short") * 2) == []


def test_a_list_of_cards_is_no_article_beside_cards() -> None:
    cards = _card(_link("/a"), "What it says, and that at a length of its own") * 30
    assert _texts_beside(f"<p>Our stories of the week.</p><ul>{cards}</ul>") == []


def test_the_updates_of_a_live_blog_are_its_text() -> None:
    update = _card(_link("/live#a", "12:40 The vote is over"), "word " * 60, "article")
    update = update.replace("/live#a", "/live/post-7")
    assert _texts_beside(f"<main>{STORY}{update * 5}</main>") == []


def test_without_an_address_the_site_is_the_one_that_the_page_links_to_most() -> None:
    links = "".join(_link(f"https://www.example.org/{n}") for n in range(9))
    card = _card(_link("https://www.example.org/a"), "What it says in short")
    away = _card(_link("https://shop.example.net/a"), "A lamp of some worth", "div")
    assert len(_texts_beside(links + STORY + card * 3 + away * 3, url="")) == 6


@pytest.mark.parametrize(
    ("comments", "beside"),
    [
        ("<li class=comment>So it is.</li><li class=comment>No.</li>", ["So it is.", "No."]),
        ("<p id=comment-1>Yes.</p><p>That.</p><p id=comment-2>No.</p>", ["Yes.", "No."]),
        ("<p class=opinia>Tak.</p><p class=opinia>Nie.</p>", ["Tak.", "Nie."]),
        ("<div class=comments-open><p>The last of the story.</p></div>", []),
    ],
    ids=["a list", "by ids", "in Polish", "one element may be the article"],
)
def test_comments_are_several_elements_so_named(comments: str, beside: list[str]) -> None:
    assert _texts_beside(f"<article>{STORY}</article><ul>{comments}</ul>") == beside


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("reviews", "product-reviews"),
        ("carousels", "product-slider"),
        ("delivery", "shipping_info"),
        ("offers", "newsletter-signup"),
        ("filters", "facets"),
        ("terms", "footnotes"),
        ("signatures", "post-signature"),
    ],
)
def test_places_are_known_by_their_names(place: Place, name: str) -> None:
    body = f"<main>{STORY}</main><div class='{name}'><p>What is beside.</p></div>"
    assert _texts_beside(body, places=(place,)) == ["What is beside."]
    assert _texts_beside(f"<div class='{name}'>{STORY}</div><p>x</p>", places=(place,)) == []


def test_a_block_in_two_places_has_the_caution_of_the_surer() -> None:
    body = f"{STORY}<div class='delivery reviews'>What is beside.</div>"
    document = read(Page("", f"<body>{body}</body>"))
    cautions: dict[Place, float] = {"reviews": 1.0, "delivery": 2.0}
    found = aside_penalty(document, np.full(len(document.blocks), 0.5), cautions)
    assert found.tolist() == [0.0] * 9 + [2.0]


@given(st.lists(st.sampled_from(["<ul>", "</ul>", _card(_link("/a"), "In short, so"), STORY, "x"])))
def test_every_page_can_be_asked(parts: list[str]) -> None:
    document = read(Page("", f"<body>{''.join(parts)}x</body>"))
    found = aside_penalty(document, np.full(len(document.blocks), 0.5), {"cards": 1.0})
    assert found.shape == (len(document.blocks),)


def test_what_a_program_asks_consent_with_is_no_text_of_the_page() -> None:
    asks = "<div id=onetrust-consent-sdk><h4>Your Privacy</h4><p>Cookies let us count.</p></div>"
    document = read(Page("https://example.org/", f"<body>{STORY}{asks}</body>"))
    inside = [block.text for block in document.blocks if in_widgets(document)[block.order]]
    assert inside == ["Your Privacy", "Cookies let us count."]


@pytest.mark.parametrize(
    ("box", "asks"),
    [
        ("<div class=cookie-notice><p>We count.</p><button>Accept</button></div>", True),
        ("<div id=embedConsent><label><input type=checkbox>We count.</label></div>", True),
        ("<div class=cookiebanner><p>We count.</p><button>Accept</button></div>", True),
        ("<div class='sharedaddy sd-like'><p>We count.</p></div>", True),
        ("<section class=cookie-section><p>We count.</p></section>", False),
        ("<div class=gdpr><article><p>We count.</p><button>Share</button></article></div>", False),
    ],
    ids=["a button", "a box to check", "one word", "a program", "a policy", "an article"],
)
def test_what_asks_consent_and_no_program_put_in_has_something_to_press(
    box: str, asks: bool
) -> None:
    document = read(Page("https://example.org/", f"<body><p>Short.</p>{box}</body>"))
    assert "We count." in [block.text for block in document.blocks]
    assert in_widgets(document).any() == asks


@pytest.mark.parametrize(
    ("box", "is_over"),
    [
        ("<div style='bottom: 0; position:fixed'><p>Join us.</p></div>", True),
        ("<div style='position: relative'><p>Join us.</p></div>", False),
        (f"<div style='position:fixed'>{STORY}<p>Join us.</p></div>", False),
        ("<header style='position:fixed'><h1>The story</h1><p>Join us.</p></header>", False),
        ("<button>Why?</button><div role=dialog hidden><p>Join us.</p></div>", True),
        ("<div role=dialog aria-modal=false><p>Join us.</p></div>", False),
        ("<dialog open><p>Join us.</p></dialog>", True),
        ("<p>Tea<tool-tip><p>Join us.</p></tool-tip>", True),
        ("<div role=tooltip aria-describedby=a><p>Join us.</p></div>", False),
    ],
    ids=[
        *("fixed", "in its place", "much of the page", "the title", "dialog", "sheet"),
        *("dialog by tag", "tooltip", "what has a tooltip"),
    ],
)
def test_what_lies_over_the_page_is_none_of_its_text(box: str, is_over: bool) -> None:
    document = read(Page("https://example.org/", f"<body>{STORY}{box}</body>"))
    over = [block.text for block in document.blocks if in_overlay(document)[block.order]]
    assert over == (["Join us."] if is_over else [])
