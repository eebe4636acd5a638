"""The screenshot network: a frozen backbone that makes maps of a picture, and a trained head.

The backbone is EfficientNet-Lite0 (the TPU variant of Tan and Le 2019) as ImageNet left it, run
by onnxruntime. Its maps are averaged over the cells of grids; the head is one hidden layer over
the square roots of these averages, whose tails are long.

The classifier looks at the screenshot alone, and shows where it speaks for a genre.
"""

import json
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf, NoSuchFile
from PIL import Image
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from pagesight.datasets.schema import Genre
from pagesight.extract.errors import ModelError
from pagesight.extract.models.folder import CONFIG_FILE, read_config
from pagesight.extract.page.document import Document
from pagesight.render.page import Page
from pagesight.vision.prediction import ImageError, Prediction, prediction_of, softmax
from pagesight.vision.screenshot.preprocess import decoded, normalised, page_warnings, shrunk

BACKBONE_FILE = "backbone.onnx"
HEAD_FILE = "head.safetensors"
INPUT = "picture"
_EPSILON = 1e-6  # of an average: its root keeps a finite slope at 0
Array = NDArray[np.float32]
_STRENGTH = 0.6  # of the colour where it is strongest: the page stays readable below


@dataclass(frozen=True, slots=True)
class ScreenshotConfig:
    """Size of the picture in pixels, rows and columns of each map's grid, labels in order."""

    width: int = 224
    height: int = 336
    # A genre shows in where things lie, which one average over the page forgets. The backbone's
    # first map has a sixteenth of the picture's size, the second a thirty-second.
    grids: tuple[tuple[int, int], ...] = ((6, 4), (3, 2))
    labels: tuple[str, ...] = tuple(Genre)
    # The logits are divided by it; fitted by leaving sources out (run `temperatures`).
    temperature: float = 0.985


def save_config(config: ScreenshotConfig, folder: Path) -> None:
    """Write `config` into the model folder."""
    text = json.dumps({"kind": "screenshot", **asdict(config)}, indent=2)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


def load_config(folder: Path) -> ScreenshotConfig:
    """Read the configuration in the model folder. Raises ModelError if it has none."""
    values = read_config(folder)
    if values.pop("kind", None) != "screenshot":
        raise ModelError(f"{folder} does not hold a screenshot model; see {CONFIG_FILE} there")
    try:
        grids = tuple((rows, columns) for rows, columns in values.pop("grids"))
        return ScreenshotConfig(grids=grids, labels=tuple(values.pop("labels")), **values)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(
            f"{folder / CONFIG_FILE} is of another version: {error}; "
            "train the model anew with `pagesight train genre`"
        ) from error


class Backbone:
    """The convolutions, on one core: a page at a time is what they are fastest at."""

    def __init__(self, path: Path, grids: tuple[tuple[int, int], ...]) -> None:
        """Raises ModelError if there is no network in `path`."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(path, options)
        except (Fail, InvalidProtobuf, NoSuchFile) as error:
            raise ModelError(f"{path} does not hold a network: {error}") from error
        self._grids = grids
        self._channels = [output.shape[1] for output in self._session.get_outputs()]

    def cells(self, pixels: NDArray[np.uint8]) -> Array:
        """Return the roots of the maps' averages over the cells of their grids, (cells,)."""
        maps = self._session.run(None, {INPUT: normalised(pixels)})  # (1, channels, rows, columns)
        averages = [
            _means(features.shape[2], rows) @ features[0] @ _means(features.shape[3], columns).T
            for features, (rows, columns) in zip(maps, self._grids, strict=True)
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
    """Read a model folder. Raises ModelError if it is missing, broken or of another kind."""
    config = load_config(folder)
    try:
        arrays = load_file(folder / HEAD_FILE)
        head = Head(**{of.name: arrays[of.name].astype(np.float32) for of in fields(Head)})
    except (FileNotFoundError, SafetensorError, KeyError) as error:
        raise ModelError(f"{folder / HEAD_FILE} does not hold a head: {error}") from error
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


def explain(image: bytes, model: ScreenshotModel, genre: Genre | None = None) -> bytes:
    """Return the screenshot as PNG with what speaks for `genre` (the likeliest) in red."""
    picture = decoded(image)
    shade = Image.fromarray((255 * heatmap(image, model, genre)).astype(np.uint8)).resize(
        picture.size, Image.Resampling.BICUBIC
    )
    share = (np.asarray(shade, dtype=np.float64) / 255 * _STRENGTH)[..., None]
    mixed = np.asarray(picture) * (1 - share) + np.array([255, 0, 0]) * share
    out = BytesIO()
    Image.fromarray(mixed.clip(0, 255).astype(np.uint8)).save(out, "PNG")
    return out.getvalue()


def heatmap(image: bytes, model: ScreenshotModel, genre: Genre | None) -> NDArray[np.float64]:
    """Return how much each place speaks for the genre, 0 to 1, (rows, columns) of the first grid.

    As in Grad-CAM (Selvaraju et al. 2017, section 3), but the head weighs places apart, so that
    gradients are not averaged over them first (their equation 1).
    """
    config = model.config
    cells = model.backbone.cells(shrunk(decoded(image), config.width, config.height))
    logits = model.head.logits(cells[None])[0]
    label = int(logits.argmax()) if genre is None else config.labels.index(genre)
    maps = model.backbone.by_place(model.head.contributions(cells, label))
    heat = np.sum([_spread(coarse, config.grids[0]) for coarse in maps], axis=0)
    return np.asarray(heat.clip(0) / max(float(heat.max()), 1e-9))


def _spread(heat: NDArray[np.float32], grid: tuple[int, int]) -> NDArray[np.float64]:
    """Return a coarser map spread over the places of a grid, its sum kept."""
    rows, columns = (np.arange(n) * of // n for n, of in zip(grid, heat.shape, strict=True))
    return np.asarray(heat[np.ix_(rows, columns)] * (heat.size / (grid[0] * grid[1])))


class ScreenshotClassifier:
    """Predicts from the picture alone."""

    def __init__(self, model: ScreenshotModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre. Raises ImageError if the page has no picture."""
        config = self._model.config
        picture = decoded(_screenshot(document.page))
        cells = self._model.backbone.cells(shrunk(picture, config.width, config.height))
        probabilities = softmax(self._model.head.logits(cells[None]), config.temperature)[0]
        warnings = page_warnings(document.page, picture)
        return prediction_of(config.labels, probabilities, "screenshot", warnings)

    def explain(self, page: Page, genre: Genre | None = None) -> bytes:
        """Return a PNG of the screenshot that shows what speaks for the genre (the likeliest)."""
        return explain(_screenshot(page), self._model, genre)


def _screenshot(page: Page) -> bytes:
    if page.screenshot is None:
        raise ImageError(f"{page.url or 'the page'} has no screenshot: render it first")
    return page.screenshot
