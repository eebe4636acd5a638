"""Fit the temperatures of the HTML's and the picture's answers on sources that were left out.

python fit_temperatures.py OUT/predictions.jsonl.gz

OUT is what `pagesight evaluate --task genre --systems html,screenshot --folds-by source ... --out
OUT` wrote. The models there have temperatures already: what is printed multiplies those.
"""

import argparse
import gzip
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from pagesight.datasets.schema import Genre
from pagesight.vision.prediction import calibration_error, softmax

Array = NDArray[np.float64]
_FLOOR = 1e-4  # what the file rounds probabilities to


def fit_temperature(logits: Array, targets: NDArray[np.int64]) -> float:
    """Return the temperature that makes the targets likeliest (Guo et al. 2017)."""

    def loss(log_temperature: float) -> float:
        probabilities = softmax(logits, float(np.exp(log_temperature)))
        return float(-np.log(probabilities[np.arange(len(targets)), targets] + 1e-12).mean())

    return float(np.exp(minimize_scalar(loss, bounds=(-2.5, 2.5), method="bounded").x))


def main(path: Path) -> None:
    """Print a line a system."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    gold: dict[str, list[int]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            rows[row["system"]].append([row["probabilities"][genre] for genre in Genre])
            gold[row["system"]].append(list(Genre).index(Genre(row["gold"])))
    print("| system | temperature | ECE before | ECE after |\n|---|---|---|---|")
    for system, found in rows.items():
        shares, targets = np.array(found), np.array(gold[system])
        logits = np.log(shares + _FLOOR)
        temperature = fit_temperature(logits, targets)
        before = calibration_error(shares, targets)
        after = calibration_error(softmax(logits, temperature), targets)
        print(f"| {system} | {temperature:.3f} | {before:.3f} | {after:.3f} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("predictions", type=Path)
    main(parser.parse_args().predictions)
