"""Images stay with the text around them, captions with their images."""

import numpy as np
import pytest

from pagesight.extract.labelers.base import Labels
from pagesight.extract.labelers.extractor import keep
from pagesight.extract.page.document import read
from pagesight.extract.records.record import NO_RECORDS
from pagesight.extract.selection.captions import captions, with_images
from pagesight.render.page import Page

_LONG = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen."
_IMAGE = "<img src=a.png>"
_SIDE = f"<p>Left out. {_LONG} {_LONG}</p>"


def _extraction(body: str) -> tuple[str, str]:
    """Return text and Markdown of a page whose long paragraphs alone are probable."""
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    probable = [0.9 if block.text == _LONG else 0.05 for block in document.blocks]
    labels = Labels(document.blocks, np.array(probable, np.float32))
    found = keep(document, "test", labels, 0.1, records=NO_RECORDS)
    return found.text, found.markdown


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        (f"<p>{_LONG}</p>", f"<p>{_LONG}</p>", True),
        (f"<p>{_LONG}</p>", f"<p>Photo: A. B.</p><p>{_LONG}</p>", True),
        (f"<p>{_LONG}</p><p>By A. B.</p><p>May 4</p>", f"<p>{_LONG}</p>", True),
        ("<h1>A title</h1><p>May 4</p>", f"<p>{_LONG}</p>", True),
        (f"<p>{_LONG}</p>", _SIDE, False),
        ("<p>Home</p>", f"<p>{_LONG}</p>", False),
        (f"<p>{_LONG}</p>", f"<p>a<p>b<p>c<p>{_LONG}</p>", False),
        (f"<p>{_LONG}</p>", f"<div>{_IMAGE}</div>" * 3 + f"<p>Logos</p><p>{_LONG}</p>", False),
    ],
)
def test_an_image_is_kept_near_kept_text(before: str, after: str, kept: bool) -> None:
    _, markdown = _extraction(f"{before}<div>{_IMAGE}</div>{after}")
    assert ("![](https://a.org/a.png)" in markdown) is kept


@pytest.mark.parametrize(
    "caption",
    [
        "<figcaption>The caption</figcaption>",
        "<figcaption><p>The <b>caption</b></p></figcaption>",
        "<p class=wp-caption-text>The caption</p>",
        "<div class=image-credit><span>The caption</span></div>",
    ],
)
def test_a_caption_stands_under_its_image_in_markdown_and_in_text(caption: str) -> None:
    text, markdown = _extraction(f"<p>{_LONG}</p><div>{_IMAGE}{caption}</div><p>{_LONG}</p>")
    image, below = markdown.split("\n\n")[1:3]
    assert (image, below.replace("*", "")) == ("![](https://a.org/a.png)", "The caption")
    assert "The caption" in text


def test_a_caption_goes_with_an_image_that_is_left_out() -> None:
    body = f"<p>{_LONG}</p>{_SIDE}{_IMAGE}<figcaption>The caption</figcaption>{_SIDE}"
    assert "caption" not in _extraction(body)[1]


def test_a_page_of_images_alone_keeps_none() -> None:
    flags = np.ones(3, np.bool_)
    assert not with_images(~flags, flags, ~flags, np.zeros(3)).any()
    document = read(Page("https://a.org/", f"<body>{_IMAGE}</body>"))
    assert not captions(np.zeros(len(document.blocks), np.bool_), document).any()


def test_a_caption_goes_with_the_table_of_its_figure() -> None:
    rows = "".join(f"<tr><td>row {n}</td><td>{n}</td></tr>" for n in range(3))
    figure = f"<figure><figcaption>The caption</figcaption><table>{rows}</table></figure>"
    document = read(Page("https://a.org/", f"<body><p>a</p>{figure}<p>b</p></body>"))
    kept = np.array(["row" in block.text for block in document.blocks])
    found = captions(kept, document)
    assert [document.blocks[number].text for number in np.flatnonzero(found)] == ["The caption"]
    assert not captions(np.zeros(len(kept), np.bool_), document).any()
