"""Faults of pages, servers and workers: each costs its own page, and what may pass is retried."""

import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from loopback import Exchange, Site

from pagesight.app.config import Options
from pagesight.app.jobs.job import Job, Politeness, Retries
from pagesight.app.jobs.run import PageDone, run_job
from pagesight.app.jobs.store import Item, Store
from pagesight.extract.page.budget import Limits
from pagesight.render.errors import BrowserError
from pagesight.render.options import RenderOptions

from ..conftest import WORDS

PAGE = f"<p>{WORDS}".encode()
READ = Options(
    render=False,
    rendering=RenderOptions(allow_private=True, deadline=2.0),
    limits=Limits(seconds=2.0),
)
SOON = Retries(times=2, first_wait=0.1)


def run(folder: Path, sources: list[str], **settings: Any) -> dict[str, PageDone]:
    job = Job(**{"state": folder, "options": READ, "retries": SOON, **settings})
    with Store(job.state, job.key) as store:
        store.add(map(Item, sources))
        return {page.source: page for page in run_job(job, store)}


def faults_by_path(done: dict[str, PageDone]) -> dict[str, str]:
    return {source.rpartition("/")[2]: page.error_kind for source, page in done.items()}


def kill_workers(exchange: Exchange) -> None:
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
    exchange.hang()


def stop_workers(exchange: Exchange) -> None:
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGSTOP)
    exchange.hang()


@pytest.mark.slow
@pytest.mark.parametrize(("harm", "fault"), [(kill_workers, "crash"), (stop_workers, "hang")])
def test_a_page_that_takes_its_worker_down_costs_that_page_alone(
    harm: Callable[[Exchange], None],
    fault: str,
    site: Site,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pagesight.app.jobs.workers.pool._ENDING_SECONDS", 1.0)
    site.pages |= {"/1": PAGE, "/2": PAGE, "/3": PAGE, "/bad": harm}
    sources = [site.url(path) for path in ("/1", "/bad", "/2", "/3")]
    done = run(tmp_path, sources, grace=1.0, retries=Retries(times=0))
    assert faults_by_path(done) == {"1": "", "2": "", "3": "", "bad": fault}


def test_a_worker_that_grows_too_large_is_ended(site: Site, tmp_path: Path) -> None:
    site.pages |= {"/1": PAGE, "/large": b"<table><tr>" + b"<td>x</td>" * 700_000}
    # A busy machine must not cut the page: by a deadline it would come, smaller, and be read.
    rendering = RenderOptions(allow_private=True, deadline=200.0)
    options = Options(render=False, rendering=rendering, limits=Limits(seconds=200.0))
    sources = [site.url("/large"), site.url("/1")]
    done = run(tmp_path, sources, options=options, worker_mb=300, retries=Retries(times=0))
    assert faults_by_path(done) == {"1": "", "large": "memory"}


@pytest.mark.parametrize(
    ("status", "asked"), [(503, 3), (500, 3), (429, 3), (404, 1), (403, 1), (200, 1)]
)
def test_an_error_of_the_server_is_tried_again_and_one_of_the_address_is_not(
    status: int, asked: int, site: Site, tmp_path: Path
) -> None:
    site.pages["/1"] = lambda exchange: exchange.answer(PAGE, status=status)
    (page,) = run(tmp_path, [site.url("/1")]).values()
    assert Counter(site.requested)["/1"] == asked
    assert page.error_kind == (f"http {status}" if status >= 400 else "")
    assert WORDS.strip() in page.row  # an error page is kept all the same


def test_a_server_is_left_alone_as_long_as_it_asks(site: Site, tmp_path: Path) -> None:
    asked: list[float] = []

    def busy_once(exchange: Exchange) -> None:
        asked.append(time.monotonic())
        if len(asked) > 1:
            exchange.answer(PAGE)
            return
        exchange.send_response(429)
        for name, value in (("Retry-After", "2"), ("Content-Length", "0")):
            exchange.send_header(name, value)
        exchange.end_headers()

    site.pages |= {"/1": busy_once, "/2": PAGE}
    done = run(tmp_path, [site.url("/1")])
    assert faults_by_path(done) == {"1": ""}
    assert asked[1] - asked[0] >= 2


def test_a_host_gets_no_more_pages_at_a_time_and_no_faster_than_is_polite(
    site: Site, tmp_path: Path
) -> None:
    began: list[float] = []

    def answer(exchange: Exchange) -> None:
        began.append(time.monotonic())
        exchange.answer(PAGE)

    site.pages |= {f"/{n}": answer for n in range(4)}
    site.pages["/robots.txt"] = lambda exchange: exchange.answer(
        b"User-agent: *\nCrawl-delay: 0.5\nDisallow: /2\n", kind="text/plain"
    )
    sources = [site.url(f"/{n}") for n in range(4)]
    done = run(tmp_path, sources, politeness=Politeness(per_host=2))
    assert faults_by_path(done) == {"0": "", "1": "", "2": "robots.txt", "3": ""}
    assert all(later - earlier > 0.4 for earlier, later in pairwise(began))
    assert Counter(site.requested)["/robots.txt"] == 1


def test_robots_txt_may_be_passed_over_where_one_has_leave_to(site: Site, tmp_path: Path) -> None:
    site.pages |= {"/1": PAGE, "/robots.txt": b"User-agent: *\nDisallow: /"}
    done = run(tmp_path, [site.url("/1")], politeness=Politeness(robots=False))
    assert (faults_by_path(done), site.requested) == ({"1": ""}, ["/1"])


def test_spellings_of_one_address_are_one_page(site: Site, tmp_path: Path) -> None:
    site.pages["/a~"] = PAGE
    spellings = [site.url(path) for path in ("/a~", "/a~#top", "/a%7E", "/a%7e#")]
    assert len(run(tmp_path, spellings)) == 1


def test_pages_that_the_guard_refuses_are_not_tried_again(site: Site, tmp_path: Path) -> None:
    guarded = Options(render=False)
    (page,) = run(tmp_path, [site.url("/1")], options=guarded).values()
    assert (page.error_kind, site.requested) == ("guard", [])


def test_a_consent_wall_is_kept_as_a_failure(site: Site, tmp_path: Path) -> None:
    asked = "We and our partners use cookies and process personal data to measure our content."
    wall = f"<h1>Before you continue</h1><p>{asked}<p><button>Accept all</button>"
    site.pages |= {"/1": lambda exchange: exchange.redirect("/gate"), "/gate": wall.encode()}
    (page,) = run(tmp_path, [site.url("/1")]).values()
    assert page.error_kind == "consent wall"
    assert asked in page.row


def test_a_challenge_in_place_of_a_page_is_a_failure(site: Site, tmp_path: Path) -> None:
    site.pages["/1"] = b"<title>Just a moment...</title><p>Checking your browser"
    (page,) = run(tmp_path, [site.url("/1")]).values()
    assert page.error_kind == "blocked"


def test_workers_are_renewed_after_so_many_pages(site: Site, tmp_path: Path) -> None:
    seen: set[int | None] = set()

    def answer(exchange: Exchange) -> None:
        seen.update(child.pid for child in multiprocessing.active_children())
        exchange.answer(PAGE)

    site.pages |= {f"/{n}": answer for n in range(3)}
    polite = Politeness(per_host=1)
    run(tmp_path, [site.url(f"/{n}") for n in range(3)], pages_per_worker=1, politeness=polite)
    assert len(seen) == 3
    assert not multiprocessing.active_children()


def test_a_job_may_be_stopped_and_goes_on(site: Site, tmp_path: Path) -> None:
    site.pages |= {f"/{n}": PAGE for n in range(6)}
    job = Job(state=tmp_path, options=READ, politeness=Politeness(per_host=1))
    first: list[str] = []
    with Store(job.state, job.key) as store:
        store.add(Item(site.url(f"/{n}")) for n in range(6))
        for page in run_job(job, store, stopped=lambda: len(first) >= 2):
            first.append(page.source)
        rest = [page.source for page in run_job(job, store)]
    assert (len(first), len(rest), len({*first, *rest})) == (2, 4, 6)


@pytest.mark.browser
def test_without_a_browser_a_job_ends_at_once(tmp_path: Path) -> None:
    rendering = RenderOptions(executable=tmp_path / "nosuch")
    with pytest.raises(BrowserError, match="no browser at"):
        run(tmp_path, ["a.html"], options=Options(rendering=rendering))
