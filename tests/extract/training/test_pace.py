"""A long training says how far it has come."""

import logging

import pytest

from pagesight.extract.training.pace import paced


def test_all_items_come_in_their_order() -> None:
    assert list(paced([3, 1, 2], "items")) == [3, 1, 2]


def test_the_end_is_said_with_the_time_taken(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pagesight"):
        list(paced("abc", "letters"))
    assert caplog.messages == ["letters: 3 of 3 in 0 s"]


def test_the_time_left_is_that_of_an_item_each(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 60.0, 120.0])
    monkeypatch.setattr("pagesight.extract.training.pace.monotonic", lambda: next(clock))
    with caplog.at_level(logging.INFO, "pagesight"):
        items = paced(range(3), "epochs")
        next(items), next(items), next(items)
    assert caplog.messages == [
        "epochs: 1 of 3, 2 min 0 s left",
        "epochs: 2 of 3, 1 min 0 s left",
    ]
