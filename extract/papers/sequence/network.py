"""Build what the sequence labelers share: padded batches, masked BiLSTMs, their arrays."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from pagesight.extract.errors import ModelError
from pagesight.extract.page.blocks import Block

NOT_COUNTED = -1  # label of a leaf that is neither content nor noise
Module = TypeVar("Module", bound=nn.Module)


@dataclass(frozen=True, slots=True)
class LeafExample:
    """A page: what a network reads of its leaves, each (leaves, ...), and their labels, (leaves,).

    Labels are 1 for content, 0 for noise and NOT_COUNTED.
    """

    inputs: tuple[Tensor, ...]
    labels: Tensor


@dataclass(frozen=True, slots=True)
class LeafBatch:
    """Pages padded to one length: inputs (pages, leaves, ...), lengths (pages,) and labels."""

    inputs: tuple[Tensor, ...]
    lengths: Tensor
    labels: Tensor


class LeafNetwork(nn.Module, ABC):
    """A network that labels the leaves of a batch of pages."""

    kind: str  # of its model folder

    @abstractmethod
    def inputs(self, blocks: Sequence[Block]) -> tuple[Tensor, ...]:
        """Return what the network reads of a page's leaves, each (leaves, ...)."""

    @abstractmethod
    def forward(self, batch: LeafBatch) -> Tensor:
        """Return the logit of being content, (pages, leaves)."""

    @abstractmethod
    def loss(self, batch: LeafBatch, class_weights: Tensor) -> Tensor:
        """Return the loss to minimise; `class_weights` are those of noise and content."""


def batched(examples: Sequence[LeafExample], device: torch.device | str = "cpu") -> LeafBatch:
    """Return the pages padded with zeros, their labels with NOT_COUNTED."""
    columns = zip(*(example.inputs for example in examples), strict=True)
    labels = [example.labels for example in examples]
    return LeafBatch(
        inputs=tuple(pad_sequence(list(column), batch_first=True).to(device) for column in columns),
        lengths=torch.tensor([len(page_labels) for page_labels in labels]),
        labels=pad_sequence(labels, batch_first=True, padding_value=NOT_COUNTED).to(device),
    )


class BiLstm(nn.Module):
    """Bidirectional LSTM layers that end at each sequence's own length.

    The reference masks all-zero inputs after a dense layer with a bias, so that padding is in
    practice not masked; here the lengths decide: the backward direction reads each sequence from
    its own last step. (Packed sequences do that too, but their gradient takes quadratic time on a
    CPU.) `dropout` is variational (Gal and Ghahramani 2016): one mask for all steps of a sequence,
    on the input of each layer. `recurrent_dropout` masks the hidden state likewise, with one mask
    for the sequences of a batch.
    """

    def __init__(
        self, inputs: int, hidden: int, dropout: float = 0.0, recurrent_dropout: float = 0.0
    ) -> None:
        """Make two layers of `hidden` units a direction."""
        super().__init__()
        self.ahead = nn.ModuleList(_lstm(size, hidden) for size in (inputs, 2 * hidden))
        self.back = nn.ModuleList(_lstm(size, hidden) for size in (inputs, 2 * hidden))
        self._dropout = dropout
        self._recurrent_dropout = recurrent_dropout

    def forward(self, steps: Tensor, lengths: Tensor) -> Tensor:
        """Return states, (sequences, steps, 2 * hidden), without meaning beyond each length."""
        turned = _turned(steps.shape[1], lengths).to(steps.device)
        for ahead, back in zip(self.ahead, self.back, strict=True):
            masked = steps * self._mask(steps[:, :1], self._dropout)
            right = self._run(ahead, masked)
            left = _reordered(self._run(back, _reordered(masked, turned)), turned)
            steps = torch.cat([right, left], dim=-1)
        return steps

    def _run(self, layer: nn.Module, steps: Tensor) -> Tensor:
        """Return one direction's states; as nn.LSTM does, but for the mask on the recurrence."""
        weights = [
            weight * self._mask(weight[:1], self._recurrent_dropout)
            if self._recurrent_dropout and name.startswith("weight_hh")
            else weight
            for name, weight in layer.named_parameters()
        ]
        start = steps.new_zeros(1, len(steps), weights[1].shape[1])
        states: Tensor = torch.lstm(
            steps, (start, start), weights, True, 1, 0.0, self.training, False, True
        )[0]
        return states

    def _mask(self, like: Tensor, rate: float) -> Tensor:
        """Return a dropout mask of that shape: zeros at `rate`, the rest scaled up."""
        return nn.functional.dropout(torch.ones_like(like), rate, self.training)


def _turned(longest: int, lengths: Tensor) -> Tensor:
    """Return where each step goes when sequences are read from their ends, (sequences, steps).

    Padding stays in place, so that turning twice changes nothing.
    """
    steps = torch.arange(longest).expand(len(lengths), longest)
    ends = lengths[:, None]
    return torch.where(steps < ends, ends - 1 - steps, steps)


def _reordered(steps: Tensor, order: Tensor) -> Tensor:
    return steps.gather(1, order[..., None].expand_as(steps))


def _lstm(inputs: int, hidden: int) -> nn.LSTM:
    """Return one direction of a layer that begins as Keras's, the reference's library, does."""
    layer = nn.LSTM(inputs, hidden)
    for name, parameter in layer.named_parameters():
        if "weight_ih" in name:
            nn.init.xavier_uniform_(parameter)
        elif "weight_hh" in name:
            nn.init.orthogonal_(parameter)
        else:
            nn.init.zeros_(parameter)
    with torch.no_grad():
        dict(layer.named_parameters())["bias_ih_l0"][hidden : 2 * hidden] = 1.0  # the forget gate
    return layer


def weighted_loss(logits: Tensor, labels: Tensor, class_weights: Tensor) -> Tensor:
    """Return the mean binary cross-entropy over the leaves that count, weighted by their class.

    It is 0, with a gradient of 0, where none counts.
    """
    counted = labels != NOT_COUNTED
    truth = labels[counted]
    if not len(truth):
        return 0 * logits.sum()
    return nn.functional.binary_cross_entropy_with_logits(
        logits[counted], truth.float(), weight=class_weights[truth]
    )


def as_arrays(module: nn.Module) -> Mapping[str, NDArray[Any]]:
    """Return the module's weights by name."""
    return {name: tensor.detach().cpu().numpy() for name, tensor in module.state_dict().items()}


def load_weights(module: Module, tensors: Mapping[str, NDArray[Any]], folder: Path) -> Module:
    """Return the module with these weights. Raises ModelError, naming `folder`, if they misfit."""
    try:
        module.load_state_dict({name: torch.from_numpy(array) for name, array in tensors.items()})
    except RuntimeError as error:
        raise ModelError(f"the weights in {folder} do not fit its config.json: {error}") from error
    return module


@torch.inference_mode()
def probabilities(network: nn.Module, inputs: tuple[Tensor, ...]) -> NDArray[np.float32]:
    """Return the probability of being content of each leaf of one page, (leaves,)."""
    count = len(inputs[0])
    if count == 0:
        return np.zeros(0, np.float32)
    device = next(network.parameters()).device
    batch = batched([LeafExample(inputs, torch.full((count,), NOT_COUNTED))], device)
    page: NDArray[np.float32] = torch.sigmoid(network(batch))[0].cpu().numpy()
    return page
