"""The first link and image of a block."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.fields.links import (
    image_of,
    leading_on,
    link_in,
    link_named,
    repeated_images,
)
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
    "name",
    [
        *("sale.png", "img/hit-1.gif", "woocommerce-placeholder-300x300.png"),
        *("images/trans.gif", "images/loading-jc.gif"),
    ],
)
def test_a_badge_is_no_photo_of_the_item(name: str) -> None:
    (block,) = read(Page("https://a.org/", f"<p>A <img src=/{name}></p>")).blocks
    assert image_of([block], "") == ""


def test_a_photo_may_be_called_by_what_it_shows() -> None:
    (block,) = read(Page("https://a.org/", "<p>A <img src=/pineapple.png></p>")).blocks
    assert image_of([block], "") == "https://a.org/pineapple.png"


def test_an_address_to_share_an_item_by_is_not_its_own() -> None:
    share = "<a href='https://vk.com/share.php?url=x'><img src=/vk.jpg></a>"
    (block,) = read(Page("https://a.org/", f"<p>{share} <a href=/x>more</a></p>")).blocks
    assert (link_in(block), image_of([block], "")) == ("https://a.org/x", "")


def test_an_image_of_most_items_is_no_photo_where_some_have_another() -> None:
    shown = ["<img src=/like.png>"] * 5 + ["<img src=/like.png><img src=/photo.jpg>"]
    blocks = read(Page("https://a.org/", "".join(f"<p>A {each}</p>" for each in shown))).blocks
    signs = repeated_images([[block] for block in blocks])
    assert [image_of([block], "", signs) for block in blocks[-2:]] == [
        "",
        "https://a.org/photo.jpg",
    ]


def test_an_image_that_all_items_have_is_kept_where_there_is_no_other() -> None:
    blocks = read(Page("https://a.org/", "<p>A <img src=/photo.jpg></p>" * 5)).blocks
    assert repeated_images([[block] for block in blocks]) == frozenset()


def test_a_drawing_that_all_items_have_is_no_photo() -> None:
    blocks = read(Page("https://a.org/", "<p>A <img src=/off.gif></p>" * 5)).blocks
    assert repeated_images([[block] for block in blocks]) == {"https://a.org/off.gif"}


def test_the_photo_in_a_link_comes_before_the_badge_over_it() -> None:
    link = "<a href=/x>News <img src=/photo.jpg><img src=/themes/true.png></a>"
    (block,) = read(Page("https://a.org/", f"<p>{link}</p>")).blocks
    assert image_of([block], "https://a.org/x") == "https://a.org/photo.jpg"


def test_a_picture_that_is_called_as_its_item_is_no_link() -> None:
    card = "<a href=/trays><img src=/trays.png alt=Trays> <span>Trays</span></a>"
    block = read(Page("https://a.org/", f"<p>{card}</p>")).blocks[0]
    assert link_named(block, "Trays") == "https://a.org/trays"


def test_a_drawing_that_two_items_show_is_no_photo() -> None:
    shown = ["<img src=/heart.svg>", "<img src=/heart.svg>", *["<img src=/photo.jpg>"] * 3]
    blocks = read(Page("https://a.org/", "".join(f"<p>A {each}</p>" for each in shown))).blocks
    assert repeated_images([[block] for block in blocks]) == {"https://a.org/heart.svg"}


@pytest.mark.parametrize(
    "name",
    [
        "ratings/rate_100.png",
        "stars-4.5.gif",
        "avatarstore/3.jpg",
        "profile_images/x.jpg",
        "btn_go.gif",
        "smilies/a.gif",
        "playButton.png",
        "pdf-icon.gif",
        "plus-sign.png",
        "posticons/request.png",
        "avw.php?zoneid=8",
    ],
)
def test_stars_and_profiles_are_no_photos(name: str) -> None:
    (block,) = read(Page("https://a.org/", f"<p>A <img src=/{name}></p>")).blocks
    assert image_of([block], "") == ""


def test_the_link_that_leads_on_is_an_items_address_rather_than_one_in_its_text() -> None:
    text = "<p>It begins with the <a href=/council>council</a>, and goes on for a long while.</p>"
    page = f"{text}<p><a href=/story>Full story (comments: 2)</a></p>"
    blocks = read(Page("https://a.org/", page)).blocks
    assert leading_on(blocks) == "https://a.org/story"
    assert leading_on(blocks[1:]) == ""
