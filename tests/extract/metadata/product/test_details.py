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


@pytest.mark.parametrize("body", [_TABLE, _LIST], ids=["table", "list of terms"])
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
