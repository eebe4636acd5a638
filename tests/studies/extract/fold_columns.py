"""Take columns out of a trained labeler: each is fixed at the value that it has where it is absent.

    python fold_columns.py sight extract/weights/sight --out model in_structured=-2 page_og_=0

The model that is written gives every page the probabilities that the old one gives where those
columns (named by how they begin) have these values, and no longer asks for them. The packaged
`sight`, `article` and `listview` were made so on 25 November 2026, of weights trained two days
before: in_structured=-2 page_og_=0 page_is_=0, a page without structured data.
"""

import argparse
import json
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from pagesight.extract.labelers.linear import inverse_sinh
from pagesight.extract.labelers.sight.convolution import Standard
from pagesight.extract.models.folder import CONFIG_FILE, WEIGHTS_FILE
from pagesight.extract.models.trees import MOST_LEAVES

Arrays = MutableMapping[str, NDArray[Any]]
Fixed = Mapping[int, float]  # column -> its value
_TREE_NODES = ("tree", "column", "threshold", "rules_out", "absent_left")
_FACTS_AFTER = 22  # of the expected quality, the first that was a column of structured data


def fold_trees(arrays: Arrays, prefix: str, fixed: Fixed) -> None:
    """Fix columns of an ensemble: what their nodes rule out goes, and so do the nodes."""
    node = {name: arrays[f"{prefix}.{name}"] for name in _TREE_NODES}
    value = arrays[f"{prefix}.value"]
    is_fixed = np.isin(node["column"], list(fixed))
    beyond = np.array([fixed.get(at, -np.inf) for at in node["column"].tolist()])
    always = is_fixed & (beyond > node["threshold"])
    parts, values = [], np.zeros_like(value)
    for tree in range(len(value)):
        own = np.flatnonzero(node["tree"] == tree)
        gone = int(np.bitwise_or.reduce(node["rules_out"][own[always[own]]], initial=0))
        left = [leaf for leaf in range(MOST_LEAVES) if not gone >> leaf & 1]
        values[tree, : len(left)] = value[tree, left]
        kept = [
            (at, bits)
            for at in own[~is_fixed[own]].tolist()
            if (bits := _moved(int(node["rules_out"][at]), left))
        ]
        parts += kept or [(int(own[0]), 0)]  # each tree has one node at least: this rules out none
    at, bits = np.array(parts).T
    shift = np.array([sum(each < column for each in fixed) for column in node["column"].tolist()])
    arrays |= {f"{prefix}.{name}": node[name][at] for name in _TREE_NODES}
    column = np.where(bits == 0, 0, (node["column"] - shift)[at])
    arrays[f"{prefix}.column"] = column.astype(np.int32)
    arrays[f"{prefix}.rules_out"] = bits.astype(np.uint32)
    arrays[f"{prefix}.value"] = values


def _moved(bits: int, left: list[int]) -> int:
    """Return the bits of the leaves that are left, one next to the other."""
    return sum(1 << place for place, leaf in enumerate(left) if bits >> leaf & 1)


def fold_sight(arrays: Arrays, kept: list[int], fixed: Fixed) -> None:
    """Fix columns of trees and network, and the facts that were columns of the expected quality."""
    fold_trees(arrays, "blocks", fixed)
    facts = range(_FACTS_AFTER, int(arrays["quality.column"].max()) + 1)
    fold_trees(arrays, "quality", dict.fromkeys(facts, 0.0))
    at, values = list(fixed), np.array([list(fixed.values())], np.float32).T
    mean, deviation = arrays["sequence.mean"], arrays["sequence.deviation"]
    entry = arrays["sequence.entry"].astype(np.float32)
    added = Standard(mean[at], deviation[at])(values)[:, 0] @ entry[at]
    bias = arrays["sequence.entry_bias"] + added
    arrays["sequence.entry_bias"] = bias.astype(np.float16)
    for name in ("mean", "deviation", "entry"):
        arrays[f"sequence.{name}"] = arrays[f"sequence.{name}"][kept]


def fold_linear(arrays: Arrays, kept: list[int], fixed: Fixed) -> None:
    """Fix columns of a linear model."""
    at, values = list(fixed), np.array(list(fixed.values()))
    scaled = (inverse_sinh(values) - arrays["means"][at]) / arrays["deviations"][at]
    arrays["bias"] = arrays["bias"] + np.clip(scaled, -6, 6) @ arrays["weights"][at]
    for name in ("means", "deviations", "weights"):
        arrays[name] = arrays[name][kept]


def main() -> None:
    """Write the model without the columns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("sight", "article", "listview"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("values", nargs="+", metavar="COLUMN=VALUE")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    wanted = {name: float(value) for name, _, value in (v.partition("=") for v in options.values)}
    config = json.loads((options.folder / CONFIG_FILE).read_text(encoding="utf-8"))
    arrays: Arrays = dict(load_file(options.folder / WEIGHTS_FILE))
    columns = config["columns"]
    fixed = {
        number: value
        for number, column in enumerate(columns)
        for name, value in wanted.items()
        if column.startswith(name)
    }
    kept = [number for number in range(len(columns)) if number not in fixed]
    (fold_sight if options.kind == "sight" else fold_linear)(arrays, kept, fixed)
    config["columns"] = [columns[number] for number in kept]
    options.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(config, ensure_ascii=False, indent=1)
    (options.out / CONFIG_FILE).write_text(text + "\n", encoding="utf-8")
    stored = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    save_file(stored, options.out / WEIGHTS_FILE)


if __name__ == "__main__":
    main()
