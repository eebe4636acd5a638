"""Pages are done in the order of the input, as far as their hosts allow."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from loopback import Site

from pagesight.app.jobs.job import Outcome, Politeness
from pagesight.app.jobs.schedule import Robots, Schedule, ScheduledPage
from pagesight.app.jobs.store import Change, Item, Store
from pagesight.render.options import RenderOptions

SLOW, OTHER = "https://slow.example", "https://other.example"


class Clock:
    """A clock that the test sets."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Hand:
    """Takes pages from a schedule and says that they are done."""

    def __init__(self, store: Store, schedule: Schedule, clock: Clock) -> None:
        self.store, self.schedule, self.clock = store, schedule, clock

    def take(self) -> str:
        """Return the source of the next page; "" if none may be asked for now."""
        self.turn = self.schedule.next()
        return self.turn.page.source if self.turn else ""

    def finish(self, fault: str = "", wait: float | None = None) -> None:
        """Say that the page taken last is done."""
        assert isinstance(self.turn, ScheduledPage)
        outcome = Outcome(self.turn.page.number, "{}", fault)
        self.store.keep([Change(outcome, "done")])
        self.schedule.finish(self.turn.page, outcome, wait)


@contextmanager
def hand(folder: Path, sources: list[str], politeness: Politeness) -> Iterator[Hand]:
    """Give what takes the pages of a schedule."""
    robots, clock = Robots(RenderOptions(allow_private=True)), Clock()
    with Store(folder, "options") as store:
        store.add(map(Item, sources))
        yield Hand(store, Schedule(store, politeness, robots, clock), clock)
    robots.close()


def test_a_host_is_asked_again_only_after_the_delay(tmp_path: Path) -> None:
    polite = Politeness(robots=False, delay=5.0)
    with hand(tmp_path, [f"{SLOW}/1", f"{SLOW}/2"], polite) as pages:
        assert pages.take() == f"{SLOW}/1"
        pages.clock.now += 60
        assert pages.schedule.next() is None, "the delay is from the end of a page"
        pages.finish()
        pages.clock.now += 4.9
        assert pages.take() == ""
        pages.clock.now += 0.1
        assert pages.take() == f"{SLOW}/2"


def test_a_delay_of_one_host_holds_no_other_up(tmp_path: Path) -> None:
    polite = Politeness(robots=False, delay=5.0)
    with hand(tmp_path, [f"{SLOW}/1", f"{SLOW}/2", f"{OTHER}/1", "a.html"], polite) as pages:
        assert [pages.take() for _ in range(4)] == [f"{SLOW}/1", f"{OTHER}/1", "a.html", ""]


@pytest.mark.parametrize(("asked", "delay", "waited"), [(7, 2.0, 7), (2, 7.0, 7), (500, 2.0, 60)])
def test_the_longer_of_the_delays_counts_up_to_a_bound(
    asked: int, delay: float, waited: float, site: Site, tmp_path: Path
) -> None:
    site.pages["/robots.txt"] = f"User-agent: *\nCrawl-delay: {asked}\n".encode()
    with hand(tmp_path, [site.url("/1"), site.url("/2")], Politeness(delay=delay)) as pages:
        while not pages.take():  # until its robots.txt was fetched
            time.sleep(0.01)
        pages.finish()
        pages.clock.now += waited - 0.1
        assert pages.take() == ""
        pages.clock.now += 0.1
        assert pages.take() == site.url("/2")


def test_pages_of_a_host_at_a_time_are_bounded(tmp_path: Path) -> None:
    polite = Politeness(robots=False, per_host=2)
    with hand(tmp_path, [f"{SLOW}/{number}" for number in range(3)], polite) as pages:
        assert [pages.take() for _ in range(3)] == [f"{SLOW}/0", f"{SLOW}/1", ""]


def test_a_host_with_more_pages_than_are_held_in_memory_keeps_no_other_waiting(
    tmp_path: Path,
) -> None:
    sources = [*(f"{SLOW}/{number}" for number in range(2500)), f"{OTHER}/1"]
    with hand(tmp_path, sources, Politeness(robots=False, per_host=1)) as pages:
        assert {pages.take() for _ in range(5)} == {f"{SLOW}/0", f"{OTHER}/1", ""}


def test_pages_that_no_server_is_asked_for_wait_for_nothing(tmp_path: Path) -> None:
    sources = [f"{number}.html" for number in range(300)]
    polite = Politeness(robots=False, per_host=1, delay=5.0)
    with hand(tmp_path, sources, polite) as pages:
        assert [pages.take() for _ in range(301)] == [*sources, ""]
