from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pagesight.datasets.load import group_folds, groups_of, training_pages
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import ModelError, TrainingError
from pagesight.render.page import Page
from pagesight.vision.predict import FusionModel, fuse, load_fusion, save_fusion
from pagesight.vision.prediction import calibration_error
from pagesight.vision.training.learners import (
    Folds,
    cascade,
    cross_fused,
    fit_fusion,
    folds_by_source,
    train_genre_fusion,
)

_shares = arrays(np.float64, (3, len(Genre)), elements=st.floats(0.0, 1.0))


@given(_shares, _shares)
def test_fused_probabilities_sum_to_one(by_html: np.ndarray, by_picture: np.ndarray) -> None:
    assert fuse(FusionModel(), by_html, by_picture).sum(axis=1) == pytest.approx(1)


def predictions(targets: np.ndarray, right: float, seed: int) -> np.ndarray:
    """Return answers that are right so often, and say so."""
    generator = np.random.default_rng(seed)
    wrong = generator.integers(0, len(Genre), len(targets))
    answers = np.where(generator.random(len(targets)) < right, targets, wrong)
    return 0.7 * np.eye(len(Genre))[answers] + 0.3 / len(Genre)


def in_folds(pages: int) -> Folds:
    """Return five folds of pages that are all of different sites."""
    return Folds(np.arange(pages) % 5, np.arange(pages).astype(str))


def test_the_picture_weighs_with_genres_that_no_page_has_as_with_the_others() -> None:
    targets = np.random.default_rng(0).integers(0, 2, 300)
    of_two = [np.zeros((300, len(Genre))) for _ in range(2)]
    for side, right, seed in zip(of_two, (0.6, 0.9), (1, 2), strict=True):
        is_right = np.random.default_rng(seed).random(300) < right
        said = np.where(is_right, targets, 1 - targets)
        side[np.arange(300), said], side[np.arange(300), 1 - said] = 0.7, 0.3
    found = fit_fusion(*of_two, targets).picture
    assert found[2:] == pytest.approx([np.mean(found)] * (len(Genre) - 2), abs=0.01)


def test_a_picture_that_says_nothing_gets_hardly_any_weight() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 800)
    model = fit_fusion(predictions(targets, 0.8, 1), predictions(targets, 0.0, 2), targets)
    assert max(model.picture) < 0.1 * model.html


def test_the_picture_weighs_less_where_it_misleads_the_html() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 4000)
    html, picture = predictions(targets, 0.8, 1), predictions(targets, 0.7, 2)
    misled = html.argmax(axis=1) == 0
    picture[misled] = predictions(targets[misled], 0.0, 3)
    model = fit_fusion(html, picture, targets)
    assert model.picture[0] < 0.5 * min(model.picture[1:])


def test_a_source_left_out_takes_the_sites_that_it_shares_with_it() -> None:
    pages = [
        LabelledPage(str(n), Page("", ""), site=site, genre=Genre.ARTICLE, source=source)
        for n, (source, site) in enumerate(
            [("mirrors", "a"), ("mirrors", "b"), ("templates", "b"), ("templates", "c")]
        )
    ]
    folds = folds_by_source(pages, np.array([True, True, True, True]))
    assert folds.training_rows(0).tolist() == [3]
    assert folds.training_rows(1).tolist() == [0]


def test_fusion_trusts_the_better_side_more_and_beats_both(tmp_path: Path) -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 800)
    html, picture = predictions(targets, 0.8, 1), predictions(targets, 0.5, 2)
    model = fit_fusion(html[:400], picture[:400], targets[:400])
    assert model.html > max(model.picture) > 0
    right = (fuse(model, html, picture).argmax(axis=1) == targets)[400:].mean()
    assert right >= (html.argmax(axis=1) == targets)[400:].mean()
    save_fusion(model, tmp_path)
    assert load_fusion(tmp_path) == model


def test_a_probability_of_zero_does_not_silence_the_other_side() -> None:
    sure, other = np.eye(len(Genre))[[0]], 0.999 * np.eye(len(Genre))[[1]] + 0.001 / len(Genre)
    found = fuse(FusionModel(1.0, (2.0,) * len(Genre)), by_html=sure, by_picture=other)
    assert found.argmax() == 1


def test_the_fusion_of_a_fold_is_fitted_without_its_genres() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 100)
    folds = in_folds(100)
    first = folds.numbers == 0
    changed = np.where(first, 0, targets)
    sides = predictions(targets, 0.8, 1), predictions(targets, 0.5, 2)
    before, after = (cross_fused(*sides, genres, folds) for genres in (targets, changed))
    assert (before[first] == after[first]).all()
    assert (before[~first] != after[~first]).any()


def test_cross_fitted_fusion_answers_every_page() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 100)
    found = cross_fused(
        predictions(targets, 0.8, 1), predictions(targets, 0.5, 2), targets, in_folds(100)
    )
    assert found.sum(axis=1) == pytest.approx(1)


def test_a_fusion_fitted_on_less_evidence_too_leaves_more_to_the_picture() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 600)
    sure, unsure = predictions(targets, 0.95, 1), predictions(targets, 0.4, 2)
    picture = predictions(targets, 0.7, 3)
    fitted_on_both = cross_fused(unsure, picture, targets, in_folds(600), (sure, unsure))
    fitted_on_sure = fuse(fit_fusion(sure, picture, targets), unsure, picture)
    right, before = (
        (found.argmax(axis=1) == targets).mean() for found in (fitted_on_both, fitted_on_sure)
    )
    assert right > before


def test_the_cascade_renders_only_what_the_html_leaves_unsure() -> None:
    html, both = np.array([[0.95, 0.05], [0.6, 0.4]]), np.array([[0.1, 0.9], [0.2, 0.8]])
    found, rendered = cascade(html, both, sure=0.9)
    assert rendered.tolist() == [False, True]
    assert found.tolist() == [[0.95, 0.05], [0.2, 0.8]]


@pytest.mark.parametrize(("confidence", "error"), [(0.6, 0.0), (0.9, 0.3), (0.5, 0.1)])
def test_the_calibration_error_is_the_gap_of_confidence_and_accuracy(
    confidence: float, error: float
) -> None:
    shares = np.tile([confidence, 1 - confidence - 1e-9], (10, 1))
    targets = np.array([0] * 6 + [1] * 4)
    assert calibration_error(shares, targets) == pytest.approx(error, abs=1e-6)


def test_the_calibration_error_does_not_let_doubt_make_up_for_certainty() -> None:
    sure_and_half_right = ([[0.9, 0.1]] * 10, [0, 1] * 5)
    unsure_and_right = ([[0.6, 0.4]] * 10, [0] * 10)
    shares, targets = zip(sure_and_half_right, unsure_and_right, strict=True)
    found = calibration_error(np.concatenate(shares), np.concatenate(targets))
    assert found == pytest.approx(0.4)


@pytest.mark.parametrize(
    "config",
    [
        '{"kind": "screenshot"}',
        '{"kind": "fusion", "html": 1, "picture": 0.5}',
        '{"kind": "fusion", "html": 1, "picture": {"article": 0.5}}',
    ],
)
def test_a_folder_without_a_weight_for_each_genre_is_refused(tmp_path: Path, config: str) -> None:
    (tmp_path / "config.json").write_text(config)
    with pytest.raises(ModelError, match="does not hold a fusion with a weight"):
        load_fusion(tmp_path)


def test_no_group_is_on_both_sides(pages: list[LabelledPage]) -> None:
    twins = [replace(page, id=page.id + "b", extra={"family": "f"}) for page in pages[:4]]
    everything = [replace(twins[0], split="val"), *twins[1:], *pages]
    groups = groups_of(everything)
    fold = group_folds(groups, [str(page.genre) for page in everything], 3, seed=0)
    assert all(len({f for f, g in zip(fold, groups, strict=True) if g == n}) == 1 for n in groups)
    kept = training_pages(everything)
    assert not {page.site for page in kept} & {page.site for page in twins}


def test_a_fusion_needs_pages_with_pictures(pages: list[LabelledPage], tmp_path: Path) -> None:
    bare = [replace(page, page=replace(page.page, screenshot=None)) for page in pages]
    with pytest.raises(TrainingError, match="none of the 10 pages has a genre and a screenshot"):
        train_genre_fusion(bare, tmp_path)
