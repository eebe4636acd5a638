"""Pages rendered without the net: files, folders, MHTML, WARC archives, HTML text."""

import gzip
from dataclasses import replace
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest
from loopback import Site

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import SourceError
from pagesight.render.options import RenderOptions
from pagesight.render.sources.body import decode_html
from pagesight.render.sources.html import replay_folder
from pagesight.render.sources.source import html_source, open_source
from pagesight.render.sources.warc import replay_warc

in_browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c63f8cfc0f01f0005000201a5f645400000000049454e44ae426082"
)
PAGE = """<!doctype html><html lang=de><title>Käse</title><link rel=stylesheet href="/css/a.css">
<h1>Käse</h1><img src="p.png"><script>
document.title += " " + getComputedStyle(document.querySelector("h1")).fontSize
</script>"""
CSS = "h1 {font-size: 77px}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "css").mkdir(parents=True)
    (root / "index.html").write_text(PAGE, encoding="utf-8")
    (root / "css" / "a.css").write_text(CSS)
    (root / "p.png").write_bytes(PIXEL)
    (tmp_path / "secret.txt").write_text("secret")
    return root


@pytest.fixture
def mhtml(tmp_path: Path) -> Path:
    whole = MIMEMultipart("related", type="text/html")
    page = MIMEText(PAGE.replace("p.png", "cid:pixel@here"), "html", "utf-8")
    page["Content-Location"] = "https://shop.example/a/?x=1"
    style = MIMEText(CSS, "css")
    style["Content-Location"] = "https://shop.example/css/a.css"
    picture = MIMEImage(PIXEL)
    picture["Content-ID"] = "<pixel@here>"
    for part in (page, style, picture):
        whole.attach(part)
    path = tmp_path / "page.mhtml"
    path.write_bytes(whole.as_bytes())
    return path


def warc_record(url: str, status: str, head: str, body: bytes) -> bytes:
    """Return a response record as WARC 1.1 writes it."""
    http = f"HTTP/1.1 {status}\r\n{head}\r\n\r\n".encode() + body
    top = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Date: 2026-11-21T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return top.encode() + http + b"\r\n\r\n"


WARC = [
    warc_record("http://shop.example/", "301 Moved", "Location: https://shop.example/a/", b""),
    warc_record(
        "https://shop.example/a/",
        "200 OK",
        "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: gzip",
        gzip.compress(PAGE.encode()),
    ),
    warc_record("https://shop.example/css/a.css", "200 OK", "Content-Type: text/css", CSS.encode()),
    warc_record("https://shop.example/a/p.png", "200 OK", "Content-Type: image/png", PIXEL),
]


@pytest.fixture(params=["crawl.warc", "crawl.warc.gz", "packed-at-once.warc.gz"])
def warc(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    pack = gzip.compress if path.suffix == ".gz" else bytes
    records = [b"".join(WARC)] if path.name.startswith("packed") else WARC
    path.write_bytes(b"".join(pack(record) for record in records))
    return path


class TestInABrowser:
    pytestmark = in_browser

    async def test_a_folder_is_served_at_a_made_up_origin(
        self, folder: Path, pool: BrowserPool
    ) -> None:
        capture = await pool.render(str(folder))
        assert capture.page.url == ""
        assert (capture.title, capture.language) == ("Käse 77px", "de")
        assert capture.warnings == ()

    async def test_an_html_file_finds_the_files_beside_it(
        self, folder: Path, pool: BrowserPool
    ) -> None:
        capture = await pool.render(str(folder / "index.html"))
        assert capture.title == "Käse 77px"

    async def test_mhtml_is_shown_with_its_parts(self, mhtml: Path, pool: BrowserPool) -> None:
        capture = await pool.render(str(mhtml))
        assert capture.page.url == "https://shop.example/a/?x=1"
        assert capture.title == "Käse 77px"
        assert capture.warnings == ()

    async def test_mhtml_that_chromium_saved_keeps_its_style_elements(
        self, tmp_path: Path, pool: BrowserPool
    ) -> None:
        page = tmp_path / "page.html"
        page.write_text("<style>h1 {color: red}</style><h1>Käse</h1>", "utf-8")
        async with BrowserPool(options=RenderOptions(mhtml=True)) as keeping:
            saved = await keeping.render(str(page))
        (tmp_path / "saved.mhtml").write_bytes(saved.mhtml or b"")
        again = await pool.render(str(tmp_path / "saved.mhtml"))
        assert again.page.layout
        assert saved.page.layout
        assert [n.style for n in again.page.layout.nodes] == [
            n.style for n in saved.page.layout.nodes
        ]

    async def test_frames_of_mhtml_that_chromium_saved_are_read(
        self, tmp_path: Path, site: Site, pool: BrowserPool, options: RenderOptions
    ) -> None:
        site.pages = {
            "/": b"<h1>Page</h1><iframe src=/frame width=600 height=300></iframe>"
            b"<iframe srcdoc='<p>Written into it.' width=600 height=300></iframe>",
            "/frame": b"<p>Of the same site.",
        }
        saved = await pool.render(site.url(), replace(options, mhtml=True))
        (tmp_path / "saved.mhtml").write_bytes(saved.mhtml or b"")
        again = await pool.render(str(tmp_path / "saved.mhtml"))
        assert "Of the same site." in again.page.html
        assert "Written into it." in again.page.html

    async def test_a_warc_is_replayed_with_its_parts(self, warc: Path, pool: BrowserPool) -> None:
        capture = await pool.render(str(warc))
        assert capture.page.url == "https://shop.example/a/"
        assert capture.title == "Käse 77px"
        said = "more than one record" in " ".join(capture.warnings)
        assert (len(capture.warnings), said) == (
            (1, True) if "at-once" in warc.name else (0, False)
        )

    async def test_a_warc_is_replayed_with_its_redirects(
        self, warc: Path, pool: BrowserPool
    ) -> None:
        capture = await pool.render(f"{warc}#http://shop.example/")
        assert capture.redirects == ("http://shop.example/",)
        assert (capture.page.url, capture.title) == ("https://shop.example/a/", "Käse 77px")

    async def test_what_the_archive_lacks_is_counted_and_never_fetched(
        self, pool: BrowserPool
    ) -> None:
        html = "<p>text<img src=a.png><img src=https://elsewhere.example/b.png>"
        capture = await pool.render(html_source(html, "https://here.example/"))
        assert capture.status == 200
        assert capture.warnings == ("requests that the archive cannot answer: 2",)


def test_a_folder_may_stand_for_several_hosts_and_a_prefix(folder: Path) -> None:
    origins = ("https://a.example", "https://www.a.example")
    url, archive = replay_folder(folder, origins=origins, prefix="blog")
    assert url == "https://a.example/blog/index.html"
    assert archive("http://www.a.example/blog/css/a.css?v=1") is not None
    assert archive("https://a.example/css/a.css") is None
    assert archive("https://b.example/blog/css/a.css") is None


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("page.html", "page"),
        ("page.html", "page/"),
        ("page.htm", "page?from=here"),
        ("page/index.html", "page"),
        ("page/index.html", "page/?a=1"),
        ("page?id=1", "page?id=1"),
        ("page?id=1.html", "page?id=1"),
        ("page.php@id=1.html", "page.php?id=1"),
        ("page.php?id=1", "page.php?id=1"),
        ("käse.html", "k%C3%A4se"),
        ("k%C3%A4se.html", "k%C3%A4se"),
        ("a?b=c%2Fd.html", "a?b=c%2Fd"),
    ],
)
def test_a_folder_answers_as_the_server_of_its_files_did(
    file: str, asked: str, folder: Path
) -> None:
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("<p>found")
    _, archive = replay_folder(folder)
    answer = archive(f"https://pagesight.invalid/{asked}")
    assert answer is not None
    assert (answer.body, answer.content_type[:9]) == (b"<p>found", "text/html")


def test_a_saved_page_that_is_not_the_utf_8_it_declares_is_served_as_what_it_is(
    folder: Path,
) -> None:
    text = "灯台守はランプにぶつかったすべての鳥を記録した。"
    page = f'<meta charset="utf-8"><p>{text}'
    for name, charset in (("false.html", "shift_jis"), ("true.html", "utf-8")):
        (folder / name).write_bytes(page.encode(charset))
        answer = replay_folder(folder, name)[1](f"https://pagesight.invalid/{name}")
        assert answer is not None
        assert text in decode_html(answer.body, answer.content_type)
        assert ("charset" in answer.content_type) == (charset != "utf-8")


def test_parts_saved_with_their_query_keep_their_type(folder: Path) -> None:
    (folder / "a.css?v=1").write_text("p {}")
    _, archive = replay_folder(folder)
    answer = archive("https://pagesight.invalid/a.css?v=1")
    assert answer is not None
    assert answer.content_type == "text/css"


@pytest.mark.parametrize(
    "path",
    ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "css/../../secret.txt", "/etc/passwd",
     "a%00b", "x" * 5000, "css"],
)  # fmt: skip
def test_a_folder_gives_nothing_from_outside(path: str, folder: Path) -> None:
    _, archive = replay_folder(folder)
    assert archive(f"https://pagesight.invalid/{path}") is None


def test_a_folder_gives_nothing_through_links_that_lead_outside(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    _, archive = replay_folder(folder)
    assert archive("https://pagesight.invalid/link.txt") is None


def test_a_broken_record_is_as_good_as_absent(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"".join(gzip.compress(record) for record in WARC))
    _, archive = replay_warc(path)
    path.write_bytes(path.read_bytes()[:-10] + b"broken....")
    assert archive("https://shop.example/a/") is not None
    assert archive("https://shop.example/a/p.png") is None


def test_a_page_that_a_warc_lacks_is_an_error_that_says_what_it_holds(warc: Path) -> None:
    with pytest.raises(SourceError, match=r"it holds shop\.example"):
        open_source(f"{warc}#https://shop.example/absent")


def test_a_record_with_a_broken_status_is_passed_over(tmp_path: Path) -> None:
    odd = warc_record("https://shop.example/odd", "abc", "Content-Type: text/css", b"")
    path = tmp_path / "odd.warc"
    path.write_bytes(odd + b"".join(WARC))
    url, archive = replay_warc(path)
    assert url == "https://shop.example/a/"
    assert archive("https://shop.example/odd") is None


def test_a_record_without_an_address_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "nameless.warc"
    path.write_bytes(WARC[1].replace(b"WARC-Target-URI: https://shop.example/a/\r\n", b""))
    with pytest.raises(SourceError, match=r"nameless.warc is not a readable WARC file"):
        replay_warc(path)


@pytest.mark.parametrize(("cut", "warned"), [(0, False), (40, True)])
@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("head", ["", "\r\nTransfer-Encoding: chunked"])
def test_a_record_that_is_cut_off_says_so(
    head: str, packed: bool, cut: int, warned: bool, tmp_path: Path
) -> None:
    page = "".join(f"<p>paragraph {number}" for number in range(500)).encode()
    body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(page), page) if head else page
    record = warc_record("https://a.example/", "200 OK", f"Content-Type: text/html{head}", body)
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    stored = gzip.compress(record) if packed else record
    path.write_bytes(stored[: len(stored) - cut])
    url, archive = replay_warc(path)
    answer = archive(url)
    assert answer is not None
    assert answer.body.startswith(b"<p>paragraph 0<p>")
    assert ("cut off" in answer.warning) == warned


def test_a_record_that_the_crawler_cut_off_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(WARC[1].replace(b"WARC-Date", b"WARC-Truncated: length\r\nWARC-Date"))
    url, archive = replay_warc(path)
    answer = archive(url)
    assert answer is not None
    assert "cut off" in answer.warning
