"""MultiBoilerNet: two tasks, variational dropout, and text encoders that can be exchanged."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
import torch

from pagesight.extract.papers.sequence.boilernet import LeafLabeler
from pagesight.extract.papers.sequence.encoders import EncoderConfig
from pagesight.extract.papers.sequence.multiboilernet import MultiBoilerNet, MultiBoilerNetConfig
from pagesight.extract.papers.sequence.network import BiLstm, batched, probabilities

from .conftest import Leaves, MakeExample

SMALL = MultiBoilerNetConfig(
    tags=5, dense=16, hidden=8, encoder=EncoderConfig(buckets=64, dimensions=4)
)


def test_the_loss_weighs_content_and_depth(pages: Sequence[Leaves], example: MakeExample) -> None:
    torch.manual_seed(2)
    losses = {}
    network = MultiBoilerNet.untrained(pages, SMALL).eval()
    batch = batched([example(network, page) for page in pages])
    for alpha in (0.0, 0.5, 1.0):
        network.config = replace(SMALL, depth_weight=alpha)
        losses[alpha] = network.loss(batch, torch.ones(2)).item()
    assert losses[0.5] == pytest.approx((losses[0.0] + losses[1.0]) / 2, rel=1e-4)  # eq. 4


@pytest.mark.parametrize(("alpha", "only"), [(0.0, "content_head"), (1.0, "depth_head")])
def test_alpha_is_the_weight_of_the_depth(
    alpha: float, only: str, pages: Sequence[Leaves], example: MakeExample
) -> None:
    network = MultiBoilerNet.untrained(pages, replace(SMALL, depth_weight=alpha)).eval()
    network.loss(batched([example(network, page) for page in pages]), torch.ones(2)).backward()
    heads = {"content_head": network.content_head, "depth_head": network.depth_head}
    assert {name for name, head in heads.items() if head.bias.grad.any()} == {only}


def test_leaves_that_do_not_count_have_no_loss(
    pages: Sequence[Leaves], example: MakeExample
) -> None:
    network = MultiBoilerNet.untrained(pages, SMALL).eval()
    labelled = example(network, pages[0])
    batch = batched([replace(labelled, labels=torch.full_like(labelled.labels, -1))])
    assert network.loss(batch, torch.ones(2)).item() == 0


def test_the_papers_network_reads_no_measures(pages: Sequence[Leaves]) -> None:
    paper = MultiBoilerNet.untrained(pages, replace(SMALL, measured=0)).eval()
    tags, measures, texts = paper.inputs(pages[0])
    there, elsewhere = (
        probabilities(paper, (tags, values, texts)) for values in (measures, measures + 1)
    )
    np.testing.assert_array_equal(there, elsewhere)


def test_variational_dropout_has_one_mask_for_all_steps_of_a_sequence() -> None:
    torch.manual_seed(0)
    lstm = BiLstm(64, 4, dropout=0.5)
    steps = torch.ones(2, 5, 64)
    masked = steps * lstm._mask(steps[:, :1], 0.5)
    assert (masked == masked[:, :1]).all()
    assert not (masked[0] == masked[1]).all()
    assert set(masked.unique().tolist()) == {0.0, 2.0}


def test_dropout_is_off_when_labelling(pages: Sequence[Leaves]) -> None:
    torch.manual_seed(0)
    network = MultiBoilerNet.untrained(pages, SMALL).train()
    inputs = network.inputs(pages[0])
    labeler = LeafLabeler(network)
    assert labeler.name == "multiboilernet"
    first, second = (probabilities(network, inputs) for _ in range(2))
    assert np.array_equal(first, second)
