"""How a labeler trained on English pages labels other languages: macro F1 a language.

OMP_NUM_THREADS=1 python zero_shot.py --systems multiboilernet=FOLDER \
    --corpus chinese_wced.parquet waddle_daniel.parquet fundus.parquet ... [--each 20]

`--each` takes so many pages of a language, drawn by a hash of their names, and all pages of
CleanEval's Chinese part, which stand in a line of their own.
"""

import argparse
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

from pagesight.app.evaluate.blocks import evaluate_blocks
from pagesight.app.evaluate.options import EvaluateOptions, Watcher
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage


def chosen(pages: Sequence[LabelledPage], each: int) -> Iterator[LabelledPage]:
    """Yield at most `each` pages of a language that is not English, and all of CleanEval's."""
    seen: Counter[str] = Counter()
    for page in sorted(pages, key=lambda p: hashlib.sha256(p.id.encode()).hexdigest()):
        if page.lang and page.lang != "en":
            seen[page.lang] += 1
            if seen[page.lang] <= each or is_cleaneval(page):
                yield page


def is_cleaneval(page: LabelledPage) -> bool:
    """Return whether the page is of CleanEval-Chinese."""
    return bool(page.extra.get("cleaneval_zh"))


def figures_of(system: str, pages: Sequence[LabelledPage]) -> Mapping[str, Any]:
    with TemporaryDirectory() as folder:
        options = EvaluateOptions(corpora=(), out=Path(folder), task="blocks", systems=(system,))
        return evaluate_blocks(pages, options, Watcher()).systems[system]


def main() -> None:
    """Print a line a language and system."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", required=True, help="NAME=FOLDER, several with commas")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True)
    parser.add_argument("--each", type=int, default=20)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    pages = list(chosen(list(load(*arguments.corpus)), arguments.each))
    chinese = [page for page in pages if is_cleaneval(page)]
    print("| system | language | pages | macro F1 | 95 % |\n|---|---|---|---|---|")
    for system in arguments.systems.split(","):
        everything = figures_of(system, pages)
        lines: dict[str, Mapping[str, Any]] = {"all": everything, **everything["by_lang"]}
        if chinese:
            lines["CleanEval-Chinese"] = figures_of(system, chinese)
        for name, figures in lines.items():
            low, high = figures.get("macro_f1_ci95", ("", ""))
            shown = f"{figures['macro_f1']} | {low}-{high}"
            print(f"| {system} | {name} | {figures['pages']} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
