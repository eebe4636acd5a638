"""What the papers' labelers owe to their features and to the number of their pages.

    python labelers_parts.py ablate web2text --corpus cleaneval_en.parquet --split final --limit 100
    python labelers_parts.py curve boilernet --corpus cleaneval_en.parquet --sizes 10,25,57

`ablate` takes a trained model and makes each group of features 0, which to Web2Text is their mean
and to BoilerNet a count of none: a row a group. The model is not trained anew without them.
`curve` trains on so many pages of split `dev`, drawn by a hash of their ids, and measures on pages
of split `final`. Both are of BoilerNet or Web2Text, on their own leaves; rows have the F1 of
content and of noise, and the mean of pages with its 95 % interval.
"""

import argparse
import hashlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from safetensors.numpy import load_file, save_file

from pagesight.app.evaluate.blocks import evaluate_blocks
from pagesight.app.evaluate.options import EvaluateOptions, Watcher
from pagesight.app.models import trainer
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.models.folder import WEIGHTS_FILE, load_model, model_folder
from pagesight.extract.papers.web2text.features import BLOCK_FEATURES, EDGE_FEATURES, NODE_FEATURES

# Tensor -> first and last column of the inputs that are made 0.
Columns = Mapping[str, tuple[int, int]]
LABELERS = ("boilernet", "web2text")
_PARENT_TAGS, _LEAF_TAGS, _DUPLICATES = 20, 19, 3


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("study", choices=("ablate", "curve"))
    arguments.add_argument("labeler", choices=LABELERS)
    arguments.add_argument("--corpus", type=Path, required=True)
    arguments.add_argument("--split", default="final")
    arguments.add_argument("--limit", type=int, default=0, help="Measured pages; 0: all.")
    arguments.add_argument("--model", type=Path, help="Of `ablate`; the packaged one otherwise.")
    arguments.add_argument("--sizes", default="10,25,57", help="Of `curve`: pages to learn from.")
    asked = arguments.parse_args()
    pages = list(load(asked.corpus))
    measured = drawn([page for page in pages if page.split == asked.split], asked.limit)
    print("| what | content F1 | noise F1 | macro average (95 %) |\n|---|---|---|---|")
    if asked.study == "ablate":
        ablate(asked.labeler, asked.model or model_folder(asked.labeler), measured)
        return
    learned = [page for page in pages if page.split == "dev"]
    for size in map(int, asked.sizes.split(",")):
        with TemporaryDirectory() as folder:
            trainer(asked.labeler)(drawn(learned, size), Path(folder) / "model")
            row(f"{size} pages", asked.labeler, Path(folder) / "model", measured)


def drawn(pages: Sequence[LabelledPage], count: int) -> list[LabelledPage]:
    """Return so many of the pages, by a hash of their ids; all for 0."""
    ordered = sorted(pages, key=lambda page: hashlib.sha256(page.id.encode()).hexdigest())
    return ordered[: count or None]


def ablate(labeler: str, model: Path, pages: Sequence[LabelledPage]) -> None:
    row("all features", labeler, model, pages)
    for name, columns in groups_of(labeler, model):
        with TemporaryDirectory() as folder:
            without = Path(folder) / "model"
            shutil.copytree(model, without)
            tensors = load_file(without / WEIGHTS_FILE)
            for tensor, (first, last) in columns.items():
                tensors[tensor][:, first : last + 1] = 0
            save_file(tensors, without / WEIGHTS_FILE)
            row(f"without {name}", labeler, without, pages)


def groups_of(labeler: str, model: Path) -> Iterator[tuple[str, Columns]]:
    """Yield the groups of features, and the weights of the first layer that read them."""
    if labeler == "boilernet":
        words = len(load_model(model, labeler).config["words"]) + 1  # and one for all others
        slots = load_file(model / WEIGHTS_FILE)["dense.weight"].shape[1]
        yield "words", {"dense.weight": (0, words - 1)}
        yield "tags", {"dense.weight": (words, slots - 1)}
        return
    parent = NODE_FEATURES + _PARENT_TAGS
    leaf = BLOCK_FEATURES - _DUPLICATES - parent - 2 * NODE_FEATURES - _LEAF_TAGS
    sizes = {
        "duplicates": _DUPLICATES,
        "the leaf's text": leaf,
        "the parent": parent,
        "the grandparent": NODE_FEATURES,
        "the page": NODE_FEATURES,
        "the leaf's tags": _LEAF_TAGS,
    }
    first = 0
    for name, size in sizes.items():
        yield name, {"blocks.layers.0.weight": (first, first + size - 1)}
        first += size
    yield "edges", {"edges.layers.0.weight": (0, EDGE_FEATURES - 1)}


def row(what: str, labeler: str, model: Path, pages: Sequence[LabelledPage]) -> None:
    system = f"{labeler}={model}"
    with TemporaryDirectory() as folder:
        options = EvaluateOptions(corpora=(), out=Path(folder), task="blocks", systems=(system,))
        of: Mapping[str, Any] = evaluate_blocks(pages, options, Watcher()).systems[system]
    low, high = of["macro_f1_ci95"]
    print(
        f"| {what} | {of['content_f1']:.3f} | {of['noise_f1']:.3f} "
        f"| {of['macro_f1']:.3f} ({low:.3f}-{high:.3f}) |",
        flush=True,
    )


if __name__ == "__main__":
    main()
