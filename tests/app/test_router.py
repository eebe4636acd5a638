"""Which extractor reads which page."""

from typing import get_args

import pytest

from pagesight.app.config import EXTRACTOR_CHOICES, GenreChoice
from pagesight.app.router import BESIDE, BESIDE_CAUTION, FALLBACK, FALLBACK_WEIGHT, ROUTES, route
from pagesight.datasets.schema import Genre
from pagesight.extract.registry import EXTRACTORS
from pagesight.vision.prediction import Prediction


def predicted(genre: Genre, confidence: float) -> Prediction:
    rest = (1 - confidence) / (len(Genre) - 1)
    return Prediction({g: confidence if g == genre else rest for g in Genre}, "html")


@pytest.mark.parametrize("genre", list(Genre))
def test_every_genre_has_a_route_with_a_reason(genre: Genre) -> None:
    assert ROUTES[genre].extractor in EXTRACTORS
    assert ROUTES[genre].reason


@pytest.mark.parametrize("genre", list(Genre))
@pytest.mark.parametrize("confidence", [0.2, 0.5, 1.0])
def test_two_extractors_read_every_page(genre: Genre, confidence: float) -> None:
    weights = route(predicted(genre, confidence)).weights
    assert len(weights) == 2
    assert sum(weights.values()) == pytest.approx(1)
    assert weights[FALLBACK] >= FALLBACK_WEIGHT


def test_a_sure_listing_is_read_by_the_listview_extractor_too_and_gives_records() -> None:
    found = route(predicted(Genre.LISTING, 0.9))
    assert found.weights["listview"] == pytest.approx(0.9 * (1 - FALLBACK_WEIGHT), abs=0.01)
    assert found.records.kind == "items"
    assert found.reason.startswith("listing 90%: ")


@pytest.mark.parametrize(
    ("probabilities", "second", "likely"),
    [
        ({Genre.ARTICLE: 0.6, Genre.LISTING: 0.3, Genre.OTHER: 0.1}, "article", 0.6),
        ({Genre.ARTICLE: 0.4, Genre.LISTING: 0.3, Genre.COLLECTION: 0.2}, "listview", 0.5),
        ({Genre.FORUM: 0.8, Genre.ARTICLE: 0.2}, "article", 0.2),
    ],
)
def test_the_second_extractor_has_the_weight_that_its_genres_are_likely(
    probabilities: dict[Genre, float], second: str, likely: float
) -> None:
    weights = route(Prediction(probabilities, "html")).weights
    share = (1 - FALLBACK_WEIGHT) * likely
    assert weights == pytest.approx({FALLBACK: 1 - share, second: share})


def test_what_is_beside_the_content_is_kept_where_the_genre_is_unsure() -> None:
    cautions = [route(predicted(Genre.ARTICLE, sure)).beside["cards"] for sure in (0.5, 1.0)]
    assert cautions == [BESIDE_CAUTION / 4, BESIDE_CAUTION]
    of_product = route(predicted(Genre.PRODUCT, 1.0)).beside
    places = {place for place, caution in of_product.items() if caution} - {"comments"}
    assert places == set(BESIDE[Genre.PRODUCT])


def test_what_is_beside_the_content_of_two_genres_is_so_where_either_may_be() -> None:
    unsure = Prediction({Genre.PRODUCT: 0.6, Genre.COLLECTION: 0.4}, "html")
    assert route(unsure).beside["terms"] == pytest.approx(BESIDE_CAUTION)


@pytest.mark.parametrize("genre", list(Genre))
def test_comments_are_the_content_of_threads_alone(genre: Genre) -> None:
    caution = route(predicted(genre, 1.0)).beside["comments"]
    assert caution == (0.0 if genre is Genre.FORUM else BESIDE_CAUTION)


def test_the_structure_of_other_pages_says_whether_they_list_items() -> None:
    prediction = predicted(Genre.ARTICLE, 0.9)
    records = route(prediction).records
    assert (records.kind, records.genres) == ("items-if-likely", prediction.probabilities)


def test_a_given_genre_overrules_the_predicted_one() -> None:
    found = route(predicted(Genre.ARTICLE, 0.99), Genre.COLLECTION)
    assert found.weights == {FALLBACK: FALLBACK_WEIGHT, "listview": 1 - FALLBACK_WEIGHT}
    assert found.reason.startswith("collection, as given: ")


def test_the_choices_of_the_command_line_are_the_names_there_are() -> None:
    assert set(EXTRACTOR_CHOICES) == {"auto", *EXTRACTORS}
    assert set(get_args(GenreChoice)) == {"auto", *Genre}


def test_threads_give_posts_and_product_pages_their_product() -> None:
    assert route(predicted(Genre.FORUM, 0.9)).records.kind == "posts-or-items"
    assert route(predicted(Genre.PRODUCT, 0.9)).records.product
