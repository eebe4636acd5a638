"""Read how an item is rated, as the page writes it or tells who cannot see its stars."""

import re
from collections.abc import Sequence

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.records.fields.links import Span, within
from pagesight.extract.records.fields.parts import ItemPart

_MOST_RATING = 60  # characters of a line that rates
_rating = re.compile(
    r"(?<![\d.,])(10|\d(?:[.,]\d{1,15})?)\s?(?:/|out of|von|sur|из)\s?(5|10)(?!\d)"
    r"|(?<![\d.,])(\d(?:[.,]\d{1,15})?) of (5|10) stars"
    r"|(?<![\d.,])(\d[.,]\d{1,2})\s(?:na|su|av|de|van(?: de)?|sobre)\s(5|10)(?!\d)"
)
# "4.9", or "8.9" of ten and what that is, and how many rated it so.
_rated_by = re.compile(
    r"(?:^|\s)(10|\d[.,]\d)(?:[\s|·•(]{1,4}|\n[^\W\d][^\d\n]{1,20}\n)\d[\d.,]{0,9}k?\+?\s?"
    r"(?:(?:customer )?(?:reviews?|ratings?|votes?)|bewertungen|avis|opiniones|recensioni|reseñas"
    r"|отзыв\w*)\b"
    r"|(?:^|\n)([0-5][.,]\d)\s{0,3}\(\d[\d.,]{0,9}k?\)"
    r"|(?:^|\s)([0-5](?:[.,]\d{1,2})?) (?:(?:avg\.?|average)(?: rating)?\b"
    r"|from \d[\d.,]{0,9} (?:votes?|ratings?|reviews?))",
    re.I,
).search
_stars = re.compile(r"[★⭐]{1,5}[☆✩]{0,4}").search
_names_rating = re.compile(r"(?<![a-z])(?:ratings?|stars?|bewertung)(?![a-z])").search
_is_mean = re.compile(r"[0-5][.,]\d{1,2}").fullmatch
_names_stars = re.compile(
    r"\bstars?\b|\brat(?:ed|ings?)\b|bewert|\bsterne|étoiles|estrellas|stelle|оцен|out of 5"
    r"|5つ星|5点満点|5점 만점",
    re.I,
).search
_LABELS = ("aria-label", "title", "alt")
_MOST_LABEL = 80  # characters
_says_rating = re.compile(
    r"\D{0,40}?([0-5](?:[.,]\d{1,2})?)\s?(?:/|out of|of|von|sur|su|de|av|van)\s?5\b.{0,40}"
    r"|.{0,20}?(?:5つ星のうち|5点満点中|5점 만점(?:에|중)) ?([0-5](?:[.,]\d{1,2})?).{0,20}"
    r"|\D{0,40}?([0-5][.,]\d{1,2})\s?(?:stars?|sternen?|étoiles|estrellas|stelle)\b.{0,40}",
    re.I,
).fullmatch


def stated_ratings(document: Document) -> tuple[list[int], list[str]]:
    """Return the rows of the elements whose label for who cannot see is a rating, and the ratings.

    A row of stars shows no number.
    """
    labels = (pair for name in _LABELS for pair in document.elements.values(name))
    rated = sorted((row, rating) for row, text in labels if (rating := rating_in_label(text)))
    return [row for row, _ in rated], [rating for _, rating in rated]


def rating_in_label(text: str) -> str:
    """Return the rating that a label says; "" if it counts something else.

    >>> rating_in_label("Rated 4.5 out of 5 stars"), rating_in_label("4,8 Sterne (21)")
    ('4.5/5', '4,8')
    >>> rating_in_label("5つ星のうち4.5")
    '4.5/5'
    >>> rating_in_label("Slide 4 of 5"), rating_in_label("Illustration 3/5")
    ('', '')
    """
    match = _says_rating(text) if len(text) <= _MOST_LABEL and _names_stars(text) else None
    of_five = match and (match[1] or match[2])
    return (f"{of_five}/5" if of_five else match[3]) if match else ""


def rating_beside(document: Document, span: Span, parts: Sequence[ItemPart]) -> str:
    """Return the rating of an item as an element that is called so has it, or its label; or ""."""
    named = [part.text for part in parts if _names_rating(part.called)]
    called = [*filter(_is_mean, named), *filter(None, map(rating_in_label, named))]
    rows, ratings = document.once(stated_ratings)
    labelled = ratings[within(document, span, rows)] if rows else []
    return next(iter((*called, *labelled)), "")


def rating_of(blocks: Sequence[Block]) -> str:
    """Return the rating as written, as 4.5/5 or in stars.

    >>> from pagesight.extract.page.blocks import block_of
    >>> rating_of([block_of("Rated 4,5 out of 5 (12)")]), rating_of([block_of("3/5/2026")])
    ('4,5/5', '')
    >>> rating_of([block_of("4.9\\n13 Reviews")]), rating_of([block_of("4.9"), block_of("(13)")])
    ('4.9', '4.9')
    >>> rating_of([block_of("8 reviews / 5 average")]), rating_of([block_of("4.85 from 26 votes")])
    ('5', '4.85')
    """
    lines = "\n".join(block.text for block in blocks)
    for block in blocks:
        if len(block.text) > _MOST_RATING:
            continue
        if (match := _rating.search(block.text)) and not block.text[match.end() :].startswith("/"):
            mean, scale = (each for each in match.groups() if each)
            return f"{mean}/{scale}"
        if stars := _stars(block.text):
            return stars[0]
    beside = _rated_by(lines)
    return next(filter(None, beside.groups())) if beside else ""
