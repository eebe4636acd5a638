"""Training of the sequence labelers: a few epochs on a handful of pages."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.labelers.extractor import Labeler
from pagesight.extract.page.document import read
from pagesight.extract.papers.sequence.boilernet import BoilerNetConfig
from pagesight.extract.papers.sequence.boilernet import load as load_boilernet
from pagesight.extract.papers.sequence.encoders import EncoderConfig
from pagesight.extract.papers.sequence.multiboilernet import MultiBoilerNetConfig
from pagesight.extract.papers.sequence.multiboilernet import load as load_multiboilernet
from pagesight.extract.papers.sequence.network import LeafBatch, LeafExample, LeafNetwork
from pagesight.extract.papers.sequence.train import (
    BoilerNetOptions,
    FitOptions,
    MultiBoilerNetOptions,
    fit,
    train_boilernet,
    train_multiboilernet,
)

FIT = FitOptions(epochs=25, batch_pages=3, learning_rate=0.02, max_leaves=20)
BOILERNET = BoilerNetOptions(BoilerNetConfig(words=30, tags=6, dense=16, hidden=8), FIT)
MULTIBOILERNET = MultiBoilerNetOptions(
    MultiBoilerNetConfig(
        tags=6,
        dense=16,
        hidden=8,
        depth_weight=0.1,
        encoder=EncoderConfig(buckets=128, dimensions=4),
    ),
    FIT,
)


@pytest.mark.parametrize(
    ("train", "load"),
    [
        (lambda pages, out: train_boilernet(pages, out, BOILERNET), load_boilernet),
        (lambda pages, out: train_multiboilernet(pages, out, MULTIBOILERNET), load_multiboilernet),
    ],
)
def test_a_trained_labeler_separates_the_story_from_the_menu(
    train: Callable[[Sequence[LabelledPage], Path], None],
    load: Callable[[Path], Labeler],
    labelled_pages: Sequence[LabelledPage],
    tmp_path: Path,
) -> None:
    train(labelled_pages[:9], tmp_path / "model")
    page = labelled_pages[9].page
    labels = load(tmp_path / "model").label(read(page))
    kept = [
        block.tag
        for block, probability in zip(labels.blocks, labels.probabilities, strict=True)
        if probability > 0.5
    ]
    assert kept.count("p") == 1  # the story
    assert "a" not in kept  # the menu
    card = (tmp_path / "model" / "README.md").read_text()
    assert "made | 9 |" in card
    assert not (tmp_path / "model" / "checkpoint").exists()


class Coin(LeafNetwork):
    """A network of one weight, which counts the epochs it was trained for."""

    kind = "coin"

    def __init__(self) -> None:
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(()))
        self.steps = 0

    def inputs(self, blocks: Sequence[object]) -> tuple[torch.Tensor, ...]:
        return (torch.zeros(len(blocks), 1),)

    def forward(self, batch: LeafBatch) -> torch.Tensor:
        return self.bias + batch.inputs[0].squeeze(-1)

    def loss(self, batch: LeafBatch, class_weights: torch.Tensor) -> torch.Tensor:
        assert len(class_weights) == 2
        self.steps += 1
        if self.steps > 3:
            raise KeyboardInterrupt
        return (self(batch) - 1).square().mean()


def examples(count: int) -> list[LeafExample]:
    return [LeafExample((torch.zeros(4, 1),), torch.tensor([0, 1, 1, -1])) for _ in range(count)]


def test_a_run_that_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    options = FitOptions(epochs=5, batch_pages=4)
    with pytest.raises(KeyboardInterrupt):
        fit(Coin(), examples(4), examples(2), options, tmp_path)
    saved = json.loads((tmp_path / "progress.json").read_text())
    assert len(saved["scores"]) == 3
    network = Coin()
    progress = fit(network, examples(4), examples(2), options, tmp_path)
    assert network.steps == 2
    assert len(progress.scores) == 5


@pytest.mark.parametrize(
    ("pages", "options"),
    [(examples(4), FitOptions(learning_rate=1.0)), (examples(5), FitOptions(batch_pages=4))],
)
def test_a_run_with_other_options_or_pages_is_not_gone_on_with(
    pages: list[LeafExample], options: FitOptions, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        fit(Coin(), examples(4), examples(2), FitOptions(batch_pages=4), tmp_path)
    with pytest.raises(TrainingError, match="other options or pages"):
        fit(Coin(), pages, examples(2), options, tmp_path)


def test_training_stops_when_no_epoch_is_better(tmp_path: Path) -> None:
    options = FitOptions(epochs=50, batch_pages=4, patience=2, learning_rate=1e-9)
    progress = fit(Coin(), examples(4), examples(2), options, tmp_path)
    assert len(progress.scores) == 3
    assert progress.best_epoch == 0


@pytest.mark.parametrize("kept", [0, 1])
def test_too_few_pages_are_an_error(
    kept: int, labelled_pages: Sequence[LabelledPage], tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match="site"):
        train_boilernet(labelled_pages[:kept], tmp_path, BOILERNET)


def test_pages_without_gold_are_an_error(
    labelled_pages: Sequence[LabelledPage], tmp_path: Path
) -> None:
    without = [replace(page, text=None) for page in labelled_pages]
    with pytest.raises(TrainingError, match="gold"):
        train_boilernet(without, tmp_path, BOILERNET)
