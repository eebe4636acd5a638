"""Cases in which the service, archives and sitemaps failed strangers: what came, what comes now.

python tests/bench/table_service.py

Each case is tried on a service of its own kind, over sockets; "before" is what was reported of
commit 9e50c06. Prints a table in Markdown. What hangs the old code is tried by the tests alone.
"""

import asyncio
import gzip
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection
from tempfile import TemporaryDirectory

import httpx

from pagesight.app.errors import SourceKindError
from pagesight.app.jobs.inputs.sitemap import parse_sitemap
from pagesight.app.jobs.inputs.warcs import warc_items

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from loopback import Exchange, Site
from service import WORDS, Served

_ANN, _BOB = "ann-has-a-key-of-some-length", "bob-has-a-key-of-some-length"
_CALL, _UPLOAD = "/demo/gradio_api/call/extract", "/demo/gradio_api/upload"
_LOOP = b"<script>for (;;);</script><p>Never."
_SILENT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Tried:
    """A case, and what it is tried with: the service, and a site on loopback."""

    served: Served
    site: Site

    def post(self, path: str, body: object, key: str = _ANN) -> httpx.Response:
        """Return the answer to a body of JSON, with a key."""
        return self.served.post(path, body, **{"X-API-Key": key})


Case = Callable[[Tried], str]


def demo_without_key(tried: Tried) -> str:
    """150 calls of the demo without a key"""
    statuses = Counter(tried.served.post(_CALL, {"data": ["x"]}).status_code for _ in range(150))
    return f"{dict(statuses)}"


def upload_of_anybody(tried: Tried) -> str:
    """an upload without a key, and one with a key from another origin"""
    url, files = tried.served.url + _UPLOAD, {"files": b"<p>words"}
    foreign = {"X-API-Key": _ANN, "Origin": "https://evil.example"}
    without = httpx.post(url, files=files).status_code
    return f"{without}, {httpx.post(url, files=files, headers=foreign).status_code}"


def renders_that_hang_up(tried: Tried) -> str:
    """33 endless renders of one key, hung up on after 6 s: a render of another key meanwhile"""

    async def attack() -> tuple[int, float]:
        headers = {"X-API-Key": _ANN}
        async with httpx.AsyncClient(
            base_url=tried.served.url, headers=headers, timeout=120
        ) as all_:
            body = {"url": tried.site.url("/loop")}
            asked = [asyncio.create_task(all_.post("/render", json=body)) for _ in range(33)]
            await asyncio.sleep(1)
            began = time.monotonic()
            other = asyncio.create_task(
                all_.post(
                    "/render", json={"url": tried.site.url("/page")}, headers={"X-API-Key": _BOB}
                )
            )
            await asyncio.sleep(5)
            for each in asked:
                each.cancel()
            return (await other).status_code, time.monotonic() - began

    status, seconds = asyncio.run(attack())
    tried.served.wait_for_figure("pagesight_pending_requests 0.0", _ANN)
    opened = tried.site.requested.count("/loop")
    return f"{status} after {seconds:.0f} s; {opened} of 33 pages opened"


def fetches_of_a_dead_address(tried: Tried) -> str:
    """40 fetches of an address that never answers: HTML sent along by another key"""

    async def attack() -> tuple[int, float]:
        async with httpx.AsyncClient(base_url=tried.served.url, timeout=120) as all_:
            body, headers = {"url": tried.site.url("/silent")}, {"X-API-Key": _ANN}
            asked = [
                asyncio.create_task(all_.post("/extract", json=body, headers=headers))
                for _ in range(40)
            ]
            await asyncio.sleep(1)
            began = time.monotonic()
            page = {"html": f"<p>{WORDS}"}
            answer = await all_.post("/extract", json=page, headers={"X-API-Key": _BOB})
            for each in asked:
                each.cancel()
            return answer.status_code, time.monotonic() - began

    status, seconds = asyncio.run(attack())
    return f"{status} after {seconds:.1f} s"


def places_for_jobs(tried: Tried) -> str:
    """16 jobs of one key, then one of another, which asks for a job of the first"""
    made = [tried.post("/jobs", {"urls": [tried.site.url("/silent")]}) for _ in range(16)]
    ids = [each.json()["id"] for each in made if each.status_code == 202]
    other = tried.post("/jobs", {"urls": [tried.site.url("/page")]}, _BOB)
    foreign = tried.served.client.get(f"/jobs/{ids[0]}", headers={"X-API-Key": _BOB})
    for job, key in [*((job, _ANN) for job in ids), (other.json().get("id"), _BOB)]:
        tried.served.client.delete(f"/jobs/{job}", headers={"X-API-Key": key})
    statuses = f"the other's: {other.status_code}; the foreign one: {foreign.status_code}"
    return f"{len(ids)} taken on; {statuses}"


def half_open_requests(tried: Tried) -> str:
    """20 half-open requests and 5 silent connections after 20 s"""
    base = tried.served.client.base_url
    open_ = [create_connection((base.host, base.port or 80)) for _ in range(25)]
    for connection in open_[:20]:
        connection.sendall(b"GET / HTTP/1.1\r\nHost:")
    time.sleep(_SILENT_SECONDS)
    alive = sum(map(_is_open, open_))
    for connection in open_:
        connection.close()
    return f"{alive} open"


def _is_open(connection: object) -> bool:
    connection.settimeout(0.01)  # type: ignore[attr-defined]
    try:
        return bool(connection.recv(1))  # type: ignore[attr-defined]
    except TimeoutError:
        return True
    except OSError:
        return False


def wrong_keys(tried: Tried) -> str:
    """300 wrong keys"""
    with httpx.Client(base_url=tried.served.url) as client:
        statuses = Counter(
            client.get("/jobs", headers={"X-API-Key": f"wrong-{number}"}).status_code
            for number in range(300)
        )
    return f"{dict(statuses)}"


def secrets_in_the_log(tried: Tried) -> str:
    """user, password and token of a failing page's address in the log"""
    failed = tried.post("/extract", {"url": "http://ann:pa55@127.0.0.1:9/?token=t0ken"})
    tried.served.wait_for_line(message="failed", request_id=failed.json()["request_id"])
    log = tried.served.log.read_text("utf-8")
    return "in it" if "pa55" in log or "t0ken" in log else "not in it"


def _record(number: int, *, length: int = 0) -> bytes:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Page"
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/{number}\r\n"
    return f"{head}Content-Length: {length or len(body)}\r\n\r\n".encode() + body + b"\r\n\r\n"


def _warc(name: str, body: bytes) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(body)
        try:
            return ", ".join(item.error_kind or item.source[-1] for item in warc_items(path))
        except SourceKindError as error:
            return f"error: {error}"


def broken_member(_: Tried) -> str:
    """pages 1 to 3 of a WARC whose second member of gzip is broken"""
    one, two, three = (gzip.compress(_record(number)) for number in (1, 2, 3))
    return _warc("a.warc.gz", one + two[:20] + bytes(len(two) - 20) + three)


def wrong_length(_: Tried) -> str:
    """pages 1 to 3 of a WARC whose first record says to be longer"""
    return _warc("a.warc", _record(1, length=200) + _record(2) + _record(3))


def bare_ampersand(_: Tried) -> str:
    """a sitemap with `?a=1&b=2`"""
    body = b"<urlset><url><loc>https://a.example/?a=1&b=2</loc></url></urlset>"
    return ", ".join(parse_sitemap("sitemap", body).places)


def cut_sitemap(_: Tried) -> str:
    """a sitemap that ends in the middle of its second address"""
    body = b"<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.exam"
    found = parse_sitemap("sitemap", body)
    return f"{', '.join(found.places)}; {found.loss}"


def packed_twice(_: Tried) -> str:
    """a sitemap in UTF-16, in two members of gzip"""
    body = "<urlset><url><loc>https://a.example/1</loc></url></urlset>".encode("utf-16")
    found = parse_sitemap("sitemap", gzip.compress(body[:40]) + gzip.compress(body[40:]))
    return ", ".join(found.places)


_CASES: tuple[tuple[Case, str], ...] = (
    (demo_without_key, "150 of 150 answered"),
    (upload_of_anybody, "stored, and stays"),
    (renders_that_hang_up, "429, then 504 for 45 s; all opened"),
    (fetches_of_a_dead_address, "waits for a whole deadline (30 s)"),
    (places_for_jobs, "16 taken on; the other's: 429; the foreign one: 200"),
    (half_open_requests, "25 open after 70 s"),
    (wrong_keys, "300 times 401 in .2 s"),
    (secrets_in_the_log, "in it"),
    (broken_member, "1, and no word of the rest"),
    (wrong_length, "1, 3: the second is eaten"),
    (bare_ampersand, "https://a.example/?a=1=2"),
    (cut_sitemap, "the cut address is taken for one"),
    (packed_twice, "nothing"),
)


def _lines(tried: Tried) -> Iterator[str]:
    yield "| case | before | now |\n|---|---|---|"
    for case, before in _CASES:
        yield f"| {case.__doc__} | {before} | {case(tried)} |"


def main() -> None:
    """Print the table."""
    page = f"<h1>Page</h1><p>{WORDS}".encode()
    with Site() as site, TemporaryDirectory() as folder:
        site.pages |= {"/page": page, "/loop": _LOOP, "/silent": Exchange.hang}
        keys = Path(folder) / "keys"
        keys.write_text(f"ann:{_ANN}\nbob:{_BOB}\n", "utf-8")
        options = ("--api-keys", keys, "--allow-private", "--demo", "--rate", 100_000)
        with Served(Path(folder), *options) as served:
            for line in _lines(Tried(served, site)):
                print(line, flush=True)


if __name__ == "__main__":
    main()
