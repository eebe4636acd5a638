import pytest

from pagesight.extract.parse.document import read
from pagesight.render.page import Page
from pagesight.vision.html_features import FEATURE_NAMES, goce_features

PAGE = """<html><head><title>Not, counted.</title></head><body>
<div class="card"><img src="a.png"><p>Two. Words, 12</p></div>
<div class="card"><img src="b.png"><p>Is; it: so?</p></div>
<div class="foot"><p class="last">End!</p></div>
<script>var x = "9,9";</script>
</body></html>"""


def test_the_eleven_numbers_of_a_page_made_by_hand() -> None:
    found = dict(zip(FEATURE_NAMES, goce_features(read(Page("", PAGE))), strict=True))
    assert found == {
        "text length": len("Two. Words, 12 Is; it: so? End!"),
        "identical elements": 6.0,  # two cards, the two pictures and two paragraphs in them
        "clusters": 3.0,
        "images": 2.0,
        "digits": 2.0,
        "marks .": 1.0,
        "marks ,": 1.0,
        "marks ;": 1.0,
        "marks :": 1.0,
        "marks ?": 1.0,
        "marks !": 1.0,
    }


@pytest.mark.parametrize("html", ["<p>", "<html></html>", "plain text 1."])
def test_poor_pages_have_numbers_too(html: str) -> None:
    assert len(goce_features(read(Page("", html)))) == 11
