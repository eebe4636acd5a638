"""Web2Text: networks, training, labels."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ModelError, TrainingError
from pagesight.extract.page.document import read
from pagesight.extract.papers.web2text.collapsed_dom import collapse
from pagesight.extract.papers.web2text.model import load, log_probabilities, page_features
from pagesight.extract.papers.web2text.train import (
    ConvolutionStack,
    Items,
    LabelingTask,
    Web2TextOptions,
    fit,
    train_web2text,
)
from pagesight.render.page import Page

QUICK = Web2TextOptions(steps=60, steps_a_check=20, patches=16)


def labelled(number: int) -> LabelledPage:
    """Return a page with a menu of links and, at a place of its own, an article."""
    items = "".join(f"<li><a href='/{i}'>Link {i} of {number}</a></li>" for i in range(6))
    story = [f"On day {i} the river of town {number} rose again, and we left." for i in range(6)]
    paragraphs = "".join(f"<p>{line}</p>" for line in story)
    parts = [f"<ul>{items}</ul>", f"<div>{paragraphs}</div>"]
    html = "<html><body>" + "".join(parts[:: 1 if number % 2 else -1]) + "</body></html>"
    return LabelledPage(
        str(number), Page("", html), f"{number}.example", text="\n".join(story), source="own"
    )


@pytest.mark.parametrize(("features", "classes", "weights"), [(128, 2, 17_960), (25, 4, 12_870)])
def test_networks_have_the_papers_number_of_weights(
    features: int, classes: int, weights: int
) -> None:
    network = ConvolutionStack(features, classes)
    assert sum(layer.weight.numel() for layer in network.layers) == weights


def test_weights_begin_small_and_biases_at_zero() -> None:
    layer = ConvolutionStack(128, 2).layers[0]
    assert layer.weight.abs().max() <= 0.2
    assert not layer.bias.any()


def test_numpy_and_torch_agree() -> None:
    torch.manual_seed(0)
    network = ConvolutionStack(7, 4).eval()
    features = torch.randn(5, 7)
    layers = [
        (layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in network.layers
    ]
    expected = network(features[None])[0].detach().numpy()
    assert log_probabilities(layers, features.numpy()) == pytest.approx(expected, abs=1e-5)
    assert np.exp(expected).sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_dropout_is_of_weights_and_in_training_only() -> None:
    network = ConvolutionStack(7, 2)
    features = torch.randn(1, 5, 7)
    assert not torch.equal(network(features), network(features))
    assert torch.equal(network.eval()(features), network(features))


def test_training_lowers_the_loss(tmp_path: Path) -> None:
    torch.manual_seed(0)
    features = torch.randn(40, 7)
    page = Items(features, (features[:, 0] > 0).long())
    seen: list[float] = []

    def criterion(truth: torch.Tensor, found: torch.Tensor) -> float:
        seen.append(float((truth == found).float().mean()))
        return seen[-1]

    fit(
        ConvolutionStack(7, 2),
        LabelingTask([page], [page], criterion, 9),
        QUICK,
        tmp_path / "state",
    )
    assert len(seen) == 3
    assert max(seen) > 0.8
    assert not (tmp_path / "state").exists()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web2text")
    options = replace(QUICK, steps=120)
    train_web2text([labelled(number) for number in range(12)], folder, options)
    return folder


def test_a_trained_model_separates_a_story_from_a_menu(model: Path) -> None:
    page = labelled(50)
    labels = load(model).label(read(page.page))
    kept = [
        block.text
        for block, chance in zip(labels.blocks, labels.probabilities, strict=True)
        if chance > 0.5
    ]
    assert "\n".join(kept) == page.text


def test_a_model_folder_names_its_corpus_and_is_not_changed_by_loading(model: Path) -> None:
    card = (model / "README.md").read_text(encoding="utf-8")
    assert "| own | 12 |" in card
    assert "pagesight train web2text" in card
    features = page_features(collapse(read(labelled(3).page)))
    again = [load(model).probabilities(features) for _ in range(2)]
    assert np.array_equal(*again)


@pytest.mark.parametrize("html", ["<html><body></body></html>", "<p>one</p>", "<p>a</p><p>b</p>"])
def test_pages_of_few_blocks_are_labelled_too(model: Path, html: str) -> None:
    labels = load(model).label(read(Page("", html)))
    assert len(labels.blocks) == len(labels.probabilities) == html.count("<p>")


def test_packaged_model_labels_a_page() -> None:
    labels = load().label(read(labelled(1).page))
    assert ((labels.probabilities >= 0) & (labels.probabilities <= 1)).all()


def without_gold(page: LabelledPage) -> LabelledPage:
    return replace(page, text=None)


def of_one_site(page: LabelledPage) -> LabelledPage:
    return replace(page, site="a.example")


@pytest.mark.parametrize(
    ("change", "message"), [(without_gold, "have gold"), (of_one_site, "two sites")]
)
def test_training_says_what_the_pages_lack(
    change: Callable[[LabelledPage], LabelledPage], message: str, tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match=message):
        train_web2text([change(labelled(number)) for number in range(3)], tmp_path)


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no web2text model"):
        load(tmp_path)
