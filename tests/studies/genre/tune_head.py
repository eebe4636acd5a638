"""Print how a head over the frozen network is best learned, on sources that were left out.

python tune_head.py OUT/predictions.jsonl.gz genre/*.parquet styled/*.parquet

OUT is what `pagesight evaluate --task genre --systems html,screenshot --inputs given,no-address
--folds-by source ... --out OUT` wrote about these corpora, named in this order. The head here is
kernel ridge regression over the cells of the pictures as they are: as right as the one that ships,
without a seed, in seconds. Genres weigh by a power of their frequency; labels are the readers', or
mixed with what `html` answers, the page's source being left out; the top of the page, larger, is a
second picture beside the whole. The last columns are of `both`.
"""

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from compare_fusions import Array, Sides, accuracy, shipped, sides_of
from scipy.linalg import solve

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.vision.predict import packaged_backbone
from pagesight.vision.prediction import FLOOR, softmax
from pagesight.vision.screenshot.model import ScreenshotConfig
from pagesight.vision.screenshot.preprocess import decoded, shrunk
from pagesight.vision.training.screenshot import make_backbone

_TOP = ScreenshotConfig(320, 240, grids=((3, 4), (1, 2)))  # of 320 x 480: 1.4 times as large
_WIDTH = 0.3  # of the kernel, on cells of mean square distance 2 (from .3, 1 and 3)
_PENALTY = 0.3  # from .3, 1 and 3
_SHARPNESS = 6.0  # logits for a share of 1


def kernel(cells: Array) -> Array:
    """Return how alike pages are, (pages, pages): a Gaussian of the distance of scaled cells."""
    scaled = (cells - cells.mean(axis=0)) / (cells.std(axis=0) + 1e-3)
    scaled /= np.sqrt((scaled**2).sum(axis=1).mean())
    squares = (scaled**2).sum(axis=1)
    apart = squares[:, None] + squares - 2 * scaled @ scaled.T
    return np.asarray(np.exp(-_WIDTH * apart.clip(0)), dtype=np.float64)


def answers(alike: Array, sides: Sides, groups: Array, labels: Array, power: float) -> Array:
    """Return what heads answer that learned the labels (pages, genres) of the other sources."""
    found = np.zeros_like(labels)
    for source in np.unique(sides.sources):
        test = np.flatnonzero(sides.sources == source)
        rest = np.flatnonzero((sides.sources != source) & ~np.isin(groups, groups[test]))
        weights = np.bincount(sides.targets[rest])[sides.targets[rest]] ** -power
        weights /= weights.mean()
        mean = weights @ labels[rest] / weights.sum()
        ridged = alike[np.ix_(rest, rest)] + np.diag(_PENALTY / weights)
        slopes = solve(ridged, labels[rest] - mean, assume_a="pos")
        found[test] = softmax(_SHARPNESS * (alike[np.ix_(test, rest)] @ slopes + mean))
    return found


def print_row(name: str, sides: Sides, found: Array) -> None:
    """Print how right a picture's answers are, alone and joined with the HTML's."""
    given, without = replace(sides, picture=found).joined(shipped)
    surprise = -np.log(found[np.arange(len(found)), sides.targets] + FLOOR).mean()
    shares = [accuracy(each, sides.targets) for each in (found, given, without)]
    print(f"| {name} | {shares[0]:.3f} | {surprise:.3f} | {shares[1]:.3f} | {shares[2]:.3f} |")


def top_cells(pages: list[LabelledPage]) -> Array:
    """Return the cells of the upper halves of the pictures, as large as they were kept."""
    size = _TOP.width, _TOP.height
    with tempfile.TemporaryDirectory() as folder:
        backbone = make_backbone(_TOP, Path(folder))
        pictures = (decoded(page.page.screenshot or b"").crop((0, 0, *size)) for page in pages)
        return np.array([backbone.cells(shrunk(each, *size)) for each in pictures])


def main(predictions: Path, corpora: list[Path]) -> None:
    """Print a row a way."""
    sides = sides_of(predictions, corpora)
    pages = [page for page in load(*corpora) if page.genre and page.page.screenshot]
    config, backbone = ScreenshotConfig(), packaged_backbone()
    size = config.width, config.height
    pictures = (shrunk(decoded(page.page.screenshot or b""), *size) for page in pages)
    cells = np.array([backbone.cells(each) for each in pictures])
    groups, gold = np.array(sides.groups), np.eye(len(config.labels))[sides.targets]
    print("| head | picture | -log p | both | no address |\n|---|---|---|---|---|")
    print_row("the network's, as in the file", sides, sides.picture)
    alike = kernel(cells)
    for power in (0.0, 0.5, 1.0):
        found = answers(alike, sides, groups, gold, power)
        print_row(f"genres weigh by their frequency ** -{power}", sides, found)
    for share in (0.3, 0.5, 0.7):
        mixed = (1 - share) * gold + share * sides.html
        found = answers(alike, sides, groups, mixed, 1.0)
        print_row(f"{share} of the label from html", sides, found)
    both = (alike + kernel(top_cells(pages))) / 2
    print_row("the top beside the whole", sides, answers(both, sides, groups, gold, 1.0))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("predictions", type=Path)
    parser.add_argument("corpora", type=Path, nargs="+")
    arguments = parser.parse_args()
    main(arguments.predictions, arguments.corpora)
