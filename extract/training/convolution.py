"""Fit the network over a page's blocks, in torch; its weights are then predicted in numpy.

Corpora disagree on what content is: titles, captions, comments. The network learns from all of
them at once, since each corpus has a vector of its own that is added to every block: what is
common to all goes into the weights. The vectors are not kept: prediction has the home corpora's
policy, whose vector is 0.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from pagesight.extract.labelers.sight import DILATIONS, Convolution, Layer, Numbers, Standard
from pagesight.extract.training.pace import paced

_log = logging.getLogger(__name__)
_LEAST_DEVIATION = 1e-3  # of a column that hardly varies
_SAMPLE = 200_000  # blocks that the standard is taken from
_MOST_NORM = 1.0  # of a gradient

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ConvolutionOptions:
    """Size and training of the network. Set by hand on two folds of WCXB."""

    width: int = 64
    epochs: int = 8
    batch_pages: int = 16
    learning_rate: float = 2e-3  # the highest of one cycle
    weight_decay: float = 1e-2
    dropout: float = 0.15
    most_blocks: int = 400  # of a stretch; of a longer page about two are drawn an epoch
    without_policy: float = 0.3  # share of other corpora's pages whose vector is left out
    seed: int = 0


@dataclass(frozen=True, slots=True)
class BlockSequences:
    """Blocks to learn from, those of a page together and in order."""

    inputs: Numbers  # (blocks, columns)
    content: NDArray[np.bool_]  # (blocks,)
    weight: NDArray[np.float64]  # (blocks,)
    page: Rows  # (blocks,) ascending
    corpus: Rows  # (blocks,) 0: a home corpus


class _Network(nn.Module):
    def __init__(self, columns: int, corpora: int, options: ConvolutionOptions) -> None:
        super().__init__()
        width = options.width
        self.entry = nn.Linear(columns, width)
        self.policy = nn.Embedding(corpora, width, padding_idx=0)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in DILATIONS)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(width, width, 3, padding=dilation, dilation=dilation)
            for dilation in DILATIONS
        )
        self.around = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in DILATIONS)
        self.exit = nn.Linear(width, 1)
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, inputs: Tensor, there: Tensor, corpus: Tensor) -> Tensor:
        """Return logits (pages, blocks) of columns (pages, blocks, columns)."""
        there = there[..., None]
        blocks = there.sum(1)
        entered = self.entry(self.dropout(inputs)) + self.policy(corpus)[:, None]
        state = functional.relu(entered)
        parts = zip(self.norms, self.convolutions, self.around, strict=True)
        for norm, convolution, around in parts:
            normal = norm(state) * there
            around_blocks = convolution(normal.transpose(1, 2)).transpose(1, 2)
            around_blocks = around_blocks + around(normal.sum(1) / blocks)[:, None]
            state = state + self.dropout(functional.relu(around_blocks))
        logits: Tensor = self.exit(state)[..., 0]
        return logits


def fit_convolution(blocks: BlockSequences, options: ConvolutionOptions) -> Convolution:
    """Return a network fitted by AdamW in one cycle of learning rates."""
    torch.manual_seed(options.seed)
    chance = np.random.default_rng(options.seed)
    standard = _standard(blocks.inputs, chance)
    network = _Network(blocks.inputs.shape[1], int(blocks.corpus.max()) + 1, options)
    optimizer = torch.optim.AdamW(
        network.parameters(), options.learning_rate, weight_decay=options.weight_decay
    )
    epochs = [list(_batches(blocks, options, chance)) for _ in range(options.epochs)]
    cycle = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, options.learning_rate, total_steps=sum(map(len, epochs)) + 1, pct_start=0.1
    )
    network.train()
    for number, batches in enumerate(paced(epochs, "epochs")):
        losses = []
        for batch in batches:
            optimizer.zero_grad()
            loss = _loss(network, blocks, standard, batch, options.without_policy)
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(network.parameters(), _MOST_NORM)
            optimizer.step()
            cycle.step()
            losses.append(loss.item())
        _log.info("epoch %d: loss %.4f", number + 1, np.mean(losses))
    return _exported(network, standard)


def _standard(inputs: Numbers, chance: np.random.Generator) -> Standard:
    some = inputs[chance.integers(len(inputs), size=min(len(inputs), _SAMPLE))]
    logs = np.copysign(np.log1p(np.abs(some)), some)
    return Standard(logs.mean(axis=0), logs.std(axis=0) + np.float32(_LEAST_DEVIATION))


def _batches(
    blocks: BlockSequences, options: ConvolutionOptions, chance: np.random.Generator
) -> Iterator[list[slice]]:
    """Yield stretches of pages, those of about equal length together, in random order."""
    starts = np.flatnonzero(np.diff(blocks.page, prepend=-1))
    ends = np.append(starts[1:], len(blocks.page))
    most = options.most_blocks
    stretches = [
        slice(begin, min(begin + most, end))
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        for begin in range(start, end, most)
        if chance.random() < 2 * most / (end - start)
    ]
    lengths = np.array([each.stop - each.start for each in stretches])
    order = np.argsort(lengths + chance.normal(0, 15, len(lengths)))
    size = options.batch_pages
    for number in chance.permutation(-(-len(order) // size)).tolist():
        yield [stretches[at] for at in order[number * size : (number + 1) * size].tolist()]


def _loss(
    network: _Network,
    blocks: BlockSequences,
    standard: Standard,
    batch: list[slice],
    without_policy: float,
) -> Tensor:
    """Return the weighted cross-entropy of a batch, a stretch of a page."""

    def padded(values: list[NDArray[np.generic]]) -> Tensor:
        tensors = [torch.from_numpy(np.asarray(each, np.float32)) for each in values]
        return nn.utils.rnn.pad_sequence(tensors, batch_first=True)

    corpus = torch.from_numpy(blocks.corpus[[each.start for each in batch]])
    corpus = corpus * (torch.rand(len(batch)) >= without_policy)
    weight = padded([blocks.weight[each] for each in batch])
    there = padded([np.ones(each.stop - each.start) for each in batch])
    logits = network(padded([standard(blocks.inputs[each].T).T for each in batch]), there, corpus)
    losses = functional.binary_cross_entropy_with_logits(
        logits, padded([blocks.content[each] for each in batch]), weight, reduction="sum"
    )
    return losses / len(batch)


def _exported(network: _Network, standard: Standard) -> Convolution:
    """Return the network as numpy computes it, rounded as it is saved: in half precision."""
    weights = {
        name: tensor.numpy().astype(np.float16).astype(np.float32)
        for name, tensor in network.state_dict().items()
    }
    layers = tuple(
        Layer(
            scale=weights[f"norms.{number}.weight"],
            shift=weights[f"norms.{number}.bias"],
            kernel=weights[f"convolutions.{number}.weight"].transpose(2, 1, 0).copy(),
            around=weights[f"around.{number}.weight"].T.copy(),
            bias=weights[f"convolutions.{number}.bias"],
        )
        for number in range(len(DILATIONS))
    )
    return Convolution(
        standard=standard,
        entry=weights["entry.weight"].T.copy(),
        entry_bias=weights["entry.bias"],
        layers=layers,
        exit=weights["exit.weight"][0],
        exit_bias=float(weights["exit.bias"][0]),
    )
