"""The screenshot network: a frozen backbone that makes maps of a picture, and a trained head.

The backbone is EfficientNet-Lite0 (the TPU variant of Tan and Le 2019) as ImageNet left it, run
by onnxruntime. Its maps are averaged over the cells of grids; the head is one hidden layer over
the square roots of these averages, whose tails are long.
"""

from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf, NoSuchFile
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from pagesight.vision.errors import WeightsError
from pagesight.vision.screenshot.config import ScreenshotConfig, load_config, save_config
from pagesight.vision.screenshot.preprocess import normalised

BACKBONE_FILE = "backbone.onnx"
HEAD_FILE = "head.safetensors"
INPUT = "picture"
_EPSILON = 1e-6  # of an average: its root keeps a finite slope at 0

Array = NDArray[np.float32]


class Backbone:
    """The convolutions, on one core: a page at a time is what they are fastest at."""

    def __init__(self, path: Path, grids: tuple[tuple[int, int], ...]) -> None:
        """Raises WeightsError if there is no network in `path`."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(path, options)
        except (Fail, InvalidProtobuf, NoSuchFile) as error:
            raise WeightsError(f"{path} does not hold a network: {error}") from error
        self._grids = grids
        self._channels = [output.shape[1] for output in self._session.get_outputs()]

    def cells(self, pixels: NDArray[np.uint8]) -> Array:
        """Return the roots of the maps' averages over the cells of their grids, (cells,)."""
        maps = self._session.run(None, {INPUT: normalised(pixels)})  # (1, channels, rows, columns)
        averages = [
            _means(found.shape[2], rows) @ found[0] @ _means(found.shape[3], columns).T
            for found, (rows, columns) in zip(maps, self._grids, strict=True)
        ]
        cells = np.concatenate([average.ravel() for average in averages])
        return np.asarray(np.sign(cells) * np.sqrt(np.abs(cells) + _EPSILON), dtype=np.float32)

    def by_place(self, values: Array) -> list[Array]:
        """Return values of cells summed over the channels, (rows, columns) for each map."""
        shapes = [
            (channels, rows, columns)
            for channels, (rows, columns) in zip(self._channels, self._grids, strict=True)
        ]
        ends = np.cumsum([channels * rows * columns for channels, rows, columns in shapes])
        parts = np.split(values, ends[:-1])
        return [part.reshape(of).sum(axis=0) for part, of in zip(parts, shapes, strict=True)]


@dataclass(frozen=True, slots=True)
class Head:
    """Cells are brought to mean 0 and deviation 1, then meet a hidden layer and the labels'."""

    mean: Array  # (cells,)
    deviation: Array
    hidden_weights: Array  # (cells, hidden)
    hidden_bias: Array
    weights: Array  # (hidden, labels)
    bias: Array

    def logits(self, cells: Array) -> Array:
        """Return the logits (pages, labels) of cells (pages, cells)."""
        return self._hidden(cells).clip(0) @ self.weights + self.bias

    def contributions(self, cells: Array, label: int) -> Array:
        """Return what each cell adds to a label's logit beside the average page's, (cells,).

        That is gradient times input, exact where no hidden unit changes side.
        """
        active = self._hidden(cells[None])[0] > 0
        slopes = self.hidden_weights @ (active * self.weights[:, label])
        return np.asarray(slopes * self._scaled(cells))

    def _hidden(self, cells: Array) -> Array:
        return self._scaled(cells) @ self.hidden_weights + self.hidden_bias

    def _scaled(self, cells: Array) -> Array:
        return (cells - self.mean) / self.deviation


@dataclass(frozen=True, slots=True)
class ScreenshotModel:
    """A network ready to predict, and its configuration."""

    backbone: Backbone
    head: Head
    config: ScreenshotConfig


def save_head(head: Head, config: ScreenshotConfig, folder: Path) -> None:
    """Write the head, its matrices in half precision, and the configuration beside the backbone."""
    arrays = {
        name: np.ascontiguousarray(array, np.float16 if array.ndim == 2 else np.float32)
        for name, array in asdict(head).items()
    }
    (folder / HEAD_FILE).write_bytes(save(arrays))  # `save_file` lets its maker alone read it
    save_config(config, folder)


def load_model(folder: Path) -> ScreenshotModel:
    """Read a model folder. Raises WeightsError if it is missing, broken or of another kind."""
    config = load_config(folder)
    try:
        arrays = load_file(folder / HEAD_FILE)
        head = Head(**{of.name: arrays[of.name].astype(np.float32) for of in fields(Head)})
    except (FileNotFoundError, SafetensorError, KeyError) as error:
        raise WeightsError(f"{folder / HEAD_FILE} does not hold a head: {error}") from error
    return ScreenshotModel(Backbone(folder / BACKBONE_FILE, config.grids), head, config)


def _means(size: int, cells: int) -> Array:
    """Return the matrix (cells, size) that averages a side of a map over the cells of a grid.

    As in adaptive pooling, neighbours share a line where the size is no multiple.
    """
    starts = np.arange(cells) * size // cells
    ends = -(-(np.arange(cells) + 1) * size // cells)
    places = np.arange(size)
    inside = (places >= starts[:, None]) & (places < ends[:, None])
    return np.asarray(inside / inside.sum(axis=1, keepdims=True), dtype=np.float32)
