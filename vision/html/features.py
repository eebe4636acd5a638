"""Features of the HTML model, off the tables of the one reading of a page."""

import math
from collections import Counter
from functools import cached_property

from pagesight.extract.page.document import Document
from pagesight.extract.text.tokens import tokens
from pagesight.vision.html.counts.address import address_numbers, address_tokens
from pagesight.vision.html.counts.contents import contents
from pagesight.vision.html.counts.elements import element_numbers
from pagesight.vision.html.counts.groups import group_numbers
from pagesight.vision.html.counts.links import Links, link_numbers, links_of
from pagesight.vision.html.counts.names import name_counts
from pagesight.vision.html.counts.texts import (
    places_of_dates,
    places_of_prices,
    text_numbers,
    word_numbers,
)
from pagesight.vision.html.counts.tokens import first_words, page_tokens
from pagesight.vision.html.evidence import (
    HtmlFeatures,
    Numbers,
    missing,
    numbers_without,
    tokens_without,
)

_TITLE_CHARS = 300  # as of a headline; by hand


class LazyFeatures:
    """Features of a page: its tokens, and its numbers once they are asked for.

    Counts are logarithms; what is missing is absent.
    """

    def __init__(self, document: Document) -> None:
        """Count the tokens of a page."""
        self._document = document
        self._page = contents(document)
        self._words = Counter(first_words(document))
        self._names = name_counts(document.elements)
        found = page_tokens(self._page, document.head, self._words, self._names)
        found = {**found, "u": address_tokens(document.page.url)}
        self._missing = missing(found)
        self.tokens = tokens_without(found, self._missing)

    @cached_property
    def title(self) -> frozenset[str]:
        """Return the words of the title."""
        return frozenset(tokens(self._document.head.title[:_TITLE_CHARS]))

    @cached_property
    def links(self) -> Links:
        """Return the page's links."""
        return links_of(self._page)

    @cached_property
    def numbers(self) -> Numbers:
        """Return the page's numbers by name."""
        document, page, beside = self._document, self._page, self._document.head
        prices, dates = places_of_prices(page.line), places_of_dates(page.line)
        chars = max(1, sum(map(len, document.cuts.texts)))
        found = {
            "head:html": math.log1p(len(document.page.html)),
            "text:prices": math.log1p(len(prices)),
            "text:dates": math.log1p(len(dates)),
            **element_numbers(page, beside, self._names, self.title, chars),
            **text_numbers(document),
            **word_numbers(self._words),
            **link_numbers(page, self.links),
            **group_numbers(page, prices, dates),
            **address_numbers(document.page.url, self.title, self.links.leading),
        }
        return numbers_without(found, self._missing)


def html_features(document: Document) -> HtmlFeatures:
    """Return all features of a page, to learn from."""
    found = LazyFeatures(document)
    return HtmlFeatures(found.tokens, found.numbers, found.title, found.links.leading)
