"""The first link and image of a block."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.links import image_of, link_in
from pagesight.render.page import Page


@pytest.mark.parametrize(
    ("body", "link", "image"),
    [
        ("a <a href=/x>b</a> <a href=/y>c</a>", "https://a.org/x", ""),
        ("<a href=/x><img src=/i></a>", "https://a.org/x", "https://a.org/i"),
        ("<a href='/x_(y)'>b</a>", "https://a.org/x_(y)", ""),
        ("<a href=/x><img src=/i> ] and [</a>", "https://a.org/x", "https://a.org/i"),
        ("Wow!<a href=/x>b</a>", "https://a.org/x", ""),
        ("[b](http://evil) ![c](d)", "", ""),
        ("<code>[b](javascript:evil())</code>", "", ""),
    ],
)
def test_addresses_are_those_of_the_page_whatever_its_text(
    body: str, link: str, image: str
) -> None:
    (block,) = read(Page("https://a.org/", f"<p>{body}</p>")).blocks
    assert (link_in(block), image_of([block], "")) == (link, image)


@pytest.mark.parametrize("name", ["author-image-2", "f-ava--01", "user-img/img-07"])
def test_a_portrait_of_an_author_is_no_photo_of_the_item(name: str) -> None:
    (block,) = read(
        Page("https://a.org/", f"<p>A <img src=/{name}.png> <img src=/b.png></p>")
    ).blocks
    assert image_of([block], "") == "https://a.org/b.png"


@pytest.mark.parametrize(
    "name", ["sale.png", "img/hit-1.gif", "woocommerce-placeholder-300x300.png", "images/trans.gif"]
)
def test_a_badge_is_no_photo_of_the_item(name: str) -> None:
    (block,) = read(Page("https://a.org/", f"<p>A <img src=/{name}></p>")).blocks
    assert image_of([block], "") == ""


def test_a_photo_may_be_called_by_what_it_shows() -> None:
    (block,) = read(Page("https://a.org/", "<p>A <img src=/pineapple.png></p>")).blocks
    assert image_of([block], "") == "https://a.org/pineapple.png"
