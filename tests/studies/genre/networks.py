"""The study of networks: families and factors, on one split; a JSON line a configuration.

OMP_NUM_THREADS=1 python networks.py genre/*.parquet --out study.jsonl [--epochs 6]

Trains on the pages that are not of split "val" and predicts those that are. Configurations that the
file has already are not run again. `--table` prints what is there as Markdown.
"""

import argparse
import json
import logging
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from pagesight.app.evaluate.genre.scores import Answers, genre_scores
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.vision.calibrate import fit_temperature, softmax
from pagesight.vision.learners import in_order, targets_of
from pagesight.vision.screenshot.config import InputConfig, NetConfig, Tap
from pagesight.vision.screenshot.data import usable_pages
from pagesight.vision.screenshot.network import WEIGHTS_FILE, save_model
from pagesight.vision.screenshot.preprocess import screenshot_tensor
from pagesight.vision.screenshot.train import GenreOptions, fit, inputs_of, logits

# SqueezeNet 1.1 as Caffe trained it: 0-255 values minus (122.7, 116.7, 104.0).
_CAFFE = InputConfig(
    160, 240, mean=(122.7 / 255, 116.7 / 255, 104.0 / 255), std=(1 / 255, 1 / 255, 1 / 255)
)
_SQUEEZENET = NetConfig(
    "squeezenet1_1", _CAFFE, taps=(Tap(13, 6, 4),), frozen=9, hidden=0, dropout=0.3
)
_SMALL = replace(_CAFFE, width=96, height=144)
# The last stage of the larger ones begins later.
_LITE_TAPS = {1: (Tap(16, 6, 4), Tap(22, 3, 2)), 2: (Tap(16, 6, 4), Tap(22, 3, 2))}
# Networks that know no pictures yet get colours around 0, a deviation of about 1.
_PLAIN = replace(_SMALL, mean=(0.85, 0.85, 0.85), std=(0.25, 0.25, 0.25))
_FAMILIES = (
    "resnet10t", "mobilenetv3_small_050", "tinynet_e", "convnext_atto",
    "vit_tiny_patch16_224", "mobilevit_xxs",
)  # fmt: skip
_TIMED = 30  # pages


def cases(epochs: int) -> Mapping[str, GenreOptions]:
    """Return every configuration by name: families alike, then one factor at a time."""
    lite = GenreOptions(epochs=epochs, variants=3)
    known = replace(lite, net=_SQUEEZENET, ema=0.99, mixup=0.0, half=True)
    net = known.net
    scratch = replace(known, start="scratch")
    families = {
        f"{family} scratch": replace(scratch, net=NetConfig(family, _PLAIN)) for family in _FAMILIES
    }
    top = replace(net.input, height=120, top=0.5)
    return {
        **_lite_cases(lite),
        "squeezenet": known,
        "squeezenet small": replace(known, net=replace(net, input=_SMALL)),
        "squeezenet small scratch": replace(scratch, net=replace(net, input=_PLAIN, frozen=0)),
        **families,
        "squeezenet no augmentation": replace(known, variants=1),
        "squeezenet gray": replace(known, net=replace(net, input=replace(net.input, gray=True))),
        "squeezenet top half": replace(known, net=replace(net, input=top)),
        "squeezenet large": replace(
            known, net=replace(net, input=replace(_CAFFE, width=208, height=312))
        ),
        "squeezenet epochs doubled": replace(known, epochs=2 * epochs),
        "squeezenet one average": replace(known, net=replace(net, taps=(Tap(13, 1, 1),))),
        "squeezenet 12 layers frozen": replace(known, net=replace(net, frozen=12)),
        "squeezenet 6 layers frozen": replace(known, net=replace(net, frozen=6)),
    }


def _lite_cases(lite: GenreOptions) -> Mapping[str, GenreOptions]:
    """Return the shipped network, larger ones, and the shipped one with a factor changed."""
    net = lite.net
    larger = {
        f"lite{number}": replace(
            lite,
            net=replace(
                net, family=f"tf_efficientnet_lite{number}", taps=taps, frozen=taps[0].layers
            ),
        )
        for number, taps in _LITE_TAPS.items()
    }
    top = replace(net.input, height=168, top=0.5)
    return {
        "lite0": lite,
        **larger,
        "lite0 frozen": replace(lite, net=replace(net, frozen=17), epochs=20, batch=128),
        "lite0 large": replace(
            lite, net=replace(net, input=replace(net.input, width=320, height=480))
        ),
        "lite0 top half": replace(lite, net=replace(net, input=top)),
    }


def row(name: str, pages: Sequence[LabelledPage], options: GenreOptions) -> Mapping[str, object]:
    """Train the configuration and return its line."""
    start = time.process_time()
    usable = usable_pages(pages, options.net)
    inputs = inputs_of(usable, options)
    held_out = np.array([page.split == "val" for page in usable])
    train, val = np.flatnonzero(~held_out), np.flatnonzero(held_out)
    net = fit(inputs, train, np.array([], dtype=np.int64), options)
    seconds = time.process_time() - start
    found = logits(net, inputs, val).numpy()
    kept_back = [usable[number] for number in val]
    heat = fit_temperature(found, inputs.targets[val])
    answers = Answers(
        in_order(softmax(found, heat), options.net.labels),
        targets_of(kept_back),
        tuple(groups_of(kept_back)),
    )
    figures = genre_scores(answers)
    return {
        "name": name,
        "train_pages": len(train),
        "epochs": options.epochs,
        "size": f"{options.net.input.width}x{options.net.input.height}",
        **{key: figures[key] for key in _FIGURES},
        "ms": round(_milliseconds(net, kept_back[:_TIMED], options.net), 1),
        "megabytes": round(_megabytes(net, options.net), 2),
        "train_seconds": round(seconds),
    }


_FIGURES = (
    "pages", "accuracy", "accuracy_ci95", "macro_f1", "seven_accuracy", "seven_accuracy_ci95",
    "seven_macro_f1", "coarse_accuracy", "coarse_accuracy_ci95",
)  # fmt: skip


def _milliseconds(net: torch.nn.Module, pages: Sequence[LabelledPage], config: NetConfig) -> float:
    """Return the median time of a picture from its bytes to logits."""
    times = []
    for page in pages:
        start = time.process_time()
        with torch.inference_mode():
            net(screenshot_tensor(page.page.screenshot or b"", config.input))
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def _megabytes(net: torch.nn.Module, config: NetConfig) -> float:
    with tempfile.TemporaryDirectory() as folder:
        save_model(net, config, Path(folder))
        return (Path(folder) / WEIGHTS_FILE).stat().st_size / 1e6


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the lines as Markdown."""
    head = "| network | input | epochs | accuracy (95 %) | F1 | seven | two | ms | MB | minutes |"
    lines = [head, "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        low, high = r["accuracy_ci95"]
        lines.append(
            f"| {r['name']} | {r['size']} | {r['epochs']} | {r['accuracy']:.3f} "
            f"({low:.3f}-{high:.3f}) | {r['macro_f1']:.3f} | {r['seven_accuracy']:.3f} "
            f"| {r['coarse_accuracy']:.3f} | {r['ms']} | {r['megabytes']} "
            f"| {r['train_seconds'] / 60:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Run what is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--only", nargs="*", default=[], help="names of configurations")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    torch.set_num_threads(1)
    lines = arguments.out.read_text().splitlines() if arguments.out.exists() else []
    done = {json.loads(line)["name"] for line in lines}
    pages = list(load(*arguments.corpus))
    for name, options in cases(arguments.epochs).items():
        if name not in done and (not arguments.only or name in arguments.only):
            with arguments.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row(name, pages, options)) + "\n")
    print(table([json.loads(line) for line in arguments.out.read_text().splitlines()]))


if __name__ == "__main__":
    main()
