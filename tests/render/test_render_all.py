"""The batch rendering job: it goes on past failures, and goes on where it stopped."""

import json
from pathlib import Path

import pytest
from loopback import Site

from pagesight.render.capture import FAILURES, CaptureOutcome, render_all, render_batch
from pagesight.render.options import RenderOptions
from pagesight.render.store import load_capture

pytestmark = pytest.mark.browser


@pytest.fixture
def site(site: Site) -> Site:
    site.pages = {"/a": b"<title>A</title><p>a", "/b": b"<title>B</title><p>b"}
    return site


def test_one_failed_address_does_not_stop_the_rest(
    site: Site, tmp_path: Path, options: RenderOptions
) -> None:
    site.pages["/pdf"] = lambda exchange: exchange.answer(b"%PDF", "application/pdf")
    sources = [site.url("/a"), site.url("/pdf"), "/no/such/file", site.url("/b"), site.url("/a")]
    reported: list[CaptureOutcome] = []
    outcomes = render_batch(sources, tmp_path, 2, options, reported.append)
    assert tuple(reported) == outcomes
    done = {outcome.source: outcome for outcome in outcomes}
    assert set(done) == set(sources)
    assert [load_capture(done[source].folder or tmp_path).title for source in sources[::3]] == [
        "A",
        "B",
    ]
    failures = [json.loads(line) for line in (tmp_path / FAILURES).read_text().splitlines()]
    assert {row["source"] for row in failures} == set(sources[1:3])
    assert all(row["error"] for row in failures)


def test_a_second_run_skips_what_is_done_and_tries_again_what_failed(
    site: Site, tmp_path: Path, options: RenderOptions
) -> None:
    sources = [site.url("/a"), site.url("/gone")]
    site.pages["/gone"] = lambda exchange: exchange.answer(b"", status=204)
    first = render_batch(sources, tmp_path, options=options)
    assert {bool(outcome.error) for outcome in first} == {True, False}
    site.requested.clear()
    site.pages["/gone"] = b"<p>back"
    second = {o.source: o for o in render_batch(sources, tmp_path, options=options)}
    assert second[sources[0]].skipped
    assert second[sources[1]].folder is not None
    assert "/a" not in site.requested
    assert (tmp_path / FAILURES).read_text() == ""
    assert all(o.skipped for o in render_batch(sources, tmp_path, options=options))


def test_an_error_page_is_kept_has_failed_and_is_tried_again(
    site: Site, tmp_path: Path, options: RenderOptions
) -> None:
    site.pages["/a"] = lambda exchange: exchange.answer(b"<title>Sorry</title>", status=503)
    (first,) = render_batch([site.url("/a")], tmp_path, options=options)
    assert first.error == "HTTP 503 Service Unavailable"
    assert load_capture(first.folder or tmp_path).title == "Sorry"
    site.pages["/a"] = b"<title>A</title>"
    (second,) = render_batch([site.url("/a")], tmp_path, options=options)
    assert (second.error, second.skipped) == ("", False)
    assert load_capture(second.folder or tmp_path).title == "A"


def test_a_challenge_in_place_of_a_page_has_failed_and_is_tried_again(
    site: Site, tmp_path: Path, options: RenderOptions
) -> None:
    site.pages["/a"] = b"<title>Just a moment...</title><p>Checking your browser"
    (first,) = render_batch([site.url("/a")], tmp_path, options=options)
    assert first.error == "blocked: a challenge page"
    assert load_capture(first.folder or tmp_path).blocked == "a challenge page"
    site.pages["/a"] = b"<title>A</title>"
    (second,) = render_batch([site.url("/a")], tmp_path, options=options)
    assert (second.error, second.skipped) == ("", False)


def test_a_run_removes_what_a_killed_one_left_half_written(
    site: Site, tmp_path: Path, options: RenderOptions
) -> None:
    (tmp_path / ".unfinished-999999999-x").mkdir()
    render_batch([site.url("/a")], tmp_path, options=options)
    assert not list(tmp_path.glob(".unfinished-*"))


async def test_a_job_left_half_way_keeps_what_it_did_and_nothing_half_done(
    site: Site, tmp_path: Path, options: RenderOptions
) -> None:
    job = render_all([site.url("/a"), site.url("/b")], tmp_path, options=options)
    outcome = await anext(job)
    await job.aclose()  # type: ignore[attr-defined]
    assert outcome.folder is not None
    folders = [path for path in tmp_path.iterdir() if path.is_dir()]
    assert outcome.folder in folders
    assert all(load_capture(folder).page.html for folder in folders)
