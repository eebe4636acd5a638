"""What an address says of a page, and that a missing one says nothing."""

from urllib.parse import urljoin, urlsplit

import numpy as np
import pytest

from pagesight.vision.html.counts.links import (
    address_numbers,
    address_tokens,
    joined_targets,
    known_address,
)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://pagesight.invalid/",
        "https://pagesight.invalid/2019/05/04/minister-resigns.html",
        "https://cid.pagesight.invalid/part",
        "http://invalid/page.html",
        "file:///home/page.html",
        "page.html",
        "about:blank",
        "https://[broken",
        "https:///path",
    ],
)
def test_a_missing_address_has_neither_tokens_nor_numbers(url: str) -> None:
    assert known_address(url) is None
    assert not address_tokens(url)
    assert not address_numbers(url, frozenset({"minister"}), ("/a", "b.html"))


@pytest.mark.parametrize("url", ["https://a.example/", "http://127.0.0.1:8000/a", "HTTP://B.org"])
def test_an_address_on_the_web_is_known(url: str) -> None:
    assert known_address(url) is not None
    assert "depth=" in " ".join(address_tokens(url))


def test_targets_are_seen_from_the_pages_own_address() -> None:
    links = ("/shop/sofas", "/shop/lamps/red", "/shop/lamps/blue", "https://b.example/", "http://[")
    found = address_numbers("https://a.example/shop/lamps", frozenset({"lamps", "shop"}), links)
    assert found["to:inside"] == pytest.approx(3 / 4)
    assert found["to:deeper_count"] == pytest.approx(np.log1p(2))
    assert found["to:beside_count"] == pytest.approx(np.log1p(1))
    assert found["to:depth"] == 2
    assert found["slug:in_title"] == 1


@pytest.mark.parametrize(
    "target",
    [
        "b.html", "../b", "./b", "/b/c", "/a/../b", "?page=2", "//c.example/x", "https://c.example",
        "https://c.example/x?y", "HTTP://c.example/X", "ftp://c.example/x", "a:b", "#top", "b/c/?d",
    ],
)  # fmt: skip
def test_targets_are_joined_as_urls_are(target: str) -> None:
    page = "https://a.example/shop/lamps/red.html?q"
    joined = urlsplit(urljoin(page, target))
    parts = known_address(page)
    assert parts is not None
    assert list(joined_targets(parts, [target])) == [(joined.netloc, joined.path)]
