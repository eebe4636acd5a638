"""Write the most confident errors of a genre classifier as an HTML page with pictures.

python confident_errors.py OUT/predictions.jsonl.gz CORPUS... --page errors.html

OUT is what `pagesight evaluate --task genre --systems html,screenshot,both ...` wrote. The
page holds pictures of other people's pages: it is for looking at, not for publishing. Printed is a
table of what is taken for what: all errors, and those among the most confident.
"""

import argparse
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from pagesight.app.output.self_contained import data_uri
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage

_SIDES = ("html", "screenshot")
_PAGE = """<!doctype html><meta charset="utf-8"><title>Confident errors</title>
<style>body{{font:14px/1.4 sans-serif;display:grid;gap:2em;margin:2em;
grid-template-columns:repeat(auto-fill,minmax(340px,1fr))}}img{{border:1px solid #bbb}}
figure{{margin:0;overflow-wrap:anywhere}}</style>{figures}"""


@dataclass(frozen=True, slots=True)
class Error:
    """A page, what it is, what it was taken for, and how surely; and what each side says."""

    page: LabelledPage
    gold: str
    found: str
    confidence: float
    sides: Mapping[str, tuple[str, float]]


def errors(predictions: Path, corpora: Sequence[Path], system: str) -> list[Error]:
    """Return the errors of the system about the pages of the corpora, the most confident first."""
    rows: dict[str, dict[str, Mapping[str, Any]]] = defaultdict(dict)
    with gzip.open(predictions, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            rows[row["id"]][row["system"]] = row
    found = [
        Error(
            page,
            row["gold"],
            row["genre"],
            _confidence(row),
            {
                name: (side["genre"], _confidence(side))
                for name in _SIDES
                if (side := rows[page.id].get(name))
            },
        )
        for page in load(*corpora)
        if (row := rows[page.id].get(system)) and row["genre"] != row["gold"]
    ]
    return sorted(found, key=lambda error: -error.confidence)


def _confidence(row: Mapping[str, Any]) -> float:
    return float(row["probabilities"][row["genre"]])


def figures(shown: Sequence[Error]) -> Iterator[str]:
    """Yield each error as HTML."""
    for number, error in enumerate(shown, start=1):
        picture = data_uri(error.page.page.screenshot or b"", "image/webp")
        sides = "; ".join(
            f"{name}: {genre} {share:.2f}" for name, (genre, share) in error.sides.items()
        )
        about = error.page.page.url or error.page.id
        yield (
            f'<figure><img width="320" src="{picture}" alt=""><figcaption>{number}. '
            f"<b>{error.gold}</b>, taken for <b>{error.found}</b> {error.confidence:.2f}<br>"
            f"{sides}<br>{escape(error.page.source)}: {escape(about)}<br>"
            f"{escape(str(error.page.extra.get('evidence', '')))}</figcaption></figure>"
        )


def print_kinds(found: Sequence[Error], shown: int) -> None:
    """Print what is taken for what, the most frequent first."""
    every = Counter((error.gold, error.found) for error in found)
    surest = Counter((error.gold, error.found) for error in found[:shown])
    print(f"| is | taken for | errors of {len(found)} | of the {shown} most confident |")
    print("|---|---|---|---|")
    for (gold, taken), count in every.most_common(12):
        print(f"| {gold} | {taken} | {count} | {surest[gold, taken]} |")


def main() -> None:
    """Write the page and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("predictions", type=Path)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--page", type=Path, required=True)
    parser.add_argument("--system", default="both")
    parser.add_argument("--most", type=int, default=40)
    arguments = parser.parse_args()
    found = errors(arguments.predictions, arguments.corpora, arguments.system)
    figured = "\n".join(figures(found[: arguments.most]))
    arguments.page.write_text(_PAGE.format(figures=figured), encoding="utf-8")
    print_kinds(found, arguments.most)


if __name__ == "__main__":
    main()
