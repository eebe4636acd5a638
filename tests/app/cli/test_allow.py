"""`--allow`: the hosts that a command fetches from wherever they are, and no others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Site
from service import Served

from ..conftest import WORDS, Run

COMMANDS = [
    pytest.param(("extract", "--extractor", "goce-article"), marks=pytest.mark.browser),
    pytest.param(("classify", "--by", "screenshot"), marks=pytest.mark.browser),
    pytest.param(("render",), marks=pytest.mark.browser),
    ("extract", "--extractor", "goce-article", "--no-render"),
    ("classify", "--by", "html"),
    ("batch", "--no-render", "--workers", "1", "--retry-failed"),
]


@pytest.fixture
def other(site: Site) -> Iterator[Site]:
    """A second server of this machine, which the page on the first one asks for a picture."""
    with Site() as second:
        picture = f"<img src='{second.url('/secret.png')}'>"
        site.pages["/page"] = f"<h1>One</h1><p>{WORDS}</p>{picture}".encode()
        yield second


@pytest.mark.parametrize("command", COMMANDS)
def test_only_what_is_allowed_is_fetched(
    command: tuple[str, ...], site: Site, other: Site, tmp_path: Path, pagesight: Run
) -> None:
    name, *options = command
    source, address = str(tmp_path / "list.txt"), site.url("/page")
    Path(source).write_text(address, "utf-8")
    out = {"batch": ["--out", tmp_path / "out.jsonl"], "render": ["--out", tmp_path / "out"]}
    line = [name, source, *options, *out.get(name, [])]
    code, _, err = pagesight(*line, "--allow", f"127.0.0.1:{other.server_port + 1}")
    assert (code, site.requested) == (1, [])
    assert "give --allow 127.0.0.1" in err
    code, _, err = pagesight(*line, "--allow", f"127.0.0.1:{site.server_port}")
    assert code == 0, err
    assert "/page" in site.requested
    assert other.requested == []


def test_the_service_fetches_from_allowed_hosts_alone(
    site: Site, other: Site, tmp_path: Path
) -> None:
    with Served(tmp_path, "--allow", f"127.0.0.1:{site.server_port}") as served:
        found = served.post("/extract", {"url": site.url("/page")})
        refused = served.post("/extract", {"url": other.url("/page")})
    assert (found.status_code, refused.status_code) == (200, 403)
    assert other.requested == []


@pytest.mark.parametrize("entry", ["http://a.example", "a.example/b", ":80", "a.example:port", ""])
def test_what_names_no_host_is_refused(entry: str, pagesight: Run) -> None:
    code, _, err = pagesight("extract", "http://a.example", "--allow", entry)
    assert code == 2
    assert "in the allow list is no HOST, HOST:PORT or network" in " ".join(err.split())
