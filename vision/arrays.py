"""Read the arrays of a model folder."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from pagesight.vision.errors import WeightsError


def load_arrays(path: Path) -> Mapping[str, NDArray[Any]]:
    """Return the arrays of an .npz file by name. Raises WeightsError if it is missing or broken."""
    try:
        with np.load(path) as arrays:
            return dict(arrays)
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise WeightsError(f"{path} holds no arrays of a model: {error}") from error
