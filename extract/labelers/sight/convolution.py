"""A convolutional network over a page's blocks in their order, predicted in numpy.

Trees judge a block by columns that were thought of beforehand; this network learns what stands
around a block, near and far: residual layers of dilated convolutions (Yu and Koltun, ICLR 2016;
Bai, Kolter, Koltun, arXiv 1803.01271), of which each also adds what the whole page has in the mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

DILATIONS = (1, 2, 4, 8, 16, 32)  # blocks between the three that a layer looks at
MOST = 4.0  # standard deviations that a column may be off its mean
_TINY = 1e-5  # as torch adds to a variance
# Multiplications of a product from which OpenBLAS takes several threads: on so small matrices they
# wait for each other longer than they work, in every process of a job.
_SEVERAL_THREADS = 1 << 19
_LANES = 16  # columns that its kernels take at a time

Numbers = NDArray[np.float32]
_PARTS = ("scale", "shift", "kernel", "around", "bias")


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of `width` channels; `around` is what it makes of the mean over the page."""

    scale: Numbers  # (width,) of the normalised channels
    shift: Numbers  # (width,)
    kernel: Numbers  # (3, width, width): the block before, the block, the block after
    around: Numbers  # (width, width)
    bias: Numbers  # (width,)

    def added(self, state: Numbers, dilation: int) -> Numbers:
        """Return what the layer adds to the channels, (width, blocks)."""
        width, blocks = state.shape
        centred = state - state.sum(axis=0) / width
        variance = np.square(centred).sum(axis=0) / width
        centred /= np.sqrt(variance + _TINY)
        normal = centred * self.scale[:, None] + self.shift[:, None]
        found = _product(self.kernel[1], normal)
        found += (normal.sum(axis=1) / blocks @ self.around + self.bias)[:, None]
        if blocks > dilation:
            found[:, dilation:] += _product(self.kernel[0], normal[:, :-dilation])
            found[:, :-dilation] += _product(self.kernel[2], normal[:, dilation:])
        return np.asarray(np.maximum(found, 0, out=found))


@dataclass(frozen=True, slots=True)
class Standard:
    """How columns of any size become numbers about 0: the logarithm, less mean, by deviation."""

    mean: Numbers  # (columns,)
    deviation: Numbers  # (columns,)

    def __call__(self, by_column: Numbers) -> Numbers:
        """Return the numbers, (columns, blocks)."""
        logs = np.abs(by_column)
        logs += 1  # the logarithm of the sum: numpy's log1p takes six times as long
        np.log(logs, out=logs)
        np.copysign(logs, by_column, out=logs)
        logs -= self.mean[:, None]
        logs /= self.deviation[:, None]
        return np.clip(logs, -MOST, MOST, out=logs)


@dataclass(frozen=True, slots=True)
class Convolution:
    """The network. Its columns are those of the trees beside it."""

    standard: Standard
    entry: Numbers  # (columns, width)
    entry_bias: Numbers  # (width,)
    layers: tuple[Layer, ...]
    exit: Numbers  # (width,)
    exit_bias: float

    def logits(self, by_column: Numbers) -> Numbers:
        """Return the logit of each block's being content, of numbers (columns, blocks)."""
        state = _product(self.entry, self.standard(by_column))
        state += self.entry_bias[:, None]
        np.maximum(state, 0, out=state)
        for layer, dilation in zip(self.layers, DILATIONS, strict=True):
            state += layer.added(state, dilation)
        return np.asarray(self.exit @ state + self.exit_bias)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads; all but the standard in half precision."""
        found = {"mean": self.standard.mean, "deviation": self.standard.deviation}
        halves = {"entry": self.entry, "entry_bias": self.entry_bias, "exit": self.exit}
        halves["exit_bias"] = np.array([self.exit_bias])
        for part in _PARTS:
            halves[part] = np.stack([getattr(layer, part) for layer in self.layers])
        found |= {name: array.astype(np.float16) for name, array in halves.items()}
        return {f"{prefix}.{name}": array for name, array in found.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], prefix: str) -> "Convolution":
        """Return the network saved under that prefix."""
        start = f"{prefix}."
        found = {
            name.removeprefix(start): array.astype(np.float32)
            for name, array in arrays.items()
            if name.startswith(start)
        }
        parts = zip(*(found[part] for part in _PARTS), strict=True)
        return cls(
            standard=Standard(found["mean"], found["deviation"]),
            entry=found["entry"],
            entry_bias=found["entry_bias"],
            layers=tuple(Layer(*layer) for layer in parts),
            exit=found["exit"],
            exit_bias=float(found["exit_bias"][0]),
        )


def _product(weights: Numbers, by_column: Numbers) -> Numbers:
    """Return what weights (columns, width) make of the columns, (width, blocks), in one thread."""
    size = max(1, (_SEVERAL_THREADS - 1) // weights.size // _LANES * _LANES)
    blocks = by_column.shape[1]
    found = np.empty((weights.shape[1], blocks), np.float32)
    for start in range(0, blocks, size):
        part = slice(start, start + size)
        np.matmul(weights.T, by_column[:, part], out=found[:, part])
    return found
