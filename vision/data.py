"""Labelled screenshots as arrays: decoded once, kept on disk between runs."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import LabelledPage
from pagesight.vision.config import InputConfig, NetConfig
from pagesight.vision.errors import TrainingError
from pagesight.vision.preprocess import pixels


@dataclass(frozen=True, slots=True)
class Screenshots:
    """Pictures (pages, height, width, 3), the number of each one's label, and its group."""

    pictures: NDArray[np.uint8]
    targets: NDArray[np.int64]
    groups: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.targets)


def screenshots(
    pages: Sequence[LabelledPage], config: NetConfig, cache: Path | None = None
) -> Screenshots:
    """Return the pages that have a screenshot and one of the labels, ready for the network.

    `cache` is a folder that keeps the decoded pictures. Raises TrainingError if no page serves.
    """
    usable = [page for page in pages if page.page.screenshot and page.genre in config.labels]
    if not usable:
        raise TrainingError(
            f"none of the {len(pages)} pages has both a screenshot and one of the genres "
            f"{', '.join(config.labels)}; see the columns in DESIGN.md, section 6"
        )
    numbers = {label: number for number, label in enumerate(config.labels)}
    targets = np.array([numbers[page.genre] for page in usable if page.genre], dtype=np.int64)
    pictures = _decoded(usable, config.input, cache)
    return Screenshots(pictures, targets, tuple(page.group for page in usable))


def _decoded(
    pages: Sequence[LabelledPage], config: InputConfig, cache: Path | None
) -> NDArray[np.uint8]:
    """Return the pictures, from `cache` if they were decoded before."""
    path = cache / f"{_fingerprint(pages, config)}.npy" if cache else None
    if path and path.exists():
        return np.asarray(np.load(path, mmap_mode="r"))
    pictures = np.stack([pixels(page.page.screenshot or b"", config) for page in pages])
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, pictures)
    return pictures


def _fingerprint(pages: Sequence[LabelledPage], config: InputConfig) -> str:
    """Return a name for these pictures at this size."""
    digest = hashlib.sha256(f"{config.width}x{config.height}".encode())
    for page in pages:
        digest.update(page.page.screenshot or b"")
    return digest.hexdigest()[:24]
