"""What the boxes of a page say of its genre: layout drawn in channels, by folds of held-out sites.

python layout_as_picture.py styled/*.parquet [--predictions report/predictions.jsonl.gz]

The window of the screenshot (1280x1920 CSS px) is cut into 12x8 cells; a page is the share of each
cell that text, links, headings, images, fields and large letters cover. A random forest learns it.
With predictions (`pagesight evaluate --task genre --systems screenshot,html ... --folds 5`), these
are measured on the same pages, learned anew by the forest, and learned beside the boxes.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray
from sklearn.ensemble import ExtraTreesClassifier

from pagesight.app.evaluate.genre.scores import Answers, genre_scores
from pagesight.datasets.load import groups_of, load
from pagesight.datasets.schema import Genre
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.render.page import LaidOutNode, Layout
from pagesight.render.store import unpacked_layout
from pagesight.vision.training.learners import folds_by_group
from pagesight.vision.training.screenshot import targets_of

Array = NDArray[np.float64]
_ROWS, _COLUMNS = 12, 8
_CELL = 160  # CSS px a side
_FIELDS = frozenset({"input", "textarea", "select", "button"})
_IMAGES = frozenset({"img", "svg", "video", "picture", "canvas"})
_LARGE = 20.0  # CSS px
_CHANNELS = ("text", "link", "heading", "large", "image", "field")


def channels(layout: Layout) -> Array:
    """Return the share of each cell that each kind of box covers, (channels * rows * columns,)."""
    found = np.zeros((len(_CHANNELS), _ROWS, _COLUMNS))
    for node in layout.nodes:
        if node.style.visible:
            for kind in _kinds(node):
                found[_CHANNELS.index(kind)] += _covered(node)
    return np.concatenate([found.clip(max=1).ravel(), [np.log1p(layout.page_height)]])


def _kinds(node: LaidOutNode) -> list[str]:
    if node.text is None:
        return [kind for kind, tags in (("image", _IMAGES), ("field", _FIELDS)) if node.tag in tags]
    holds = {
        "text": True,
        "link": node.tag == "a",
        "heading": node.tag in HEADING_TAGS,
        "large": node.style.font_size >= _LARGE,
    }
    return [kind for kind, is_so in holds.items() if is_so]


def _covered(node: LaidOutNode) -> Array:
    """Return the share of each cell that the node's box covers, (rows, columns)."""
    box = node.box
    down = _overlap(box.y, box.y + box.height, _ROWS)
    across = _overlap(box.x, box.x + box.width, _COLUMNS)
    return np.outer(down, across)


def _overlap(start: float, end: float, cells: int) -> Array:
    edges = np.arange(cells + 1) * _CELL
    return (np.minimum(edges[1:], end) - np.maximum(edges[:-1], start)).clip(0) / _CELL


def layouts(paths: Sequence[Path]) -> Mapping[str, Array]:
    """Return the channels of the pages that have a layout, by id."""
    found = {}
    for path in paths:
        for row in pq.read_table(path, columns=["id", "layout"]).to_pylist():
            layout = unpacked_layout(row["layout"])
            if layout is not None:
                found[row["id"]] = channels(layout)
    return found


def predictions(path: Path) -> Mapping[str, Mapping[str, Sequence[float]]]:
    """Return the probabilities of the genres by system and id, of a file of predictions."""
    found: dict[str, dict[str, list[float]]] = defaultdict(dict)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            found[row["system"]][row["id"]] = [row["probabilities"][genre] for genre in Genre]
    return found


def learned(features: Array, targets: NDArray[np.int64], fold: NDArray[np.int64]) -> Array:
    """Return each page's probabilities (pages, genres) by trees grown on the other folds."""
    found = np.zeros((len(targets), len(Genre)))
    for number in np.unique(fold):
        test = fold == number
        trees = ExtraTreesClassifier(
            500, min_samples_leaf=2, class_weight="balanced", random_state=0
        )
        trees.fit(features[~test], targets[~test])
        found[np.ix_(test, trees.classes_)] = trees.predict_proba(features[test])
    return found


def main() -> None:
    """Print a line for the boxes alone, for each system alone, and for both together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--predictions", type=Path)
    arguments = parser.parse_args()
    drawn = layouts(arguments.corpus)
    known = predictions(arguments.predictions) if arguments.predictions else {}
    pages = [
        page
        for page in load(*arguments.corpus)
        if page.genre and page.id in drawn and all(page.id in of for of in known.values())
    ]
    boxes, targets = np.stack([drawn[page.id] for page in pages]), targets_of(pages)
    fold, groups = folds_by_group(pages, 5, 0).numbers, tuple(groups_of(pages))
    others = {name: np.array([of[page.id] for page in pages]) for name, of in known.items()}
    answers = {"boxes": learned(boxes, targets, fold)}
    for name, shares in others.items():
        logs = np.log(shares + 1e-3)
        answers[name] = shares
        answers[f"{name}, learned again"] = learned(logs, targets, fold)
        answers[f"{name} and boxes"] = learned(np.hstack([logs, boxes]), targets, fold)
    for name, shares in answers.items():
        found = genre_scores(Answers(shares, targets, groups))
        print(
            f"{name:<28} {len(pages)} pages   accuracy {found['accuracy']} {found['accuracy_ci95']}"
            f"   macro F1 {found['macro_f1']}   two {found['coarse_accuracy']}"
        )


if __name__ == "__main__":
    main()
