"""BoilerNet: its network, its labeler and their model folder."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ModelError
from pagesight.extract.labelers.sequence.boilernet import (
    BoilerNet,
    BoilerNetConfig,
    BoilerNetLabeler,
    load,
)
from pagesight.extract.labelers.sequence.leaves import leaves
from pagesight.extract.labelers.sequence.network import Example, batched, weighted_loss
from pagesight.extract.models.tensors import probabilities
from pagesight.extract.parse.blocks import Block, block_of
from pagesight.extract.parse.document import read
from pagesight.extract.parse.dom import parse
from pagesight.render.page import Page

SMALL = BoilerNetConfig(words=20, tags=5, dense=16, hidden=8)


@pytest.fixture(scope="module")
def pages(labelled_pages: Sequence[LabelledPage]) -> list[tuple[Block, ...]]:
    return [leaves(parse(page.page.html)) for page in labelled_pages]


@pytest.fixture(scope="module")
def network(pages: Sequence[tuple[Block, ...]]) -> BoilerNet:
    torch.manual_seed(0)
    return BoilerNet.untrained(pages, SMALL).eval()


def example(network: BoilerNet, blocks: Sequence[Block]) -> Example:
    labels = torch.tensor([int(len(block.text) > 30) for block in blocks])
    return Example(network.inputs(blocks), labels)


def test_the_network_of_the_paper_has_2_9_million_weights() -> None:
    counts = [block(f"w{n}", f"t{n}") for n in range(1000)]
    network = BoilerNet.untrained([counts])
    weights = sum(parameter.numel() for parameter in network.parameters())
    dense, head = 1052 * 256 + 256, 513
    lstms = 2 * 4 * 256 * (256 + 256 + 2) + 2 * 4 * 256 * (512 + 256 + 2)  # two biases, as cuDNN
    assert weights == dense + lstms + head
    assert weights == pytest.approx(2.9e6, rel=0.01)


def test_vocabularies_know_only_the_pages_given(pages: Sequence[tuple[Block, ...]]) -> None:
    network = BoilerNet.untrained(pages[:1], BoilerNetConfig())
    assert "shelter" not in network.word_slots.names  # of the second page
    assert "river" in network.word_slots.names


def test_two_steps_of_training_lower_the_loss(pages: Sequence[tuple[Block, ...]]) -> None:
    torch.manual_seed(1)
    network = BoilerNet.untrained(pages, SMALL).eval()  # without dropout
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
    network: BoilerNet, pages: Sequence[tuple[Block, ...]]
) -> None:
    three = [example(network, pages[number]) for number in (0, 9, 4)]
    together = torch.sigmoid(network(batched(three))).detach().numpy()
    for row, page in zip(together, three, strict=True):
        alone = probabilities(network, page.inputs)
        np.testing.assert_allclose(row[: len(alone)], alone, atol=1e-5)


def test_a_model_folder_gives_the_same_labels_back(
    network: BoilerNet, labelled_pages: Sequence[LabelledPage], tmp_path: Path
) -> None:
    network.save(tmp_path, "# card")
    page = labelled_pages[3].page
    document = read(page)
    before, after = BoilerNetLabeler(network).label(document), load(tmp_path).label(document)
    assert before.blocks == after.blocks
    np.testing.assert_allclose(before.probabilities, after.probabilities, atol=2e-3)  # halves
    assert (tmp_path / "README.md").read_text() == "# card"


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
    labels = BoilerNetLabeler(network).label(read(Page("", html)))
    assert len(labels.blocks) == len(labels.probabilities)
    assert ((labels.probabilities >= 0) & (labels.probabilities <= 1)).all()


def test_a_page_without_text_has_no_labels(network: BoilerNet) -> None:
    html = "<html><body><img src=a.png></body></html>"
    labels = BoilerNetLabeler(network).label(read(Page("", html)))
    assert labels.blocks == ()
    assert labels.probabilities.shape == (0,)


def block(text: str, tag: str) -> Block:
    from pagesight.extract.parse.blocks import Ancestor

    return block_of(text, tag, ancestors=(Ancestor(tag),))


def test_counts_are_raw(network: BoilerNet, pages: Sequence[tuple[Block, ...]]) -> None:
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
