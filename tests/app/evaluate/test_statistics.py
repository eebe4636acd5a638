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
    large, small = [f"large{n // 99}" for n in range(99 * 20)], [f"small{n}" for n in range(20)]
    low, high = interval_by_group([1.0] * len(large) + [0.0] * len(small), [*large, *small])
    # The mean over values is .99; that over the groups' means would be one half.
    assert 0.95 < low < 0.99 < high < 1


def test_nothing_has_an_interval_of_nothing() -> None:
    assert interval_by_group([], []) == interval([]) == (0.0, 0.0)
