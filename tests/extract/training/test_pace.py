"""A long training says how far it has come."""

import logging

import pytest

from pagesight.extract.training.pace import paced


def test_all_items_come_in_their_order() -> None:
    assert list(paced([3, 1, 2], "items")) == [3, 1, 2]


def test_what_takes_no_time_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pagesight"):
        list(paced("abc", "letters"))
    assert not caplog.messages


def test_it_is_said_how_long_the_rest_will_take_and_all_took(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 60.0, 120.0, 122.0])
    monkeypatch.setattr("pagesight.extract.training.pace.monotonic", lambda: next(clock))
    with caplog.at_level(logging.INFO, "pagesight"):
        list(paced(range(3), "epochs"))
    assert caplog.messages == [
        "epochs: 1 of 3, 2 min 0 s left",
        "epochs: 2 of 3, 1 min 0 s left",
        "epochs: 3 of 3 in 2 min 2 s",
    ]
