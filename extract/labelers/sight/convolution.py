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
# Multiplications of a product beyond which OpenBLAS takes several threads: on so small matrices
# they wait for each other longer than they work, in every process of a job.
_ONE_THREAD = 1 << 18

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
        """Return what the layer adds to the channels, (blocks, width)."""
        centred = state - state.mean(axis=1, keepdims=True)
        variance = np.einsum("bw,bw->b", centred, centred) / state.shape[1]
        centred /= np.sqrt(variance + _TINY)[:, None]
        normal = centred * self.scale + self.shift
        found = _product(normal, self.kernel[1])
        found += normal.mean(axis=0) @ self.around + self.bias
        if len(found) > dilation:
            found[dilation:] += _product(normal[:-dilation], self.kernel[0])
            found[:-dilation] += _product(normal[dilation:], self.kernel[2])
        return np.asarray(np.maximum(found, 0, out=found))


@dataclass(frozen=True, slots=True)
class Standard:
    """How columns of any size become numbers about 0: the logarithm, less mean, by deviation."""

    mean: Numbers  # (columns,)
    deviation: Numbers  # (columns,)

    def __call__(self, rows: Numbers) -> Numbers:
        """Return the numbers, (blocks, columns)."""
        logs = np.log1p(np.abs(rows))
        np.copysign(logs, rows, out=logs)
        logs -= self.mean
        logs /= self.deviation
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
        state = _product(self.standard(by_column.T), self.entry) + self.entry_bias
        state = np.maximum(state, 0, out=state)
        for layer, dilation in zip(self.layers, DILATIONS, strict=True):
            state += layer.added(state, dilation)
        return np.asarray(state @ self.exit + self.exit_bias)

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


def _product(rows: Numbers, weights: Numbers) -> Numbers:
    """Return the product of matrices, of as many rows at a time as one thread takes."""
    size = max(1, _ONE_THREAD // weights.size)
    parts = [rows[start : start + size] @ weights for start in range(0, len(rows), size)]
    return np.concatenate(parts)
