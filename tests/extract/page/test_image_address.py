"""The address of an image, wherever its page keeps it."""

import pytest

from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def _markdown(body: str) -> str:
    return to_markdown(read(Page("https://a.org/b/", f"<body>{body}</body>")).blocks)


@pytest.mark.parametrize(
    "attributes",
    [
        "src=i",
        "srcset=i",
        "srcset='s 1x, i 2x'",
        "srcset='s 320w,\n i 640w, s 480w'",
        "data-srcset='i, s 0.5x'",
        "src=blank.gif data-srcset=i",
        "src=img/Placeholder.svg?v=2 srcset=i",
        "src=blank.gif data-src=i",
        "src=tea-1x1.gif srcset=i",
        "src='data:image/gif;base64,R0' srcset='i 2x'",
        "src='data:,' data-original=i",
        "src=i srcset='s 2x'",
        "src=i data-src='s_{width}x.jpg'",
        "srcset='i 1.1.1x, , ,'",
        "src=# srcset='#, # 2x' data-src=i",
    ],
)
def test_the_address_is_that_of_the_picture_and_not_of_its_placeholder(attributes: str) -> None:
    assert _markdown(f"<img {attributes} alt=x>") == "![x](https://a.org/b/i)"


def test_a_picture_may_keep_it_in_a_source() -> None:
    html = "<picture><source srcset='s 1x, i 2x'><img alt=x></picture>"
    assert _markdown(html) == "![x](https://a.org/b/i)"


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ("<p>a</p><img alt=x><p>b</p>", "a\n\nb"),
        ("<p>a</p><img src='data:,x'><p>b</p>", "a\n\nb"),
        ("<p>a</p><img src='data:,x' alt=x>", "a"),
        ("<p>a</p><img src=/m/empty.png alt=x>", "a"),
        ("<p>a</p><img src=/m/empty.png><p>b</p>", "a\n\nb"),
        ("<p>a <img src='data:,x' alt=':)'> b</p>", "a :) b"),
        ("<a href=/c><img src='data:,x'></a>", ""),
    ],
)
def test_an_image_embedded_in_the_page_has_no_address(body: str, markdown: str) -> None:
    assert _markdown(body) == markdown


@pytest.mark.parametrize(
    ("size", "markdown"),
    [("width=24 height=24", "Ann:"), ("width=240 height=24", "![](https://a.org/b/i) Ann:")],
)
def test_an_image_as_small_as_the_text_that_it_stands_in_says_nothing(
    size: str, markdown: str
) -> None:
    assert _markdown(f"<p><img src=i {size}> Ann:</p>") == markdown


@pytest.mark.parametrize(
    ("images", "markdown"),
    [
        ("<img src=i alt=x><noscript><img src=i alt=x></noscript>", "![x](https://a.org/b/i)"),
        ("<img src='data:,' alt=x><noscript><img src=i alt=x></noscript>", "![x](https://a.org/b/i)"),
        ("<img src=i alt=x><p><img src='data:,' alt=x></p>", "![x](https://a.org/b/i)"),
        ("<p><img src=s alt=*></p><p><img src=s alt=*></p>", "![\\*](https://a.org/b/s)"),
        ("<p><img src=i alt=x></p><p><img src=j alt=x></p>",
         "![x](https://a.org/b/i)\n\n![x](https://a.org/b/j)"),
        ("<p><img src=i alt=x></p><p>a</p><p><img src=i alt=x></p>",
         "![x](https://a.org/b/i)\n\na\n\n![x](https://a.org/b/i)"),
    ],
)  # fmt: skip
def test_an_image_and_its_copy_right_after_it_are_one(images: str, markdown: str) -> None:
    assert _markdown(images) == markdown


@pytest.mark.parametrize(
    ("attributes", "width"),
    [("", 720), ("data-widths='[180, 1080]'", 1080)],
    ids=["any", "the greatest that is stated"],
)
def test_a_template_of_the_width_is_filled_where_there_is_nothing_else(
    attributes: str, width: int
) -> None:
    image = f"<img src=blank.gif data-src='pot_{{width}}x.jpg' {attributes} alt=x>"
    assert _markdown(image) == f"![x](https://a.org/b/pot_{width}x.jpg)"
