"""Who the service lets in, how much of it at once, and how it ends."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from socket import socket

import httpx
import pytest
from loopback import Exchange, Site
from service import WORDS, Served

from pagesight.app.cli.main import run
from pagesight.app.errors import BusyError, KeysError
from pagesight.app.serve.access import Rates
from pagesight.app.serve.settings import KEYS_VARIABLE, read_keys

KEY, OTHER = "a-key-of-some-length-1", "a-key-of-some-length-2"
ROOM = 3  # pages: one that is fetched and two that wait
# On a busy machine it may take a minute until all requests wait: none is to be over by then.
SECONDS = 240
PATIENT = ("--allow-private", "--deadline", SECONDS)


@pytest.fixture
def keyed(tmp_path: Path) -> Iterator[Served]:
    """A small service with keys that may fetch from this machine."""
    keys = tmp_path / "keys"
    keys.write_text(f"# comment\nann:{KEY}\nbob:{OTHER}\n", "utf-8")
    options = (*PATIENT, "--api-keys", keys, "--fetches", 1, "--queue", ROOM - 1)
    with Served(tmp_path, *options) as served:
        yield served


class Slow:
    """A page that comes when it is let go."""

    def __init__(self, site: Site) -> None:
        self.go, self.asked = threading.Event(), threading.Semaphore(0)
        site.pages["/slow"] = self._respond

    def _respond(self, exchange: Exchange) -> None:
        self.asked.release()
        self.go.wait(SECONDS)
        exchange.answer(f"<h1>Slow</h1><p>{WORDS}</p>".encode())


def ask(served: Served, url: str) -> httpx.Response:
    return httpx.post(
        f"{served.url}/extract", json={"url": url}, headers={"X-API-Key": KEY}, timeout=SECONDS
    )


def under_way(
    served: Served, site: Site, slow: Slow, threads: ThreadPoolExecutor, count: int
) -> list["Future[httpx.Response]"]:
    """Return requests that the service has taken on: one fetches the slow page, others wait."""
    asked = [threads.submit(ask, served, site.url("/slow")) for _ in range(count)]
    assert slow.asked.acquire(timeout=SECONDS)
    served.wait_for_pending(count, KEY)
    return asked


def test_only_who_has_a_key_is_let_in_and_the_log_names_the_owner(keyed: Served) -> None:
    page = {"html": f"<p>{WORDS}"}
    assert keyed.post("/extract", page).status_code == 401
    assert keyed.post("/extract", page, **{"X-API-Key": KEY + "x"}).status_code == 401
    assert keyed.client.get("/metrics").status_code == 401
    assert keyed.post("/extract", page, **{"X-API-Key": KEY}).status_code == 200
    assert keyed.post("/extract", page, Authorization=f"Bearer {OTHER}").status_code == 200
    assert keyed.client.get("/healthz").status_code == 200
    for owner in ("ann", "bob"):
        keyed.wait_for_line(key=owner, status=200)
    owners = [each["key"] for each in keyed.logged() if each.get("status") == 200]
    assert {"ann", "bob"} <= set(owners)
    assert KEY not in keyed.log.read_text("utf-8")


def test_what_there_is_no_room_for_is_refused_and_all_else_answered(
    keyed: Served, site: Site
) -> None:
    slow = Slow(site)
    with ThreadPoolExecutor(ROOM) as threads:
        asked = under_way(keyed, site, slow, threads, ROOM)
        refused = ask(keyed, site.url("/slow"))
        assert (refused.status_code, refused.json()["error"]) == (429, "busy")
        assert int(refused.headers["Retry-After"]) >= 1
        slow.go.set()
        assert [each.result().status_code for each in asked] == [200] * ROOM
    assert ask(keyed, site.url("/slow")).status_code == 200


def test_sigterm_answers_what_runs_and_refuses_what_is_new(keyed: Served, site: Site) -> None:
    slow = Slow(site)
    with ThreadPoolExecutor(ROOM) as threads:
        asked = under_way(keyed, site, slow, threads, ROOM)
        keyed.terminate()
        while keyed.client.get("/readyz").status_code == 200:
            pass
        refused = ask(keyed, site.url("/slow"))
        assert (refused.status_code, refused.json()["error"]) == (503, "closing")
        assert "Retry-After" in refused.headers
        slow.go.set()
        assert [WORDS.strip() in each.result().json()["text"] for each in asked] == [True] * ROOM
    assert keyed.ended() == 0


@pytest.mark.browser
@pytest.mark.timeout(900)  # a service with a demo, and pages rendered one after the other
def test_pages_in_a_browser_are_bounded_by_themselves_and_visitors_of_the_demo_among_them(
    tmp_path: Path, site: Site
) -> None:
    slow = Slow(site)
    options = (*PATIENT, "--demo", "--browsers", 1, "--queue", ROOM - 1)
    with Served(tmp_path, *options) as served, ThreadPoolExecutor(ROOM) as threads:
        body = {"url": site.url("/slow"), "render": True, "extractor": "goce-article"}
        first = threads.submit(served.post, "/extract", body)
        assert slow.asked.acquire(timeout=SECONDS)
        call = "/demo/gradio_api/call/extract"
        visitor = {"data": [site.url("/slow"), "goce-article", "auto"]}
        visits = [served.post(call, visitor).json()["event_id"] for _ in range(ROOM - 1)]
        served.wait_for_pending(ROOM)
        refused = served.post("/extract", body)
        assert (refused.status_code, refused.json()["error"]) == (429, "busy")
        assert int(refused.headers["Retry-After"]) >= 1
        assert served.post("/extract", {"html": f"<p>{WORDS}"}).status_code == 200
        slow.go.set()
        assert first.result().status_code == 200
        for visit in visits:
            answer = served.client.get(f"{call}/{visit}").text
            assert WORDS.strip() in answer


@pytest.mark.usefixtures("keyed")
def test_a_second_service_leaves_the_jobs_of_the_first_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket() as probe:  # a port that is free, and that any user may listen on
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    assert run(["serve", "--port", port, "--no-demo", "--jobs", str(tmp_path / "jobs")]) == 1
    assert "has the jobs of a service that runs" in capsys.readouterr().err


def test_who_lets_others_in_without_keys_has_to_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--host", "0.0.0.0"]) == 2
    assert "give --api-keys FILE, or --no-auth" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "ann:short", "a-key-without-a-name", ":" + "x" * 20])
def test_a_file_that_keeps_nobody_out_is_refused(text: str, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(text, "utf-8")
    with pytest.raises(KeysError, match=r"NAME:KEY"):
        read_keys(keys)


def test_keys_come_from_the_environment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEYS_VARIABLE, f"ann:{KEY}, bob:{OTHER}")
    keys = read_keys(None)
    assert (keys.owner(KEY), keys.owner(OTHER), keys.owner("")) == ("ann", "bob", "")


def test_a_caller_has_a_rate_and_others_theirs() -> None:
    now = 0.0
    rates = Rates(60, clock=lambda: now)
    for _ in range(10):  # the burst
        rates.take("ann")
    with pytest.raises(BusyError) as refused:
        rates.take("ann")
    assert refused.value.retry_after == 1
    rates.take("bob")
    now += 1.0
    rates.take("ann")
