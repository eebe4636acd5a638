"""Print precision and recall of alignment on pages whose text nodes people labelled.

    python alignment.py l3s_gn1.parquet --content 1 2
    python alignment.py krdwrd_canola.parquet --content 3 --ignore -1 2 7
    python alignment.py cleaneval_en.parquet --content 1

The gold text of the first two is made of the labelled nodes; CleanEval's is another annotator's, so
that its figures (on the development pages, whose blocks Victor's authors labelled) hold what two
people disagree on. The nodes become blocks, the corpus's gold text is aligned with them, and a
block is called content if more than two thirds of it are matched; the labels say whether it is.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.blocks import block_of
from pagesight.extract.training.gold.align import CONTENT_SHARE, align


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--content", type=int, nargs="+", required=True)
    parser.add_argument("--ignore", type=int, nargs="*", default=[])
    arguments = parser.parse_args()
    rows = np.array(list(_compared(arguments.corpus, arguments.content)))
    rows = rows[~np.isin(rows[:, 1], arguments.ignore)]
    print("| corpus | counted by | precision | recall | F1 |\n|---|---|---|---|---|")
    for name, weight in (("blocks", np.ones(len(rows))), ("characters", rows[:, 2])):
        score = _score(rows[:, 0] > CONTENT_SHARE, rows[:, 3] > 0, weight)
        print(f"| {arguments.corpus.stem} | {name} | {score} |")


def _compared(corpus: Path, content: list[int]) -> Iterator[tuple[float, int, int, bool]]:
    """Yield share matched, label, characters and whether it is content, of every text node."""
    for page in load(corpus):
        labelled = page.block_labels or _victor_labels(page)
        if not labelled:
            continue
        texts = [text for text, _ in labelled]
        blocks = [block_of(text, order=order) for order, text in enumerate(texts)]
        shares = align(blocks, page.text or "")
        for share, (text, label) in zip(shares, labelled, strict=True):
            yield share, label, len(text), label in content


def _victor_labels(page: LabelledPage) -> tuple[tuple[str, int], ...]:
    """Return the blocks that the authors of Victor labelled: 1 is content, 0 is "other"."""
    blocks: Any = page.extra.get("victor_blocks") or ()
    return tuple((text, int(label != "other")) for text, label in blocks if text.strip())


def _score(found: np.ndarray, wanted: np.ndarray, weight: np.ndarray) -> str:
    both = weight[found & wanted].sum()
    precision, recall = both / weight[found].sum(), both / weight[wanted].sum()
    f1 = 2 * precision * recall / (precision + recall)
    return f"{precision:.4f} | {recall:.4f} | {f1:.4f}"


if __name__ == "__main__":
    main()
