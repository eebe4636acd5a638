"""Choose the blocks to keep: those of highest expected word F1, and what is between."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.containers import Containers
from pagesight.extract.features.named_places import vocabulary
from pagesight.extract.features.table import BlockFeatures
from pagesight.extract.features.text import Column, TextCounts
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows, tag_mask
from pagesight.extract.selection.captions import with_images
from pagesight.extract.selection.wholes import (
    PARTS,
    with_first_lines,
    with_heads_of_tables,
    with_whole_lists,
    with_whole_runs,
    with_whole_units,
)

_CERTAIN_CUT = 1.0  # of a page without blocks
_LEAST_CUT = 1e-6  # of a page all of whose blocks are improbable
# A heading with nothing under it is kept if it is so probable, whatever the cut of its page.
_SURE_HEADING = 0.5
# And so if there was text under it: gold has few of such headings that are less probable.
_SURE_EMPTIED_HEADING = 0.6
# So many headings of one level with nothing between them are the titles of a list. Chosen on WCXB,
# by models of folds (run `wcxb-folds`).
_TITLES = 5
# A heading of a text that is kept is kept, if it has so much of the probability that it must have:
# most of those that have less are not in the gold of WCXB. Chosen there, by the same models.
_LIKELY_HEADING = 0.4
# A page has no content if none of its blocks is likelier than this and all of them together promise
# fewer words, though it has many: scripts load its text, and what is there is the frame around it.
# tests/studies/extract/empty_pages.py prints whose gold text is empty.
_LIKELIEST, _FEWEST_WORDS, _MANY_WORDS = 0.3, 20, 100
_LINKED = 0.5  # of the characters of a list of links; by hand
_MOST_OF_LABEL = 8  # words of a heading that says no more than what stands below; by hand
_is_list, _is_header = tag_mask("ul", "ol", "dl"), tag_mask("header", "hgroup")
# A sentence under the title is the standfirst, if it has so much of what it must have; by hand.
_LIKELY_STANDFIRST = 0.4
_BEHIND_TITLE = 2  # texts: a byline may stand before it
_names_label = re.compile(r"(?:^|[\s_-])label(?:$|\s)").search
_LIKELY_VALUE, _MOST_OF_VALUE = 0.5, 60  # words behind a label; by hand
_CALLOUTS = vocabulary("callout callouts admonition admonitionblock panel")


@dataclass(frozen=True, slots=True)
class Choice:
    """The blocks kept, (blocks,), the least probability among them, and the F1 to expect."""

    kept: Flags
    threshold: float
    expected_f1: float


def best_choice(
    probabilities: NDArray[np.floating], words: NDArray[np.floating], beta: float = 1.0
) -> Choice:
    """Return the choice of highest expected F1; at least one block, if there is any.

    With expected counts in place of counts, F1 of a set S is 2 sum_S(p w) / (sum_S(w) + sum(p w)):
    its maximum is a prefix of the blocks in order of probability (Lewis 1995; Ye et al. 2012). So
    the threshold is half the F1 reached: doubtful pages keep more. With another `beta` it is that
    of F_beta, which counts recall as so many times as important as precision.
    """
    kept = np.zeros(len(probabilities), np.bool_)
    if not len(kept):
        return Choice(kept, _CERTAIN_CUT, 0.0)
    order = np.argsort(-probabilities, kind="stable")
    sizes = np.maximum(words[order].astype(np.float64), 1e-3)
    expected = np.cumsum(probabilities[order] * sizes)
    held, squared = np.cumsum(sizes), beta**2
    scores = (1 + squared) * expected / np.maximum(held + squared * expected[-1], 1e-9)
    best = int(np.argmax(scores))
    f1 = 2 * expected[best] / max(held[best] + expected[-1], 1e-9)
    kept[order[: best + 1]] = True
    return Choice(kept, float(probabilities[order[best]]), float(f1))


def select(
    features: BlockFeatures,
    probabilities: NDArray[np.floating],
    lowest_cut: float = 0.0,
    beta: float = 1.0,
    unseen: Flags | None = None,
) -> Choice:
    """Return the best choice of a page's blocks, with units and lists whole, and with images.

    Blocks less probable than `lowest_cut` are dropped however poor the page is. `beta` is how many
    times as much recall counts as precision. Those that are `unseen` part no image from its text.
    """
    unseen = np.zeros(len(probabilities), np.bool_) if unseen is None else unseen
    words = features.counts.words
    choice = best_choice(probabilities, words, beta)
    threshold = max(choice.threshold, lowest_cut)
    # What a block must be; the least probable one that is kept may be far likelier.
    least = max(min(threshold, choice.expected_f1 / 2), lowest_cut)
    tree = features.tree
    path = features.kinds.path
    is_alone = (np.bincount(path) < PARTS)[path]
    cards = (tree.tag == CODE["a"]) & (tree.end - tree.start > 1) & is_alone
    kept = with_whole_units(tree, probabilities, least, cards)
    is_box = (_CALLOUTS.sets_of(features.names)[tree.name] > 0) | (tree.tag == CODE["aside"])
    boxes = np.flatnonzero(is_box)
    kept = with_titles_of_boxes(kept, tree.start[boxes], tree.end[boxes], words)
    shares = probabilities / max(threshold, _LEAST_CUT)
    named = np.array(
        ["label" in own and bool(_names_label(own)) for own, _ in tree.names], np.bool_
    )
    labels = np.flatnonzero(named[tree.name])
    kept = with_values(tree, labels, kept, shares, words)
    is_sentence = (features.counts.ended > 0) & (features.counts.links == 0)
    kept = with_whole_runs(tree, with_whole_lists(tree, kept, shares), shares, is_sentence)
    kept = with_heads_of_tables(tree, kept)
    is_line = (words > 0) & (features.counts.links < _LINKED)
    kept = with_first_lines(tree, features.kinds.series, kept, np.where(is_line, shares, 0.0))
    is_image, levels = features.column("tag_img") > 0, features.column("heading")
    kept = with_headings(kept, is_image, levels, shares)
    kept = with_standfirst(tree, kept, levels, np.where(is_sentence, shares, 0.0))
    sure = np.where(_has_text(levels, is_image), _SURE_EMPTIED_HEADING, _SURE_HEADING)
    texts = without_empty_headings(kept & ~is_image, levels, probabilities < sure)
    texts = without_emptied_lists(texts, tree, levels, features.counts)
    caption = tree.nearest(tree.tag == CODE["figcaption"])[tree.leaf]
    kept = with_images(texts | (kept & is_image), is_image, caption, levels == 1, words, unseen)
    return Choice(kept, threshold, choice.expected_f1)


def is_contentless(probabilities: NDArray[np.floating], words: NDArray[np.floating]) -> bool:
    """Return whether a page of many words has no content: few words are expected, none is likely.

    A page of few words is short rather than empty.
    """
    return bool(
        probabilities.max(initial=0.0) < _LIKELIEST
        and probabilities @ words < _FEWEST_WORDS
        and words.sum() >= _MANY_WORDS
    )


def nothing_of(features: BlockFeatures) -> Choice:
    """Return the choice of none of a page's blocks."""
    return Choice(np.zeros(len(features.counts.words), np.bool_), _CERTAIN_CUT, 0.0)


def _has_text(levels: NDArray[np.floating], is_image: Flags) -> Flags:
    """Return which headings are followed by something of their section, kept or not."""
    texts = np.flatnonzero(~is_image)
    following = np.append(levels[texts][1:], 1)
    followed = np.zeros(len(levels), np.bool_)
    followed[texts] = (following == 0) | (following > levels[texts])
    return followed


def with_headings(
    kept: Flags, is_image: Flags, levels: NDArray[np.floating], shares: NDArray[np.floating]
) -> Flags:
    """Return the kept blocks with the headings right above a text of their section that is kept.

    `shares` is how much each block has of the probability that it must have. The page's own
    heading has no text before it that is kept.
    """
    texts = np.flatnonzero(~is_image)
    own = levels[texts]
    following = np.append(own[1:], 1)
    heads = (own > 1) & ((following == 0) | (following > own)) & (shares[texts] >= _LIKELY_HEADING)
    heads &= np.cumsum(kept[texts]) > 0
    kept = kept.copy()
    for place in np.flatnonzero(heads & ~kept[texts])[::-1].tolist():
        kept[texts[place]] = kept[texts[place + 1]]
    return kept


def with_standfirst(
    tree: Containers, kept: Flags, levels: NDArray[np.floating], shares: NDArray[np.floating]
) -> Flags:
    """Return the kept blocks with the sentence under the page's one title, if text follows.

    `shares` is how much each block has of the probability that it must have, 0 of what is no
    sentence. Alone with the title in its header a sentence need not be likely.
    """
    titles = np.flatnonzero(levels == 1)
    if len(titles) != 1:
        return kept
    title, kept = int(titles[0]), kept.copy()
    header = int(tree.parent[tree.leaf[title]])
    is_pair = bool(_is_header(tree.tag[header])) and tree.end[header] - tree.start[header] == 2
    behind = slice(title + 1, title + 1 + _BEHIND_TITLE)
    likely = (shares[behind] >= _LIKELY_STANDFIRST) | (is_pair & (shares[behind] > 0))
    kept[behind] |= likely & kept[title + 1 :].any()
    return kept


def without_empty_headings(kept: Flags, levels: NDArray[np.floating], doubtful: Flags) -> Flags:
    """Return the kept blocks without doubtful headings that are followed by none of their section.

    `levels` is 0 for what is no heading. The last kept block stays, if it is the only one, and many
    headings of one level in a row are the titles of a list.
    """
    numbers = np.flatnonzero(kept)
    own = levels[numbers]
    following = np.append(own[1:], 1)  # the end of the page ends all sections
    empty = (own > 0) & (following > 0) & (following <= own) & doubtful[numbers]
    starts = np.flatnonzero(np.diff(own, prepend=-1))
    lengths = np.diff(starts, append=len(own))
    empty &= np.repeat(lengths < _TITLES, lengths)
    if empty.all():
        return kept
    fewer = kept.copy()
    fewer[numbers[empty]] = False
    return fewer


def without_emptied_lists(
    kept: Flags, tree: Containers, levels: NDArray[np.floating], counts: TextCounts
) -> Flags:
    """Return the kept blocks without headings of lists of links none of which are kept.

    "Contents" is one, and "Recommended stories". A list stands right behind its heading, which is
    short, and no link itself.
    """
    kept, is_label = kept.copy(), (counts.words <= _MOST_OF_LABEL) & (counts.links < _LINKED)
    some, linked = np.append(0, np.cumsum(kept)), np.append(0.0, np.cumsum(counts.links))
    lists = np.flatnonzero(_is_list(tree.tag) & (tree.start > 0))
    for start, end in zip(tree.start[lists].tolist(), tree.end[lists].tolist(), strict=True):
        is_of_links = linked[end] - linked[start] >= _LINKED * (end - start)
        if levels[start - 1] > 0 and is_of_links and some[end] == some[start]:
            kept[start - 1] &= not is_label[start - 1]
    return kept


def with_titles_of_boxes(kept: Flags, start: Rows, end: Rows, words: NDArray[np.floating]) -> Flags:
    """Return the kept blocks with the short ones that begin a box right before a kept one."""
    titles = start[end - start > 1]
    titles = titles[words[titles] <= _MOST_OF_LABEL]
    kept = kept.copy()
    kept[titles] |= kept[titles + 1]
    return kept


def with_values(
    tree: Containers, labels: Rows, kept: Flags, shares: NDArray[np.floating], words: Column
) -> Flags:
    """Return the kept blocks with the few words behind kept labels in the element around them.

    `shares` is how much each block has of the probability that it must have.
    """
    kept = kept.copy()
    for label in labels[tree.end[labels] - tree.start[labels] == 1].tolist():
        start, end = tree.end[label], tree.end[tree.wider[label]]
        is_first = tree.start[tree.wider[label]] == tree.start[label] and start < end
        if is_first and kept[start - 1] and words[start:end].sum() <= _MOST_OF_VALUE:
            kept[start:end] |= shares[start:end].mean() >= _LIKELY_VALUE
    return kept
