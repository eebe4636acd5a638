"""MultiBoilerNet: two tasks, variational dropout, and text encoders that can be exchanged."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.labelers.sequence.encoders import EncoderConfig
from pagesight.extract.labelers.sequence.leaves import leaves
from pagesight.extract.labelers.sequence.multiboilernet import (
    MultiBoilerNet,
    MultiBoilerNetConfig,
    MultiBoilerNetLabeler,
    load,
)
from pagesight.extract.labelers.sequence.network import BiLstm, Example, batched
from pagesight.extract.models.tensors import probabilities
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.document import read
from pagesight.extract.parse.dom import parse
from pagesight.render.page import Page

SMALL = MultiBoilerNetConfig(
    tags=5, dense=16, hidden=8, encoder=EncoderConfig(buckets=64, dimensions=4)
)


@pytest.fixture(scope="module")
def pages(labelled_pages: Sequence[LabelledPage]) -> list[tuple[Block, ...]]:
    return [leaves(parse(page.page.html)) for page in labelled_pages]


@pytest.fixture(scope="module")
def network(pages: Sequence[tuple[Block, ...]]) -> MultiBoilerNet:
    torch.manual_seed(0)
    return MultiBoilerNet.untrained(pages, SMALL).eval()


def example(network: MultiBoilerNet, blocks: Sequence[Block]) -> Example:
    labels = torch.tensor([int(len(block.text) > 30) for block in blocks])
    return Example(network.inputs(blocks), labels)


@pytest.mark.parametrize("alpha", [0.0, 0.5])
def test_steps_of_training_lower_the_loss(alpha: float, pages: Sequence[tuple[Block, ...]]) -> None:
    torch.manual_seed(1)
    network = MultiBoilerNet.untrained(pages, replace(SMALL, depth_weight=alpha)).eval()
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


def test_the_loss_weighs_content_and_depth(pages: Sequence[tuple[Block, ...]]) -> None:
    torch.manual_seed(2)
    losses = {}
    network = MultiBoilerNet.untrained(pages, SMALL).eval()
    batch = batched([example(network, page) for page in pages])
    for alpha in (0.0, 0.5, 1.0):
        network.config = replace(SMALL, depth_weight=alpha)
        losses[alpha] = network.loss(batch, torch.ones(2)).item()
    assert losses[0.5] == pytest.approx((losses[0.0] + losses[1.0]) / 2, rel=1e-4)  # eq. 4


def test_leaves_that_do_not_count_have_no_loss(pages: Sequence[tuple[Block, ...]]) -> None:
    network = MultiBoilerNet.untrained(pages, SMALL).eval()
    labelled = example(network, pages[0])
    batch = batched([replace(labelled, labels=torch.full_like(labelled.labels, -1))])
    assert network.loss(batch, torch.ones(2)).item() == 0


def test_the_papers_network_reads_no_measures(pages: Sequence[tuple[Block, ...]]) -> None:
    paper = MultiBoilerNet.untrained(pages, replace(SMALL, measured=0)).eval()
    tags, measures, texts = paper.inputs(pages[0])
    there, elsewhere = (
        probabilities(paper, (tags, values, texts)) for values in (measures, measures + 1)
    )
    np.testing.assert_array_equal(there, elsewhere)


def test_padding_changes_no_probability(
    network: MultiBoilerNet, pages: Sequence[tuple[Block, ...]]
) -> None:
    three = [example(network, pages[number]) for number in (0, 9, 4)]
    together = torch.sigmoid(network(batched(three))).detach().numpy()
    for row, page in zip(together, three, strict=True):
        alone = probabilities(network, page.inputs)
        np.testing.assert_allclose(row[: len(alone)], alone, atol=1e-5)


def test_variational_dropout_has_one_mask_for_all_steps_of_a_sequence() -> None:
    torch.manual_seed(0)
    lstm = BiLstm(64, 4, dropout=0.5)
    steps = torch.ones(2, 5, 64)
    masked = steps * lstm._mask(steps[:, :1], 0.5)
    assert (masked == masked[:, :1]).all()
    assert not (masked[0] == masked[1]).all()
    assert set(masked.unique().tolist()) == {0.0, 2.0}


def test_dropout_is_off_when_labelling(pages: Sequence[tuple[Block, ...]]) -> None:
    torch.manual_seed(0)
    network = MultiBoilerNet.untrained(pages, SMALL).train()
    inputs = network.inputs(pages[0])
    labeler = MultiBoilerNetLabeler(network)
    assert labeler.name == "multiboilernet"
    first, second = (probabilities(network, inputs) for _ in range(2))
    assert np.array_equal(first, second)


def test_a_model_folder_gives_the_same_labels_back(
    network: MultiBoilerNet, labelled_pages: Sequence[LabelledPage], tmp_path: Path
) -> None:
    network.save(tmp_path)
    page = labelled_pages[3].page
    document = read(page)
    before, after = MultiBoilerNetLabeler(network).label(document), load(tmp_path).label(document)
    assert before.blocks == after.blocks
    np.testing.assert_allclose(before.probabilities, after.probabilities, atol=2e-3)


def test_a_page_without_text_has_no_labels(network: MultiBoilerNet) -> None:
    html = "<html><body><img src=a.png></body></html>"
    labels = MultiBoilerNetLabeler(network).label(read(Page("", html)))
    assert labels.blocks == ()
    assert labels.probabilities.shape == (0,)
