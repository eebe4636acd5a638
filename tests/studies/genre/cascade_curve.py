"""Accuracy against the share of pages rendered, for the cascade, out of an evaluation's answers.

python cascade_curve.py OUT/predictions.jsonl.gz

OUT is what `pagesight evaluate --task genre --systems html,both ... --out OUT` wrote.
"""

import argparse
import gzip
import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from pagesight.datasets.schema import Genre
from pagesight.vision.training.learners import cascade

SURE = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)


def main(path: Path) -> None:
    """Print a line a threshold."""
    predicted: dict[str, dict[str, list[float]]] = defaultdict(dict)
    gold: dict[str, str] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            predicted[row["system"]][row["id"]] = [row["probabilities"][genre] for genre in Genre]
            gold[row["id"]] = row["gold"]
    ids = sorted(gold)
    targets = np.array([list(Genre).index(Genre(gold[page])) for page in ids])
    by_html, by_both = (np.array([predicted[by][page] for page in ids]) for by in ("html", "both"))
    print("| sure | rendered | accuracy |\n|---|---|---|")
    for sure in SURE:
        found, rendered = cascade(by_html, by_both, sure)
        right = (found.argmax(axis=1) == targets).mean()
        print(f"| {sure} | {rendered.mean():.3f} | {right:.4f} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("predictions", type=Path)
    main(parser.parse_args().predictions)
