"""Figures of genre classifiers, and the evaluation that makes them."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pagesight.app.errors import EvaluationError, UnknownSystem
from pagesight.app.evaluate.genre.evaluate import evaluate_genre
from pagesight.app.evaluate.genre.scores import Answers, corpus_scores, genre_scores
from pagesight.app.evaluate.options import EvaluateOptions, Watcher
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.render.page import Page

GENRES = tuple(Genre)
STORY = "<p>" + "A story of some length, with a comma. " * 8
ARTICLE = "<h1>Story</h1>" + STORY * 5
COLLECTION = "<div class=card><img src=a.png><a href=/p>Thing</a><b>$9.99</b></div>" * 8


def answers(*pairs: tuple[Genre, Genre]) -> Answers:
    """Return sure answers, each a page's true genre and the one found."""
    targets = np.array([GENRES.index(true) for true, _ in pairs])
    shares = np.eye(len(GENRES))[[GENRES.index(found) for _, found in pairs]] * 0.93 + 0.00875
    return Answers(shares, targets, tuple(f"g{n}" for n in range(len(pairs))))


def test_figures_of_answers_made_by_hand() -> None:
    found = genre_scores(
        answers(
            (Genre.ARTICLE, Genre.ARTICLE),
            (Genre.ARTICLE, Genre.DOCUMENTATION),
            (Genre.LISTING, Genre.LISTING),
            (Genre.OTHER, Genre.LISTING),
        )
    )
    assert found["accuracy"] == 0.5
    assert found["seven_accuracy"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["coarse_accuracy"] == 1, "documentation is article-like; other has no side"
    assert found["by_genre"]["article"] == {  # type: ignore[index]
        "precision": 1.0,
        "recall": 0.5,
        "f1": pytest.approx(0.6667, abs=1e-4),
        "support": 2,
    }
    assert found["confusion"]["other"]["listing"] == 1  # type: ignore[index]


def test_of_seven_genres_the_answer_other_is_not_one() -> None:
    shares = np.full((1, len(GENRES)), 0.01)
    shares[0, GENRES.index(Genre.OTHER)], shares[0, GENRES.index(Genre.FORUM)] = 0.6, 0.34
    found = genre_scores(Answers(shares, np.array([GENRES.index(Genre.FORUM)]), ("g",)))
    assert (found["accuracy"], found["seven_accuracy"]) == (0, 1)


def test_macro_f1_is_the_mean_over_genres_that_the_pages_have() -> None:
    found = genre_scores(
        answers(
            (Genre.ARTICLE, Genre.ARTICLE),
            (Genre.ARTICLE, Genre.FORUM),  # no page is one
            (Genre.LISTING, Genre.LISTING),
        )
    )
    assert found["macro_f1"] == pytest.approx((2 / 3 + 1) / 2, abs=1e-4)


def test_intervals_draw_whole_groups_since_pages_of_a_site_are_alike() -> None:
    right, wrong = (Genre.FORUM, Genre.FORUM), (Genre.FORUM, Genre.LISTING)
    made = answers(*[right] * 50, *[wrong] * 50)
    of_two_sites = replace(made, groups=("a",) * 50 + ("b",) * 50)
    assert genre_scores(of_two_sites)["accuracy_ci95"] == [0, 1]
    low, high = genre_scores(made)["accuracy_ci95"]  # type: ignore[misc]
    assert 0.35 < low < high < 0.65


def test_each_corpus_has_figures_of_its_own_pages() -> None:
    both = answers((Genre.ARTICLE, Genre.ARTICLE), (Genre.FORUM, Genre.OTHER))
    found = corpus_scores(both, ["mirrors", "feeds"])
    assert [(name, of["pages"], of["accuracy"]) for name, of in found.items()] == [
        ("feeds", 1, 0.0),
        ("mirrors", 1, 1.0),
    ]


def test_intervals_hold_the_accuracy() -> None:
    found = genre_scores(answers(*[(Genre.FORUM, Genre.FORUM)] * 6, (Genre.FORUM, Genre.OTHER)))
    low, high = found["accuracy_ci95"]  # type: ignore[misc]
    assert low < found["accuracy"] < high  # type: ignore[operator]


@pytest.fixture
def pages() -> list[LabelledPage]:
    """Ten pages of two genres, each of a site of its own, with a screenshot that shows nothing."""
    white = BytesIO()
    Image.new("RGB", (320, 480), "white").save(white, "PNG")
    kinds = ((Genre.ARTICLE, ARTICLE), (Genre.COLLECTION, COLLECTION))
    made = [(f"site{number}", *kinds[number % 2]) for number in range(10)]
    return [
        LabelledPage(
            site, Page(f"https://{site}.example/", html, white.getvalue()), site=site, genre=genre
        )
        for site, genre, html in made
    ]


@pytest.fixture
def options(tmp_path: Path) -> EvaluateOptions:
    return EvaluateOptions(corpora=(), out=tmp_path, task="genre")


def test_shipped_classifiers_are_measured_with_their_time(
    pages: list[LabelledPage], options: EvaluateOptions
) -> None:
    measured = evaluate_genre(pages, replace(options, systems=("html", "cascade")), Watcher())
    assert measured.systems["html"]["pages"] == 10
    assert measured.systems["html"]["ms_per_page_median"] > 0  # type: ignore[operator]
    assert measured.systems["html"]["rendered_share"] == 0
    assert len(list(measured.predictions)) == 20


def test_folds_train_anew(pages: list[LabelledPage], options: EvaluateOptions) -> None:
    measured = evaluate_genre(
        pages, replace(options, systems=("majority", "goce-svm"), folds=2), Watcher()
    )
    assert measured.systems["goce-svm"]["accuracy"] == 1
    assert measured.systems["majority"]["accuracy"] <= 0.5  # type: ignore[operator]


def test_a_source_left_out_is_not_learned_from(
    pages: list[LabelledPage], options: EvaluateOptions
) -> None:
    """The second source has its genres the other way round: who learned from it says so."""
    by_source = replace(options, systems=("goce-svm",), folds_by="source")
    turned = {Genre.ARTICLE: Genre.COLLECTION, Genre.COLLECTION: Genre.ARTICLE}
    other = [
        replace(page, id=f"{page.id}b", site=f"{page.site}b", genre=turned[page.genre], source="b")
        for page in pages
        if page.genre
    ]
    measured = evaluate_genre([*pages, *other], by_source, Watcher())
    assert measured.systems["goce-svm"]["accuracy"] == 0
    with pytest.raises(EvaluationError, match="two sources"):
        evaluate_genre(pages, by_source, Watcher())


def test_unknown_systems_and_pages_that_cannot_serve_are_refused(
    pages: list[LabelledPage], options: EvaluateOptions
) -> None:
    with pytest.raises(UnknownSystem, match="no genre system named xgboost; there are majority"):
        evaluate_genre(pages, replace(options, systems=("xgboost",)), Watcher())
    with pytest.raises(EvaluationError, match="none of the 0 pages has a genre"):
        evaluate_genre([], replace(options, systems=("html",)), Watcher())
    with pytest.raises(EvaluationError, match="--folds"):
        evaluate_genre(pages, replace(options, systems=("majority",)), Watcher())
