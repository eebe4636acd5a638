"""Choose the extractors that read a page, their weights, and say why."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from pagesight.datasets.schema import Genre
from pagesight.extract.records.record import RecordKind, RecordSearch
from pagesight.extract.selection.asides import Place
from pagesight.vision.prediction import Prediction

# For pages that fit neither statistical extractor, and pages of unsure genre.
FALLBACK = "sight"
# The least weight of the fallback: a wrong genre then spoils little, and since `sight` reads the
# sequence of blocks, more of the second costs more than it gains on pages of corpora that none of
# them learned from. tests/studies/extract/tune_routing.py prints the word F1 by weight.
FALLBACK_WEIGHT = 0.7
# What stands beside the content of some pages reads like it, and extractors keep too much of it on
# sites unlike those they learned from. In log-odds, by the square of the genre's probability: what
# is half an article may be a list of cards, or a thread. Comments are the content of threads alone.
BESIDE_CAUTION = 2.0
BESIDE: Mapping[Genre, tuple[Place, ...]] = {
    Genre.ARTICLE: ("cards",),
    Genre.PRODUCT: ("reviews", "carousels", "delivery", "terms"),
    Genre.COLLECTION: ("offers", "filters", "terms"),
    Genre.FORUM: ("signatures",),
}


@dataclass(frozen=True, slots=True)
class Route:
    """The extractor of a genre, and the reason in a sentence."""

    extractor: str
    reason: str


@dataclass(frozen=True, slots=True)
class Routing:
    """The extractors that read a page, each with its weight: together 1.

    `records` says which records to look for; `beside` has what is taken off the log-odds of the
    blocks in each place beside the content.
    """

    weights: Mapping[str, float]
    records: RecordSearch
    beside: Mapping[Place, float]
    reason: str


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
    beside_caution: float = BESIDE_CAUTION,
) -> Routing:
    """Return which extractors read a page of that prediction; a given `genre` overrules it.

    Two read each page: the fallback, and the linear extractor whose genres are likelier. The
    second one's weight is their probability, as far as the fallback leaves it.
    """
    likeliest = genre or prediction.genre
    probabilities = {genre: 1.0} if genre else prediction.probabilities
    genre_mass = {"article": 0.0, "listview": 0.0}
    for each, probability in probabilities.items():
        if (name := ROUTES[each].extractor) in genre_mass:
            genre_mass[name] += probability
    second = max(genre_mass, key=lambda name: genre_mass[name])
    weight = (1 - fallback_weight) * genre_mass[second]
    chosen = f"{genre}, as given" if genre else f"{likeliest} {prediction.confidence:.0%}"
    no_thread = 1 - probabilities.get(Genre.FORUM, 0.0)
    beside_of: dict[Place, float] = defaultdict(float)
    for each, places in BESIDE.items():
        for place in places:
            beside_of[place] += probabilities.get(each, 0.0)
    return Routing(
        weights={FALLBACK: 1 - weight, second: weight},
        records=_records(likeliest, probabilities),
        beside={
            place: beside_caution * probability**2
            for place, probability in {**beside_of, "comments": no_thread}.items()
        },
        reason=f"{chosen}: {ROUTES[likeliest].reason}",
    )


def _records(genre: Genre, probabilities: Mapping[Genre, float]) -> RecordSearch:
    """Return which records to look for: on a page that is no list, what its structure shows."""
    by_genre: Mapping[Genre, RecordKind] = {
        Genre.LISTING: "items", Genre.COLLECTION: "items", Genre.FORUM: "posts-or-items",
    }  # fmt: skip
    record_kind = by_genre.get(genre, "items-if-likely")
    return RecordSearch(record_kind, probabilities, product=genre is Genre.PRODUCT)
