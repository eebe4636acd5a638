"""What the HTML model reads of a page, off the tables of its one reading."""

import math
from collections import Counter
from collections.abc import Mapping

from pagesight.extract.parse.document import Document
from pagesight.extract.tokens import tokens
from pagesight.vision.html.counts.contents import contents
from pagesight.vision.html.counts.elements import element_numbers
from pagesight.vision.html.counts.groups import group_numbers
from pagesight.vision.html.counts.links import link_numbers, links_of
from pagesight.vision.html.counts.names import name_counts
from pagesight.vision.html.counts.texts import (
    places_of_dates,
    places_of_prices,
    text_numbers,
    word_numbers,
)
from pagesight.vision.html.counts.tokens import first_words, page_tokens
from pagesight.vision.html.evidence import HtmlFeatures, missing, with_address, without

_TITLE_CHARS = 300


def html_features(document: Document) -> HtmlFeatures:
    """Return what the model reads of a page. Counts are logarithms; what is missing is absent."""
    page, beside = contents(document), document.skipped
    words, names = Counter(first_words(document)), name_counts(document.elements)
    links = links_of(page)
    title = frozenset(tokens(beside.title[:_TITLE_CHARS]))
    prices, dates = places_of_prices(page.line), places_of_dates(page.line)
    chars = max(1, sum(map(len, document.cuts.texts)))
    numbers: Mapping[str, float] = {
        "head:html": math.log1p(len(document.page.html)),
        "text:prices": math.log1p(len(prices)),
        "text:dates": math.log1p(len(dates)),
        **element_numbers(page, beside, names, title, chars),
        **text_numbers(document),
        **word_numbers(words),
        **link_numbers(page, links),
        **group_numbers(page, prices, dates),
    }
    bare = HtmlFeatures(page_tokens(page, beside, words, names), numbers, title, links.leading)
    found = with_address(bare, document.page.url)
    return without(found, missing(found))
