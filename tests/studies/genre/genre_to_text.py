"""What the genre brings to the text: word F1 of `auto` by who says which genre a page is of.

pagesight evaluate --task genre --systems html,screenshot,both ... --folds 5 --out report
python genre_to_text.py report/predictions.jsonl.gz styled/*.parquet [--limit 150]

The predictions are those of models that were trained on other sites; "true" is routed by the true
genre, which is the most that a classifier could bring, and "none" by none, all of them being alike.
The extractors are the shipped ones, which may have learned from the pages: it is the differences
that count. The second table has a row a genre, and what the pages that each system is wrong about
lose against their true genre.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from pagesight.app.evaluate.statistics import interval, mean
from pagesight.app.models import Models
from pagesight.app.router import route
from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.ensemble import WeightedExtractor, combine
from pagesight.extract.page.document import Document, read
from pagesight.extract.training.gold.scores import word_score
from pagesight.vision.prediction import Prediction

_BASELINE = "html"


def predictions(path: Path) -> Mapping[str, Mapping[str, Prediction]]:
    """Return what each system predicted of each page, by the page's id."""
    found: dict[str, dict[str, Prediction]] = defaultdict(dict)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            shares = {Genre(genre): share for genre, share in row["probabilities"].items()}
            found[row["id"]][row["system"]] = Prediction(shares, "both")
    return found


def scores(
    page: LabelledPage, of_page: Mapping[str, Prediction], models: Models
) -> dict[str, float]:
    """Return the word F1 of `auto` by system, by the true genre, and by none."""
    document = read(page.page)
    sure = {genre: float(genre is page.genre) for genre in Genre}
    alike = dict.fromkeys(Genre, 1 / len(Genre))
    asked = {**of_page, "true": Prediction(sure, "both"), "none": Prediction(alike, "both")}
    return {name: _word_f1(document, page, given, models) for name, given in asked.items()}


def _word_f1(
    document: Document, page: LabelledPage, prediction: Prediction, models: Models
) -> float:
    routing = route(prediction)
    members = [
        WeightedExtractor(models.labeler_extractor(name), weight)
        for name, weight in routing.weights.items()
    ]
    found = combine(document, members, records=routing.records, beside=routing.beside)
    return word_score(found.together.text, page.text or "").f1


def print_all(rows: Sequence[Mapping[str, float]]) -> None:
    """Print a line a system: its word F1, and its gain over the HTML alone with an interval."""
    print(f"| genre by | word F1, {len(rows)} pages | against {_BASELINE} (95 %) |\n|---|---|---|")
    for name in rows[0]:
        gains = [row[name] - row[_BASELINE] for row in rows]
        low, high = interval(gains)
        print(
            f"| {name} | {mean([row[name] for row in rows]):.4f} "
            f"| {mean(gains):+.4f} ({low:+.4f} to {high:+.4f}) |"
        )


def print_genres(
    pages: Sequence[LabelledPage],
    known: Mapping[str, Mapping[str, Prediction]],
    rows: Sequence[Mapping[str, float]],
) -> None:
    """Print a line a genre: word F1 by system, and how many are wrong and what that costs."""
    names, systems = list(rows[0]), [name for name in rows[0] if name not in ("true", "none")]
    wrong = [f"{name} wrong: pages, F1 against true" for name in systems]
    print(f"\n| genre | pages | {' | '.join([*names, *wrong])} |")
    print(f"|---|---|{'---|' * len([*names, *wrong])}")
    for genre in Genre:
        own = [(page, row) for page, row in zip(pages, rows, strict=True) if page.genre is genre]
        if not own:
            continue
        cells = [f"{mean([row[name] for _, row in own]):.4f}" for name in names]
        for name in systems:
            lost = [
                row[name] - row["true"]
                for page, row in own
                if known[page.id][name].genre is not genre
            ]
            cells.append(f"{len(lost)}, {mean(lost):+.4f}" if lost else "0")
        print(f"| {genre} | {len(own)} | {' | '.join(cells)} |")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("predictions", type=Path)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--limit", type=int, default=0, help="so many pages, drawn; 0: all")
    arguments = parser.parse_args()
    known, models = predictions(arguments.predictions), Models()
    pages = [page for page in load(*arguments.corpus) if page.text and page.id in known]
    order = np.random.default_rng(0).permutation(len(pages))[: arguments.limit or None]
    chosen = [pages[number] for number in order.tolist()]
    rows = [scores(page, known[page.id], models) for page in chosen]
    print_all(rows)
    print_genres(chosen, known, rows)


if __name__ == "__main__":
    main()
