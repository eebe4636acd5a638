"""Model folders: `config.json` and `weights.safetensors`, with a model card beside them.

Half precision on disk, unless asked for as given; single precision in memory. A folder's config
names its `kind`.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from pagesight.extract.errors import ModelError

CONFIG_FILE = "config.json"
WEIGHTS_FILE = "weights.safetensors"
CARD_FILE = "README.md"

Built = TypeVar("Built")

_PACKAGED = Path(__file__).parents[1] / "weights"


@dataclass(frozen=True, slots=True)
class Model:
    """What a model folder holds."""

    config: Mapping[str, Any]
    tensors: Mapping[str, NDArray[Any]]


def save_model(
    folder: Path,
    config: Mapping[str, Any],
    tensors: Mapping[str, NDArray[Any]],
    card: str = "",
    *,
    exact: bool = False,
) -> None:
    """Write a model folder; `config` has a `kind`. Floats are halved unless they must be exact."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(config, ensure_ascii=False, indent=1)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")
    stored = np.ascontiguousarray if exact else _halved  # safetensors wants contiguous memory
    # Not `save_file`, whose files are readable by their maker alone, whatever the umask says.
    weights = save({name: stored(tensor) for name, tensor in tensors.items()})
    (folder / WEIGHTS_FILE).write_bytes(weights)
    if card:
        (folder / CARD_FILE).write_text(card, encoding="utf-8")


def build_model(kind: str, folder: Path | None, build: Callable[[Model], Built]) -> Built:
    """Return what `build` makes of a model folder, by default the packaged one of that kind.

    Raises ModelError, also if the folder lacks what `build` looks up.
    """
    folder = folder or model_folder(kind)
    try:
        return build(load_model(folder, kind))
    except KeyError as error:
        raise ModelError(
            f"the model in {folder} lacks {error}: it was made by another version; "
            f"make it anew with `pagesight train {kind}`"
        ) from None


def load_model(folder: Path, kind: str) -> Model:
    """Read a model folder. Raises ModelError if it is missing, broken or of another kind."""
    missing = [name for name in (CONFIG_FILE, WEIGHTS_FILE) if not (folder / name).is_file()]
    if missing:
        raise ModelError(
            f"no {kind} model in {folder}: {missing[0]} is missing; "
            f"make one with `pagesight train {kind}`"
        )
    config = read_config(folder)
    if config.get("kind") != kind:
        stated = config.get("kind")
        raise ModelError(f"wanted a {kind} model in {folder}, found one of kind {stated!r}")
    try:
        tensors = load_file(folder / WEIGHTS_FILE)
    except SafetensorError as error:
        raise ModelError(f"the model in {folder} cannot be read: {error}") from error
    return Model(config, {name: _widened(tensor) for name, tensor in tensors.items()})


def read_config(folder: Path) -> dict[str, Any]:
    """Return the configuration in a model folder. Raises ModelError if there is none."""
    try:
        config = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(f"no {CONFIG_FILE} in {folder}: not a model folder") from None
    except ValueError as error:
        raise ModelError(f"the model in {folder} cannot be read: {error}") from error
    if not isinstance(config, dict):
        raise ModelError(f"{folder / CONFIG_FILE} holds no JSON object")
    return config


def model_folder(kind: str) -> Path:
    """Return the packaged folder of that name. Raises ModelError if there is none."""
    folder = _PACKAGED / kind
    if not (folder / CONFIG_FILE).is_file():
        raise ModelError(
            f"no {kind} model in {_PACKAGED}; make one with `pagesight train {kind}` and name its "
            "folder"
        )
    return folder


def weights_digest(folder: Path) -> str:
    """Return the SHA-256 of what a model folder predicts by: its files but the card and caches."""
    digest = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        if file.is_file() and file.suffix not in (".md", ".sqlite"):
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _halved(tensor: NDArray[Any]) -> NDArray[Any]:
    """Return floats in half precision."""
    is_float = np.issubdtype(tensor.dtype, np.floating)
    return np.ascontiguousarray(tensor.astype(np.float16) if is_float else tensor)


def _widened(tensor: NDArray[Any]) -> NDArray[Any]:
    return tensor.astype(np.float32) if tensor.dtype == np.float16 else tensor
