"""Prices in the many ways in which pages write them."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.fields.prices import Prices, price_in, prices_of
from pagesight.render.page import Page


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("$5", "$5"),
        ("Rp 1,1jt/hari", "Rp 1,1jt"),
        ("13.3 ج.م", "13.3 ج.م"),
        ("now only US$ 1,299.00!", "US$ 1,299.00"),
        ("12,50 €", "12,50 €"),
        ("12,50 €inkl. MwSt.", "12,50 €"),
        ("1 299,00 kr.", "1 299,00 kr."),
        ("¥3,980 (tax in)", "¥3,980"),
        ("3980円", "3980円"),
        ("R$ 2.850 em até 3x de R$ 950,00 sem juros", "R$ 2.850"),
        ("時給1,350円 / 交通費支給", "1,350円"),
        ("CHF 49.–", "CHF 49"),
        ("249 zł", "249 zł"),
        ("EUR 10", "EUR 10"),
        ("NT$ 1,200", "NT$ 1,200"),
        ("250 грн.", "250 грн."),
        ("12 USD. Sold out", "12 USD"),
        ("₿0.5", "₿0.5"),
        ("Was £40 Now £30", "£30"),
        ("au lieu de 89,00 € 45,90 €", "45,90 €"),
        ("Regular price: $40 Sale price: $30", "$30"),
        ("Save €6 €24", "€24"),
        ("Now €24 (was €30)", "€24"),
        ("Was £40", "£40"),
        ("Startpreis 90 € Aktuelles Gebot 135 €", "135 €"),
        ("Starting bid: $20", "$20"),
        ("$19 99", "$19.99"),
        ("$19 999", "$19 999"),
        ("€30 20 pieces", "€30 20"),
        ("chapter 5", ""),
        ("PHP 8 and COP 28", ""),
        ("BTC/USD 15046.07", ""),
        ("2 MAD MEN", ""),
        ("Sale price$299.00", "$299.00"),
        ("150،000 تومان", "150،000 تومان"),
        ("230 000 сум", "230 000 сум"),
        ("5 000 тг.", "5 000 тг"),
        ("Ksh 4,000", "Ksh 4,000"),
        ("Fr 12. Mai", ""),
        ("30 kn", ""),
        ("PHP 1,299.00", "PHP 1,299.00"),
        ("RM 45.90", "RM 45.90"),
        ("R1 299.00", "R1 299.00"),
        ("32.85 جنيه", "32.85 جنيه"),
        ("Yamaha R125", ""),
        ("Rp. 1,7 Miliar", "Rp. 1,7 Miliar"),
        ("120 lei", "120 lei"),
        ("1.690.000đ", "1.690.000đ"),
        ("Giá: 990.000 VNĐ", "990.000 VNĐ"),
        ("Model 2017$50,213", "$50,213"),
        ("COP 45.000", "COP 45.000"),
        ("Fr. 12.50", "Fr. 12.50"),
        ("Rp. 125.000", "Rp. 125.000"),
        ("12 kwd 30 kwd", "12 kwd"),
        ("150.00৳", "150.00৳"),
        ("۱۲۰۰۰ تومان", "۱۲۰۰۰ تومان"),
        ("3 try again", ""),
        ("Unser alter Preis: 219,99 EUR Sonderangebot: 179,90 EUR", "179,90 EUR"),
        ("EUR 0.00", ""),
        ("Cart $0.00, this $5", "$5"),
        ("30 krona", ""),
        ("", ""),
    ],
)
def test_a_price_is_found_with_its_currency(text: str, price: str) -> None:
    assert price_in(text) == price


@pytest.mark.parametrize(
    ("body", "price"),
    [
        ("<p><s>€30.00</s> <span>€24.00</span></p>", "€24.00"),
        ("<p><del>€30.00</del><ins>€24.00</ins></p>", "€24.00"),
        ("<p><a href=/x><del><b>€30</b></del> €24</a></p>", "€24"),
        ("<del><p>€30</p></del><p>€24</p>", "€24"),
        ("<p>Was €30</p><p>Now €24</p>", "€24"),
        ("<p>$<span>19</span><sup>99</sup></p>", "$19.99"),
        ("<p><s>€30</s> sold out</p>", "€30"),
        ("<p>sold out</p>", ""),
        ("<p>Free delivery over €50</p><p>€24</p>", "€24"),
        ("<h3>Founder gets a $692M pay package</h3>", ""),
        ("<h3>Five dinners to make in no time with a $5 chicken from the shop</h3>", ""),
        ("<h3>A used car for $29,000</h3>", "$29,000"),
        ("<h3>$40 buys you a weekend in the hills if you book before May</h3>", ""),
        ("<p>Save up to $300</p>", ""),
        ("<p><s>$30</s> Price was: $30. Price is: $21. Freight and taxes apart</p>", "$21"),
        ("<p>Everyone knows the place for its $78 feast, but there is more to be had.</p>", ""),
        ("<p>$80.45 per hour, with all materials, parts and travel in the city</p>", "$80.45"),
        ("<p>€3.50</p><p>(€1.20 / kg)</p>", "€3.50"),
        ("<p>$2.10 per 100 g <b>$4.20</b></p>", "$4.20"),
        ("<p>€3 per kg</p>", "€3"),
    ],
)
def test_the_price_of_a_record_is_the_one_to_pay(body: str, price: str) -> None:
    assert prices_of(read(Page("https://a.org/", f"<body>{body}</body>")).blocks).price == price


def test_a_former_price_may_leave_out_the_currency() -> None:
    blocks = read(Page("https://a.org/", "<body><p>300 000</p><p>230 000 сум</p></body>")).blocks
    assert prices_of(blocks, ["300 000"]) == Prices("230 000 сум", "300 000")


def test_where_all_prices_are_called_former_the_lesser_of_two_is_to_be_paid() -> None:
    blocks = read(Page("https://a.org/", "<p><b>$150</b><b>$142.50</b></p>")).blocks
    assert prices_of(blocks, ["$150", "$142.50"]) == Prices("$142.50", "$150")


def test_of_two_prices_side_by_side_the_higher_was_to_be_paid_before() -> None:
    blocks = read(Page("https://a.org/", "<p>$ 49.0 <span>$ 59.0</span></p>")).blocks
    assert prices_of(blocks) == Prices("$ 49.0", "$ 59.0")


def test_a_higher_price_that_a_word_calls_former_is_the_list_price() -> None:
    blocks = read(Page("https://a.org/", "<p>Was: $30.00</p><p>Now: $24.00</p>")).blocks
    assert prices_of(blocks) == Prices("$24.00", "$30.00")


def test_a_discount_with_a_minus_is_no_price() -> None:
    blocks = read(Page("https://a.org/", "<ul><li>-50,00 €</li></ul><p>149,00 €</p>")).blocks
    assert prices_of(blocks).price == "149,00 €"


def test_a_discount_is_no_cents() -> None:
    assert price_in("MSRP: $120 10% OFF") == "$120"


def test_what_was_asked_in_another_line_is_no_price() -> None:
    text = "Our old price: €28.95<br>Special offer now: €24.95<br>with 19% VAT and postage"
    (block,) = read(Page("https://a.org/", f"<p>{text}</p>")).blocks
    assert prices_of([block]) == Prices("€24.95", "€28.95")


def test_what_is_given_back_is_no_price() -> None:
    blocks = read(Page("https://a.org/", "<p>$150 Club Cash back</p><p>$999.00</p>")).blocks
    assert prices_of(blocks) == Prices("$999.00")


@pytest.mark.parametrize(
    ("text", "price"),
    [("賃料 8.5万円", "8.5万円"), ("1億2,000万円", "1億2,000万円"), ("state $t-1$ and $t$", "")],
    ids=["ten thousands", "hundred millions", "a formula"],
)
def test_sums_are_read_as_they_are_counted(text: str, price: str) -> None:
    assert price_in(text) == price


def test_another_price_is_no_word_before_one() -> None:
    said = "3,90 € – 14,50 €inkl. 7 % MwSt. Lieferzeit: zwei Werktage ab Lager"
    blocks = read(Page("https://tea.example/", f"<body><p>{said}</p></body>")).blocks
    assert prices_of(blocks) == Prices("3,90 € – 14,50 €")
