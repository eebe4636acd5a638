"""Find what the authors of posts wrote, apart from what the page says beside it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.page.walk import LINE_BREAK
from pagesight.extract.records.posts.marks import BylineCandidates
from pagesight.extract.records.posts.spans import Span

_is_signature = re.compile(r"signature|(?:^|[\s_-])sig(?:$|[\s_-])", re.I).search
_is_beside = re.compile(
    r"[\s_-](?:likes?|reactions?|thanks|edited|lastedit\w*|buttons?|btn|toolbar|controls?"
    r"|actions?|share|report|avatar|user-?info|author|profile|rating|votes?|badges?|menu|tools?"
    r"|flag|postfoot|footer|attachments?|permalink|ads?|advert\w*|promo)(?:$|[\s_-])",
    re.I,
).search
_names_body = re.compile(
    r"content|message|post-?body|postbody|post-?text|body|text|entry|cooked|comment-?body"
).search
_numbers = re.compile(r"\d[\d.,]*").sub
_BESIDE_TAGS = frozenset({CODE["button"], CODE["select"], CODE["nav"]})
_COMMON_CHARS = 120  # of what is said beside many posts: "Reply", "Joined:"
_LABELLED_CHARS = 40  # of what a label heads; by hand
_COMMON_SHARE = 0.5  # of the posts
_MOST_OF_LINE = 0.5  # of its characters; what is common in a longer one is a part of a sentence
_NAMED_BODY = 1.15  # weight of what is called a body
_IN_PIECES = 0.7  # weight of paragraphs, and of all that stands between the marks of a post
_FEW = 1.5  # elements of a kind in a post: more are pieces of a body
_LEAST_SHARE = 0.5  # of the posts that have a body of one kind

Stretch = tuple[int, int]  # the first and one past the last of some texts


@dataclass(slots=True)
class _BodyCandidate:
    """What may be the bodies: the stretches of text of each post, and the characters in them."""

    stretches: dict[int, list[Stretch]] = field(default_factory=lambda: defaultdict(list))
    chars: float = 0.0
    weight: float = 1.0

    def worth(self, posts: int) -> float:
        """Return how much of what counts is in it; less if many posts have none of the kind."""
        coverage = len(self.stretches) / posts
        return self.chars * self.weight * (1 if coverage >= _LEAST_SHARE else coverage)


@dataclass(frozen=True, slots=True)
class Bodies:
    """For each text of the page the post whose body it is of, -1 if none's; bodies of one kind."""

    piece: Rows  # (texts,)
    usual: frozenset[int]  # the posts that have a body of the kind that most have


def bodies(
    document: Document, extents: TextSpans, marks: BylineCandidates, spans: Sequence[Span]
) -> Bodies:
    """Return what of the page is the posts' bodies."""
    rows = [extents.rows(span.first, span.last) for span in spans]
    ends: list[int] = document.elements.end.tolist()
    beside = _beside(document, extents, marks, spans, rows) | _common(document, extents, spans)
    sizes = np.array(extents.sizes)
    counted: list[int] = [0, *np.cumsum(~beside * sizes).tolist()]
    by_name: dict[str, _BodyCandidate] = defaultdict(_BodyCandidate)
    for number, span in enumerate(spans):
        for name, stretch in _candidates(span, rows[number], ends, extents, marks):
            first, last = stretch
            kept = counted[last] - counted[first]
            candidate = by_name[name]
            candidate.stretches[number].append(stretch)
            candidate.chars += 2 * kept - extents.chars(first, last)
    for name, candidate in by_name.items():
        several = sum(map(len, candidate.stretches.values())) > _FEW * len(candidate.stretches)
        in_pieces = several or name.startswith("#")
        candidate.weight = _IN_PIECES if in_pieces else _NAMED_BODY if _names_body(name) else 1.0
    ranked = sorted(by_name.items(), key=lambda item: -item[1].worth(len(spans)))
    piece = np.full(len(sizes), -1)
    for number in range(len(spans)):
        own = next(candidate for _, candidate in ranked if number in candidate.stretches)
        for first, last in own.stretches[number]:
            piece[first:last] = number
    piece[beside] = -1
    return Bodies(piece, frozenset(ranked[0][1].stretches))


def _candidates(
    span: Span,
    rows: Sequence[int],
    ends: Sequence[int],
    extents: TextSpans,
    marks: BylineCandidates,
) -> Iterator[tuple[str, Stretch]]:
    """Yield the texts of a post that may be its body, by what the element is called, or by place.

    Of elements called alike in one another only the outermost counts; none holds date or author.
    `ends` says where each element of the page ends.
    """
    marks_of = [mark for mark in (span.date, span.author) if mark]
    shown = [mark for mark in marks_of if extents.start[mark.row] < extents.end[mark.row]]
    outer: dict[str, int] = {}
    for row in rows:
        if any(row <= mark.row < ends[row] for mark in marks_of):
            continue
        name = marks.kinds[row]
        if row >= outer.get(name, 0):
            outer[name] = ends[row]
            yield name, (extents.start[row], extents.end[row])
    marked = sorted({mark.text for mark in shown})
    for number, (before, after) in enumerate(pairwise((span.first - 1, *marked, span.last))):
        yield f"#{number}", (before + 1, after)


def _common(document: Document, extents: TextSpans, spans: Sequence[Span]) -> Flags:
    """Return which texts are short and said in most of the posts: no names in a sentence."""
    texts = list(map(cache(_without_value), document.texts.strings))
    counts: Counter[str] = Counter()
    for span in spans:
        counts.update(set(texts[span.first : span.last]))
    most = max(2, _COMMON_SHARE * len(spans))
    repeated = {
        text for text, count in counts.items() if count > most and len(text) <= _COMMON_CHARS
    }
    common = np.fromiter(map(repeated.__contains__, texts), np.bool_, len(texts))
    return common & (_share_of_line(document, extents, common) >= _MOST_OF_LINE)


def _share_of_line(document: Document, extents: TextSpans, among: Flags) -> NDArray[np.float64]:
    """Return for each text which share of the characters of its line is in texts among those."""
    breaks = map(LINE_BREAK.__eq__, document.texts.strings)
    opens = np.fromiter(breaks, np.bool_, len(among))
    opens[document.cuts.start] = True
    line, sizes = np.cumsum(opens), np.array(extents.sizes)
    share = np.bincount(line, sizes * among) / np.maximum(np.bincount(line, sizes), 1)
    return np.asarray(share[line])


def _without_value(text: str) -> str:
    """Return a text without its number, or without what follows a label: "Joined: 3 May"."""
    bare = text.strip()
    label, colon, _ = bare.partition(":")
    if colon and len(bare) <= _LABELLED_CHARS:
        return label + colon
    return _numbers("#", bare) if len(bare) <= _LABELLED_CHARS else bare


def _beside(
    document: Document,
    extents: TextSpans,
    marks: BylineCandidates,
    spans: Sequence[Span],
    rows: Sequence[Sequence[int]],
) -> Flags:
    """Return which texts are hidden, or in elements called a signature, buttons, actions."""
    classes, ids, texts = document.elements.classes, document.elements.ids, document.texts
    names_signature, names_beside = cache(_is_signature), cache(_is_beside)
    beside = np.asarray(document.hider[texts.holder] >= 0)
    for span, inside in zip(spans, rows, strict=True):
        most = extents.chars(span.first, span.last) / 2
        for row in inside:
            called = f" {classes[row]} {ids[row]}"
            if names_signature(called) or (
                (marks.tags[row] in _BESIDE_TAGS or names_beside(called)) and extents.of(row) < most
            ):
                beside[extents.start[row] : extents.end[row]] = True
    return beside
