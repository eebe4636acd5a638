"""Images stay with the text around them, captions with their images."""

import numpy as np
import pytest

from pagesight.extract.labelers.extractor import Labels, keep
from pagesight.extract.page.document import read
from pagesight.extract.records.record import NO_RECORDS
from pagesight.extract.selection.captions import captions, with_images, with_notes
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
        (f"<p>{_LONG}</p><p hidden>View</p>", f"<p>A. B.</p><p>{_LONG}</p>", True),
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


def test_the_pictures_of_a_gallery_are_kept_with_their_captions() -> None:
    figure = "<figure><img src={0}.png><figcaption>Picture {0}</figcaption></figure>"
    figures = "".join(figure.format(number) for number in range(4))
    text, markdown = _extraction(f"<p>{_LONG}</p>{figures}<p>{_LONG}</p>")
    assert [f"/{number}.png" in markdown for number in range(4)] == 4 * [True]
    assert text.split("\n")[1:-1] == [f"Picture {number}" for number in range(4)]


@pytest.mark.parametrize(
    ("image", "after", "kept"),
    [
        (_IMAGE, "", True),
        (f"<figure>{_IMAGE}<figcaption>The end</figcaption></figure>", "", True),
        (f"<a href=/>{_IMAGE.replace('a.', 'logo.')}</a>", "", False),
        (_IMAGE, "<p>Another story</p>", False),
        (9 * f"<p>{_IMAGE}</p>", "", False),
    ],
    ids=["an image", "with its caption", "a logo", "of what follows", "many"],
)
def test_an_image_that_ends_the_text_is_kept(image: str, after: str, kept: bool) -> None:
    _, markdown = _extraction(f"<div><p>{_LONG}</p>{image}{after}</div><p>a<p>b<p>c{_SIDE}")
    assert (".png" in markdown) is kept


def test_a_caption_goes_with_an_image_that_is_left_out() -> None:
    body = f"<p>{_LONG}</p>{_SIDE}{_IMAGE}<figcaption>The caption</figcaption>{_SIDE}"
    assert "caption" not in _extraction(body)[1]


def test_a_page_of_images_alone_keeps_none() -> None:
    flags = np.ones(3, np.bool_)
    assert not with_images(~flags, flags, -np.ones(3, int), ~flags, np.zeros(3), ~flags).any()
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


@pytest.mark.parametrize(
    "said", ["<footer>A. B., poet</footer>", "<cite>A. B., poet</cite>", "<p>— A. B., poet</p>"]
)
def test_a_quotation_keeps_its_source(said: str) -> None:
    text, _ = _extraction(f"<blockquote><p>{_LONG}</p>{said}</blockquote><p>A. B. left out</p>")
    assert text.endswith("A. B., poet")


def test_a_quotation_keeps_the_source_behind_it() -> None:
    text, _ = _extraction(f"<blockquote><p>{_LONG}</p></blockquote><p>– A. B., poet</p>")
    assert text.endswith("– A. B., poet")


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("<ol><li id=fn1>So it was.</li><li id=fn2>Not so.</li></ol>", True),
        (f"<ol><li id=fn1>So it was. {_SIDE}</li></ol>", False),
    ],
)
def test_a_short_footnote_goes_with_the_text_that_refers_to_it(note: str, kept: bool) -> None:
    body = f"<body><p>{_LONG}<a href=#fn1>1</a></p>{note}"
    document = read(Page("https://a.org/", body))
    found = with_notes(np.array([True, *[False] * (len(document.blocks) - 1)]), document)
    said = [document.blocks[number].text for number in np.flatnonzero(found).tolist()]
    assert said[1:] == (["So it was."] if kept else [])


def test_a_note_of_few_words_may_be_as_long_as_a_short_text() -> None:
    body = "<body><p>It is so.<a href=#fn1>1</a></p><ol><li id=fn1>By law.</li></ol>"
    document = read(Page("https://a.org/", body))
    assert with_notes(np.array([True, False]), document).all()


_BYLINE = "<p>By A. B.</p><a>Share</a><p>May 4</p><button>Print</button><p>4 minutes</p>"


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        (f"<h1>A title</h1>{_BYLINE}<figure>{_IMAGE}</figure><p>{_LONG}</p>", True),
        (f"<h1>A title</h1>{_BYLINE}<img src=a.png width=800><p>{_LONG}</p>", True),
        (f"<img src=a.png width=800><h1>A title</h1>{_BYLINE}<p>{_LONG}</p>", True),
        (f"<meta property=og:image content=https://b.org/a.png?w=9>{_IMAGE}<p>x</p><h1>A title</h1>"
         f"{_BYLINE}<p>{_LONG}</p>", True),
        (f"<h1>A title</h1><p>{_LONG}</p>{_BYLINE}<figure>{_IMAGE}</figure><p>{_LONG}</p>", True),
        (f"<h1>A title</h1>{_BYLINE}{_IMAGE}<p>{_LONG}</p>", False),
        (f"<h1>A title</h1>{_BYLINE}<figure class=avatar>{_IMAGE}</figure><p>{_LONG}</p>", False),
        (f"<h1>A title</h1>{_BYLINE}<a href=/b><figure>{_IMAGE}</figure></a><p>{_LONG}</p>", False),
        (f"<figure>{_IMAGE}</figure><h1>A title</h1>{_BYLINE}<p>{_LONG}</p>", False),
        (f"<p><img itemprop=image src=a.png></p><h1>A title</h1>{_BYLINE}<p>{_LONG}</p>", True),
        ("<div itemscope itemtype=http://schema.org/Person><img itemprop=image src=a.png></div>"
         f"<h1>A title</h1>{_BYLINE}<p>{_LONG}</p>", False),
    ],
)  # fmt: skip
def test_the_picture_that_opens_a_page_is_kept(body: str, kept: bool) -> None:
    assert ("a.png" in _extraction(body)[1]) == kept


@pytest.mark.parametrize(
    ("figure", "after", "kept"),
    [
        ("<figcaption>Table 2. Ages</figcaption><a href=/t/2>Full size</a>", False, True),
        ("<figcaption>Ages</figcaption><a href=/t/2>Full size</a>", False, False),
        ("<svg></svg><figcaption>Ages</figcaption><a href=/t/2>Data</a>", True, True),
        ("<img src=/a.png><figcaption>Ages</figcaption><a href=/t/2>Data</a>", True, False),
    ],
    ids=["a number", "the end of the text", "a drawing", "an image that is left out"],
)
def test_the_caption_of_what_is_not_here_stays_in_the_midst_of_text(
    figure: str, after: bool, kept: bool
) -> None:
    body = f"<p>a</p><a href=/t/1>Full size</a><figure>{figure}</figure><p>b</p>"
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    texts = [block.text for block in document.blocks]
    found = captions(np.array([text == "a" or (after and text == "b") for text in texts]), document)
    assert [text for text, flag in zip(texts, found, strict=True) if flag] == (
        [text for text in texts if "Ages" in text] if kept else []
    )
