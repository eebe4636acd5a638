"""Find readers' comments by the heading over them and the links to answer each."""

import numpy as np

from pagesight.extract.features.text import text_counts
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags, are_headings
from pagesight.extract.text.furniture import answers_comment, heads_comments

_MOST_OF_HEADING, _MOST_OF_ANSWER = 250, 60  # characters
_FEWEST_COMMENTS = 2
_MOST_OF_COMMENT = 400  # words from one such link to the next; by hand


def headed_comments(document: Document) -> Flags:
    """Return which blocks are from a heading of comments to the last of their links, (blocks,).

    Programs without names in English, and those made for one site, show comments so.
    """
    elements, cuts = document.elements, document.cuts
    is_heading = are_headings(elements.tag[elements.block[cuts.element]])
    comments = np.zeros(len(is_heading), np.bool_)
    for head in np.flatnonzero(is_heading).tolist():
        heading = cuts.texts[head].strip()
        if len(heading) <= _MOST_OF_HEADING and heads_comments(heading) and not comments[head]:
            comments[head : _end_of_comments(document, head, is_heading)] = True
    return comments


def _end_of_comments(document: Document, head: int, is_heading: Flags) -> int:
    """Return where the comments under a heading end: at the heading if there are none."""
    texts, words = document.cuts.texts, document.once(text_counts).words
    end, comments, since = head, 0, 0.0
    for at in range(head + 1, len(texts)):
        since += words[at]
        if since > _MOST_OF_COMMENT:
            break
        is_short = len(texts[at]) <= _MOST_OF_ANSWER and not is_heading[at]
        if is_short and answers_comment(texts[at].strip()):
            end, comments, since = at + 1, comments + 1, 0.0
    return end if comments >= _FEWEST_COMMENTS else head
