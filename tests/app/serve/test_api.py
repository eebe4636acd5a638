"""The HTTP API, asked over a socket: what it answers, refuses and says of itself."""

import base64
import io
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import Exchange, Site
from PIL import Image
from service import WORDS, Served

from pagesight.app.config import FORMAT_CHOICES

PAGE = f"<title>Notes</title><article><h1>Field notes</h1><p>{WORDS}</p><p>=1+1</p></article>"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The service as it is without options, but for the rate."""
    with Served(tmp_path_factory.mktemp("service"), "--rate", 1_000_000) as served:
        yield served


def test_html_is_extracted(service: Served) -> None:
    answer = service.post("/extract", {"html": PAGE, "url": "https://a.example/b"})
    assert answer.status_code == 200
    result = answer.json()
    assert result["url"] == "https://a.example/b"
    assert "A sentence of plain words" in result["text"]
    assert sum(result["probabilities"].values()) == pytest.approx(1, abs=0.01)


def test_all_blocks_are_there_if_asked_for(service: Served) -> None:
    page = f"<nav><a href='/'>Home</a></nav>{PAGE}"
    assert service.post("/extract", {"html": page}).json().get("blocks", []) == []
    blocks = service.post("/extract", {"html": page, "blocks": True}).json()["blocks"]
    kept = {block["text"]: block["kept"] for block in blocks}
    assert kept["Home"] is False
    assert kept[WORDS.strip()] is True
    assert all(0 <= block["probability"] <= 1 for block in blocks)


def test_what_each_extractor_makes_of_the_page_is_there_if_asked_for(service: Served) -> None:
    assert service.post("/extract", {"html": PAGE}).json().get("alternatives", []) == []
    others = service.post("/extract", {"html": PAGE, "alternatives": True}).json()["alternatives"]
    assert [each["extractor"] for each in others]


def test_who_asks_decides_what_is_kept(service: Served) -> None:
    page = PAGE.replace("</article>", '<p>See <a href="/tides">the tides</a>.</p></article>')
    asked = {"html": page, "url": "https://a.example/b", "format": "markdown"}
    assert "](https://a.example/tides)" in service.post("/extract", asked).text
    without = service.post("/extract", {**asked, "links": False, "favor": "recall"}).text
    assert "See the tides." in without


@pytest.mark.parametrize("format", FORMAT_CHOICES)
def test_each_format_has_its_media_type_and_is_not_for_a_browser_to_run(
    service: Served, format: str
) -> None:
    answer = service.post("/extract", {"html": PAGE, "format": format})
    kind = {"text": "plain"}.get(format, format)
    assert answer.headers["Content-Type"].partition(";")[0].endswith(f"/{kind}")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "A sentence of plain words" in answer.text


def test_the_genre_is_predicted(service: Served) -> None:
    result = service.post("/classify", {"html": PAGE}).json()
    assert result["genre"] == max(result["probabilities"], key=result["probabilities"].get)
    assert result["evidence"] == "html"


@pytest.mark.browser
def test_a_page_is_rendered(service: Served) -> None:
    html = "<h1>one</h1><script>document.body.append('two')</script>"
    result = service.post("/render", {"html": html}).json()
    assert "two" in result["html"]
    picture = Image.open(io.BytesIO(base64.b64decode(result["screenshot"])))
    assert picture.width == 1280


@pytest.mark.browser
def test_the_whole_page_is_in_the_picture_if_asked_for(service: Served) -> None:
    html = "<h1>one</h1><div style='height: 3000px'></div>"
    assert service.post("/render", {"html": html}).json()["full_page"] == ""
    result = service.post("/render", {"html": html, "full_page": True}).json()
    picture = Image.open(io.BytesIO(base64.b64decode(result["full_page"])))
    assert picture.height > 3000


@pytest.mark.browser
def test_a_page_has_a_deadline_of_its_own(service: Served) -> None:
    html = "<h1>one</h1><script>for (;;);</script>"
    answer = service.post("/render", {"html": html, "deadline": 12}).json()
    assert any("its scripts were stopped" in warning for warning in answer["warnings"])
    assert sum(answer["seconds"].values()) < 13  # of the 30 that the service gives


def test_a_private_address_is_refused_and_not_asked(service: Served) -> None:
    with Site() as site:
        for render in (False, True):
            answer = service.post("/extract", {"url": site.url("/secret"), "render": render})
            assert (answer.status_code, answer.json()["error"]) == (403, "address_refused")
            assert site.url("/secret") in answer.json()["message"]
    assert site.requested == []


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/extract", {"url": "http://127.0.0.1:1/"}, 403),
        ("/extract", {"url": "HTTP://127.0.0.1:1/"}, 403),
        ("/extract", {"url": "FILE:///etc/passwd"}, 422),
        ("/extract", {"url": "https://a.example/ b"}, 422),
        ("/extract", {"url": "https://a.example/\n"}, 422),
        ("/extract", {"url": "http://[::1/"}, 403),
        ("/extract", {"url": "/etc/passwd"}, 422),
        ("/extract", {"url": "file:///etc/passwd"}, 422),
        ("/extract", {"html": "<!---->"}, 422),
        ("/extract", {"html": "x", "more": 1}, 422),
        ("/extract", {"html": "x", "allow_private": True}, 422),
        ("/extract", {"html": "x", "render": "yes"}, 422),
        ("/extract", {}, 422),
        ("/classify", {"url": "http://nosuch.invalid/"}, 404),
        ("/jobs", {"urls": []}, 422),
        ("/jobs/" + "0" * 32, None, 404),
        ("/jobs/" + "0" * 32 + "/results", None, 404),
        ("/jobs/..%2F..%2Fetc", None, 404),
        ("/nosuch", None, 404),
        ("/extract", None, 405),
    ],
)
def test_errors_name_the_input_and_nothing_of_the_server(
    service: Served, path: str, body: object, status: int
) -> None:
    answer = service.client.get(path) if body is None else service.post(path, body)
    assert answer.status_code == status
    found = answer.json()
    assert found.keys() == {"error", "message", "request_id"}
    assert found["request_id"] == answer.headers["X-Request-ID"]
    for secret in ("--", "allow_private=", "/root", "/tmp", "site-packages", "Traceback"):
        assert secret not in answer.text


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"html": NaN}', b""])
def test_what_is_no_json_is_refused(service: Served, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    assert service.client.post("/extract", content=body, headers=headers).status_code in (400, 422)


def test_bodies_that_browsers_send_unasked_are_refused(service: Served) -> None:
    answer = service.client.post("/extract", content=b'{"html": "x"}')
    assert answer.status_code == 422


@pytest.mark.parametrize("streamed", [False, True])
def test_too_large_a_body_is_refused(service: Served, streamed: bool) -> None:
    parts = [b'{"html": "', *[b"x" * 1_000_000] * 21, b'"}']
    content = iter(parts) if streamed else b"".join(parts)
    headers = {"Content-Type": "application/json"}
    answer = service.client.post("/extract", content=content, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_a_body_of_two_lengths_is_refused_and_nothing_after_it_is_read(service: Served) -> None:
    """A proxy that goes by the other one would take what follows for another caller's request."""
    base = service.client.base_url
    head = b"POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
    body = b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    with socket.create_connection((base.host, base.port or 80), 60) as connection:
        connection.sendall(head + body)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("host", "status"),
    [("rebound.example:80", 421), ("[::1", 421), ("LocalHost", 200), ("[::1]:8321", 200)],
)
def test_only_names_of_this_machine_are_answered(service: Served, host: str, status: int) -> None:
    assert service.client.get("/healthz", headers={"Host": host}).status_code == status


def test_the_request_id_of_the_caller_is_in_answer_and_log(service: Served) -> None:
    answer = service.post("/extract", {"html": PAGE}, **{"X-Request-ID": "my-id:1"})
    assert answer.headers["X-Request-ID"] == "my-id:1"
    service.wait_for_line(request_id="my-id:1")
    (line,) = [each for each in service.logged() if each.get("request_id") == "my-id:1"]
    assert (line["route"], line["status"]) == ("/extract", 200)


def test_an_id_that_could_break_a_log_is_replaced(service: Served) -> None:
    answer = service.client.get("/healthz", headers={"X-Request-ID": 'a"b c'})
    assert answer.headers["X-Request-ID"] != 'a"b c'


def test_metrics_count_answers_and_pages(service: Served) -> None:
    service.post("/extract", {"html": PAGE})
    answered = 'pagesight_requests_total{method="POST",route="/extract",status="200"}'
    service.wait_for_figure(answered)
    figures = service.wait_for_figure("pagesight_pending_requests 0.0")
    assert "pagesight_pages_total{genre=" in figures


def test_methods_that_callers_make_up_are_one_figure(service: Served) -> None:
    assert service.client.request("FROBNICATE", "/healthz").status_code == 405
    figures = service.wait_for_figure('method="other"')
    assert 'method="other"' in figures
    assert "FROBNICATE" not in figures


def test_a_method_that_a_path_has_not_is_answered_with_those_that_it_has(service: Served) -> None:
    answer = service.client.put("/jobs/" + "0" * 32)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "DELETE, GET")


def test_every_route_is_described_with_an_example(service: Served) -> None:
    paths = service.client.get("/openapi.json").json()["paths"]
    assert {"/extract", "/classify", "/render", "/jobs"} <= paths.keys()
    for path in paths.values():
        for operation in path.values():
            assert operation["description"]
            if body := operation.get("requestBody"):
                assert body["content"]["application/json"]["examples"]


@pytest.mark.slow
def test_schemathesis_finds_nothing(service: Served, tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("schemathesis")
    found = subprocess.run(
        [command, "run", f"{service.url}/openapi.json", "--max-examples", "5", "--seed", "1",
         "--exclude-path", "/render", "--request-timeout", "120", "--no-color"],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout[-4000:]


@pytest.mark.browser
def test_a_page_is_rendered_as_asked_for(site: Site, tmp_path: Path) -> None:
    sent: list[tuple[str | None, ...]] = []

    def page(exchange: Exchange) -> None:
        names = ("X-Key", "Cookie", "User-Agent")
        sent.append(tuple(exchange.headers.get(name) for name in names))
        exchange.answer(
            f"""<p>{WORDS}</p><button id=more>more</button><script>
          more.onclick = () => document.body.append("two", innerWidth)</script>""".encode()
        )

    site.pages["/"] = page
    asked = {
        "url": site.url(),
        "headers": {"X-Key": "secret"},
        "cookies": {"a": "1"},
        "user_agent": "Tester/1",
        "viewport": {"width": 400, "height": 800},
        "click": ["#more"],
        "wait_for": "two400",
        "load_more": 1,
        "close_overlays": True,
    }
    with Served(tmp_path, "--allow-private") as served:
        answer = served.post("/render", asked)
        assert "two400" in answer.json()["html"]
        assert served.post("/extract", asked).status_code == 200
    assert sent[0] == sent[-1] == ("secret", "a=1", "Tester/1")


@pytest.mark.parametrize(
    "page",
    [
        {"headers": {"Host": "a.example"}},
        {"headers": {"X-A": "b\r\nX-C: d"}},
        {"cookies": {"a": "b\nc"}},
        {"user_agent": "a\nb"},
        {"viewport": {"width": 400, "height": 9_000}},
        {"scroll": 1000},
        {"wait": -1},
        {"proxy": "http://a.example:8080"},
        {"url": "http://a.example/\ud800"},
        {"headers": {"\ud800": "a"}},
        {"\ud800": "a"},
    ],
)
def test_what_cannot_be_asked_of_a_page_is_refused(service: Served, page: dict[str, Any]) -> None:
    body = json.dumps({"html": PAGE, **page})
    headers = {"Content-Type": "application/json"}
    assert service.client.post("/extract", content=body, headers=headers).status_code == 422


def test_a_body_that_is_not_called_json_is_told_what_is_missing(service: Served) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = service.client.post("/extract", content='{"html": "<p>x"}', headers=form)
    assert answer.status_code == 422
    assert answer.json()["message"].endswith("send it with Content-Type: application/json")
