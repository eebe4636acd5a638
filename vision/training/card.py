"""The model card of a trained genre model: what it learnt from, and how to make and measure it."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage, licence
from pagesight.datasets.split import training_pages
from pagesight.extract.models.folder import CARD_FILE

_PICTURED = frozenset({"genre", "genre-fusion"})


def write_card(pages: Sequence[LabelledPage], folder: Path, kind: str) -> None:
    """Write the card of the model that `pagesight train KIND` made of these pages."""
    (folder / CARD_FILE).write_text(genre_card(pages, kind), encoding="utf-8")


def genre_card(pages: Sequence[LabelledPage], kind: str) -> str:
    """Return the card: the pages learned from by corpus and genre, the command, what to measure."""
    learned = [
        page
        for page in training_pages(pages)
        if page.genre and (page.page.screenshot or kind not in _PICTURED)
    ]
    sources = Counter((page.source or "not stated", licence(page)) for page in learned)
    rows = "\n".join(f"| {name} | {count} | {terms} |" for (name, terms), count in sources.items())
    genres = Counter(page.genre for page in learned)
    counts = ", ".join(f"{genre} {genres[genre]}" for genre in Genre if genres[genre])
    return f"""# {kind}

Predicts the genre of a web page.

| corpus | pages learned from | licence |
|---|---|---|
{rows}

- Genres: {counts}.
- Pages whose site or template family is in split `val` were left out.
- Made on {date.today().isoformat()} by `pagesight train {kind} --data FILE... --out DIR`, seed 0.
- Figures are to be had on pages of other sites:
  `pagesight evaluate --task genre --corpus FILE... --folds 5 --out DIR`.
- Limits: it knows pages like those above; genres of few pages are predicted less well.
"""
