"""The screenshot network: its backbone, the training of its head, its folder."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import ModelError, TrainingError
from pagesight.extract.page.document import read
from pagesight.render.page import Page
from pagesight.vision.predict import load_classifier, packaged_backbone
from pagesight.vision.prediction import ImageError
from pagesight.vision.screenshot.model import BACKBONE_FILE, HEAD_FILE, load_model, save_head
from pagesight.vision.training.screenshot import (
    ScreenshotOptions,
    cells_of,
    fit_head,
    make_backbone,
    targets_of,
    train_genre,
    train_net,
    usable_pages,
)

OPTIONS = ScreenshotOptions(variants=2, hidden=8, epochs=6, batch=4)
NO_DROPOUT = replace(OPTIONS, input_dropout=0.0, dropout=0.0)
LABELS = OPTIONS.config.labels


def cells_and_targets(
    pages: list[LabelledPage], options: ScreenshotOptions
) -> tuple[np.ndarray, np.ndarray]:
    return cells_of(pages, packaged_backbone(), options), targets_of(pages, options.config.labels)


def test_the_packaged_backbone_is_the_one_that_training_makes(tmp_path: Path) -> None:
    made = make_backbone(OPTIONS.config, tmp_path)
    size = OPTIONS.config.height, OPTIONS.config.width, 3
    pixels = np.random.default_rng(0).integers(0, 255, size, dtype=np.uint8)
    assert np.allclose(made.cells(pixels), packaged_backbone().cells(pixels), atol=1e-2)


def test_two_steps_lower_the_loss() -> None:
    torch.manual_seed(0)
    inputs, targets = torch.randn(1, 10, 6), torch.arange(10) % len(LABELS)
    net = nn.Linear(6, len(LABELS))
    losses = train_net(net, inputs, targets, replace(OPTIONS, epochs=20, batch=10))
    assert losses[-1] < losses[0]


def test_a_trained_head_distinguishes_stripes_from_boxes(pages: list[LabelledPage]) -> None:
    cells, targets = cells_and_targets(pages, NO_DROPOUT)
    head = fit_head(cells, targets, np.arange(8), NO_DROPOUT)
    assert (head.logits(cells[0, 8:]).argmax(axis=1) == targets[8:]).all()


def test_heads_that_were_trained_side_by_side_are_joined_into_their_mean() -> None:
    cells = torch.randn(1, 12, 6, generator=torch.Generator().manual_seed(0)).numpy()
    targets, pages = np.arange(12) % len(LABELS), np.arange(12)
    one, two = (
        fit_head(cells, targets, pages, replace(NO_DROPOUT, heads=heads)) for heads in (1, 2)
    )
    units = NO_DROPOUT.hidden
    other = replace(
        one,
        hidden_weights=two.hidden_weights[:, units:],
        hidden_bias=two.hidden_bias[units:],
        weights=2 * two.weights[units:],
        bias=2 * two.bias - one.bias,
    )
    alone = one.logits(cells[0]), other.logits(cells[0])
    assert not np.allclose(*alone)
    assert np.allclose(two.logits(cells[0]), np.mean(alone, axis=0), atol=1e-4)


def test_contributions_of_the_cells_add_up_to_the_logits_difference() -> None:
    generator = torch.Generator().manual_seed(0)
    cells = torch.randn(1, 12, 6, generator=generator).numpy()
    head = fit_head(cells, np.arange(12) % len(LABELS), np.arange(12), NO_DROPOUT)
    page, step = cells[0, 0], np.float32(1e-3)
    nearer = page + step * (head.mean - page)
    change = (head.logits(page[None]) - head.logits(nearer[None]))[0, 2] / step
    assert head.contributions(page, 2).sum() == pytest.approx(change, rel=0.05, abs=1e-3)


def test_training_writes_a_folder_that_predicts_without_the_sites_kept_back(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    kept_back = replace(pages[0], split="val")
    sister = replace(pages[1], id="sister", site=kept_back.site)
    train_genre([kept_back, sister, *pages[2:]], tmp_path / "with", OPTIONS)
    train_genre(pages[2:], tmp_path / "without", OPTIONS)
    prediction = load_classifier("screenshot", tmp_path / "with").predict(read(pages[0].page))
    assert sum(prediction.probabilities.values()) == pytest.approx(1)
    assert prediction.evidence == "screenshot"
    first, second = (load_model(tmp_path / name).head for name in ("with", "without"))
    assert np.allclose(first.mean, second.mean)  # of the pages learned from


def test_pages_that_all_share_a_site_with_split_val_cannot_train(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match="none is left to train on"):
        train_genre([replace(pages[0], split="val")], tmp_path, OPTIONS)


def test_a_saved_model_predicts_as_before_but_for_rounding(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    cells, targets = cells_and_targets(pages, OPTIONS)
    head = fit_head(cells, targets, np.arange(10), OPTIONS)
    make_backbone(OPTIONS.config, tmp_path)
    save_head(head, OPTIONS.config, tmp_path)
    loaded = load_model(tmp_path)
    assert loaded.config == OPTIONS.config
    assert np.allclose(loaded.head.logits(cells[0]), head.logits(cells[0]), atol=0.05)


@pytest.mark.parametrize("broken", [BACKBONE_FILE, HEAD_FILE])
def test_a_folder_with_a_broken_file_is_refused_by_its_name(tmp_path: Path, broken: str) -> None:
    shipped = Path(__file__).parents[3] / "vision" / "weights" / "screenshot"
    for file in shipped.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    load_model(tmp_path)
    (tmp_path / broken).write_bytes(b"nonsense")
    with pytest.raises(ModelError, match=broken):
        load_model(tmp_path)
    (tmp_path / broken).unlink()
    with pytest.raises(ModelError, match=broken):
        load_model(tmp_path)


def test_pages_without_pictures_cannot_train(pages: list[LabelledPage]) -> None:
    bare = [replace(page, page=Page(page.page.url, page.page.html)) for page in pages]
    with pytest.raises(TrainingError, match="none of the 10 pages has both a screenshot"):
        usable_pages(bare, OPTIONS.config)


def test_a_page_without_a_picture_is_refused_by_name() -> None:
    with pytest.raises(ImageError, match=r"https://x\.example/ has no screenshot: render it"):
        load_classifier("screenshot").predict(read(Page("https://x.example/", "<p>x</p>")))


def test_a_genre_without_pages_does_not_break_the_weights(pages: list[LabelledPage]) -> None:
    cells, targets = cells_and_targets(pages, OPTIONS)
    head = fit_head(cells, targets, np.arange(10), OPTIONS)
    assert LABELS.index(Genre.FORUM) not in targets
    assert np.isfinite(head.logits(cells[0])).all()
