"""The network of the sight labeler: numpy computes what torch fitted, near and far."""

import numpy as np
import pytest
import torch

from pagesight.extract.labelers.sight import Convolution
from pagesight.extract.training import convolution as convolution_train
from pagesight.extract.training.convolution import (
    BlockSequences,
    ConvolutionOptions,
    fit_convolution,
)

COLUMNS = 3
OPTIONS = ConvolutionOptions(
    width=8, epochs=20, batch_pages=4, dropout=0.0, without_policy=0.0, learning_rate=2e-2
)


def pages(count: int, corpora: int = 1) -> BlockSequences:
    """Return pages whose content is what follows the block that has 1 in the last column."""
    chance = np.random.default_rng(0)
    sizes = chance.integers(5, 40, count)
    inputs = chance.normal(size=(int(sizes.sum()), COLUMNS)).astype(np.float32)
    inputs[:, -1] = 0
    page = np.repeat(np.arange(count), sizes)
    starts = np.cumsum(sizes) - sizes
    marked = starts + chance.integers(0, sizes)
    inputs[marked, -1] = 1
    follows = np.arange(len(page)) > marked[page]
    corpus = page % corpora
    content = follows ^ (corpus == 1)  # the second corpus's idea of content is the opposite
    return BlockSequences(inputs, content, 1 / sizes[page], page, corpus)


def right(network: Convolution, blocks: BlockSequences) -> float:
    """Return the share of the home corpus's blocks that the network labels right."""
    numbers = np.unique(blocks.page[blocks.corpus == 0])
    found = [
        (network.logits(blocks.inputs[blocks.page == at].T) > 0)
        == blocks.content[blocks.page == at]
        for at in numbers.tolist()
    ]
    return float(np.concatenate(found).mean())


@pytest.fixture(scope="module")
def network() -> Convolution:
    return fit_convolution(pages(60), OPTIONS)


def test_it_learns_what_no_block_says_of_itself(network: Convolution) -> None:
    assert right(network, pages(60)) > 0.9


def test_a_corpus_of_another_policy_does_not_change_that_of_the_home_corpus() -> None:
    both = pages(60, corpora=2)
    assert right(fit_convolution(both, OPTIONS), both) > 0.9


def test_numpy_computes_what_torch_does() -> None:
    torch.manual_seed(0)
    module = convolution_train._Network(COLUMNS, 1, OPTIONS).eval()
    standard = convolution_train._standard(pages(5).inputs, np.random.default_rng(0))
    exported = convolution_train._exported(module, standard)
    rows = pages(2).inputs[:70]
    with torch.no_grad():
        there = torch.ones(1, len(rows))
        corpus = torch.zeros(1, dtype=torch.long)
        expected = module(torch.from_numpy(standard(rows.T).T)[None], there, corpus)[0].numpy()
    assert exported.logits(rows.T) == pytest.approx(expected, abs=0.01)  # halves round


def test_what_is_saved_is_what_was_fitted(network: Convolution) -> None:
    rows = pages(3).inputs.T
    loaded = Convolution.from_arrays(network.arrays("sequence"), "sequence")
    assert (loaded.logits(rows) == network.logits(rows)).all()


@pytest.mark.parametrize("blocks", [1, 2, 33])
def test_a_page_shorter_than_its_reach_is_labelled(network: Convolution, blocks: int) -> None:
    logits = network.logits(pages(9).inputs[:blocks].T)
    assert logits.shape == (blocks,)
    assert np.isfinite(logits).all()
