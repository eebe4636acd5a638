"""Model folders: `config.json`, `weights.npz` and a model card. No pickles."""

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.errors import ModelError

CONFIG_FILE, WEIGHTS_FILE, CARD_FILE = "config.json", "weights.npz", "README.md"


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What a model folder holds."""

    config: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]


def save(
    folder: Path, config: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], card: str
) -> None:
    """Write a model folder; `config` names its `kind`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CONFIG_FILE).write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    (folder / CARD_FILE).write_text(card, encoding="utf-8")
    np.savez_compressed(folder / WEIGHTS_FILE, **cast("dict[str, Any]", dict(arrays)))


def load(folder: Path, kind: str) -> ModelFolder:
    """Read a model folder. Raises ModelError if it is missing, broken or of another kind."""
    try:
        config = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
        with np.load(folder / WEIGHTS_FILE, allow_pickle=False) as file:
            arrays = dict(file)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ModelError(
            f"no {kind} model in {folder}: {error.filename} is missing; "
            f"make one with `pagesight train {kind}`"
        ) from None
    except (ValueError, zipfile.BadZipFile, EOFError, OSError) as error:
        raise ModelError(f"the model in {folder} cannot be read: {error}") from error
    if not isinstance(config, dict) or config.get("kind") != kind:
        raise ModelError(f"wanted a {kind} model in {folder}, found {config!r:.80}")
    return ModelFolder(config, arrays)
