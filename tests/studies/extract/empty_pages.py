"""Print on which pages a system of an evaluation kept nothing, and which have nothing to keep.

python empty_pages.py report --corpus wcxb_dev.parquet dragnet.parquet [--system auto]

REPORT is the folder of `pagesight evaluate --folds N --corpus ... --out REPORT`, so that no page
was read by a model that knows its site.
"""

import argparse
import gzip
import json
from pathlib import Path

from pagesight.datasets.load import load


def kept_texts(report: Path, system: str) -> dict[str, str]:
    """Return what the system kept of each page, by id."""
    with gzip.open(report / "predictions.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return {row["id"]: row["text"] for row in rows if row["system"] == system}


def main() -> None:
    """Print a row a corpus, and the pages of whose gold text nothing was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("--corpus", type=Path, nargs="+", required=True)
    parser.add_argument("--system", default="auto")
    options = parser.parse_args()
    kept = kept_texts(options.report, options.system)
    print("corpus, pages: of those without gold text, kept nothing; of those with it, kept nothing")
    for corpus in options.corpus:
        pages = [page for page in load(corpus) if page.text is not None and page.id in kept]
        bare = [page for page in pages if not page.text]
        lost = [page for page in pages if page.text and not kept[page.id]]
        right = sum(not kept[page.id] for page in bare)
        full = len(pages) - len(bare)
        print(f"{corpus.stem}, {len(pages)}: {right} of {len(bare)}; {len(lost)} of {full}")
        for page in lost:
            print(f"    {page.id} {page.genre or ''}: {len((page.text or '').split())} words lost")


if __name__ == "__main__":
    main()
