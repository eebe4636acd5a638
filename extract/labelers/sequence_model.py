"""What the sequence labelers share: padded batches of pages, and BiLSTMs masked by length."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import (
    PackedSequence,
    pack_padded_sequence,
    pad_packed_sequence,
    pad_sequence,
)

from pagesight.extract.blocks import Block

NOT_COUNTED = -1  # label of a leaf that is neither content nor noise


@dataclass(frozen=True, slots=True)
class Example:
    """A page: what a network reads of its leaves, each (leaves, ...), and their labels, (leaves,).

    Labels are 1 for content, 0 for noise and NOT_COUNTED.
    """

    inputs: tuple[Tensor, ...]
    labels: Tensor


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages padded to one length: inputs (pages, leaves, ...), lengths (pages,) and labels."""

    inputs: tuple[Tensor, ...]
    lengths: Tensor
    labels: Tensor


class LeafNetwork(nn.Module, ABC):
    """A network that labels the leaves of a batch of pages."""

    @abstractmethod
    def inputs(self, blocks: Sequence[Block]) -> tuple[Tensor, ...]:
        """Return what the network reads of a page's leaves, each (leaves, ...)."""

    @abstractmethod
    def forward(self, batch: Batch) -> Tensor:
        """Return the logit of being content, (pages, leaves)."""

    @abstractmethod
    def loss(self, batch: Batch, class_weights: Tensor) -> Tensor:
        """Return the loss to minimise; `class_weights` are those of noise and content."""


def batched(examples: Sequence[Example], device: torch.device | str = "cpu") -> Batch:
    """Return the pages padded with zeros, their labels with NOT_COUNTED."""
    columns = zip(*(example.inputs for example in examples), strict=True)
    labels = [example.labels for example in examples]
    return Batch(
        inputs=tuple(pad_sequence(list(column), batch_first=True).to(device) for column in columns),
        lengths=torch.tensor([len(page_labels) for page_labels in labels]),
        labels=pad_sequence(labels, batch_first=True, padding_value=NOT_COUNTED).to(device),
    )


class BiLstm(nn.Module):
    """Bidirectional LSTM layers that end at each sequence's own length.

    The reference masks all-zero inputs after a dense layer with a bias, so that padding is in
    practice not masked; here the lengths decide. `dropout` is variational (Gal and Ghahramani
    2016): one mask for all steps of a sequence, on the input of each layer. `recurrent_dropout`
    masks the hidden state likewise, with one mask for the sequences of a batch.
    """

    def __init__(
        self, inputs: int, hidden: int, dropout: float = 0.0, recurrent_dropout: float = 0.0
    ) -> None:
        """Make two layers of `hidden` units a direction."""
        super().__init__()
        self.layers = nn.ModuleList(_lstm(size, hidden) for size in (inputs, 2 * hidden))
        self._dropout = dropout
        self._recurrent_dropout = recurrent_dropout

    def forward(self, steps: Tensor, lengths: Tensor) -> Tensor:
        """Return states, (sequences, steps, 2 * hidden), zeros beyond each length."""
        longest = steps.shape[1]
        for layer in self.layers:
            masked = steps * self._mask(steps[:, :1], self._dropout)
            packed = pack_padded_sequence(masked, lengths, batch_first=True, enforce_sorted=False)
            states = self._run(layer, packed)
            steps, _ = pad_packed_sequence(states, batch_first=True, total_length=longest)
        return steps

    def _run(self, layer: nn.Module, packed: PackedSequence) -> PackedSequence:
        """Return one layer's states; as nn.LSTM does it, but for the mask on the recurrence."""
        weights = [
            weight * self._mask(weight[:1], self._recurrent_dropout) if "_hh" in name else weight
            for name, weight in layer.named_parameters()
            if "bias" not in name
        ]
        biases = [bias for name, bias in layer.named_parameters() if "bias" in name]
        forward, backward = (weights[:2] + biases[:2]), (weights[2:] + biases[2:])
        start = packed.data.new_zeros(2, int(packed.batch_sizes[0]), weights[1].shape[1])
        states, _, _ = torch.lstm(
            packed.data, packed.batch_sizes, (start, start), forward + backward,
            True, 1, 0.0, self.training, True,
        )  # fmt: skip
        return packed._replace(data=states)

    def _mask(self, like: Tensor, rate: float) -> Tensor:
        """Return a dropout mask of that shape: zeros at `rate`, the rest scaled up."""
        return nn.functional.dropout(torch.ones_like(like), rate, self.training)


def _lstm(inputs: int, hidden: int) -> nn.LSTM:
    """Return a bidirectional layer that begins as Keras's, the reference's library, does."""
    layer = nn.LSTM(inputs, hidden, bidirectional=True)
    for name, parameter in layer.named_parameters():
        if "weight_ih" in name:
            nn.init.xavier_uniform_(parameter)
        elif "weight_hh" in name:
            nn.init.orthogonal_(parameter)
        else:
            nn.init.zeros_(parameter)
        if "bias_ih" in name:
            nn.init.ones_(parameter[hidden : 2 * hidden])  # the forget gate
    return layer


def weighted_loss(logits: Tensor, labels: Tensor, class_weights: Tensor) -> Tensor:
    """Return the mean binary cross-entropy over the leaves that count, weighted by their class."""
    counted = labels != NOT_COUNTED
    truth = labels[counted]
    return nn.functional.binary_cross_entropy_with_logits(
        logits[counted], truth.float(), weight=class_weights[truth]
    )
