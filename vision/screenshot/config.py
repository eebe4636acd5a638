"""What a screenshot model is: its input, its network, its labels. Saved beside the weights."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pagesight.datasets.genres import Genre
from pagesight.extract.models.folder import CONFIG_FILE
from pagesight.vision.errors import WeightsError


@dataclass(frozen=True, slots=True)
class InputConfig:
    """Size of the picture in pixels, what of it is taken, and which colours become 0 and 1.

    `mean` and `std` are of values from 0 to 1, RGB.
    """

    width: int = 224
    height: int = 336
    top: float = 1.0  # share of the page's picture that is looked at, from its top
    gray: bool = False
    # Those of EfficientNet-Lite: 0-255 values minus 127, by 128.
    mean: tuple[float, ...] = (127 / 255,) * 3
    std: tuple[float, ...] = (128 / 255,) * 3


@dataclass(frozen=True, slots=True)
class Tap:
    """Where the head reads: after so many layers, averaged to a grid of rows and columns."""

    layers: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class NetConfig:
    """The network, from which alone it can be built again."""

    family: str = "tf_efficientnet_lite0"  # or squeezenet1_1, or another timm model name
    input: InputConfig = InputConfig()
    # A genre shows in where things lie, which one average forgets, in Lite's details (a sixteenth
    # of the picture's size) and in its objects. Of Lite and SqueezeNet only, as the next two.
    taps: tuple[Tap, ...] = (Tap(12, 6, 4), Tap(17, 3, 2))
    frozen: int = 12  # first layers that stay as they start
    hidden: int = 128  # of the head; 0 makes it linear
    dropout: float = 0.5
    labels: tuple[str, ...] = tuple(Genre)
    temperature: float = 0.68  # the logits are divided by it; fitted anew on pages kept back


def save_config(config: NetConfig, folder: Path) -> None:
    """Write `config` into the model folder."""
    text = json.dumps({"kind": "screenshot", **asdict(config)}, indent=2)
    (folder / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")


def load_config(folder: Path) -> NetConfig:
    """Read the configuration in the model folder. Raises WeightsError if it has none."""
    values = read_json(folder / CONFIG_FILE)
    if values.pop("kind", None) != "screenshot":
        raise WeightsError(f"{folder} does not hold a screenshot model; see {CONFIG_FILE} there")
    size = InputConfig(**_tuples(values.pop("input")))
    try:
        taps = tuple(Tap(**tap) for tap in values.pop("taps"))
        return NetConfig(input=size, taps=taps, **_tuples(values))
    except (KeyError, TypeError) as error:
        raise WeightsError(
            f"{folder / CONFIG_FILE} is of another version: {error}; train the model anew"
        ) from error


def read_json(path: Path) -> dict[str, Any]:
    """Return the JSON object in `path`. Raises WeightsError if there is none."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise WeightsError(f"no {path.name} in {path.parent}: not a model folder") from None
    except ValueError as error:
        raise WeightsError(f"{path} is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise WeightsError(f"{path} holds no JSON object")
    return values


def _tuples(values: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(v) if isinstance(v, list) else v for key, v in values.items()}
