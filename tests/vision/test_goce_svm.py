from pathlib import Path

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.goce_svm import (
    FEATURE_NAMES,
    goce_features,
    load_svm,
    save_svm,
    svm_probabilities,
)
from pagesight.vision.training.learners import SvmOptions, fit_svm

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


def test_the_machine_separates_long_pages_from_short_ones_and_is_the_same_after_saving(
    tmp_path: Path,
) -> None:
    generator = np.random.default_rng(0)
    long, short = generator.uniform(5000, 9000, (20, 11)), generator.uniform(1, 50, (20, 11))
    model = fit_svm(np.vstack([long, short]), ["article"] * 20 + ["listing"] * 20, SvmOptions())
    save_svm(model, tmp_path)
    for page, number in ((long[0], 0), (short[0], 1)):
        found = svm_probabilities(model, page.tolist())
        assert model.labels[number] == ("article", "listing")[int(found.argmax())]
        assert found.sum() == pytest.approx(1)
        again = svm_probabilities(load_svm(tmp_path), page.tolist())
        assert again == pytest.approx(found, rel=1e-12)
