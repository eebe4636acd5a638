"""The sight labeler's model card."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from pagesight.datasets.schema import corpora_table
from pagesight.extract.training.examples import Example


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """Word F1 of each training page by models that saw no page of its site, and as expected."""

    word_f1: tuple[float, ...]
    expected: tuple[float, ...]


def model_card(
    pages: Sequence[Example], at_home: Sequence[Example], scores: CrossValidated, seed: int
) -> str:
    """Return the model folder's README.md; the scores are of the pages of the home corpora."""
    word_f1 = np.array(scores.word_f1)
    error = np.abs(word_f1 - np.array(scores.expected)).mean()
    error_of_mean = np.abs(word_f1 - word_f1.mean()).mean()
    home = ", ".join(dict.fromkeys(page.source.source for page in at_home))
    return f"""# sight

Labels the text blocks of a web page as content or boilerplate; prediction is numpy alone.

{corpora_table([page.source for page in pages])}

What counts as content is the policy of the home corpora ({home}).
Words and network learn from all corpora, the network with a vector a corpus that is left out
afterwards; trees and expected quality learn from the home corpora alone. Word F1 (WCXB's, over
multisets of tokens), mean over those corpora's pages with gold text, by models that saw no page
of the page's site:

| pages of | pages | word F1 |
|---|---|---|
{_table(at_home, scores)}

- Expected quality is off a page's word F1 by {error:.3f} in the mean; always to expect the mean
  would be by {error_of_mean:.3f}.
- Trees and network learn from the linear models' predictions for sites left out of these. Since
  those were made with the help of the held-out sites' labels, the figures above may flatter by a
  little, and since a third of the sites was left out at a time, fall short by a little;
  `pagesight evaluate --systems sight --folds 5` trains everything anew for each fold.
- Made on {datetime.now(UTC).date().isoformat()} by `pagesight train sight --data FILE... --out DIR`
  with seed {seed}.
- Limits: content is what the corpora's annotators took for it; four pages in five are
  English.
"""


def _table(pages: Sequence[Example], scores: CrossValidated) -> str:
    """Return the rows of the table: all pages, each genre, each source."""
    word_f1 = np.array(scores.word_f1)
    kinds = [("all", *_names(page)) for page in pages]
    names = dict.fromkeys(name for kind in kinds for name in kind)
    rows = []
    for name in names:
        own = np.array([name in kind for kind in kinds])
        rows.append(f"| {name} | {own.sum()} | {word_f1[own].mean():.3f} |")
    return "\n".join(rows)


def _names(page: Example) -> tuple[str, ...]:
    genre = f"genre {page.source.genre}" if page.source.genre else ""
    return tuple(filter(None, (genre, f"corpus {page.source.source}")))
