"""BoilerNet: its network, its labeler and their model folder."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from pagesight.extract.errors import ModelError
from pagesight.extract.page.blocks import Block, block_of
from pagesight.extract.page.document import read
from pagesight.extract.papers.sequence.boilernet import (
    BoilerNet,
    BoilerNetConfig,
    LeafLabeler,
    load,
)
from pagesight.extract.papers.sequence.network import weighted_loss
from pagesight.render.page import Page

from .conftest import Leaves

SMALL = BoilerNetConfig(words=20, tags=5, dense=16, hidden=8)


@pytest.fixture(scope="module")
def network(pages: Sequence[Leaves]) -> BoilerNet:
    torch.manual_seed(0)
    return BoilerNet.untrained(pages, SMALL).eval()


def test_the_network_of_the_paper_has_2_9_million_weights() -> None:
    counts = [block(f"w{n}", f"t{n}") for n in range(1000)]
    network = BoilerNet.untrained([counts])
    weights = sum(parameter.numel() for parameter in network.parameters())
    dense, head = 1052 * 256 + 256, 513
    lstms = 2 * 4 * 256 * (256 + 256 + 2) + 2 * 4 * 256 * (512 + 256 + 2)  # two biases, as cuDNN
    assert weights == dense + lstms + head
    assert weights == pytest.approx(2.9e6, rel=0.01)


def test_vocabularies_know_only_the_pages_given(pages: Sequence[Leaves]) -> None:
    network = BoilerNet.untrained(pages[:1], BoilerNetConfig())
    assert "shelter" not in network.word_slots.names  # of the second page
    assert "river" in network.word_slots.names


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"pagesight train boilernet"):
        load(tmp_path)


def test_weights_that_do_not_fit_are_an_error(network: BoilerNet, tmp_path: Path) -> None:
    network.save(tmp_path)
    config = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(config.replace('"hidden": 8', '"hidden": 9'))
    with pytest.raises(ModelError, match="do not fit"):
        load(tmp_path)


@given(words=st.lists(st.text(max_size=12), max_size=8))
@settings(max_examples=25, deadline=None)
def test_each_leaf_has_a_probability(network: BoilerNet, words: list[str]) -> None:
    html = "<p>" + "</p><p>".join(word.replace("<", "") for word in words)
    labels = LeafLabeler(network).label(read(Page("", html)))
    assert len(labels.blocks) == len(labels.probabilities)
    assert ((labels.probabilities >= 0) & (labels.probabilities <= 1)).all()


def block(text: str, tag: str) -> Block:
    from pagesight.extract.page.blocks import Ancestor

    return block_of(text, tag, ancestors=(Ancestor(tag),))


def test_counts_are_raw(network: BoilerNet, pages: Sequence[Leaves]) -> None:
    (vectors,) = network.inputs(pages[2])
    tags = vectors[:, len(network.word_slots) :]
    assert tags.sum(dim=1).tolist() == [len(leaf.ancestors) for leaf in pages[2]]
    assert Counter(tags[0].tolist())[1.0] >= 4  # html, body, ul, li, a: once each


def test_leaves_that_do_not_count_have_no_loss() -> None:
    logits = torch.tensor([[2.0, -1.0]], requires_grad=True)
    loss = weighted_loss(logits, torch.tensor([[-1, -1]]), torch.ones(2))
    torch.autograd.backward(loss)
    assert loss.item() == 0
    assert logits.grad is not None
    assert not logits.grad.any()
