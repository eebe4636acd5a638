"""What cleaning does to BM25 rankings: known pages are searched by their titles.

    pagesight evaluate --corpus C.parquet --systems auto,trafilatura --out FOLDER
    python tests/studies/retrieval.py C.parquet FOLDER/predictions.jsonl.gz

A query is the words of a page's gold title; the one relevant document is that page. Documents are
the pages' text without tags (`raw`), each system's text, and gold. Prints a row each: words in the
index, mean reciprocal rank with its 95 % interval over queries, and the share of queries whose page
comes first. (Web2Text and PyPlexity ask the same of TREC's queries, which are not at hand here.)
"""

import argparse
import gzip
import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from pagesight.app.evaluate.statistics import interval, mean
from pagesight.datasets.load import load
from pagesight.extract.page.document import read
from pagesight.extract.papers.perplexity.model import filter_text, load_perplexity, strip_tags
from pagesight.extract.text.tokens import tokens

_K1, _B = 1.2, 0.75  # Robertson and Zaragoza 2009, the usual values

Texts = Mapping[str, str]  # by page


class Bm25:
    """Scores documents against words."""

    def __init__(self, documents: Mapping[str, Sequence[str]]) -> None:
        self._lengths = {name: len(words) for name, words in documents.items()}
        self._mean = max(1.0, sum(self._lengths.values()) / max(1, len(documents)))
        self._postings: dict[str, dict[str, int]] = defaultdict(dict)
        for name, words in documents.items():
            for word, count in Counter(words).items():
                self._postings[word][name] = count

    def rank(self, query: Sequence[str], wanted: str) -> int:
        """Return the place of the document, from 1; documents of its score count half."""
        scores: dict[str, float] = defaultdict(float)
        for word in query:
            holders = self._postings.get(word, {})
            idf = math.log(1 + (len(self._lengths) - len(holders) + 0.5) / (len(holders) + 0.5))
            for name, count in holders.items():
                norm = _K1 * (1 - _B + _B * self._lengths[name] / self._mean)
                scores[name] += idf * count * (_K1 + 1) / (count + norm)
        own = scores.get(wanted, 0.0)
        better = sum(score > own for score in scores.values())
        alike = sum(score == own for name, score in scores.items() if name != wanted)
        unfound = 0 if own else len(self._lengths) - len(scores)
        return 1 + better + (alike + unfound) // 2


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("predictions", type=Path)
    asked = arguments.parse_args()
    systems = predicted(asked.predictions)
    measured = set.intersection(*({*texts} for texts in systems.values()))
    pages = [page for page in load(asked.corpus) if page.id in measured and page.text]
    queries = {page.id: tokens(page.title) for page in pages if page.title}
    raw = {page.id: strip_tags(read(page.page)).text for page in pages}
    model = load_perplexity()
    kinds: dict[str, Texts] = {
        "raw": raw,
        "raw, perplexity filter": {name: filter_text(text, model) for name, text in raw.items()},
        **systems,
        "gold": {page.id: page.text or "" for page in pages},
    }
    print(f"{len(pages)} pages, {len(queries)} queries\n")
    print("| documents | words | MRR (95 %) | first |\n|---|---|---|---|")
    for kind, texts in kinds.items():
        documents = {page.id: tokens(texts[page.id]) for page in pages}
        index = Bm25(documents)
        ranks = [index.rank(query, name) for name, query in queries.items()]
        found = [1 / rank for rank in ranks]
        low, high = interval(found)
        words = sum(map(len, documents.values()))
        first = mean([float(rank == 1) for rank in ranks])
        print(f"| {kind} | {words:,} | {mean(found):.3f} ({low:.3f}-{high:.3f}) | {first:.3f} |")


def predicted(path: Path) -> dict[str, dict[str, str]]:
    """Return the texts of each system by page."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            found[row["system"]][row["id"]] = row["text"]
    return found


if __name__ == "__main__":
    main()
