"""Which extractor reads a page of which genre, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from pagesight.datasets.genres import Genre
from pagesight.vision.prediction import Prediction


@dataclass(frozen=True, slots=True)
class Route:
    """The extractor for a page, the one that comes second, and the reason in a sentence."""

    extractor: str
    runner_up: str
    reason: str


# For pages that fit neither statistical extractor, and pages of unsure genre.
FALLBACK = "article"
# Below it the genre is a guess, and a wrong extractor costs more than a general one.
MIN_CONFIDENCE = 0.5

ROUTES: Mapping[Genre, Route] = {
    Genre.ARTICLE: Route("article", "listview", "one story fills the page"),
    Genre.DOCUMENTATION: Route("article", "listview", "documentation reads like an article"),
    Genre.SERVICE: Route("article", "listview", "sections of prose, few repeated items"),
    Genre.PRODUCT: Route("article", "listview", "one product's description is one text"),
    Genre.LISTING: Route("listview", "article", "repeated items are its content"),
    Genre.COLLECTION: Route("listview", "article", "repeated products are its content"),
    Genre.FORUM: Route("listview", "article", "posts repeat under one another"),
    Genre.OTHER: Route(FALLBACK, "listview", "fits no extractor of its own"),
}


def route(prediction: Prediction, genre: Genre | None = None) -> Route:
    """Return the route of a page of that prediction; a `genre` given from outside overrules it."""
    if genre is not None:
        return _because(ROUTES[genre], f"genre given as {genre}: {ROUTES[genre].reason}")
    likeliest, confidence = prediction.genre, prediction.confidence
    if confidence < MIN_CONFIDENCE:
        unsure = Route(FALLBACK, ROUTES[likeliest].extractor, "")
        if unsure.runner_up == FALLBACK:
            unsure = Route(FALLBACK, ROUTES[likeliest].runner_up, "")
        return _because(unsure, f"unsure of the genre ({likeliest}, {confidence:.0%})")
    chosen = ROUTES[likeliest]
    return _because(chosen, f"{likeliest} ({confidence:.0%}): {chosen.reason}")


def _because(chosen: Route, reason: str) -> Route:
    return Route(chosen.extractor, chosen.runner_up, reason)
