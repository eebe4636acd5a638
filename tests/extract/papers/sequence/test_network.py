"""What both sequence labelers do: learn, read padded pages, come back from their folders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.labelers.extractor import Labeler
from pagesight.extract.page.document import read
from pagesight.extract.papers.sequence import boilernet, multiboilernet
from pagesight.extract.papers.sequence.encoders import EncoderConfig
from pagesight.extract.papers.sequence.network import batched, probabilities
from pagesight.render.page import Page

from .conftest import Leaves, MakeExample


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the networks, with small layers, and its labeler."""

    untrained: Callable[[Sequence[Leaves]], Any]
    labeler: Callable[[Any], Labeler]
    load: Callable[[Path], Labeler]


def multi(depth_weight: float) -> Kind:
    config = multiboilernet.MultiBoilerNetConfig(
        tags=5,
        dense=16,
        hidden=8,
        depth_weight=depth_weight,
        encoder=EncoderConfig(buckets=64, dimensions=4),
    )
    return Kind(
        lambda pages: multiboilernet.MultiBoilerNet.untrained(pages, config),
        boilernet.LeafLabeler,
        multiboilernet.load,
    )


KINDS = {
    "boilernet": Kind(
        lambda pages: boilernet.BoilerNet.untrained(
            pages, boilernet.BoilerNetConfig(words=20, tags=5, dense=16, hidden=8)
        ),
        boilernet.LeafLabeler,
        boilernet.load,
    ),
    "multiboilernet": multi(0.5),
    "multiboilernet of one task": multi(0.0),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def network(kind: Kind, pages: Sequence[Leaves]) -> Any:
    torch.manual_seed(1)
    return kind.untrained(pages).eval()  # without dropout


def test_two_steps_of_training_lower_the_loss(
    network: Any, pages: Sequence[Leaves], example: MakeExample
) -> None:
    batch = batched([example(network, page) for page in pages])
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    losses = []
    for _ in range(3):
        loss = network.loss(batch, torch.ones(2))
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert losses[0] > losses[1] > losses[2]


def test_padding_changes_no_probability(
    network: Any, pages: Sequence[Leaves], example: MakeExample
) -> None:
    three = [example(network, pages[number]) for number in (0, 9, 4)]
    together = torch.sigmoid(network(batched(three))).detach().numpy()
    for row, page in zip(together, three, strict=True):
        alone = probabilities(network, page.inputs)
        np.testing.assert_allclose(row[: len(alone)], alone, atol=1e-5)


def test_a_model_folder_gives_the_same_labels_back(
    kind: Kind, network: Any, labelled_pages: Sequence[LabelledPage], tmp_path: Path
) -> None:
    network.save(tmp_path, "# card")
    document = read(labelled_pages[3].page)
    before, after = kind.labeler(network).label(document), kind.load(tmp_path).label(document)
    assert before.blocks == after.blocks
    np.testing.assert_allclose(before.probabilities, after.probabilities, atol=2e-3)  # halves
    assert (tmp_path / "README.md").read_text() == "# card"


def test_a_page_without_text_has_no_labels(kind: Kind, network: Any) -> None:
    html = "<html><body><img src=a.png></body></html>"
    labels = kind.labeler(network).label(read(Page("", html)))
    assert labels.blocks == ()
    assert labels.probabilities.shape == (0,)
