"""Means with bootstrap intervals."""

import pytest

from pagesight.app.evaluate.statistics import interval, interval_by_group


def test_an_interval_by_groups_is_wider_where_groups_agree() -> None:
    values = [float(number % 2) for number in range(100)]
    alone = [str(number) for number in range(100)]
    halves = [str(number % 2) for number in range(100)]
    assert interval_by_group(values, alone) == pytest.approx(interval(values), abs=0.02)
    assert interval_by_group(values, halves) == (0.0, 1.0)


def test_groups_weigh_as_many_values_as_they_have() -> None:
    low, high = interval_by_group([1.0] * 98 + [0.0, 0.0], ["a"] * 98 + ["b", "b"])
    assert (low, high) == (0.0, 1.0)
    assert interval_by_group([], []) == (0.0, 0.0)
