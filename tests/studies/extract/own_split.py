"""A labeler trained on four fifths of a corpus, measured on the blocks of the last fifth.

OMP_NUM_THREADS=1 python own_split.py web2text cleaneval_en.parquet

For CleanEval EN this is as near to the split of Web2Text's own authors (531 pages to train, 58 to
choose the weights, 148 to test) as 732 pages in whole groups allow.
"""

import argparse
import tempfile
from pathlib import Path

import torch

from pagesight.app.evaluate.blocks import evaluate_blocks
from pagesight.app.evaluate.options import EvaluateOptions, Silent
from pagesight.app.trainers import trainer
from pagesight.datasets.load import load
from pagesight.datasets.split import group_folds, groups_of

FIGURES = ("pages", "content_f1", "noise_f1", "micro_f1", "macro_f1", "macro_f1_ci95")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind")
    parser.add_argument("corpus", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    pages = list(load(arguments.corpus))
    folds = group_folds(groups_of(pages), [page.genre or "" for page in pages], 5, seed=0)
    test = [page for page, fold in zip(pages, folds, strict=True) if fold == 0]
    rest = [page for page, fold in zip(pages, folds, strict=True) if fold != 0]
    with tempfile.TemporaryDirectory() as folder:
        trainer(arguments.kind)(rest, Path(folder))
        system = f"{arguments.kind}={folder}"
        options = EvaluateOptions(corpora=(), out=Path(folder), task="blocks")
        found = evaluate_blocks(test, (system,), options, Silent()).systems[system]
    print(f"trained on {len(rest)} pages;", {name: found[name] for name in FIGURES})


if __name__ == "__main__":
    main()
