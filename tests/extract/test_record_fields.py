"""Prices and dates in the many ways in which pages write them."""

import pytest

from pagesight.extract.record_fields import date_in, price_in


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("$5", "$5"),
        ("now only US$ 1,299.00!", "US$ 1,299.00"),
        ("12,50 €", "12,50 €"),
        ("1 299,00 kr.", "1 299,00 kr."),
        ("¥3,980 (tax in)", "¥3,980"),
        ("3980円", "3980円"),
        ("CHF 49.–", "CHF 49"),
        ("249 zł", "249 zł"),
        ("EUR 10", "EUR 10"),
        ("chapter 5", ""),
        ("30 krona", ""),
        ("", ""),
    ],
)
def test_a_price_is_found_with_its_currency(text: str, price: str) -> None:
    assert price_in(text) == price


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026-03-07T10:00:00Z", "2026-03-07"),
        ("Posted March 7, 2026 by X", "2026-03-07"),
        ("7th Mar 2026", "2026-03-07"),
        ("07.03.2026", "2026-03-07"),
        ("3/7/26", "2026-03-07"),
        ("27/3/2026", "2026-03-27"),
        ("2026年3月7日", "2026-03-07"),
        ("2026-13-45", ""),
        ("version 1.2.3", ""),
        ("room 12/3", ""),
    ],
)
def test_a_date_is_given_in_iso_8601(text: str, date: str) -> None:
    assert date_in(text) == date
