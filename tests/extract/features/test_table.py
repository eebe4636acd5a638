"""The table of block features."""

import numpy as np
import pytest

from pagesight.extract.features.hashed_words import BINS
from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.labelers.linear import WordWeights
from pagesight.extract.page.document import read
from pagesight.extract.training.examples import scaled_by_words, word_matrix
from pagesight.render.page import Page

_PAGE = """<title>Green tea - Shop</title><meta property=og:type content=article>
<body><nav class="main-nav"><a href=/>Home</a> <a href=/2>News 24</a></nav>
<main id=content><h1>Green tea</h1>
<p>It grows, slowly, in the hills of many lands; and it is drunk by all of them every day.</p>
<ul class=cards><li>One. <li>Two. <li hidden>Two.<img src=a.png></ul></main>"""


def _features(html: str) -> BlockFeatures:
    return block_features(read(Page("https://example.org/tea/green-7", html)))


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("words", [3, 2, 19, 1, 1, 1]),
        ("links", [11 / 12, 0, 0, 0, 0, 0]),
        ("ends", [0, 0, 1, 1, 1, 1]),
        ("ended", [0, 0, 1, 1, 1, 1]),
        ("heading", [0, 1, 0, 0, 0, 0]),
        ("hidden", [0, 0, 0, 0, 0, 1]),
        ("image", [0, 0, 0, 0, 0, 1]),
        ("tag_li", [0, 0, 0, 1, 1, 1]),
        ("up_to_nav", [0, 30, 30, 30, 30, 30]),
        ("up_to_main", [30, 1, 1, 2, 2, 2]),
        ("since_heading", [200, 200, 1, 2, 3, 4]),
        ("under", [0, 0, 1, 1, 1, 1]),
        ("same_text", [1, 1, 1, 1, 2, 2]),
        ("near_count", [-1, -1, -1, 3, 3, 3]),
        ("near_position", [-1, -1, -1, 0, 0, 0]),
        ("in_title", [0, 1, 0, 0, 0, 0]),
        ("title_in", [0, 2 / 3, 0, 0, 0, 0]),
        ("words-1", [0, 3, 2, 19, 1, 1]),
        ("links+1", [0, 0, 0, 0, 0, 1]),
        ("rung0_blocks", [6, 5, 5, 3, 3, 3]),
        ("page_path_steps", [2, 2, 2, 2, 2, 2]),
    ],
)
def test_columns_say_what_they_are_named_for(column: str, values: list[float]) -> None:
    features = _features(_PAGE)
    found = features.matrix[:, features.columns.index(column)]
    assert found.tolist() == pytest.approx(values, abs=1e-6)


@pytest.mark.parametrize(
    "html", ["x", "<img src=a>", "<p>猫の耳が好き。", _PAGE, "<p>" * 300 + "x"]
)
def test_every_page_has_the_same_columns_of_finite_numbers(html: str) -> None:
    features = _features(html)
    assert features.columns == _features(_PAGE).columns
    assert np.isfinite(features.by_column).all()


@pytest.mark.parametrize("mean", [False, True])
def test_a_model_of_words_reads_a_page_as_it_was_trained(mean: bool) -> None:
    features = _features(_PAGE.replace("<ul", "<div class='cards nav'><ul"))
    weights = np.random.default_rng(0).normal(size=BINS).astype(np.float32)
    bags = features.class_words if mean else features.text_words
    trained = scaled_by_words(word_matrix(bags)) if mean else word_matrix(bags)
    found = WordWeights(weights, 0.5, mean).logits(bags)
    assert found == pytest.approx(np.asarray(trained @ weights + 0.5), abs=1e-4)
