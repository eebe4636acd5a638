"""What a page says of its product at length, and whether it is a page of one."""

import json
from typing import Any

import pytest

from pagesight.extract.metadata.product.details import states_product
from pagesight.extract.metadata.product.read import product
from pagesight.extract.metadata.product.stated import Product
from pagesight.extract.page.document import Document, read
from pagesight.render.page import Page

_TABLE = "<table><tr><th>Width<td>120 cm<tr><th>Height<td>75 cm<tr><th>Wood<td>Oak</table>"
_LIST = "<dl><dt>Width:<dd>120 cm<dt>Height:<dd>75 cm<dt>Wood:<dd>Oak</dl>"
_SPECIFICATION = {"Width": "120 cm", "Height": "75 cm", "Wood": "Oak"}
_STATED: dict[str, Any] = {
    "@type": "Product",
    "name": "Oak table",
    "description": "Made &amp; oiled by hand.<br>Lasts.",
    "image": ["javascript:alert(1)", "/a.jpg", {"@type": "ImageObject", "url": "https://cdn.example/b.jpg"}],
    "additionalProperty": {"@type": "PropertyValue", "name": "Wood", "value": "Oak"},
    "hasVariant": [{"@type": "Product", "name": "Oak table, small"}],
    "offers": {
        "@type": "Offer", "price": 450, "priceCurrency": "EUR", "seller": {"name": "Holz"},
        "priceSpecification": {"priceType": "https://schema.org/ListPrice", "price": 500},
    },
}  # fmt: skip


def _document(body: str, *stated: dict[str, Any]) -> Document:
    scripts = "".join(
        f"<script type='application/ld+json'>{json.dumps(each)}</script>" for each in stated
    )
    head = f"<title>Oak table - Holz</title>{scripts}"
    heading = "<h1>Oak table</h1><p>Some words of the table, its maker and its wood.</p>"
    return read(Page("https://shop.example/p", f"<head>{head}</head><body>{heading}{body}</body>"))


def test_markup_states_description_images_specification_seller_and_list_price() -> None:
    found = product(_document("", _STATED))
    assert found.description == "Made & oiled by hand. Lasts."
    assert found.images == ("https://shop.example/a.jpg", "https://cdn.example/b.jpg")
    assert (found.seller, found.list_price) == ("Holz", "500")
    assert (found.specification, found.variants) == ({"Wood": "Oak"}, ("Oak table, small",))


def test_what_the_page_shows_as_description_comes_before_what_it_tells_search_engines() -> None:
    shown = "Made of oak that grew in the north, oiled by hand, and good for eight guests or more."
    body = f"<div class=description><h3>Description</h3><p>{shown}</p></div>"
    told = "<meta name=description content='Buy an oak table at Holz. Free delivery and returns.'>"
    found = product(read(Page("https://shop.example/p", f"<head>{told}</head><h1>Oak</h1>{body}")))
    assert found.description == shown


_LINES = "<ul><li>Width: 120 cm<li><b>Height:</b> 75 cm<li>Wood: Oak</ul>"
_PAIRS = "".join(
    f"<div><span>{name}</span><span>{value}</span></div>" for name, value in _SPECIFICATION.items()
)


@pytest.mark.parametrize(
    "body",
    [_TABLE, _LIST, _LINES, f"<section>{_PAIRS}</section>"],
    ids=["table", "list of terms", "list of lines", "elements of two texts"],
)
def test_a_specification_is_read_off_the_page(body: str) -> None:
    assert product(_document(body)).specification == _SPECIFICATION


def test_a_table_of_several_columns_is_no_specification() -> None:
    table = "<table><tr><td>S<td>90<td>60<tr><td>M<td>100<td>70<tr><td>L<td>120<td>75</table>"
    assert product(_document(table)).specification == {}


@pytest.mark.parametrize(
    "former", ["<del>€500.00</del>", "<span class=price-old>€500.00</span>"], ids=["tag", "class"]
)
def test_the_price_that_is_struck_out_is_the_list_price(former: str) -> None:
    found = product(_document(f"<p class=price>{former} <b class=now>€450.00</b></p>"))
    assert (found.price, found.list_price) == ("450.00", "500.00")


def test_a_page_that_says_nothing_at_length_has_no_details() -> None:
    assert product(_document("")) == Product(title="Oak table")


def test_markup_of_one_product_on_offer_makes_a_page_one_of_a_product() -> None:
    other = _STATED | {"name": "Ash chair"}
    assert states_product(_document("", _STATED))
    assert not states_product(_document("", _STATED, other))
    assert not states_product(_document("", other))
    assert not states_product(_document("", {"@type": "Product", "name": "Oak table"}))


def test_the_pictures_of_a_gallery_are_the_products_and_those_of_others_are_not() -> None:
    gallery = (
        "<div class=product-gallery><a href=/big/1.jpg><img src=/1.jpg></a>"
        "<img src='data:image/gif;base64,AA' data-src=/2.jpg><img src=/play.svg>"
        "<img src=/product-placeholder.png><img src=/shop_logo.png><img src=/oak/false></div>"
    )
    described = "<img src=/3.jpg alt='Oak table from above'>"
    others = (
        "<div class=related-products><img src=/4.jpg alt='Oak table, small'></div>"
        "<a href=/chair><img src=/5.jpg alt='Oak table with a chair'></a>"
    )
    images = product(_document(gallery + described + others)).images
    assert images == tuple(f"https://shop.example/{number}.jpg" for number in (1, 2, 3))


def test_a_box_with_a_style_called_relative_is_not_of_related_products() -> None:
    gallery = "<div class='product-gallery pos-relative'><img src=/1.jpg></div>"
    assert product(_document(gallery)).images == ("https://shop.example/1.jpg",)


def test_a_box_of_the_product_named_for_a_menu_is_the_product_s_below_a_bar_with_its_name() -> None:
    gallery = "<h1>Oak table</h1><div class=product-gallery><img src=/1.jpg></div>"
    body = f"<div class=bar><p>Oak table</p></div><div class='product has-nav'>{gallery}</div>"
    page = Page("https://shop.example/p", f"<title>Oak table</title><body>{body}<p>{_TEXT}</p>")
    assert product(read(page)).images == ("https://shop.example/1.jpg",)


def test_a_picture_in_several_sizes_is_one() -> None:
    names = ("1_3000x.jpg", "1_%7Bwidth%7Dx.jpg", "1-300x300.jpg", "2_50x.jpg?v=3")
    gallery = "".join(f"<img src=/{name}>" for name in names)
    images = product(_document(f"<div class=product-gallery>{gallery}</div>")).images
    assert images == ("https://shop.example/1_3000x.jpg", "https://shop.example/2_50x.jpg?v=3")


_TEXT = "Made of one tree, oiled by hand, and so heavy that two are needed to move it."


@pytest.mark.parametrize(
    "body",
    [
        f"<div class=productDescription><p>{_TEXT}</p></div>",
        f"<h2>Description</h2><p>{_TEXT}</p><h2>Delivery</h2><p>In two weeks.</p>",
    ],
    ids=["called so", "headed so"],
)
def test_a_description_is_read_off_the_page(body: str) -> None:
    assert product(_document(body)).description == _TEXT


def test_two_lines_that_a_class_calls_facts_are_a_specification() -> None:
    rows = "<tr><th>Width<td>120 cm<tr><th>Wood<td>Oak"
    assert product(_document(f"<table>{rows}</table>")).specification == {}
    assert product(_document(f"<table class=attributes>{rows}</table>")).specification == {
        "Width": "120 cm",
        "Wood": "Oak",
    }


@pytest.mark.parametrize(
    "former",
    [
        "<p>List Price: €500.00</p>",
        "<p><span style='text-decoration:line-through'>€500</span></p>",
        "<span class='text-gray-400 line-through'>€500.00</span>",
    ],
    ids=["by a word", "by its own style", "by a class"],
)
def test_a_list_price_is_called_so_or_struck_out(former: str) -> None:
    found = product(_document(f"{former}<p class=price>€450.00</p>"))
    assert (found.price, found.list_price.removesuffix(".00")) == ("450.00", "500")


def test_a_price_without_tax_is_not_the_one_to_pay() -> None:
    prices = "<ul><li><h2>€24.00</h2></li><li>Ex Tax: €20.17</li></ul>"
    assert product(_document(prices)).price == "24.00"


def test_the_stars_of_a_shop_are_no_specification() -> None:
    stars = "<ul><li>Packing: 4.9<li>Speed: 5.0<li>Service: 4.8</ul>"
    assert product(_document(stars)).specification == {}


def test_without_a_description_it_is_the_first_longer_text() -> None:
    texts = [
        "Made of oak that grew in the north, oiled by hand, and good for eight guests or more."
    ] * 2
    body = (
        f"<h2>Good to know</h2><p>{'</p><p>'.join(texts)}</p><h2>Care</h2><p>{'Oil it. ' * 9}</p>"
    )
    assert product(_document(body)).description == " ".join(texts)
