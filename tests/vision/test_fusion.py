from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of, training_pages
from pagesight.extract.errors import TrainingError
from pagesight.vision.calibrate import calibration_error, fit_temperature, softmax
from pagesight.vision.errors import WeightsError
from pagesight.vision.fusion import FusionModel, fit_fusion, fuse, load_fusion, save_fusion
from pagesight.vision.stacking import cascade, cross_fused, train_genre_fusion

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


def test_fusion_trusts_the_better_side_more_and_beats_both(tmp_path: Path) -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 800)
    html, picture = predictions(targets, 0.8, 1), predictions(targets, 0.5, 2)
    model = fit_fusion(html[:400], picture[:400], targets[:400])
    assert model.html > model.picture > 0
    right = (fuse(model, html, picture).argmax(axis=1) == targets)[400:].mean()
    assert right >= (html.argmax(axis=1) == targets)[400:].mean()
    save_fusion(model, tmp_path)
    assert load_fusion(tmp_path) == model


def test_a_probability_of_zero_does_not_silence_the_other_side() -> None:
    sure, other = np.eye(len(Genre))[[0]], 0.999 * np.eye(len(Genre))[[1]] + 0.001 / len(Genre)
    found = fuse(FusionModel(html=1.0, picture=2.0), by_html=sure, by_picture=other)
    assert found.argmax() == 1


def test_the_only_genre_of_the_pages_does_not_become_certain() -> None:
    flat = np.full((20, len(Genre)), 1 / len(Genre))
    model = fit_fusion(flat, flat, np.zeros(20, dtype=np.int64))
    assert 0.5 < fuse(model, flat, flat)[0, 0] < 0.99


def test_the_fusion_of_a_fold_is_fitted_without_its_genres() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 100)
    fold = np.arange(100) % 5
    changed = np.where(fold == 0, 0, targets)
    sides = predictions(targets, 0.8, 1), predictions(targets, 0.5, 2)
    before, after = (cross_fused(*sides, genres, fold) for genres in (targets, changed))
    assert (before[fold == 0] == after[fold == 0]).all()
    assert (before[fold != 0] != after[fold != 0]).any()


def test_cross_fitted_fusion_answers_every_page() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 100)
    fold = np.arange(100) % 5
    found = cross_fused(predictions(targets, 0.8, 1), predictions(targets, 0.5, 2), targets, fold)
    assert found.sum(axis=1) == pytest.approx(1)


def test_a_fusion_fitted_on_less_evidence_too_leaves_more_to_the_picture() -> None:
    targets = np.random.default_rng(0).integers(0, len(Genre), 600)
    fold = np.arange(600) % 5
    sure, unsure = predictions(targets, 0.95, 1), predictions(targets, 0.4, 2)
    picture = predictions(targets, 0.7, 3)
    fitted_on_both = cross_fused(unsure, picture, targets, fold, (sure, unsure))
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


def test_the_temperature_cools_an_overconfident_model() -> None:
    targets = np.random.default_rng(0).integers(0, 2, 500)
    logits = 8 * (predictions(targets, 0.6, 1)[:, :2] - 0.5)
    temperature = fit_temperature(logits, targets)
    assert temperature > 1
    assert calibration_error(softmax(logits, temperature), targets) < calibration_error(
        softmax(logits), targets
    )


def test_the_calibration_error_does_not_let_doubt_make_up_for_certainty() -> None:
    sure_and_half_right = ([[0.9, 0.1]] * 10, [0, 1] * 5)
    unsure_and_right = ([[0.6, 0.4]] * 10, [0] * 10)
    shares, targets = zip(sure_and_half_right, unsure_and_right, strict=True)
    found = calibration_error(np.concatenate(shares), np.concatenate(targets))
    assert found == pytest.approx(0.4)


def test_a_fusion_of_other_genres_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"kind": "fusion", "labels": ["a", "b"]}')
    with pytest.raises(WeightsError, match="does not hold a fusion of the genres"):
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
