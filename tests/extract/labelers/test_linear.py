"""The linear labelers: trained on a few small pages, saved, loaded, asked."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.labelers.linear import load_linear
from pagesight.extract.page.document import read
from pagesight.extract.registry import extractor
from pagesight.extract.training.linear import ARTICLE, LISTVIEW, train_linear
from pagesight.render.page import Page


@pytest.fixture(scope="module")
def articles(labelled_pages: list[LabelledPage]) -> list[LabelledPage]:
    return [replace(page, genre=Genre.ARTICLE) for page in labelled_pages]


@pytest.fixture(scope="module")
def folder(articles: list[LabelledPage], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("article") / "model"
    train_linear(articles, out, replace(ARTICLE, folds=2))
    return out


def test_training_separates_story_from_menu(folder: Path, articles: list[LabelledPage]) -> None:
    extract = extractor("article", folder)
    assert [extract(read(page.page)).text for page in articles] == [page.text for page in articles]


def test_pages_of_other_genres_alone_cannot_train(
    articles: list[LabelledPage], tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match=r"listview learns from .*given were 10 of article"):
        train_linear(articles, tmp_path, LISTVIEW)


def test_the_card_says_what_was_learned_from(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "| made | 10 |" in card
    assert "the rest from the 10 of the genres\n  article, documentation" in card


def test_numbers_unlike_any_seen_give_probabilities(folder: Path) -> None:
    html = "<p>" + "word, " * 100_000 + "<p>x"
    found = load_linear("article", folder).label(read(Page("", html)))
    assert np.isfinite(found.probabilities).all()
