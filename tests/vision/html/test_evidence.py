"""What dropping evidence takes from a page's features, and the copies that a model learns from."""

from dataclasses import replace

import numpy as np
import pytest

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.html.features import Evidence, at_address, html_features, without
from pagesight.vision.training.html import CopyOptions, copies, features_of

SIGHT = load_sight()
URL = "https://news.a.example/2019/05/04/lamp-sale.html?page=2"
PAGE = Page(
    URL,
    "<html><head><title>Lamp sale</title><meta property='og:type' content='article'>"
    '<script type="application/ld+json">{"@type": "NewsArticle"}</script></head><body>'
    "<h1 class='post-title' id='top'>Lamp sale</h1><p>Lamps for all.</p><a href='/x'>More</a>",
)
FEATURES = html_features(read(PAGE), SIGHT)
TOKENS = {f"{field}:{token}" for field, own in FEATURES.tokens.items() for token in own}
NUMBERS = set(FEATURES.numbers)
NAMES = {"name:post", "elements:classes", "section:kinds"}


@pytest.mark.parametrize(
    ("kind", "tokens", "numbers"),
    [
        (Evidence.ADDRESS, "u:", {n for n in NUMBERS if n.startswith(("to:", "slug:"))}),
        (Evidence.HOST, ("u:host=", "u:in="), set()),
        (Evidence.NAMES, "c:", {n for n in NUMBERS if n.startswith("name:")} | NAMES),
        (Evidence.TITLE, "t:", {"head:title_words", "head:h1_in_title", "slug:in_title"}),
        (Evidence.METADATA, "m:", set()),
        (
            Evidence.WORDS,
            ("w:", "h:", "a:", "t:"),
            {n for n in NUMBERS if n.startswith("person:")} | {"slug:in_title"},
        ),
    ],
)
def test_dropping_a_kind_of_evidence_takes_its_tokens_and_numbers_and_no_others(
    kind: Evidence, tokens: str | tuple[str, ...], numbers: set[str]
) -> None:
    left = without(FEATURES, (kind,))
    kept = {f"{field}:{token}" for field, own in left.tokens.items() for token in own}
    assert kept == {token for token in TOKENS if not token.startswith(tokens)} != TOKENS
    assert NUMBERS - set(left.numbers) == numbers
    assert left.numbers.items() <= FEATURES.numbers.items()


@pytest.mark.parametrize("url", ["", "https://pagesight.invalid/lamp-sale.html"])
def test_a_page_without_address_has_the_features_that_are_left_without_it(url: str) -> None:
    assert html_features(read(replace(PAGE, url=url)), SIGHT) == without(
        FEATURES, (Evidence.ADDRESS,)
    )


def test_a_page_without_names_and_title_has_the_features_that_are_left_without_them() -> None:
    bare = "<body><h1>Lamp sale</h1><p>Lamps for all.</p><a href='/x'>More</a>"
    found = html_features(read(Page(URL, f"<html>{bare}")), SIGHT)
    assert found == without(found, (Evidence.NAMES, Evidence.TITLE, Evidence.METADATA))
    assert "slug:words" in found.numbers


def test_a_page_moved_to_another_address_has_the_features_of_a_page_there() -> None:
    other = "https://b.example/shop/lamps/"
    assert at_address(FEATURES, other) == html_features(read(replace(PAGE, url=other)), SIGHT)
    assert at_address(at_address(FEATURES, other), URL) == FEATURES


def test_copies_of_a_page_weigh_one_and_stand_without_address_and_at_a_false_one(
    pages: list[LabelledPage],
) -> None:
    features = features_of(pages)
    found = copies(pages, features, CopyOptions())
    assert np.bincount(found.pages, found.weights) == pytest.approx(1)
    depth = [sum(t.startswith("depth") for t in one.tokens["u"]) for one in found.features]
    assert depth == [1] * 10 + [0] * 10 + [1] * 10
    assert found.features[:10] == tuple(features)
    for number, one in enumerate(found.features[20:]):
        hosts = [t for t in one.tokens["u"] if t.startswith("host=site") and t[-1].isdigit()]
        assert all(int(host[-1]) % 2 != number % 2 for host in hosts), "of the same genre"


def test_copies_are_the_same_for_the_same_seed(pages: list[LabelledPage]) -> None:
    features = features_of(pages)
    first, again = (copies(pages, features, CopyOptions(seed=3)) for _ in range(2))
    assert first.features == again.features
