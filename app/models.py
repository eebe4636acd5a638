"""Models by name: each loaded at first use and kept; what can be trained, and by which trainer.

Pipelines may share models. A new trainer is one row here; trainers are imported when called, as
each brings torch or scikit-learn with it. Genre models get their card here: what they learnt from,
and how to make and measure them.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from pagesight.app.config import ClassifyBy
from pagesight.app.errors import UnknownTrainer
from pagesight.datasets.schema import Genre, LabelledPage, corpora_table
from pagesight.extract.extraction import Extraction
from pagesight.extract.labelers.extractor import LabelerExtractor
from pagesight.extract.models.folder import CARD_FILE
from pagesight.extract.page.document import Document
from pagesight.extract.registry import extractor, labeler_extractor
from pagesight.vision.predict import GenreClassifier, load_classifier, load_explainer

if TYPE_CHECKING:
    from pagesight.extract.papers.perplexity.model import PerplexityModel
    from pagesight.vision.screenshot.model import ScreenshotClassifier

Model = TypeVar("Model")
Extractor = Callable[[Document], Extraction]
Folder = Path | None  # of a model that replaces the packaged one; None: the packaged one
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


class Models:
    """Loaded models. It knows no options: the caller names the folder of a model."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Hashable, ...], Any] = {}
        self._loading = RLock()  # threads that ask for the same model wait for the one that loads

    def classifier(self, by: ClassifyBy, folder: Folder = None) -> GenreClassifier:
        """Return the classifier that predicts genres from the screenshot, the HTML or both."""
        return self._once(load_classifier, by, folder)

    def explainer(self, folder: Folder = None) -> "ScreenshotClassifier":
        """Return the classifier that can show which parts of a picture speak for a genre."""
        return self._once(load_explainer, folder)

    def extractor(self, name: str, folder: Folder = None) -> Extractor:
        """Return the extractor of that name."""
        return self._once(extractor, name, folder)

    def labeler_extractor(self, name: str, folder: Folder = None) -> LabelerExtractor:
        """Return the extractor of that name, whose labeler can be asked too."""
        return self._once(labeler_extractor, name, folder)

    def perplexity(self) -> "PerplexityModel":
        """Return the language model that finds improbable sentences."""
        from pagesight.extract.papers.perplexity.model import load_perplexity

        return self._once(load_perplexity)

    def _once(self, load: Callable[..., Model], *arguments: Hashable) -> Model:
        """Return what `load` makes of the arguments, from the first time that it was asked."""
        key = (load, *arguments)
        with self._loading:
            if key not in self._kept:
                self._kept[key] = load(*arguments)
            model: Model = self._kept[key]
        return model


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
    from pagesight.datasets.load import training_pages  # it loads Arrow, which reads no page

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
