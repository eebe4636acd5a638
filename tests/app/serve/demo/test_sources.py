"""What visitors may give, and the samples."""

from pathlib import Path

import pytest

from pagesight.app.errors import SourceKindError
from pagesight.app.serve.demo.sources import SAMPLES, Captures, address, sample
from pagesight.datasets.schema import Genre
from pagesight.extract.page.document import read
from pagesight.render.page import Page


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("example.com", "https://example.com"),
        (" example.com:8080/a b ", None),
        ("http://example.com/x", "http://example.com/x"),
        ("HTTPS://example.com", "https://example.com"),
        ("example.com:8080/a", "https://example.com:8080/a"),
        ("", None),
        ("hello", None),
        ("/etc/passwd", None),
        ("./a.html", None),
        ("file:///etc/passwd", None),
        ("javascript:alert(1)", None),
        ("http://[", None),
    ],
)
def test_an_address_is_completed_or_refused(typed: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(SourceKindError):
            address(typed)
    else:
        assert address(typed).name == meant


def test_every_genre_has_a_sample() -> None:
    assert set(SAMPLES) == set(Genre)


def texts(page: Page) -> list[str]:
    return [block.text for block in read(page).blocks]


@pytest.mark.parametrize("name", SAMPLES.values())
def test_a_sample_is_a_capture_of_the_page_of_that_name(name: str, samples: Path) -> None:
    capture = Captures().kept(sample(name), rendered=True)
    assert capture is not None
    served = Page("", (samples / f"{name}.html").read_text("utf-8"))
    assert texts(capture.page) == texts(served)
    assert capture.page.screenshot
    assert capture.requested_url.startswith("https://")
