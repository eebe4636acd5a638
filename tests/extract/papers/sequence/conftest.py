"""Small pages as leaves, and as what a network learns from."""

from collections.abc import Callable, Sequence

import pytest
import torch

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import leaves
from pagesight.extract.papers.sequence.network import LeafExample, LeafNetwork

Leaves = tuple[Block, ...]
MakeExample = Callable[[LeafNetwork, Leaves], LeafExample]


@pytest.fixture(scope="session")
def pages(labelled_pages: Sequence[LabelledPage]) -> list[Leaves]:
    return [leaves(parse(page.page.html)) for page in labelled_pages]


@pytest.fixture
def example() -> MakeExample:
    """Return what makes an example of a page: its long leaves are content."""

    def make(network: LeafNetwork, blocks: Leaves) -> LeafExample:
        labels = torch.tensor([int(len(block.text) > 30) for block in blocks])
        return LeafExample(network.inputs(blocks), labels)

    return make
