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
FALLBACK = "sight"
# The likeliest genre is then likelier than all the others together.
MIN_CONFIDENCE = 0.5

# Word F1 in the comments: WCXB dev, cross-validated by site, sight beside the statistical one.
ROUTES: Mapping[Genre, Route] = {
    Genre.ARTICLE: Route("article", FALLBACK, "one story fills the page"),  # .961, sight .956
    Genre.DOCUMENTATION: Route("article", FALLBACK, "it reads like an article"),  # .949, .942
    Genre.LISTING: Route("listview", FALLBACK, "its content is items, one record each"),
    Genre.COLLECTION: Route("listview", FALLBACK, "its content is products, one record each"),
    Genre.SERVICE: Route(FALLBACK, "article", "short texts all over the page"),
    Genre.PRODUCT: Route(FALLBACK, "article", "description, facts and reviews in many places"),
    Genre.FORUM: Route(FALLBACK, "listview", "posts by many hands, short and long"),
    Genre.OTHER: Route(FALLBACK, "article", "fits no extractor of its own"),
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
