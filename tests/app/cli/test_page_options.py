"""Options of commands that render: what is sent, clicked and waited for."""

from pathlib import Path

import pytest
from loopback import Exchange, Site

from ..conftest import WORDS, Run

PAGE = f"""<h1>One</h1><p>{WORDS}</p><button id=more>more</button><script>
  more.onclick = () => setTimeout(() => document.body.append("twofold"), 300)</script>
 <div id=notice style="position: fixed; bottom: 0; width: 100%">We use cookies.
 <button onclick="notice.remove()">Reject</button></div>
 <button onclick="document.body.append('thrice')">Show more</button>"""


@pytest.mark.browser
def test_a_page_is_rendered_as_asked_for(site: Site, tmp_path: Path, pagesight: Run) -> None:
    sent: list[tuple[str | None, ...]] = []

    def page(exchange: Exchange) -> None:
        names = ("X-Key", "Cookie", "User-Agent")
        sent.append(tuple(exchange.headers.get(name) for name in names))
        exchange.answer(PAGE.encode())

    site.pages["/"] = page
    cookies = tmp_path / "cookies.txt"
    line = "127.0.0.1\tFALSE\t/\tFALSE\t0\tof-file\t2\n"
    cookies.write_text("# Netscape HTTP Cookie File\n" + line, "utf-8")
    code, out, err = pagesight(
        *("render", site.url(), "--out", tmp_path / "out", "--allow-private"),
        *("--header", "X-Key: secret", "--cookie", "given=1", "--cookie", cookies),
        *("--user-agent", "Tester/1", "--click", "#more", "--wait-for", "twofold"),
        *("--viewport", "400x800", "--wait", "0.1", "--scroll", "0"),
        *("--load-more", "1", "--close-overlays"),
    )
    assert code == 0, err
    assert sent[0] == ("secret", "given=1; of-file=2", "Tester/1")
    folder = Path(out.strip())
    assert "twofold" in (folder / "page.html").read_text("utf-8")
    capture = (folder / "capture.json").read_text("utf-8")
    assert '"width": 400' in capture
    assert "a consent notice was closed by its button 'Reject'" in capture
    assert "thrice" in (folder / "page.html").read_text("utf-8")
    assert "secret" not in capture + err


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--header", "no colon", "wanted 'NAME: VALUE'"),
        ("--header", "a b: c", "characters that no header has"),
        ("--header", "Host: a.example", "cannot be set"),
        ("--cookie", "nothing", "a cookie is NAME=VALUE"),
        ("--viewport", "large", "is no WIDTHxHEIGHT"),
        ("--wait", "-1", "--wait"),
        ("--scroll", "many", "--scroll"),
    ],
)
def test_an_option_that_cannot_be_is_wrong_usage(
    option: str, value: str, words: str, tmp_path: Path, pagesight: Run
) -> None:
    code, _, err = pagesight("render", "http://a.example/", "--out", tmp_path, option, value)
    assert code == 2
    assert words in err


@pytest.mark.parametrize("option", [["--click", "a"], ["--wait-for", "p"], ["--close-overlays"]])
def test_what_needs_a_browser_is_not_silently_left_out(
    option: list[str], pagesight: Run, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>text", "utf-8")
    for command in (["extract", page], ["batch", tmp_path, "--out", tmp_path / "out.jsonl"]):
        code, _, err = pagesight(*command, "--no-render", *option)
        assert (code, err) == (2, f"error: {option[0]} needs a browser: leave --no-render out\n")
