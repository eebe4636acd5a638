"""Name what can be trained, and by which trainer: a new one is one row here.

The trainers are imported when called: each brings torch or scikit-learn with it. Genre models get
their card here: what they learnt from, and how to make and measure them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib import import_module
from pathlib import Path

from pagesight.app.errors import UnknownTrainer
from pagesight.datasets.genres import Genre
from pagesight.datasets.load import training_pages
from pagesight.datasets.schema import LabelledPage, corpora_table
from pagesight.extract.models.folder import CARD_FILE

Pages = Sequence[LabelledPage]
Trainer = Callable[[Pages, Path], None]
_PICTURED = frozenset({"genre", "genre-fusion"})
_MULTIBOILERNET = "extract.papers.sequence.train:train_multiboilernet"
# Kind -> module and function, which take labelled pages, the folder to write the model to, and the
# further arguments here.
TRAINERS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "genre": ("vision.training.screenshot:train_genre", {}),
    "genre-html": ("vision.training.html:train_genre_html", {}),
    "genre-svm": ("vision.training.learners:train_genre_svm", {}),
    "genre-fusion": ("vision.training.learners:train_genre_fusion", {}),
    "sight": ("extract.training.sight:train_sight", {}),
    "boilernet": ("extract.papers.sequence.train:train_boilernet", {}),
    "web2text": ("extract.papers.web2text.train:train_web2text", {}),
    "multiboilernet": (_MULTIBOILERNET, {}),
    "multiboilernet-e5": (_MULTIBOILERNET, {"encoder": "e5"}),
    "multiboilernet-bert": (_MULTIBOILERNET, {"encoder": "bert"}),
    "multiboilernet-one-task": (_MULTIBOILERNET, {"depth_weight": 0.0}),
    "multiboilernet-e5-one-task": (_MULTIBOILERNET, {"encoder": "e5", "depth_weight": 0.0}),
    "perplexity": ("extract.papers.perplexity.train:train_perplexity", {}),
    "article": ("extract.training.linear:train_article", {}),
    "listview": ("extract.training.linear:train_listview", {}),
}


def trainer(kind: str) -> Trainer:
    """Return the trainer of that kind. Raises UnknownTrainer, which names the kinds there are."""
    if kind not in TRAINERS:
        known = ", ".join(TRAINERS)
        raise UnknownTrainer(f"cannot train {kind!r}; what can be trained: {known}")

    def train(pages: Pages, out: Path) -> None:
        path, options = TRAINERS[kind]
        module, _, function = path.partition(":")
        getattr(import_module(f"pagesight.{module}"), function)(pages, out, **options)
        if kind.startswith("genre"):
            write_card(pages, out, kind)

    return train


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
    genres = Counter(page.genre for page in learned)
    counts = ", ".join(f"{genre} {genres[genre]}" for genre in Genre if genres[genre])
    return f"""# {kind}

Predicts the genre of a web page. Learned from:

{corpora_table(learned)}

- Genres: {counts}.
- Pages whose site or template family is in split `val` were left out.
- Made on {date.today().isoformat()} by `pagesight train {kind} --data FILE... --out DIR`, seed 0.
- Figures are to be had on pages of other sites:
  `pagesight evaluate --task genre --corpus FILE... --folds 5 --out DIR`.
- Limits: it knows pages like those above; genres of few pages are predicted less well.
"""
