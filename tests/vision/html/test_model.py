from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import ModelError, TrainingError
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.models.trees import TreeOptions
from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.goce_svm import goce_features, save_svm
from pagesight.vision.html.counts.tokens import Bags
from pagesight.vision.html.features import (
    Evidence,
    HtmlFeatures,
    LazyFeatures,
    Numbers,
    html_features,
    without,
)
from pagesight.vision.html.model import (
    html_probabilities,
    load_html_model,
    plain_kinds,
    save_html_model,
)
from pagesight.vision.prediction import softmax
from pagesight.vision.training.html import GenreWordOptions, HtmlOptions, features_of, fit_html
from pagesight.vision.training.learners import SvmOptions, fit_svm

SIGHT = load_sight()
OPTIONS = HtmlOptions(
    words=GenreWordOptions(min_groups=2),
    trees=TreeOptions(trees=5, leaves=8, least_rows=2, shrinkage=3.0, column_share=1.0),
)


def test_the_model_learns_and_is_the_same_after_saving(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    features = features_of(pages)
    model = fit_html(pages, features, OPTIONS)
    save_html_model(model, tmp_path)
    save_html_model(load_html_model(tmp_path), tmp_path / "again")
    for page, one in zip(pages, features, strict=True):
        loaded = html_probabilities(load_html_model(tmp_path), one)
        again = html_probabilities(load_html_model(tmp_path / "again"), one)
        assert model.labels[int(loaded.argmax())] == page.genre
        assert loaded == pytest.approx(html_probabilities(model, one), abs=0.01)
        assert (loaded == again).all()


@dataclass(frozen=True)
class Asked:
    """Features of which one kind may not be asked for."""

    features: HtmlFeatures
    not_for: str

    @property
    def tokens(self) -> Bags:
        return self.features.tokens

    @property
    def numbers(self) -> Numbers:
        assert self.not_for != "numbers", "the numbers were counted"
        return self.features.numbers

    @property
    def found(self) -> Numbers:
        assert self.not_for != "found", "the extractors were asked"
        return self.features.found


def test_numbers_are_counted_only_where_the_words_are_less_sure_than_they_must_be(
    pages: list[LabelledPage],
) -> None:
    features = features_of(pages)
    model = fit_html(pages, features, OPTIONS)
    bags = features[0].tokens
    surest = float(softmax(model.words.logits(bags)[None], model.weighing.sure_temperature).max())
    hurried, careful = (
        replace(model, weighing=replace(model.weighing, sure=sure, calibration=1.0))
        for sure in (surest, np.nextafter(surest, 2))
    )
    unasked = Asked(features[0], not_for="numbers")
    assert html_probabilities(hurried, unasked).max() == pytest.approx(surest, abs=1e-6)
    with pytest.raises(AssertionError, match="were counted"):
        html_probabilities(careful, unasked)


def test_extractors_are_asked_only_where_words_and_numbers_leave_it_open(
    pages: list[LabelledPage],
) -> None:
    features = features_of(pages)
    model = fit_html(pages, features, OPTIONS)
    open_, settled = (
        replace(model, weighing=replace(model.weighing, sure=1.1, sure_without_found=sure))
        for sure in (1.1, 0.0)
    )
    unasked = Asked(features[0], not_for="found")
    assert html_probabilities(settled, unasked).sum() == pytest.approx(1)
    with pytest.raises(AssertionError, match="were asked"):
        html_probabilities(open_, unasked)


def test_pages_without_an_address_are_read_by_words_learned_without(
    pages: list[LabelledPage],
) -> None:
    given = html_features(read(pages[0].page), SIGHT)
    bare = without(given, (Evidence.ADDRESS,))
    features = features_of(pages)
    model = fit_html(pages, features, OPTIONS)
    by_address = replace(model, bare_words=model.words)
    assert (html_probabilities(model, given) == html_probabilities(by_address, given)).all()
    assert (html_probabilities(model, bare) != html_probabilities(by_address, bare)).any()
    assert model.words_for(bare.tokens)[0] is model.bare_words


def test_lazy_features_are_those_that_are_learned_from(pages: list[LabelledPage]) -> None:
    document = read(pages[0].page)
    lazy, whole = LazyFeatures(document, SIGHT), html_features(document, SIGHT)
    assert lazy.tokens == whole.tokens
    assert (lazy.numbers, lazy.found) == (whole.numbers, whole.found)


def test_tokens_say_where_a_word_stands() -> None:
    page = Page(
        "https://a.example/docs/install-guide.html?page=2",
        "<html><head><title>Guide</title><meta property='og:type' content='article'>"
        '<script type="application/ld+json">{"@type": ["Product"], broken</script></head>'
        "<body><h1>Set up</h1><a class='addToCart btn'>Add to cart</a></body></html>",
    )
    tokens = html_features(read(page), SIGHT).tokens
    found = {f"{field}:{token}" for field, own in tokens.items() for token in own}
    assert {
        "t:guide", "h:set", "m:og:type=article", "m:ld=product", "c:addtocart", "c:cart", "c:btn",
        "a:add_to_cart", "u:last=install", "u:above=docs", "u:?page", "u:depth=2", "s:body>h1",
    } <= found  # fmt: skip
    assert not any(token.startswith("u:last=a") for token in found), "the host is left out"


def test_counts_see_cards_prices_and_agreement_of_title_and_heading() -> None:
    card = "<li class='x'><img src='a'><a href='/1'>Lamp</a> $5.00</li>"
    html = f"<html><head><title>Lamps | Shop</title></head><body><h1>Lamps</h1><ul>{card * 6}</ul>"
    found = html_features(read(Page("https://a.example/lamps", html)), SIGHT).numbers
    assert found["group0:prices"] == 1
    assert found["group0:pictures"] == 1
    assert found["group0:size"] == pytest.approx(np.log1p(6))
    assert found["head:h1_in_title"] == 1
    assert found["slug:in_title"] == 1
    assert found["tag:img"] == pytest.approx(np.log1p(6))


@pytest.mark.parametrize("html", ["<p>", "<html><body></body></html>", "x" * 10])
@pytest.mark.parametrize("url", ["", "https://[broken", "file:///a%20b/ü.html"])
def test_poor_pages_and_addresses_have_features_too(html: str, url: str) -> None:
    features = html_features(read(Page(url, html)), SIGHT)
    assert np.isfinite(list(features.numbers.values())).all()


def test_one_genre_is_not_enough(pages: list[LabelledPage]) -> None:
    articles = [page for page in pages if page.genre is Genre.ARTICLE]
    with pytest.raises(TrainingError, match="two are needed"):
        fit_html(articles, features_of(articles), OPTIONS)


def test_pages_without_genres_are_an_error_that_says_where_a_corpus_has_them() -> None:
    with pytest.raises(TrainingError, match=r"genres none: two are needed; .* the column genre"):
        fit_html([], [], OPTIONS)


def test_pages_of_too_few_sites_have_no_word_in_common(pages: list[LabelledPage]) -> None:
    by_genre = {page.genre: page for page in pages}  # one of each
    few = list(by_genre.values())
    with pytest.raises(TrainingError, match=f"of {len(few)}, more are needed"):
        fit_html(few, features_of(few), HtmlOptions())


def test_a_folder_of_another_kind_is_refused(pages: list[LabelledPage], tmp_path: Path) -> None:
    features = np.array([goce_features(read(page.page)) for page in pages])
    save_svm(fit_svm(features, [str(page.genre) for page in pages], SvmOptions()), tmp_path)
    with pytest.raises(ModelError, match="wanted a genre-html model"):
        load_html_model(tmp_path)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="`pagesight train genre-html`"):
        load_html_model(tmp_path)


@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<title>404</title><h1>Page not found</h1><p>Try to search for it", ("error page",)),
        ("<title>Sign in</title><p>Name and password</p><input type=password>", ("login",)),
        ("<title>Soon</title><p>Loading</p>", ("empty",)),
        ("<title>Lost</title><p>How a letter was not found for years, and then was</p>", ()),
        (f"<title>What 404 means</title><p>{'A long story of a status. ' * 40}</p>", ()),
    ],
)  # fmt: skip
def test_other_pages_say_plainly_what_they_are(html: str, kinds: tuple[str, ...]) -> None:
    assert (
        plain_kinds(html_features(read(Page("https://a.example/x", html)), SIGHT).tokens) == kinds
    )
