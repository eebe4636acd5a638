"""The gate that every route passes: keys, sessions, rates, origins, connections."""

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from loopback import Exchange, Site
from service import WORDS, Served
from visitor import chromium

from pagesight.app.serve.access import COOKIE, Sessions

KEY, OTHER = "a-key-of-some-length-1", "a-key-of-some-length-2"
CALL = "/demo/gradio_api/call/extract"
UPLOAD = "/demo/gradio_api/upload"
SECONDS = 60  # the deadline of pages that never come, and time for a busy machine


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service with keys and the demo."""
    folder = tmp_path_factory.mktemp("service")
    keys = folder / "keys"
    keys.write_text(f"ann:{KEY}\nbob:{OTHER}\n", "utf-8")
    options = (
        "--api-keys",
        keys,
        "--demo",
        "--allow-private",
        "--max-body",
        1,
        "--deadline",
        SECONDS,
    )
    with Served(folder, *options) as served:
        yield served


def signed_in(served: Served, key: str = KEY) -> httpx.Response:
    return httpx.post(f"{served.url}/demo/sign-in", data={"key": key}, timeout=SECONDS)


def test_no_route_of_the_demo_answers_without_a_key_however_often_it_is_asked(
    served: Served,
) -> None:
    question = {"data": ["http://127.0.0.1:9/"]}
    with httpx.Client(base_url=served.url, timeout=SECONDS) as client:
        statuses = {client.post(CALL, json=question).status_code for _ in range(150)}
    assert statuses == {401}
    for path in ("/demo/", "/demo/config", "/demo/gradio_api/queue/data", "/demo/gradio_api/info"):
        assert served.client.get(path).status_code == 401


def test_the_demo_is_asked_as_often_as_the_rate_allows(tmp_path: Path) -> None:
    with Served(tmp_path, "--demo", "--rate", 2) as rarely:
        statuses = [rarely.post(CALL, {"data": ["x"]}).status_code for _ in range(5)]
    assert statuses[0] == 200
    assert 429 in statuses


def test_a_session_that_a_key_opened_is_for_the_demo_alone(served: Served) -> None:
    cookies = signed_in(served).cookies
    assert "HttpOnly" in signed_in(served).headers["Set-Cookie"]
    assert (
        httpx.get(f"{served.url}/demo/config", cookies=cookies, timeout=SECONDS).status_code == 200
    )
    page = {"html": f"<p>{WORDS}"}
    assert (
        httpx.post(f"{served.url}/extract", json=page, cookies=cookies, timeout=SECONDS).status_code
        == 401
    )


@pytest.mark.parametrize("key", ["", "x", KEY + "x"])
def test_what_is_no_key_opens_no_session(served: Served, key: str) -> None:
    assert signed_in(served, key).status_code in (401, 429)
    forged = {COOKIE: "MTc5NTYyMzQ3NyBhbm4=.00"}
    assert (
        httpx.get(f"{served.url}/demo/config", cookies=forged, timeout=SECONDS).status_code == 401
    )


def test_a_session_ends_after_its_time_and_is_nobody_elses_to_change() -> None:
    now = [0.0]
    sessions = Sessions(clock=lambda: now[0])
    cookie = f"{COOKIE}={sessions.opened('ann')}"
    assert sessions.owner(cookie) == "ann"
    assert sessions.owner(cookie[:-1]) == Sessions().owner(cookie) == ""
    now[0] = 13 * 3600.0
    assert sessions.owner(cookie) == ""


def test_pages_of_other_sites_may_neither_ask_nor_upload(served: Served) -> None:
    cookies = signed_in(served).cookies
    for origin in ("https://evil.example", "null", "chrome-extension://abc"):
        headers = {"Origin": origin}
        files = {"files": b"<p>words"}
        upload = httpx.post(
            served.url + UPLOAD, files=files, headers=headers, cookies=cookies, timeout=SECONDS
        )
        call = httpx.post(
            served.url + CALL,
            json={"data": ["x"]},
            headers=headers,
            cookies=cookies,
            timeout=SECONDS,
        )
        assert (upload.status_code, call.status_code) == (403, 403)


def test_pages_of_other_sites_may_not_read_either(served: Served) -> None:
    cookies, foreign = signed_in(served).cookies, {"Origin": "https://evil.example"}
    for path in ("/demo/config", "/demo/gradio_api/queue/data?session_hash=x", "/docs"):
        read = httpx.get(served.url + path, headers=foreign, cookies=cookies, timeout=SECONDS)
        assert read.status_code == 403


@pytest.mark.parametrize(
    "path",
    ["gradio_api/file=/etc/passwd", "file=/etc/passwd", "proxy=http://127.0.0.1:9/", "token",
     "run-history/buckets", "gradio_api/call/look", "gradio_api/run/extract", "dev/reload", "user",
     "gradio_api/component_server", "gradio_api/stream/a", "custom_component/a/b/c/d", "mcp"],
)  # fmt: skip
def test_what_the_demo_does_not_use_of_gradio_is_shut(served: Served, path: str) -> None:
    cookies = signed_in(served).cookies
    for method in ("GET", "POST", "HEAD"):
        asked = httpx.request(method, f"{served.url}/demo/{path}", cookies=cookies, timeout=SECONDS)
        assert asked.status_code == 404


def test_what_needs_no_key_takes_no_large_body(served: Served) -> None:
    for body in (b"key=" + b"x" * 20_000, iter([b"x" * 10_000] * 3)):
        assert (
            httpx.post(f"{served.url}/demo/sign-in", content=body, timeout=SECONDS).status_code
            == 413
        )


def test_the_description_is_for_everybody_and_has_no_script(served: Served) -> None:
    page = httpx.get(
        f"{served.url}/docs", headers={"Host": '"><script>alert(1)</script>'}, timeout=SECONDS
    )
    assert page.status_code == 200
    for path in httpx.get(f"{served.url}/openapi.json", timeout=SECONDS).json()["paths"]:
        assert f" {path}</code>" in page.text
    assert "<script" not in page.text
    assert "script-src" not in page.headers["Content-Security-Policy"]


def test_gradios_own_uploads_are_shut(served: Served) -> None:
    assert (
        httpx.post(served.url + UPLOAD, files={"files": b"<p>words"}, timeout=SECONDS).status_code
        == 401
    )
    cookies = signed_in(served).cookies
    for path in (UPLOAD, "/demo/gradio_api//upload", "/demo//gradio_api/upload", "/demo/upload"):
        sent = httpx.post(
            served.url + path, files={"files": b"<p>words"}, cookies=cookies, timeout=SECONDS
        )
        assert sent.status_code in (404, 405)


def test_wrong_keys_are_slowed_down_and_right_ones_beside_them_are_not(served: Served) -> None:
    with httpx.Client(base_url=served.url, timeout=SECONDS) as client:
        wrong = [
            client.get("/jobs", headers={"X-API-Key": f"wrong-{n}"}).status_code for n in range(100)
        ]
        assert wrong.count(429) > 60
        assert client.get("/jobs", headers={"X-API-Key": KEY}).status_code == 200


def test_a_job_is_there_for_its_own_key_alone(served: Served, site: Site) -> None:
    site.pages["/a"] = f"<h1>Page</h1><p>{WORDS}".encode()
    job = served.post("/jobs", {"urls": [site.url("/a")]}, **{"X-API-Key": KEY}).json()["id"]
    own, others = {"X-API-Key": KEY}, {"X-API-Key": OTHER}
    assert [each["id"] for each in served.client.get("/jobs", headers=own).json()] == [job]
    assert served.client.get("/jobs", headers=others).json() == []
    for path in (f"/jobs/{job}", f"/jobs/{job}/results"):
        assert served.client.get(path, headers=others).status_code == 404
    assert served.client.delete(f"/jobs/{job}", headers=others).status_code == 404
    assert served.client.get(f"/jobs/{job}", headers=own).status_code == 200
    assert served.client.delete(f"/jobs/{job}", headers=own).status_code == 204


def test_one_key_does_not_fill_all_places_for_jobs(served: Served, site: Site) -> None:
    def hang(exchange: Exchange) -> None:
        exchange.hang()

    site.pages |= {"/slow": hang, "/robots.txt": hang}
    made = []
    for _ in range(16):
        created = served.post("/jobs", {"urls": [site.url("/slow")]}, **{"X-API-Key": KEY})
        made += [created.json()["id"]] if created.status_code == 202 else []
    assert len(made) == 4
    other = served.post("/jobs", {"urls": [site.url("/slow")]}, **{"X-API-Key": OTHER})
    assert other.status_code == 202
    for key, job in [*((KEY, job) for job in made), (OTHER, other.json()["id"])]:
        served.client.delete(f"/jobs/{job}", headers={"X-API-Key": key})


def test_the_log_holds_no_password_and_no_token_of_an_address(served: Served) -> None:
    address = "http://ann:pa55word@127.0.0.1:9/page?token=t0ken#access=fr4gment"
    failed = served.post("/extract", {"url": address}, **{"X-API-Key": KEY})
    assert failed.status_code == 404
    served.wait_for_line(message="failed", request_id=failed.json()["request_id"])
    log = served.log.read_text("utf-8")
    assert not any(secret in log for secret in ("pa55word", "t0ken", "fr4gment", KEY))


def test_odd_values_leave_nothing_but_json_in_the_log(served: Served) -> None:
    cookies = signed_in(served).cookies
    config = httpx.get(f"{served.url}/demo/config", cookies=cookies, timeout=SECONDS).json()
    for number in range(len(config["dependencies"])):
        body = {"data": [None, {}, [], 7, "x"], "fn_index": number, "session_hash": "odd"}
        httpx.post(
            f"{served.url}/demo/gradio_api/queue/join", json=body, cookies=cookies, timeout=SECONDS
        )
    stream = f"{served.url}/demo/gradio_api/queue/data?session_hash=odd"
    with httpx.stream("GET", stream, cookies=cookies, timeout=120) as answer:
        for line in answer.iter_lines():
            if "close_stream" in line:
                break
    first, *lines = served.log.read_text("utf-8").splitlines()
    said = [line for line in [first, *lines] if not line.startswith("{")]
    assert len(said) <= 1  # where it listens


def test_what_sends_no_request_is_closed(served: Served) -> None:
    """Both a connection that is silent and one whose request never ends."""
    host, port = served.client.base_url.host, served.client.base_url.port
    assert port is not None
    with (
        socket.create_connection((host, port), 60) as silent,
        socket.create_connection((host, port), 60) as endless,
    ):
        endless.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for connection in (silent, endless):
            with suppress(ConnectionResetError):
                assert connection.recv(1) == b""


async def ask_and_hang_up(served: Served, path: str, body: object, times: int) -> None:
    async with httpx.AsyncClient(
        base_url=served.url, headers={"X-API-Key": KEY}, timeout=SECONDS
    ) as client:
        asked = [asyncio.create_task(client.post(path, json=body)) for _ in range(times)]
        await asyncio.sleep(4)
        for each in asked:
            each.cancel()


def test_a_caller_that_hangs_up_ends_the_work(served: Served, site: Site) -> None:
    site.pages["/loop"] = b"<script>for (;;);</script><p>Never."
    body = {"url": site.url("/loop"), "deadline": 30}
    asyncio.run(ask_and_hang_up(served, "/render", body, 12))
    served.wait_for_figure("pagesight_pending_requests 0.0", KEY)
    assert site.requested.count("/loop") <= 4


def test_the_connection_of_a_fetch_is_closed_when_its_caller_hangs_up(served: Served) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, ThreadPoolExecutor(1) as threads:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        silent.settimeout(SECONDS)
        asking = ask_and_hang_up(served, "/extract", {"url": url, "deadline": SECONDS}, 1)
        asked = threads.submit(asyncio.run, asking)
        connection, _ = silent.accept()
        with connection:
            connection.settimeout(SECONDS / 2)  # sooner than the fetch would end by itself
            assert connection.recv(65536).startswith(b"GET / ")
            assert connection.recv(65536) == b""
        asked.result()
    served.wait_for_figure("pagesight_pending_requests 0.0", KEY)


def asked_as_others(served: Served) -> list[int]:
    """Return the statuses of requests that say to come from thirty addresses."""
    others = [{"X-Forwarded-For": f"10.0.0.{number}"} for number in range(30)]
    return [served.client.get("/metrics", headers=other).status_code for other in others]


def test_without_a_trusted_proxy_nobody_evades_the_rate(tmp_path: Path) -> None:
    with Served(tmp_path, "--rate", 6) as open_to_all:
        assert 429 in asked_as_others(open_to_all)


def test_a_trusted_proxy_names_the_caller(tmp_path: Path) -> None:
    with Served(tmp_path, "--rate", 6, "--trusted-proxy", "127.0.0.1") as behind_proxy:
        assert set(asked_as_others(behind_proxy)) == {200}


@pytest.mark.browser
def test_a_person_signs_in_with_a_key_and_uses_the_demo(served: Served) -> None:
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(300_000)
        page.goto(f"{served.url}/demo/")
        page.get_by_label("API key").fill(KEY + "x")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("alert").wait_for()
        page.get_by_label("API key").fill(KEY)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_selector(".ps-result[data-started]")
        page.get_by_role("tab", name="Compare").click()
        page.wait_for_selector(".ps-systems")
