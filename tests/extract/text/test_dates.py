"""Dates in the many ways in which pages write them."""

import pytest

from pagesight.extract.text.dates import date_in, find_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026-03-07T10:00:00Z", "2026-03-07"),
        ("Posted March 7, 2026 by X", "2026-03-07"),
        ("7th Mar 2026", "2026-03-07"),
        ("7thMar 2026", "2026-03-07"),
        ("07.03.2026", "2026-03-07"),
        ("3/7/26", "2026-03-07"),
        ("27/3/2026", "2026-03-27"),
        ("May 4,2019", "2019-05-04"),
        ("4. März 2022", "2022-03-04"),
        ("le 1er août 2021", "2021-08-01"),
        ("5 de março de 2020", "2020-03-05"),
        ("7 мая 2024 г.", "2024-05-07"),
        ("Room 4 from 2019", ""),
        ("2026年3月7日", "2026-03-07"),
        ("2026-13-45", ""),
        ("version 1.2.3", ""),
        ("room 12/3", ""),
    ],
)
def test_a_date_is_given_in_iso_8601(text: str, date: str) -> None:
    assert date_in(text) == date


@pytest.mark.parametrize(
    ("written", "zone"), [("Z", "+00:00"), ("+0100", "+01:00"), ("-05:30", "-05:30")]
)
def test_a_time_has_its_zone_in_figures(written: str, zone: str) -> None:
    found = find_date(f"2026-03-07T10:00:00{written}")
    assert found is not None
    assert found.iso == f"2026-03-07T10:00:00{zone}"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("12-15 March 2026", "2026-03-12", "2026-03-15"),
        ("12.–15.03.2026", "2026-03-12", "2026-03-15"),
        ("du 12 au 15 mars 2026", "2026-03-12", "2026-03-15"),
        ("12.03. - 15.04.2026", "2026-03-12", "2026-04-15"),
        ("May 30 – June 2, 2026", "2026-05-30", "2026-06-02"),
        ("12 March 2026 to 4 June 2026", "2026-03-12", "2026-06-04"),
        ("28 Dec - 3 Jan 2026", "2025-12-28", "2026-01-03"),
        ("Holmstead - 3 May 2026", "2026-05-03", ""),
    ],
)
def test_a_range_has_its_first_and_its_last_day(text: str, first: str, last: str) -> None:
    found = find_date(text)
    assert found
    assert (found.iso, found.until) == (first, last)
