"""Name what can be trained, and by which trainer: a new one is one function and one row here.

The trainers are imported when called: each brings torch or scikit-learn with it. Genre models get
their card here: what they learnt from, and how to make and measure them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from pagesight.app.errors import UnknownTrainer
from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage, licence
from pagesight.datasets.split import training_pages
from pagesight.extract.models.folder import CARD_FILE

Pages = Sequence[LabelledPage]
Trainer = Callable[[Pages, Path], None]
_PICTURED = frozenset({"genre", "genre-fusion"})


def trainer(kind: str) -> Trainer:
    """Return the trainer of that kind. Raises UnknownTrainer, which names the kinds there are."""
    try:
        return TRAINERS[kind]
    except KeyError:
        known = ", ".join(TRAINERS)
        raise UnknownTrainer(f"cannot train {kind!r}; what can be trained: {known}") from None


def _genre(pages: Pages, out: Path) -> None:
    from pagesight.vision.training.screenshot import ScreenshotOptions, train_genre

    train_genre(pages, out, ScreenshotOptions())
    write_card(pages, out, "genre")


def _genre_html(pages: Pages, out: Path) -> None:
    from pagesight.vision.training.html import HtmlOptions, train_genre_html

    train_genre_html(pages, out, HtmlOptions())
    write_card(pages, out, "genre-html")


def _sight(pages: Pages, out: Path) -> None:
    from pagesight.extract.training.sight import train_sight

    train_sight(pages, out)


def _genre_svm(pages: Pages, out: Path) -> None:
    from pagesight.vision.training.learners import SvmOptions, train_genre_svm

    train_genre_svm(pages, out, SvmOptions())
    write_card(pages, out, "genre-svm")


def _genre_fusion(pages: Pages, out: Path) -> None:
    from pagesight.vision.training.fusion import train_genre_fusion

    train_genre_fusion(pages, out)
    write_card(pages, out, "genre-fusion")


def _boilernet(pages: Pages, out: Path) -> None:
    from pagesight.extract.papers.sequence.train import train_boilernet

    train_boilernet(pages, out)


def _multiboilernet(encoder: str = "ngrams", depth_weight: float = 0.5) -> Trainer:
    def train(pages: Pages, out: Path) -> None:
        from pagesight.extract.papers.sequence.train import (
            multiboilernet_options,
            train_multiboilernet,
        )

        train_multiboilernet(pages, out, multiboilernet_options(len(pages), encoder, depth_weight))

    return train


def _web2text(pages: Pages, out: Path) -> None:
    from pagesight.extract.papers.web2text.train import train_web2text

    train_web2text(pages, out)


def _perplexity(pages: Pages, out: Path) -> None:
    from pagesight.extract.papers.perplexity.train import train_perplexity

    train_perplexity(pages, out)


def _article(pages: Pages, out: Path) -> None:
    from pagesight.extract.training.linear import ARTICLE, train_linear

    train_linear(pages, out, ARTICLE)


def _listview(pages: Pages, out: Path) -> None:
    from pagesight.extract.training.linear import LISTVIEW, train_linear

    train_linear(pages, out, LISTVIEW)


# kind -> trainer: labelled pages and the folder to write the model to, default options
TRAINERS: Mapping[str, Trainer] = {
    "genre": _genre,
    "genre-html": _genre_html,
    "genre-svm": _genre_svm,
    "genre-fusion": _genre_fusion,
    "sight": _sight,
    "boilernet": _boilernet,
    "web2text": _web2text,
    "multiboilernet": _multiboilernet(),
    "multiboilernet-e5": _multiboilernet("e5"),
    "multiboilernet-bert": _multiboilernet("bert"),
    "multiboilernet-one-task": _multiboilernet(depth_weight=0.0),  # without the depth of the path
    "multiboilernet-e5-one-task": _multiboilernet("e5", depth_weight=0.0),
    "perplexity": _perplexity,
    "article": _article,
    "listview": _listview,
}


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
