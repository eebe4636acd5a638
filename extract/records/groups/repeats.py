"""Choose, of the groups of alike elements on a page, those that are its lists of items."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from pagesight.extract.features.table import block_features
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Rows
from pagesight.extract.records.fields.item_title import names_something
from pagesight.extract.records.fields.links import link_in
from pagesight.extract.records.groups.evidence import lead_to_jobs
from pagesight.extract.records.groups.groups import Repeat, groups_of, is_layout
from pagesight.extract.records.groups.telling import first_text, opens_with_date

_MOST_COLUMNS = 6  # of an item
_MOST_TIMES = 3  # that a card says its name
_LABELLED = 0.8  # share of the members with a label that other items have too, for parts of items
_MOST_LABEL = 40  # characters
_MOST_NAME = 200  # characters that are read
_HALF = 0.5  # of the members; by hand
_MOST_OF_ONE = 0.3  # share of the words of all items that one of them has; by hand
_MOST_OF_CARD = 60  # words of what was found by a search; by hand
_MANY = 3  # times as many items as links in one of them; by hand
_NEARLY_ALL = 0.9  # of the members, or of the words of the outer ones; by hand
_MOST_READ = 60  # members whose links are read
_FEWEST_CARDS = 4  # fewer may be parts of the layout; by hand, as the next
_LEAST_PARAGRAPH, _MANY_TEXTS = 20, 0.4  # words; share of the members
_names_paper = re.compile(
    r"\b(?:agendas?|minutes|video|audio|recording|packets?|handouts?|transcript|presentations?"
    r"|materials|tagesordnung|protokoll|niederschrift|ordre du jour|procès-verbal|compte rendu"
    r"|orden del día|actas?|ordine del giorno|verbale)\b",
    re.I,
).search
_nests = re.compile(r"/li(?:\[\d+\])?/[uo]l(?:\[\d+\])?/li(?:\[\d+\])?(?:/a(?:\[\d+\])?)?$").search
_split_label = re.compile(r"([^\W\d][^:：\n]{0,38}?)\s*[:：](?=\s|$)").match
# Which of two groups in one another holds the items. Set by hand on WCXB dev.
_INNER_COVER = 0.55  # inner items that hold this share of the outer ones' words win
_LAYOUT_COVER = 0.15  # the same of items that are all in one member
_NAMED_COVER = 0.75  # the same of items that all have a linked heading and a price; by hand
_DAYS_COVER = 0.8  # the same of items of which few sections have more than one
_INNER_LINKED = 0.8  # if more than this share of them have a link
_INNER_SHARE = 0.9  # of paragraphs, which lie in posts
_HEADED = 0.8  # share of members with a linked heading: they are items, as posts are
_SECTION_WORDS = 100  # of a member, on average: more is a section of a text
_LEAST_DISTINCT = 0.3  # of items: headings, or first texts that differ


def find_repeats(document: Document) -> tuple[Repeat, ...]:
    """Return the groups of the page that do not overlap, best first; of equals the outermost."""
    groups = sorted(document.once(groups_of), key=lambda repeat: -repeat.score)
    texts = document.cuts.texts
    taken = bytearray(len(texts))
    chosen: list[Repeat] = []
    for repeat in groups:
        if _touches(repeat, taken) or is_layout(document, repeat):
            continue
        repeat = _innermost(document, _posts(repeat, groups, texts), groups)
        if _touches(repeat, taken):
            continue
        chosen.append(repeat)
        for start, end in repeat.spans():
            taken[start:end] = b"\1" * (end - start)
    return tuple(chosen)


def _touches(repeat: Repeat, taken: bytearray) -> bool:
    return any(taken.find(1, start, end) >= 0 for start, end in repeat.spans())


def _posts(inner: Repeat, groups: Sequence[Repeat], texts: Sequence[str]) -> Repeat:
    """Return the posts that the paragraphs or columns `inner` are in, if they are.

    Each post has a linked heading. In full on one page, a few hold many paragraphs.
    """
    are_paragraphs = inner.linked <= _INNER_LINKED or _are_text(inner)
    for outer in groups:
        if len(outer) >= len(inner):
            continue
        if outer.is_rows and _name_by_turns(inner, outer, texts):  # its cells: one has the buttons
            return outer
        if outer.headed < _HEADED:
            continue
        if are_paragraphs and _inside(inner, outer) >= _INNER_SHARE:
            return outer
        if not are_paragraphs and (
            _are_columns(inner, outer)
            or _name_by_turns(inner, outer, texts)
            or _are_views(inner, outer, texts)
        ):
            return outer
    return inner


def _innermost(document: Document, outer: Repeat, groups: Sequence[Repeat]) -> Repeat:
    """Return the items inside `outer` where its members are sections, or parts of the layout."""
    texts = document.cuts.texts
    for inner in groups:
        if max(inner.linked, inner.dated, inner.priced) <= _INNER_LINKED:
            continue
        if inner is outer or not _spans(outer, inner) or _inside(inner, outer) < 1:
            continue
        if _are_views(inner, outer, texts):
            continue
        if _are_goods(document, inner, outer):
            return _innermost(document, inner, groups)
        if _are_texts_of(document, inner, outer):
            continue
        if _lack_what_cards_have(inner, outer):
            continue
        if _are_parts(inner, outer, texts) or _are_papers(inner, outer, texts):
            continue
        tells = max(inner.linked, inner.priced) > _INNER_LINKED
        is_section = tells and _are_sections(outer, inner, texts)
        is_section = is_section and not _lead_to_one(document, inner, outer)
        if is_section or _is_layout(document, outer, inner) or _are_cells(outer, inner):
            return _innermost(document, inner, groups)
    return outer


def _are_goods(document: Document, inner: Repeat, outer: Repeat) -> bool:
    """Return whether the inner members are goods on shelves: nearly all that the outer ones say.

    Each has a link and a price, though all may be named alike; with linked headings less will do.
    Or they are a department's jobs.
    """
    if outer.is_rows or len(inner) <= len(outer) or inner.words < _INNER_COVER * outer.words:
        return False
    is_shelf = len(inner) >= 2 * len(outer) and inner.words > _NEARLY_ALL * outer.words
    is_named = inner.headed > _NEARLY_ALL and inner.words > _NAMED_COVER * outer.words
    are_priced = min(inner.linked, inner.priced) > _NEARLY_ALL
    return (are_priced and (is_shelf or is_named)) or lead_to_jobs(document, inner)


def _are_texts_of(document: Document, inner: Repeat, outer: Repeat) -> bool:
    """Return whether the inner members are the paragraphs of cards, of which most have some.

    A paragraph is a long block that does not begin with a link, or is one in full, or is in a card
    that has a name first and a date. Below dates alone are items.
    """
    if len(outer) < _FEWEST_CARDS or inner.dated > _HALF:
        return False
    holders = len(np.unique(_within(inner, outer)))
    firsts = [first_text(document.cuts.texts, span) for span in outer.spans()[:_MOST_READ]]
    days = sum(map(opens_with_date, firsts))
    are_dated = outer.dated > _NEARLY_ALL and not days
    if (
        days > _HALF * len(firsts)
        or holders < _NEARLY_ALL * len(outer)
        or (len(inner) >= 2 * len(outer) and not are_dated)
    ):
        return False
    spans = inner.spans()[:_MOST_READ]
    blocks = [document.blocks[start] for start, end in spans if end == start + 1]
    long = [block for block in blocks if len(block.text.split()) >= _LEAST_PARAGRAPH]
    texts = sum(
        are_dated or block.markdown[:1] != "[" or block.link_chars >= _NEARLY_ALL * len(block.text)
        for block in long
    )
    return texts >= _MANY_TEXTS * len(spans)


def _lack_what_cards_have(inner: Repeat, outer: Repeat) -> bool:
    """Return whether the outer members are cards: each has a price, or as a post a linked heading.

    The inner ones, such as brand and name, have no price; those of a post are sections of its text.
    """
    if outer.priced > _NEARLY_ALL and inner.priced < _HALF:
        return True
    return outer.headed >= _HEADED and _are_text(inner)


def _are_text(repeat: Repeat) -> bool:
    """Return whether the members are long, as sections of a text are, without linked headings."""
    return repeat.words > _SECTION_WORDS * len(repeat) and repeat.headed < _HALF


def _is_layout(document: Document, outer: Repeat, inner: Repeat) -> bool:
    """Return whether one outer member holds all inner ones: it is a part of the page's layout.

    Of many items with linked headings one may hold a few links: pages of a site that was found.
    Nor is a message whose answers a list in its item holds.
    """
    holders = np.unique(_within(inner, outer))
    if len(holders) > 1:
        return False
    if inner.linked <= _INNER_LINKED:
        return max(outer.dated, outer.headed) < _HALF and not outer.is_rows
    words = document.once(block_features).counts.words
    holder = words[outer.start[holders[0]] : outer.end[holders[0]]].sum()
    are_many = len(outer) >= _MANY * len(inner) or (
        len(outer) > len(inner)
        and holder < _MOST_OF_ONE * outer.words
        and outer.words <= _MOST_OF_CARD * len(outer)
    )
    are_items = outer.headed >= _HEADED and are_many
    are_short = outer.words <= _MOST_OF_CARD * len(outer)
    path = document.blocks[int(inner.start[0])].path
    are_items |= outer.linked == 1 and are_short and bool(_nests(path))
    return not are_items and inner.words >= _LAYOUT_COVER * outer.words


def _are_cells(outer: Repeat, inner: Repeat) -> bool:
    """Return whether the outer members are rows of a grid, and each of their cells is an item."""
    if not outer.is_rows or outer.under_heads or len(inner) < 2 * len(outer):
        return False
    if inner.priced > _NEARLY_ALL and inner.words > _NEARLY_ALL * outer.words:
        return inner.distinct > _NEARLY_ALL
    return min(inner.linked, inner.dated, inner.distinct) > _NEARLY_ALL


def _are_sections(outer: Repeat, inner: Repeat, texts: Sequence[str]) -> bool:
    """Return whether the outer members are sections, and the inner ones their items."""
    return (
        not outer.is_rows
        and inner.words >= _INNER_COVER * outer.words
        and max(inner.headed, inner.distinct) > _LEAST_DISTINCT
        and (len(inner) >= 2 * len(outer) or _are_days(outer, inner, texts))
        and not _are_columns(inner, outer)
    )


def _are_days(outer: Repeat, inner: Repeat, texts: Sequence[str]) -> bool:
    """Return whether the outer members say little but the inner ones, most of them one each.

    As where the items of a day stand under its date; else no outer ones have linked headings.
    """
    if inner.words < _DAYS_COVER * outer.words or len(inner) <= len(outer):
        return False
    dated = (opens_with_date(first_text(texts, span)) for span in outer.spans())
    return outer.headed < _HEADED or sum(dated) > _HALF * len(outer)


def _are_parts(inner: Repeat, outer: Repeat, texts: Sequence[str]) -> bool:
    """Return whether the inner members are parts of the outer ones: named twice, or labelled alike.

    A card says its name over its picture and again beside its price, or has a line for each label,
    or one for the name and one for the price.
    """
    within, firsts = _within(inner, outer), [first_text(texts, span) for span in inner.spans()]
    if _name_by_turns(inner, outer, texts):
        return True
    named = Counter(zip(within.tolist(), firsts, strict=True))
    again = sum(times > 1 and bool(text) for (_, text), times in named.items())
    if len(inner) <= _MOST_TIMES * len(outer) and again >= len(outer) / 2:
        return True
    openings = ["" if opens_with_date(text) else text[:_MOST_LABEL] for text in firsts]
    labels = [label[1] if (label := _split_label(text)) else "" for text in openings]
    holders = Counter(label for _, label in {*zip(within.tolist(), labels, strict=True)})
    usual = {label for label, times in holders.items() if label and times >= len(outer) / 2}
    if outer.headed >= _HEADED and len({*labels}) <= len(labels) / _MANY:  # director, directors
        usual = {*labels} - {""}
    labelled = np.array([label in usual for label in labels])
    columns, rest = divmod(len(inner), len(outer))
    if not rest and columns > 1 and _are_spread(inner, outer, columns):
        labelled = labelled.reshape(-1, columns)  # a line of labels below each title
    return bool(labelled.mean(axis=0).max() >= _LABELLED)


def _lead_to_one(document: Document, inner: Repeat, outer: Repeat) -> bool:
    """Return whether the inner members in each outer one lead to one address: parts of one item."""
    held: dict[int, list[tuple[int, int]]] = {}
    spans = inner.spans()[:_MOST_READ]
    for holder, span in zip(_within(inner, outer).tolist(), spans, strict=False):
        held.setdefault(holder, []).append(span)
    several = [own for own in held.values() if len(own) > 1]
    if len(several) <= _NEARLY_ALL * len(held):
        return False
    linked = ([map(link_in, document.blocks[slice(*span)]) for span in own] for own in several)
    places = [{next(filter(None, links), "") for links in own} for own in linked]
    return sum(len(own) == 1 and own != {""} for own in places) > _NEARLY_ALL * len(held)


def _are_papers(inner: Repeat, outer: Repeat, texts: Sequence[str]) -> bool:
    """Return whether the inner members are the papers of meetings, of which the outer say when."""
    if outer.dated < _NEARLY_ALL or inner.dated > _HALF:
        return False
    holders = {
        holder
        for holder, span in zip(_within(inner, outer).tolist(), inner.spans(), strict=True)
        if _names_paper(first_text(texts, span)[:_MOST_NAME])
    }
    return len(holders - {-1}) >= _HALF * len(outer)


def _name_by_turns(inner: Repeat, outer: Repeat, texts: Sequence[str]) -> bool:
    """Return whether, of the inner members in each outer one, always the same ones name nothing.

    Neither do those that say the same in each. What all have a link and a date are items.
    """
    columns, rest = divmod(len(inner), len(outer))
    if rest or not 1 < columns <= _MOST_COLUMNS or min(inner.linked, inner.dated) == 1:
        return False
    if not _are_spread(inner, outer, columns):
        return False
    firsts = [first_text(texts, span)[:_MOST_NAME] for span in inner.spans()]
    names = np.array([names_something(text) for text in firsts])
    by_place = names.reshape(-1, columns).mean(axis=0)
    variety = [len({*firsts[place::columns]}) / len(outer) for place in range(columns)]
    return bool(max(np.ptp(by_place), np.ptp(variety)) > _LABELLED)


def _spans(outer: Repeat, inner: Repeat) -> bool:
    return bool(outer.start[0] <= inner.start[0] and inner.end[-1] <= outer.end[-1])


def _within(inner: Repeat, outer: Repeat) -> Rows:
    """Return the number of the outer member that each inner one lies in, -1 if in none."""
    at = np.searchsorted(outer.start, inner.start, "right") - 1
    return np.where((at >= 0) & (inner.end <= outer.end[at]), at, -1)


def _inside(inner: Repeat, outer: Repeat) -> float:
    """Return the share of the inner members that lie in outer ones."""
    return float((_within(inner, outer) >= 0).mean())


def _are_views(inner: Repeat, outer: Repeat, texts: Sequence[str]) -> bool:
    """Return whether each outer member shows one item in two ways, as in a grid and as in a list.

    Both say what few others do.
    """
    if len(inner) != 2 * len(outer) or not _are_spread(inner, outer, 2):
        return False
    texts_of = [{text for text in texts[slice(*span)] if text} for span in inner.spans()]
    times = Counter(text for own in texts_of for text in own)
    shared = (one & other for one, other in zip(texts_of[::2], texts_of[1::2], strict=True))
    shown_twice = sum(any(times[text] < _HALF * len(texts_of) for text in both) for both in shared)
    return shown_twice > _NEARLY_ALL * len(outer)


def _are_columns(inner: Repeat, outer: Repeat) -> bool:
    """Return whether the inner members are parts of the outer ones: first a date, then a title.

    Then each outer one has as many, and a place among them that has the heading.
    """
    columns, rest = divmod(len(inner), len(outer))
    if rest or columns > _MOST_COLUMNS or not _are_spread(inner, outer, columns):
        return False
    by_place = inner.has_heading.reshape(-1, columns).mean(axis=0)
    return bool(np.ptp(by_place) > 0.5)


def _are_spread(inner: Repeat, outer: Repeat, columns: int) -> bool:
    """Return whether each outer member holds so many of the inner ones."""
    within = _within(inner, outer)
    return bool((within >= 0).all() and (np.bincount(within) == columns).all())
