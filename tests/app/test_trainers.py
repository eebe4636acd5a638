"""What trains each kind of model, and the cards of genre models."""

from importlib import import_module
from inspect import signature

import pytest

from pagesight.app.models import TRAINERS, genre_card
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.render.page import Page


def labelled(number: int, split: str = "", screenshot: bytes | None = None) -> LabelledPage:
    genre = (Genre.ARTICLE, Genre.LISTING)[number % 2]
    html = f"<p>{'words ' * 40 * (1 + 9 * (number % 2))}"
    page = Page("", html, screenshot)
    return LabelledPage(str(number), page, f"site{number}", genre, split=split, source="wcxb")


def test_the_card_counts_the_pages_learned_from_by_corpus_and_genre() -> None:
    pages = [*map(labelled, range(5)), labelled(6, split="val")]
    card = genre_card(pages, "genre-svm")
    assert "| wcxb | 5 | CC-BY-4.0 |" in card
    assert "Genres: article 3, listing 2." in card
    assert "pagesight train genre-svm" in card


def test_pages_without_a_picture_are_not_counted_for_models_of_pictures() -> None:
    pages = [labelled(0, screenshot=b"RIFF"), labelled(1)]
    assert "Genres: article 1." in genre_card(pages, "genre")


@pytest.mark.parametrize("kind", TRAINERS)
def test_what_trains_a_kind_takes_pages_a_folder_and_the_options_of_its_row(kind: str) -> None:
    path, options = TRAINERS[kind]
    module, _, function = path.partition(":")
    signature(getattr(import_module(f"pagesight.{module}"), function)).bind([], "out", **options)
