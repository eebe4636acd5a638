"""Which extractor reads which page."""

from typing import get_args

import pytest

from pagesight.app.choices import EXTRACTOR_CHOICES, GenreChoice
from pagesight.app.router import FALLBACK, MIN_CONFIDENCE, ROUTES, route
from pagesight.datasets.genres import Genre
from pagesight.extract.registry import EXTRACTOR_NAMES
from pagesight.vision.prediction import Prediction


def predicted(genre: Genre, confidence: float) -> Prediction:
    rest = (1 - confidence) / (len(Genre) - 1)
    return Prediction({g: confidence if g == genre else rest for g in Genre}, "html")


@pytest.mark.parametrize("genre", list(Genre))
def test_every_genre_has_a_route_with_two_extractors_and_a_reason(genre: Genre) -> None:
    found = ROUTES[genre]
    assert {found.extractor, found.runner_up} <= set(EXTRACTOR_NAMES)
    assert found.extractor != found.runner_up
    assert found.reason


def test_a_sure_listing_goes_to_the_listview_extractor() -> None:
    found = route(predicted(Genre.LISTING, 0.9))
    assert found.extractor == "listview"
    assert "listing (90%)" in found.reason


@pytest.mark.parametrize("genre", list(Genre))
def test_an_unsure_page_goes_to_the_fallback_and_something_else(genre: Genre) -> None:
    found = route(predicted(genre, MIN_CONFIDENCE - 0.01))
    assert found.extractor == FALLBACK
    assert found.runner_up != FALLBACK
    assert "unsure" in found.reason


def test_a_given_genre_overrules_the_predicted_one() -> None:
    found = route(predicted(Genre.ARTICLE, 0.99), Genre.COLLECTION)
    assert found.extractor == ROUTES[Genre.COLLECTION].extractor
    assert "given" in found.reason


def test_the_choices_of_the_command_line_are_the_names_there_are() -> None:
    assert set(EXTRACTOR_CHOICES) == {"auto", *EXTRACTOR_NAMES}
    assert set(get_args(GenreChoice)) == {"auto", *Genre}
