"""The attributes of a product, from all the ways in which pages state and show them."""

import json
from typing import Any

import pytest

from pagesight.extract.metadata.product.read import product, shows_product
from pagesight.extract.metadata.product.stated import Product
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_BODY = "<h1>Oak table</h1><p>A table of solid oak, made by hand to last for many years.</p>"


def _product(body: str, head: str = "", url: str = "https://shop.example/p/1") -> Product:
    page = f"<html lang=en><head><title>Oak table</title>{head}</head><body>{body}</body></html>"
    return product(read(Page(url, page)))


def _json_ld(item: dict[str, Any]) -> str:
    return f"<script type='application/ld+json'>{json.dumps(item)}</script>"


_ITEM = {
    "@type": "Product",
    "name": "Oak table",
    "sku": "T-100",
    "gtin13": "4006381333931",
    "brand": {"@type": "Brand", "name": "Holz"},
    "offers": {
        "@type": "Offer", "price": 450.5, "priceCurrency": "EUR",
        "availability": "https://schema.org/OutOfStock",
    },
    "aggregateRating": {"ratingValue": "4.6", "reviewCount": 12},
}  # fmt: skip
_MICRODATA = """
<div itemscope itemtype="http://schema.org/Product"><h1 itemprop=name>Oak table</h1>
<span itemprop=brand>Holz</span><meta itemprop=sku content=T-100>
<meta itemprop=gtin13 content=4006381333931>
<div itemprop=offers itemscope itemtype="http://schema.org/Offer">
<span itemprop=price content="450.50">450,50</span><meta itemprop=priceCurrency content=EUR>
<link itemprop=availability href="http://schema.org/OutOfStock"></div>
<div itemprop=aggregateRating itemscope itemtype="http://schema.org/AggregateRating">
<b itemprop=ratingValue>4.6</b> of <b itemprop=reviewCount>12</b></div></div>"""
_RDFA = (
    _MICRODATA.replace("itemscope itemtype=", "typeof=")
    .replace("itemprop=", "property=")
    .replace("http://schema.org/Out", "Out")
)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (_json_ld(_ITEM), _BODY),
        (_json_ld({"@graph": [{"@type": "WebPage", "mainEntity": _ITEM}]}), _BODY),
        ("", _MICRODATA),
        ("", _RDFA),
    ],
    ids=["JSON-LD", "in a graph", "microdata", "RDFa Lite"],
)
def test_what_a_page_states_for_machines(head: str, body: str) -> None:
    found = _product(body, head)
    assert float(found.price) == 450.5
    assert (found.title, found.currency, found.availability) == ("Oak table", "EUR", "OutOfStock")
    assert (found.sku, found.gtin, found.brand) == ("T-100", "4006381333931", "Holz")
    assert (found.rating, found.review_count) == ("4.6", "12")


def test_open_graph_states_price_and_stock() -> None:
    tags = {"price:amount": "19.50", "price:currency": "CHF", "availability": "in stock"}
    head = "".join(
        f"<meta property='product:{name}' content='{said}'>" for name, said in tags.items()
    )
    found = _product(_BODY, head)
    assert (found.price, found.currency, found.availability) == ("19.50", "CHF", "InStock")


@pytest.mark.parametrize(
    ("shown", "price", "currency"),
    [
        ("<p class=price>€ 1.759,99</p>", "1759.99", "EUR"),
        ("<div class=prices><del>£60</del> <b>£45</b></div>", "45", "GBP"),
        ("<p>Was £60</p><p>Now £45</p>", "45", "GBP"),
        ("<span class=product-price><i>$</i><i>19</i><sup>99</sup></span>", "19.99", "USD"),
        ("<td>原價</td><td>$420</td><td>特價</td><td>294元</td>", "294", "CNY"),
        ("<div class=price>978</div>", "978", ""),
        ("<p>0,00 €</p><p class=price-now>978 €</p>", "978", "EUR"),
        ("<p><i>£50.00 ex. VAT</i> <i>£60.00 inc. VAT</i></p>", "60.00", "GBP"),
        ("<p>£50.00 + VAT</p>", "50.00", "GBP"),
        ("<p>12 cuotas sin interés de $ 99</p><p>$ 990</p>", "990", "USD"),
        ("<p>$95.99 CAD</p>", "95.99", "CAD"),
        ("<p>SFr. 45.00</p>", "45.00", "CHF"),
        ("<p>14,99 € / tk</p>", "14.99", "EUR"),
        (
            "<p class=current-price><i class=price-nowrap><b>$</b><b class=price-integer>79</b>"
            "</i><b>.99</b></p><p class=price-text>Price $ 79.99</p>",
            *("79.99", "USD"),
        ),
    ],
    ids=[
        *("sign before", "struck out", "former", "in pieces", "Chinese", "no sign", "empty cart"),
        *("with tax beside without", "without tax alone", "instalment"),
        *("sign and code", "Shopify's franc", "by the piece", "cents in small figures"),
    ],
)
def test_the_price_that_is_shown(shown: str, price: str, currency: str) -> None:
    found = _product(f"{_BODY}<table><tr>{shown}</table><button>Add to cart</button>")
    assert (found.price, found.currency) == (price, currency)


def test_prices_of_other_products_are_not_the_product_s() -> None:
    others = "".join(f"<li class=item><span class=price>£{sum_}</span>" for sum_ in (5, 6, 7, 8))
    body = f"{_BODY}<p><b>£45</b></p><ul class=recommended>{others}</ul>"
    assert _product(body).price == "45"


def test_a_price_right_below_the_name_may_look_like_those_of_other_products() -> None:
    states = " ".join(f"product_cat-{number}" for number in range(9)) + " shipping-taxable"
    price = "<p class=price><span class=amount>£{}</span></p>"
    others = "".join(f"<li>{price.format(each)}</li>" for each in (25, 26, 27))
    own = f"<div class='product {states}'>{_BODY}{price.format(45)}</div>{'<p>Oak.' * 20}"
    assert _product(f"{own}<ul>{others}</ul>").price == "45"


def test_the_price_that_most_ways_of_saying_agree_on_is_taken() -> None:
    auction = {"@type": "Product", "name": "Oak table", "offers": {"price": 150}}
    head = _json_ld(auction) + "<meta property='product:price:amount' content=200>"
    assert _product(f"{_BODY}<p class=price>$200</p>", head).price == "200"


@pytest.mark.parametrize(
    ("said", "availability"),
    [
        ("In stock", "InStock"),
        ("Nicht verfügbar", "OutOfStock"),
        ("Nicht vorrätig", "OutOfStock"),
        ("Niet voorradig", "OutOfStock"),
        ("Rupture de stock", "OutOfStock"),
        ("<button>In den Warenkorb</button>", "InStock"),
        ("<button>Kupi</button>", "InStock"),
        ("<input type=submit id=add-to-cart value=Go>", "InStock"),
        ("A word", ""),
    ],
)
def test_whether_it_is_shown_to_be_in_stock(said: str, availability: str) -> None:
    assert _product(f"{_BODY}<p>£45</p><p>{said}</p>").availability == availability


@pytest.mark.parametrize("said", ["4.8 of 5, 36 reviews", "4,8 von 5", "4.8 out of 5", "4.8 ★"])
def test_the_rating_that_is_shown(said: str) -> None:
    assert _product(f"{_BODY}<p>£45</p><p class=stars>{said}</p>").rating == "4.8"


def test_a_former_price_may_stand_in_one_line_with_the_price() -> None:
    found = _product(f"{_BODY}<p>Was £60 Now £45</p>")
    assert (found.price, found.list_price) == ("45", "60")


def test_an_empty_cart_is_no_rating() -> None:
    assert _product(f"<p>Cart $0.00 (0)</p>{_BODY}<p>£45</p>").rating == ""


def test_what_is_said_of_a_sum_is_not_said_of_the_next() -> None:
    assert _product(f"{_BODY}<p>£37.50 ex VAT</p><p>£45 inc VAT</p>").price == "45"


@pytest.mark.parametrize(
    ("shown", "rating", "count"),
    [
        ("<p class=rating>Rating 4.7578 out of 5 <a>Reviews (1,190)</a></p>", "4.7578", "1190"),
        ("<p class=product-ratings>4,57 7 opinii</p>", "4.57", "7"),
        ("<p class=rating aria-label='Rating: 4.1 out of 5 stars'>4.1 (407)</p>", "4.1", "407"),
        ("<p class=rating aria-label='Review: 5 out of 5 stars.'>(39)</p>", "5", "39"),
        ("<p class=stars title='4.6 out of 5 stars'></p><p class=reviews>(33)</p>", "4.6", "33"),
        ("<div class=related><p class=stars>2 of 5</div><p class=stars>4.8 of 5", "4.8", ""),
        ("<p class=text-sm>4.9 2,695 reviews</p>", "4.9", "2695"),
        ("<p>(4.4)|</p><p>1,935 ratings</p>", "4.4", "1935"),
        ("<div class=relative><p class=stars>4.8 of 5</p></div>", "4.8", ""),
    ],
)  # fmt: skip
def test_the_rating_of_the_product_and_how_many_gave_one(
    shown: str, rating: str, count: str
) -> None:
    found = _product(f"{_BODY}<p>£45</p>{shown}")
    assert (found.rating, found.review_count) == (rating, count)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("<p class=rating>Rated 0 out of 5</p><b class=reviews>(0)</b>", id="nobody's"),
        pytest.param("<div class=comment-form-rating><label>Your rating *</label><p class=stars>"
                     + "".join(f"<a class=star-{n}>{n}</a> " for n in range(1, 6)), id="levels"),
        pytest.param("<form class=review><p class=rating><label title='1 star'>1 star</label>"
                     "<label title='2 stars'>2 stars</label></p></form>", id="to be given"),
    ],
)  # fmt: skip
def test_stars_that_nobody_gave_are_no_rating(said: str) -> None:
    found = _product(f"{_BODY}<p class=price>$ 45</p>{said}")
    assert (found.rating, found.review_count) == ("", "")


def test_what_holds_the_title_is_of_the_product_whatever_a_theme_calls_it() -> None:
    said = (
        "<div class=rating>4.5 out of 5</div><div class=description>" + "Solid oak, by hand. " * 5
    )
    body = f"<div class=theme-no-related-menu>{_BODY}<p class=price>$ 45</p>{said}</div></div>"
    found = _product(body)
    assert found.rating == "4.5"
    assert found.description.startswith("Solid oak")


@pytest.mark.parametrize(
    ("labels", "sku", "brand"),
    [
        ("Stok kodu: 136 / Marka: Meşe", "136", "Meşe"),
        ("Mã sản phẩm: G-12 / Thương hiệu: Gỗ", "G-12", "Gỗ"),
        ("货号: 5512 / 品牌: 木工", "5512", "木工"),
        ("Cikkszám: T-9 / Márka: Tölgy", "T-9", "Tölgy"),
        ("상품번호: 77123 / 브랜드: 나무", "77123", "나무"),
    ],
)
def test_labels_of_number_and_brand_in_many_languages(labels: str, sku: str, brand: str) -> None:
    lines = "".join(f"<li>{line}</li>" for line in labels.split(" / "))
    found = _product(f"{_BODY}<p class=price>45 €</p><ul>{lines}</ul>")
    assert (found.sku, found.brand) == (sku, brand)


def test_what_can_be_put_into_the_cart_is_in_stock_whatever_a_hidden_badge_says() -> None:
    badge = "<p>£45 <i class=badge>Sold out</i></p>"
    assert _product(f"{_BODY}{badge}<button>Add to cart</button>").availability == "InStock"
    assert _product(f"{_BODY}{badge}<button>Notify me</button>").availability == "OutOfStock"


def test_numbers_and_brand_are_read_by_their_labels() -> None:
    rows = "<tr><th>Brand</th><td>Holz</td></tr><tr><th>Item no.:</th><td>T-100</td></tr>"
    found = _product(f"{_BODY}<p>£45</p><table>{rows}</table><p>EAN: 4006381333931</p>")
    assert (found.brand, found.sku, found.gtin) == ("Holz", "T-100", "4006381333931")


def test_a_number_in_what_the_shop_program_calls_so_needs_no_label() -> None:
    found = _product(f"{_BODY}<p>£45</p><p>Lagernummer: <span class=sku>SAV-200</span></p>")
    assert found.sku == "SAV-200"


@pytest.mark.parametrize("said", ["EAN: 4006381333931.", "EAN-Nummer 4006381333931"])
def test_numbers_stand_before_full_stops_and_after_labels_without_a_colon(said: str) -> None:
    found = _product(f"{_BODY}<p>£45</p><p>ID Produto</p><p>1236291</p><p>{said}</p>")
    assert (found.sku, found.gtin) == ("1236291", "4006381333931")


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "<nav aria-label=Breadcrumb><a>Home</a> › <a>Tables</a> › <a>Oak table</a></nav>"),
        ("", "<ul class=breadcrumbs><li>Home<li>/<li>Tables<li>Oak table</ul>"),
        ("", "<p class=breadcrumbs>You are here: <a>Home</a> / <a>Tables</a> / <b>Oak table</b>"),
        (
            _json_ld({
                "@type": "BreadcrumbList",
                "itemListElement": [
                    {"position": 2, "name": "Tables"}, {"position": 1, "item": {"name": "Home"}},
                    {"position": 3, "name": "Oak table"},
                ],
            }),
            "",
        ),
    ],
    ids=["nav", "list", "label", "stated"],
)  # fmt: skip
def test_breadcrumbs_lead_down_to_the_product(head: str, body: str) -> None:
    assert _product(body + _BODY, head).breadcrumbs == ("Home", "Tables", "Oak table")


def test_a_line_of_links_with_arrows_between_them_leads_down_to_the_product() -> None:
    line = "<div><a href=/>Shop</a> &gt; <a href=/wood>Wood</a> &gt; <a href=/oak>Oak</a></div>"
    assert _product(f"{line}{_BODY}").breadcrumbs == ("Shop", "Wood", "Oak")


@pytest.mark.parametrize(
    ("sign", "url", "currency"),
    [
        ("$", "https://shop.cl/p", "CLP"),
        ("$", "https://shop.example/p", "USD"),
        ("kr", "https://shop.dk/p", "DKK"),
        ("kr", "https://shop.example/no/p", "NOK"),
    ],
)
def test_a_sign_of_several_currencies_is_that_of_the_shop_s_country(
    sign: str, url: str, currency: str
) -> None:
    assert _product(f"{_BODY}<p class=price>{sign} 45</p>", url=url).currency == currency


@pytest.mark.parametrize(
    ("price", "currency"),
    [("50.00 NIS", "ILS"), ("10 000 FCFA", "XOF"), ("250.000 تومان", "IRT"), ("45 zł", "PLN")],
)
def test_letters_behind_a_price_may_be_the_sign_of_its_currency(price: str, currency: str) -> None:
    assert _product(f"{_BODY}<p class=price>{price}</p>").currency == currency


@pytest.mark.parametrize(
    "data", ['Shopify.currency = {"active":"PKR"}', "var shop = {currencyCode: 'PKR'}"]
)
def test_the_page_s_own_data_say_which_currency_a_sign_stands_for(data: str) -> None:
    found = _product(f"{_BODY}<p class=price>Rs. 1,710</p><script>{data}</script>")
    assert found.currency == "PKR"


def test_a_page_that_says_nothing_of_a_product_gives_its_title_alone() -> None:
    assert _product("<p>Some words of a page.</p>") == Product(title="Oak table")


@pytest.mark.parametrize(
    ("stated", "head", "title"),
    [
        ("Oak table, oiled, 120 cm", "Oak table | Shop", "Oak table, oiled, 120 cm"),
        ("Voucher for 20 percent", "Oak table | Shop", "Oak table"),
        ("Voucher for 20 percent", "Furniture", "Voucher for 20 percent"),
    ],
    ids=["the same in more words", "of something else", "the title element says neither"],
)
def test_a_stated_name_unlike_both_heading_and_title_is_of_something_else(
    stated: str, head: str, title: str
) -> None:
    page = f"<html><head><title>{head}</title>{_json_ld({**_ITEM, 'name': stated})}</head>{_BODY}"
    assert product(read(Page("https://shop.example/p/1", page))).title == title


@pytest.mark.parametrize(
    "said",
    [
        "<a href=/b/tefal>Tefal</a>",
        '<script>page = {"brand":"TEFAL"}</script>',
        '<script>page = {"brand": {"id": 1, "name": "Tefal"}}</script>',
    ],
)
def test_a_brand_is_what_a_link_or_the_page_s_data_say_and_the_title_begins_with(said: str) -> None:
    body = f"<h1>Tefal Mambo frying pan</h1><p>$20.00</p>{said}"
    found = product(read(Page("https://shop.example/p", f"<html><body>{body}</body></html>")))
    assert found.brand == "Tefal"


@pytest.mark.parametrize(
    ("url", "sku"),
    [
        ("https://shop.example/pans/mambo-112949990.html", "112949990"),
        ("https://shop.example/show?pid=260591", "260591"),
        ("https://shop.example/2024/pans", ""),
    ],
)
def test_a_product_without_a_number_has_that_of_its_address(url: str, sku: str) -> None:
    page = Page(url, "<html><body><h1>Mambo frying pan</h1><p>$20.00</p></body></html>")
    assert product(read(page)).sku == sku


def test_a_field_for_the_quantity_says_that_it_is_on_sale() -> None:
    body = "<h1>Mambo frying pan</h1><p>$20.00</p><select name=qty><option>1</select>"
    found = product(read(Page("https://shop.example/p", f"<html><body>{body}</body></html>")))
    assert found.availability == "InStock"


def test_the_brand_of_a_table_of_facts_comes_before_what_a_class_calls_one() -> None:
    facts = "<tr><td>Kaubamärk</td><td>Bosch</td></tr><tr><td>Mudel</td><td>Indego 400</td></tr>"
    body = f"{_BODY}<a class=brand>Robots</a><p>450 €</p><table>{facts}</table>"
    assert _product(body).brand == "Bosch"


def test_stated_brands_and_numbers_lose_the_words_around_them() -> None:
    item = _ITEM | {"brand": "Mais da marca: Panasonic", "sku": "TE502955-12 Oven"}
    found = _product("<h1>Oven</h1>", _json_ld(item))
    assert (found.brand, found.sku) == ("Panasonic", "TE502955-12")


def test_the_sku_that_the_page_shows_stands_for_one_that_the_markup_alone_has() -> None:
    head = _json_ld({**_ITEM, "sku": "10134622"})
    assert _product(f"{_BODY}<p>Product code: 141677</p>", head).sku == "141677"
    assert _product(f"{_BODY}<p>SKU MKI6IKW1N4</p>", head).sku == "MKI6IKW1N4"


def test_the_number_that_a_form_sends_is_no_sku() -> None:
    form = "<div data-product-id=4711000><form><input type=hidden name=product_id value=4711000>"
    assert _product(f"{_BODY}{form}</form></div>").sku == ""


def test_the_number_of_the_trade_item_is_no_sku_where_the_address_has_one() -> None:
    head = _json_ld({**_ITEM, "sku": _ITEM["gtin13"]})
    assert _product(_BODY, head, "https://shop.example/oak-table-1589482272").sku == "1589482272"


def test_the_items_of_a_list_of_breadcrumbs_are_read_whole() -> None:
    items = "<li><a href=/>Home</a> /</li><li><a href=/t>Tables,<br>desks</a></li><li>Oak</li>"
    crumbs = f"<ul class=breadcrumbs>{items}</ul>"
    assert _product(f"{crumbs}{_BODY}").breadcrumbs == ("Home", "Tables, desks", "Oak")


_SOLD = "<h1>Oak table</h1><p class=price>€ 450</p><button>Add to cart</button>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(_SOLD, True, id="a button to buy it"),
        pytest.param("<h2>Oak table</h2><p>Availability: In stock</p><b class=price>€ 450</b>",
                     True, id="words of stock"),
        pytest.param("<h1>Oak table</h1><p class=price>€ 450</p><p>We like it.</p>", False,
                     id="not for sale"),
        pytest.param("<h1>Tables</h1><p class=price>€ 450</p><button>Add to cart</button>", False,
                     id="the heading is not the title"),
        pytest.param(_SOLD + "<p>Chair</p><p>€ 70</p><button>Add to cart</button>" * 6, False,
                     id="a list"),
        pytest.param(f"<h1>Oak table</h1>{'<p>Of oak.</p>' * 200}<p class=price>€ 450</p>"
                     "<button>Add to cart</button>", False, id="far below the heading"),
    ],
)  # fmt: skip
def test_what_is_for_sale_below_its_name_is_a_product_whatever_the_genre(
    body: str, expected: bool
) -> None:
    page = f"<html lang=en><head><title>Oak table</title></head><body>{body}</body></html>"
    assert shows_product(read(Page("https://shop.example/p/1", page))) is expected


@pytest.mark.parametrize(
    "beside",
    [
        "<a href=/makers/holz>Holz</a><h1>Oak table</h1>",
        "<h1>Oak table</h1><p>by <a href=/h>Holz</a></p>",
        "<img src=/marken-logos/h.jpg alt='' title=Holz><h1>Oak table</h1>",
        "<h1>Oak table</h1><a href=/h><img src=/h.png class=brand-logo alt=Holz></a>",
        "<h1><span>Holz</span> <span>oak table, oiled</span></h1>",
    ],
    ids=["a link to its page", "a word", "a logo without a link", "a logo in one", "a part"],
)
def test_the_brand_stands_beside_the_name(beside: str) -> None:
    assert _product(f"{beside}<p>450 €</p>", "<title>Oak table</title>").brand == "Holz"


def test_a_year_and_the_start_of_a_list_are_no_brand() -> None:
    for title in ("2024 oak table with drawers", "Table, oak with many drawers"):
        links = "<a href=/a>2024 oak table</a><a href=/b>Table,</a>"
        assert _product(f"<h1>{title}</h1>{links}", f"<title>{title}</title>").brand == ""


def test_stars_are_read_by_what_they_are_called() -> None:
    stars = "<div aria-label='4.6 out of 5 stars'>★★★★★ <a href=#r>38 reviews</a></div>"
    assert _product(f"<h1>Oak table</h1>{stars}").rating == "4.6"


def test_a_price_right_below_the_name_needs_no_name_of_its_own() -> None:
    page = "<html><head><title>Oak table</title></head><body><h1>Oak table</h1><p>450 €</p>{}"
    for rest, expected in (("<p>Sold out</p>", True), ("<p>Oiled by hand.</p>", False)):
        assert shows_product(read(Page("https://shop.example/p/1", page.format(rest)))) is expected
    of_another = page.replace("<p>450", "<h3>Oak chair</h3><p>450").format("<p>Sold out</p>")
    assert not shows_product(read(Page("https://shop.example/p/1", of_another)))


@pytest.mark.parametrize(
    ("called", "heading", "title"),
    [
        ("Product details - Holm", "Oak table", "Oak table"),
        ("Oak table - Holm", "Table of oak", "Table of oak"),
        ("Product details", "Oak table</h1><h1>Ask us", "Product details"),
    ],
)
def test_the_heading_above_the_price_names_it_where_all_pages_have_one_title(
    called: str, heading: str, title: str
) -> None:
    page = f"<title>{called}</title><body><h1>{heading}</h1><p>£45</p><p>In stock</p></body>"
    assert product(read(Page("https://shop.example/p/1", page))).title == title
