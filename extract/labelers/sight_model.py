"""The parts of the sight labeler, and the folder that holds them: config.json and weights.npz."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.checkpoint import CARD_FILE, CONFIG_FILE
from pagesight.extract.errors import ModelError
from pagesight.extract.labelers.sight_features_words import Bags
from pagesight.extract.labelers.sight_trees import Trees

KIND = "sight"
WEIGHTS_FILE = "weights.npz"


@dataclass(frozen=True, slots=True)
class WordWeights:
    """A linear model over hashed words; `mean` says that a row's words share one vote."""

    weights: NDArray[np.float32]  # (bins,)
    bias: float
    mean: bool

    def logits(self, bags: Bags, rows: int) -> NDArray[np.float32]:
        """Return the logit of each row."""
        at, bins = bags
        sums = np.bincount(at, self.weights[bins], minlength=rows)
        words = np.bincount(at, minlength=rows) if self.mean else np.ones(rows)
        return np.asarray(sums / np.sqrt(np.maximum(words, 1)) + self.bias, np.float32)


@dataclass(frozen=True, slots=True)
class SightModel:
    """The parts of the labeler and the columns that its trees read, in order."""

    classes: WordWeights
    texts: WordWeights
    blocks: Trees  # the logit of a block's being content
    quality: Trees  # the word F1 of a page
    columns: tuple[str, ...]


def save_model(model: SightModel, folder: Path, card: str) -> None:
    """Write a model folder: configuration, arrays, card."""
    folder.mkdir(parents=True, exist_ok=True)
    config = {"kind": KIND, "columns": model.columns}
    (folder / CONFIG_FILE).write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    (folder / CARD_FILE).write_text(card, encoding="utf-8")
    arrays = {}
    for name in ("blocks", "quality"):
        arrays.update(getattr(model, name).arrays(name))
    for name in ("classes", "texts"):
        words: WordWeights = getattr(model, name)
        arrays[f"{name}.weights"] = words.weights.astype(np.float16)
        arrays[f"{name}.bias"] = np.array([words.bias, words.mean], np.float64)
    np.savez_compressed(folder / WEIGHTS_FILE, **arrays)


def load_model(folder: Path) -> SightModel:
    """Read a model folder. Raises ModelError if it is missing, broken or of another kind."""
    try:
        config = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
        with np.load(folder / WEIGHTS_FILE, allow_pickle=False) as file:
            arrays = dict(file)
    except FileNotFoundError as error:
        raise ModelError(
            f"no {KIND} model in {folder}: {error.filename} is missing; "
            f"make one with `pagesight train {KIND}`"
        ) from None
    except (ValueError, zipfile.BadZipFile, EOFError) as error:
        raise ModelError(f"the model in {folder} cannot be read: {error}") from error
    if not isinstance(config, dict) or config.get("kind") != KIND:
        raise ModelError(f"wanted a {KIND} model in {folder}, found {config!r:.80}")
    try:
        return _model(config["columns"], arrays)
    except KeyError as error:
        raise ModelError(
            f"the model in {folder} lacks {error}: it was made by another version; "
            f"make it anew with `pagesight train {KIND}`"
        ) from None


def _model(columns: Sequence[str], arrays: Mapping[str, NDArray[Any]]) -> SightModel:
    return SightModel(
        classes=_word_weights(arrays, "classes"),
        texts=_word_weights(arrays, "texts"),
        blocks=Trees.from_arrays(arrays, "blocks"),
        quality=Trees.from_arrays(arrays, "quality"),
        columns=tuple(columns),
    )


def _word_weights(arrays: Mapping[str, NDArray[Any]], name: str) -> WordWeights:
    bias, mean = arrays[f"{name}.bias"].tolist()
    return WordWeights(arrays[f"{name}.weights"].astype(np.float32), bias, bool(mean))
