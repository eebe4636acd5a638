"""Which extractors read a page, with which weights, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from pagesight.datasets.genres import CoarseGenre, Genre
from pagesight.extract.records.record import RecordKind
from pagesight.extract.selection.asides import Place
from pagesight.vision.prediction import Prediction


@dataclass(frozen=True, slots=True)
class Route:
    """The extractor of a genre, and the reason in a sentence."""

    extractor: str
    reason: str


@dataclass(frozen=True, slots=True)
class Routing:
    """The extractors that read a page, each with its weight: together 1.

    `records` says what the page is made of; `caution` is taken off each block's log-odds, and what
    `beside` has off those of the blocks in a place beside the content.
    """

    weights: Mapping[str, float]
    records: RecordKind
    caution: float
    beside: Mapping[Place, float]
    reason: str


# For pages that fit neither statistical extractor, and pages of unsure genre.
FALLBACK = "sight"
# The least weight of the fallback: a wrong genre then spoils little, and since `sight` reads the
# sequence of blocks, more of the second costs more than it gains on pages of corpora that none of
# them learned from. tests/studies/extract/tune_routing.py prints the word F1 by weight.
FALLBACK_WEIGHT = 0.7

# What stands around an article (other stories, comments) reads like one, and extractors keep too
# much of it on sites unlike those they learned from. In log-odds, for a page that is surely one.
# tests/studies/extract/tune_routing.py prints the word F1 by it; on lists and services it loses.
ARTICLE_CAUTION = 0.6
# So does what stands beside the content of some other pages. By the square of the genre's
# probability: what is half an article may be a list of cards, or a thread.
BESIDE: Mapping[Genre, tuple[Place, ...]] = {
    Genre.ARTICLE: ("cards", "comments"),
    Genre.PRODUCT: ("reviews", "related", "delivery"),
    Genre.COLLECTION: ("offers", "filters"),
    Genre.FORUM: ("signatures",),
}
BESIDE_CAUTION = 2.0

# Pages at least so likely to be lists need little structure to give records: most of those that
# repeat are lists. Set by hand on half of the court lists.
LEAST_LIST_BELIEF = 0.3

ROUTES: Mapping[Genre, Route] = {
    Genre.ARTICLE: Route("article", "one story fills the page"),
    Genre.LISTING: Route("listview", "its content is items, one record each"),
    Genre.COLLECTION: Route("listview", "its content is products, one record each"),
    Genre.DOCUMENTATION: Route(FALLBACK, "text, code and tables beside much navigation"),
    Genre.SERVICE: Route(FALLBACK, "short texts all over the page"),
    Genre.PRODUCT: Route(FALLBACK, "description, facts and reviews in many places"),
    Genre.FORUM: Route(FALLBACK, "posts by many hands, short and long"),
    Genre.OTHER: Route(FALLBACK, "fits no extractor of its own"),
}


def route(
    prediction: Prediction,
    genre: Genre | None = None,
    fallback_weight: float = FALLBACK_WEIGHT,
    article_caution: float = ARTICLE_CAUTION,
    beside_caution: float = BESIDE_CAUTION,
) -> Routing:
    """Return which extractors read a page of that prediction; a given `genre` overrules it.

    Two read each page: the fallback, and the linear extractor whose genres are likelier. The
    second one's weight is their probability, as far as the fallback leaves it.
    """
    likeliest = genre or prediction.genre
    probabilities = {genre: 1.0} if genre else prediction.probabilities
    belief = {"article": 0.0, "listview": 0.0}
    for each, probability in probabilities.items():
        if (name := ROUTES[each].extractor) in belief:
            belief[name] += probability
    second = max(belief, key=lambda name: belief[name])
    weight = (1 - fallback_weight) * belief[second]
    chosen = f"{genre}, as given" if genre else f"{likeliest} {prediction.confidence:.0%}"
    return Routing(
        weights={FALLBACK: 1 - weight, second: weight},
        records=_records(likeliest, belief["listview"]),
        caution=article_caution * probabilities.get(Genre.ARTICLE, 0.0),
        beside={
            place: beside_caution * probabilities.get(each, 0.0) ** 2
            for each, places in BESIDE.items()
            for place in places
        },
        reason=f"{chosen}: {ROUTES[likeliest].reason}",
    )


def _records(genre: Genre, list_belief: float) -> RecordKind:
    """Return which records a page of the genre has, given how likely it is a list after all."""
    if genre is Genre.FORUM:
        return "posts-or-items" if list_belief >= LEAST_LIST_BELIEF else "posts"
    if genre is Genre.PRODUCT:
        return "product"
    if genre.coarse is CoarseGenre.LIST_VIEW:
        return "items"
    return "items-if-repeated" if list_belief >= LEAST_LIST_BELIEF else "items-if-list"
