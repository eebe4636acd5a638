"""Choose the groups that are a page's list, and cut them into items."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.table import block_features
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags, are_headings
from pagesight.extract.records.fields.links import Span
from pagesight.extract.records.groups.boxes import (
    are_in_cart,
    are_questions,
    begin_with_tags,
    lead_to_links,
    repeats_of,
)
from pagesight.extract.records.groups.evidence import days_share, likely_share, open_with_dates
from pagesight.extract.records.groups.groups import TAG_WORDS, Repeat, groups_of
from pagesight.extract.records.groups.lone import (
    MOST_LEADING,
    lone_cells,
    lone_items,
    lone_pair,
    lone_posts,
    lone_rows,
    with_leading,
)
from pagesight.extract.records.groups.telling import names_meetings
from pagesight.extract.records.paging.pagination import turns_pages

_MOST_TELLING = 0.5  # share of sections with a link, a date or a price
_LEAST_PARAGRAPH = 20  # words; by hand
_MOST_OF_ITEM = 100  # words, the median of what is no section; by hand
_MOST_MARKED = 0.8  # share of long members with a linked heading or a date: they are items; by hand
_LONGEST_LIST = 5_000  # items: none for readers is longer, and each record takes its time
# Of groups that become records. Set by hand on WCXB dev's lists and the court lists.
_RELATIVE_SCORE = 0.3  # of the best group's score: lesser groups are something else
_HEADED_SCORE = 0.05  # the same where most members of both have linked headings
_DATED_SCORE = 1.5  # of links with dates, as above: less than text beside them will do
_WIDGET_WORDS = 4  # of a member in a side bar, on average: fewer are a choice
_MENU_WORDS = 6  # of a member in navigation, on average: more may be a headline
_MIN_LINKED = 0.5  # share of members with a link, for groups beside the best
_LINKED = 0.8  # share of members with a link, for one of unlikely blocks
_MOST_WORDS = 300  # of a member, on average: more is a part of the page
_DROPPED_WORDS = 100  # of a member that labelers dropped, on average: no more is an item
_SCHEDULED = 0.6  # share of members that begin with a date, of what is in other text
_HEADED = 0.5  # share of members with a linked heading, which are posts however long
_LIKELY_SHARE = 0.5  # of a group's members, which may be content


def find_groups(document: Document, likely: Flags) -> Sequence[Repeat]:
    """Return the groups that are the page's list, the best first; none if nothing repeats.

    `likely` says which blocks may be content, (blocks,); groups outside it are left out, unless
    nothing but such groups repeats.
    """
    groups = _list_groups(document, likely) if document.blocks else ()
    first = min(groups, key=lambda each: each.start[0], default=None)
    return [with_leading(document, each) if each is first else each for each in groups]


def _list_groups(document: Document, likely: Flags) -> Sequence[Repeat]:
    repeats = document.once(repeats_of)
    chosen = _chosen(document, repeats, likely)
    if not chosen or _are_paragraphs(chosen[0]):
        chosen = _schedule(document, repeats) or chosen
    if chosen and _has_days(document, chosen[0]):
        chosen = [_days_of(document, chosen[0]), *chosen[1:]]
    if chosen and (chosen[0].is_rows or chosen[0].dated >= _HEADED):
        return _posts_beside(document, chosen[0]) or chosen
    if rows := lone_rows(document):
        return rows
    is_none = _are_no_posts(chosen)
    may_be_text = is_none or max(chosen[0].headed, chosen[0].priced) < _MOST_TELLING
    posts = lone_posts(document) if may_be_text else ()
    if posts and (is_none or _are_in(chosen[0], posts[0]) or _say_more(posts[0], chosen[0])):
        return posts
    is_aside = bool(chosen) and chosen[0].in_furniture and chosen[0].headed < _HEADED
    goods = lone_items(document) if may_be_text else ()
    if goods and (is_none or _are_in(goods[0], chosen[0])):
        return goods
    if chosen and not (_are_choices(chosen[0]) or is_aside):
        return chosen
    pair = lone_pair(document)
    if is_aside and not _are_choices(chosen[0]):
        return pair or chosen
    priced = [each for each in pair if each.priced == 1]
    return lone_items(document) or priced or chosen or pair or lone_cells(document)


def _posts_beside(document: Document, repeat: Repeat) -> Sequence[Repeat]:
    """Return the two posts or more that say more than a group in a side bar: of recent posts; or
    the members as posts, if others that are set otherwise come before them.
    """
    if repeat.is_rows and not repeat.in_furniture:
        return ()
    posts = lone_posts(document)
    if not posts or len(posts[0]) < 2:
        return ()
    if repeat.in_furniture:
        return posts if posts[0].words > repeat.words else ()
    before = len(posts[0]) - len(repeat)
    if not 0 < before <= MOST_LEADING:
        return ()
    start, end = posts[0].start, posts[0].end
    within = (start[before:] <= repeat.start) & (repeat.end <= end[before:])
    if not within.all():
        return ()
    return [replace(repeat, start=start, end=end, has_heading=posts[0].has_heading)]


def _say_more(posts: Repeat, repeat: Repeat) -> bool:
    """Return whether two posts or more are the list rather than a group without them, or of which
    one member holds all of them: a ticker, or the head, the middle and the foot of a page.
    """
    if len(posts) == 1:
        return False
    holders = np.searchsorted(repeat.start, [posts.start[0], posts.end[-1] - 1], "right") - 1
    in_one = 0 <= holders[0] == holders[1] and posts.end[-1] <= repeat.end[holders[0]]
    is_short = repeat.words <= _MENU_WORDS * len(repeat)
    return bool(in_one or (is_short and posts.words > repeat.words))


def _schedule(document: Document, repeats: Sequence[Repeat]) -> list[Repeat]:
    """Return the groups of lines that begin with a date, or the best one within other text.

    As where the dates of meetings are paragraphs among others. What a widget holds is a schedule
    where the page says that it lists meetings.
    """
    days = [each for each in repeats if _are_days(document, each)]
    if outside := [each for each in days if not each.in_furniture]:
        return outside
    if days and names_meetings(document, int(days[0].start[0])):
        return days
    others = [each for each in document.once(groups_of) if not each.in_furniture]
    days_within = [each for each in others if _are_days(document, each)]
    return sorted(days_within, key=lambda each: -each.score)[:1]


def _are_days(document: Document, repeat: Repeat) -> bool:
    """Return whether most of the members begin with a date, outside navigation."""
    if repeat.in_navigation or repeat.dated < _SCHEDULED:
        return False
    return days_share(document.cuts.texts, repeat) >= _SCHEDULED


def _has_days(document: Document, repeat: Repeat) -> bool:
    """Return whether most of the members are lines that begin with a date, without links."""
    is_text = max(repeat.linked, repeat.priced) < _MIN_LINKED and not repeat.is_rows
    return is_text and _are_days(document, repeat)


def _days_of(document: Document, repeat: Repeat) -> Repeat:
    """Return the members that begin with a date."""
    own = open_with_dates(document.cuts.texts, repeat)
    return replace(
        repeat, start=repeat.start[own], end=repeat.end[own], has_heading=repeat.has_heading[own]
    )


def _are_no_posts(chosen: Sequence[Repeat]) -> bool:
    """Return whether what was chosen is a menu, or paragraphs that may be those of a few posts."""
    if not chosen or chosen[0].in_navigation or chosen[0].in_furniture:
        return True
    return _are_paragraphs(chosen[0])


def _are_in(repeat: Repeat, posts: Repeat) -> bool:
    """Return whether the members are parts of posts, other than a list of links in the only one."""
    if len(posts) == 1 and repeat.linked >= _LINKED:
        return False
    at = np.searchsorted(posts.start, repeat.start, "right") - 1
    return bool(((at >= 0) & (repeat.end <= posts.end[at])).all())


def items_of(
    document: Document, groups: Sequence[Repeat], most: int = _LONGEST_LIST
) -> Sequence[Span]:
    """Return the blocks of each item of the groups, in document order."""
    spans = sorted(span for repeat in groups for span in repeat.spans())[:most]
    texts = [(span, _said(document, span)) for span in spans]
    return [span for span, text in texts if text is not None and not turns_pages(text)]


def are_untold(groups: Sequence[Repeat]) -> bool:
    """Return whether few members of the best group have a link, a date or a price."""
    return bool(groups) and _are_paragraphs(groups[0])


def are_prose(document: Document, repeat: Repeat) -> bool:
    """Return whether most of the members are paragraphs: a block of sentences each, of no day."""
    counts = document.once(block_features).counts
    alone = repeat.end - repeat.start == 1
    prose = (counts.prose[repeat.start] > 0) & (counts.words[repeat.start] >= _LEAST_PARAGRAPH)
    return repeat.dated < _MOST_TELLING and bool((alone & prose).mean() > _MOST_TELLING)


def are_sections(document: Document, repeat: Repeat) -> bool:
    """Return whether the members are sections of a text: long, or each a heading beside others.

    Long ones have no headings that are links, as posts have, and not all of them a date; those that
    begin with headings have few links, dates or prices. Cards of a list are in an element each.
    """
    if repeat.is_rows:
        return False
    words = document.once(block_features).counts.words
    is_long = np.median(sums_between(words, repeat.start, repeat.end)) > _MOST_OF_ITEM
    if is_long and max(repeat.headed, repeat.dated) < _MOST_MARKED:
        return True
    if max(repeat.linked, repeat.dated, repeat.priced) >= _MOST_TELLING:
        return False
    elements = document.elements
    rows = elements.block[document.cuts.element[repeat.start]]
    if not are_headings(elements.tag[rows]).all():
        return False
    return len(np.unique(elements.parent[rows])) == 1


def _said(document: Document, span: Span) -> str | None:
    """Return the text of an item; None if none of it is seen."""
    texts, unseen = document.cuts.texts, document.cuts.unseen
    seen = [texts[number] for number in range(*span) if not unseen[number]]
    return "\n".join(filter(None, seen)) if seen else None


def _chosen(document: Document, repeats: Sequence[Repeat], likely: Flags) -> list[Repeat]:
    """Return the group that is the page's list, and those that go on with it."""
    content = [repeat for repeat in repeats if likely_share(repeat, likely) >= _LIKELY_SHARE]
    ranked = sorted(
        content,
        key=lambda each: (
            each.in_navigation,
            are_in_cart(document, each),
            _is_layout(each),
            _are_tags(each),
            _are_paragraphs(each),
            are_questions(document, each),
            _are_choices(each),
        ),
    )
    if ranked and (_is_menu(ranked[0]) or _is_aside(document, ranked[0])):
        ranked = []
    linked = (
        each for each in repeats if each.linked >= _LINKED and not are_questions(document, each)
    )
    outside = next((each for each in linked if not each.in_navigation), None)
    if outside and ranked and _overrules(outside, ranked[0]):
        ranked = [outside]
    ranked = ranked or [each for each in repeats[:1] if not (_is_menu(each) or _is_widget(each))]
    best, further = ranked[:1], ranked[1:]
    for each in repeats if best else ():  # titles alone may go on with posts, likely or not
        is_likely = likely_share(each, likely) >= _LIKELY_SHARE
        if not (is_likely or begin_with_tags(document, each)) and _are_headed(each, ranked[0]):
            further.append(each)
    own = [
        each for each in further if each is not ranked[0] and _goes_on(document, each, ranked[0])
    ]
    return [*best, *(each for each in own if not are_in_cart(document, each))]


def _overrules(repeat: Repeat, likely: Repeat) -> bool:
    """Return whether a group is the page's list, though unlikely: the likely one is far less.

    Labelers may drop a whole list and keep a few lines around it. Below heads of columns, and of
    links with dates beside lines that lack either, less will do: those are lists.
    """
    is_short = repeat.is_rows or repeat.words <= _DROPPED_WORDS * len(repeat)
    is_list = repeat is not likely and is_short
    is_dated = min(repeat.linked, repeat.dated) >= _LINKED > min(likely.linked, likely.dated)
    share = 1.0 if repeat.under_heads else _RELATIVE_SCORE
    share = _DATED_SCORE if is_dated and not repeat.in_furniture else share
    return is_list and likely.score < share * repeat.score


def _is_layout(repeat: Repeat) -> bool:
    """Return whether the members are too long for items: parts of the page, without headings."""
    if repeat.is_rows or repeat.headed >= _HEADED:
        return False
    return repeat.words > _MOST_WORDS * len(repeat)


def _are_paragraphs(repeat: Repeat) -> bool:
    """Return whether few of the members have a link, a date or a price: text rather than items."""
    return max(repeat.linked, repeat.dated, repeat.priced) < _MIN_LINKED


def _are_tags(repeat: Repeat) -> bool:
    """Return whether the members are too short for titles."""
    return repeat.words < TAG_WORDS * len(repeat)


def _is_widget(repeat: Repeat) -> bool:
    """Return whether the members are choices in a side bar."""
    return repeat.in_furniture and _are_choices(repeat)


def _is_aside(document: Document, repeat: Repeat) -> bool:
    """Return whether the members are choices in a side bar, and there is more beside them."""
    words = document.once(block_features).counts.words.sum()
    return _is_widget(repeat) and repeat.words < words / 2


def _is_menu(repeat: Repeat) -> bool:
    """Return whether the members are links of a menu, or a footer's text: no dates or prices."""
    if not repeat.in_navigation or max(repeat.dated, repeat.priced) >= _HEADED:
        return False
    is_short = repeat.words <= _MENU_WORDS * len(repeat)
    return repeat.linked < _LINKED or (is_short and not max(repeat.dated, repeat.priced))


def _are_choices(repeat: Repeat) -> bool:
    """Return whether the members may be choices, as of filters: short, without dates or prices."""
    is_short = repeat.words < _WIDGET_WORDS * len(repeat)
    return is_short and max(repeat.dated, repeat.priced) < _HEADED


def _are_dated(repeat: Repeat, best: Repeat) -> bool:
    """Return whether the members of both groups say when: of both they are as likely items."""
    return min(repeat.dated, best.dated) >= _MIN_LINKED


def _goes_on(document: Document, repeat: Repeat, best: Repeat) -> bool:
    """Return whether the items of a lesser group belong beside those of the best."""
    if repeat.in_navigation or (repeat.in_furniture and not best.in_furniture):
        return False
    if repeat.linked < _MIN_LINKED and not _are_dated(repeat, best):
        return False
    if _is_layout(repeat):
        return False
    if best.priced >= _LINKED and not repeat.priced:  # filters and offers, beside goods
        return False
    if best.headed >= _LINKED and lead_to_links(document, repeat):
        return False
    # Names beside a table of figures alone are parts of the same items.
    if best.under_heads and not repeat.under_heads and repeat.linked <= best.linked:
        return False
    if _are_tags(repeat) and not _are_tags(best):
        return False
    least = _HEADED_SCORE if _are_headed(repeat, best) else _RELATIVE_SCORE
    return repeat.score >= least * best.score


def _are_headed(repeat: Repeat, best: Repeat) -> bool:
    """Return whether the members of both groups have linked headings: likely or not, all are."""
    return min(repeat.headed, best.headed) >= _MOST_MARKED
