"""Images that are kept for the text around them, and the captions that belong to them.

What an image shows has no words that a labeler could judge it by.
"""

import re

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, CODE
from pagesight.extract.page.elements import Elements, Flags, Rows, tag_mask
from pagesight.extract.page.inline.inline import note_label

_MOST_BETWEEN = 2  # short texts between an image and the kept text on one of its sides
_MOST_LINKED = 0.5  # of the characters of a text that an image may stand at
_MOST_WORDS = 20  # of such a text: who took the picture, a caption
_MOST_IN_ROW = 3  # images beside such a text: more are swatches, logos, galleries
_names_caption = re.compile(r"caption|credit|(?:^|[\s_-])legend", re.I).search
_MOST_AROUND = 3  # elements around a caption that may be named so
_MOST_CAPTIONS = 3  # blocks after an image
_MOST_BEFORE, _MOST_AFTER = 10, 14  # blocks around a title among which its picture is
# Characters of footnotes that were left out, and of those of the text; by hand.
_FEW_NOTES, _MOST_NOTES = 150, 0.2
_LEAST_TEXT = 60  # characters of a text that begins the page's content
_LEAST_PHOTO = 300  # pixels
_STATED_IMAGES = frozenset({"og:image", "og:image:url", "og:image:secure_url", "twitter:image"})
_names_sign = re.compile(
    r"avatar|author|by-?line|gravatar|profile|logo|icon|emoji|badge|sprite|share|social|thumb|flag",
    re.I,
).search
_behind_path = re.compile(r"[?#]").split
_file_name = re.compile(r"(.+?)(?:[-_]\d+x\d+)?(?:\.\w{2,5})?").fullmatch
_is_picture_file = re.compile(r"#.*|.*\.(?:jpe?g|png|webp|avif|gif)(?:\?.*)?", re.I).fullmatch
_is_numbered = re.compile(
    r"(?:fig(?:ure|ura|\.)?|tab(?:le|elle|leau|ela|ella|la|\.)?|abb(?:ildung|\.)?|рис(?:унок|\.)|табл(?:ица|\.)"
    r"|图|圖|図|表)\s?[A-Z]?\d",
    re.I,
).match
_names_source = tag_mask("cite", "footer")
_MOST_OF_SOURCE = 12  # words
_names_source_behind = re.compile(r"[–—―-]{1,3}\s?[^\W\d_][^@]*$").match  # no handle of an embed


def with_images(
    kept: Flags,
    is_image: Flags,
    caption: Rows,
    is_title: Flags,
    words: NDArray[np.floating],
    unseen: Flags,
) -> Flags:
    """Return the kept blocks with the images among them.

    Text is kept right before or after, and on the other side behind no more than two short ones;
    a page's title will do for kept text. The short captions of a gallery stand between
    nothing: `caption` has the one that each block is in, -1 for none. So does what is
    `unseen`.
    """
    texts = np.flatnonzero(~is_image & ~unseen)
    texts = texts[kept[texts] | ~_of_several(np.where(words <= _MOST_WORDS, caption, -1)[texts])]
    anchors = (kept | is_title)[texts]
    short = ~anchors & (words[texts] <= _MOST_WORDS)
    before, after = _near(anchors, short), _near(anchors[::-1], short[::-1])[::-1]
    images = np.flatnonzero(is_image)
    place = np.searchsorted(texts, images)
    inside = (place > 0) & (place < len(texts))
    left, right = place[inside] - 1, place[inside]
    with_all = kept.copy()
    few = np.bincount(place, minlength=len(texts) + 1)[place[inside]] <= _MOST_IN_ROW
    one, both = kept[texts[left]] | kept[texts[right]], kept[texts[left]] & kept[texts[right]]
    with_all[images[inside]] |= both | (few & one & before[left] & after[right])
    return with_all


def _of_several(caption: Rows) -> Flags:
    """Return which texts are of a caption beside another's, (texts,)."""
    both = (caption[1:] >= 0) & (caption[:-1] >= 0)
    is_after = np.append(False, both & (np.diff(caption) != 0))
    return np.asarray(is_after | np.append(is_after[1:], False))


def _near(anchors: Flags, short: Flags) -> Flags:
    """Return which texts are anchors, or follow one behind no other than short texts."""
    near = anchors
    for _ in range(_MOST_BETWEEN):
        near = anchors | (short & np.append(False, near[:-1]))
    return near


def captions(kept: Flags, document: Document) -> Flags:
    """Return the blocks not kept that are captions of what is kept, (blocks,).

    They follow a kept image, are in a figure of which something is kept, a table say, or of which
    nothing else is on the page; the caption of a quotation says whose words they are.
    """
    texts, holder = document.cuts.texts, document.cuts.element
    behind = np.zeros(len(kept), np.bool_)
    for image in np.flatnonzero(kept).tolist():
        end = min(image + 1 + _MOST_CAPTIONS, len(kept)) if not texts[image] else 0
        for number in range(image + 1, end):
            is_caption = not kept[number] and texts[number] and not document.cuts.unseen[number]
            if not is_caption or not _is_caption(document.elements, int(holder[number])):
                break
            behind[number] = True
    return (
        behind
        | _of_figures(kept, document)
        | _of_quotations(kept, document)
        | _alone(kept, document)
    )


def with_notes(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks with the footnotes that they refer to, if these are short beside them.

    The long lists of an encyclopedia's sources stay what they were judged to be.
    """
    elements, cuts = document.elements, document.cuts
    links = ((row, address[1:]) for row, address in elements.values("href") if address[:1] == "#")
    called = [(row, label) for row, name in links if (label := note_label(name))]
    if not called:
        return kept
    shown = np.zeros(len(elements), np.bool_)
    shown[cuts.element[kept]] = True
    in_kept = elements.inside(shown)
    labels = {label for row, label in called if in_kept[row]}
    notes = np.zeros(len(elements), np.bool_)
    for row, name in elements.values("id"):
        notes[row] = elements.tag[row] == CODE["li"] and note_label(name) in labels
    noted = kept | (elements.inside(notes)[cuts.element] & ~cuts.unseen)
    sizes = np.array(list(map(len, cuts.texts)))
    most = max(_FEW_NOTES, _MOST_NOTES * sizes[kept].sum())
    is_short = sizes[noted & ~kept].sum() <= most
    return np.asarray(noted) if is_short else kept


def _some_kept(around: Rows, kept: Flags) -> Flags:
    """Return which blocks are in an element of which some are kept; -1 is in none, (blocks,)."""
    some = np.zeros(around.max(initial=0) + 2, np.bool_)
    some[around[kept]] = True
    some[-1] = False
    return np.asarray(some[around])


def _of_figures(kept: Flags, document: Document) -> Flags:
    """Return the captions in figures of which something is kept, (blocks,)."""
    elements, holder = document.elements, document.cuts.element
    in_figure = elements.nearest(elements.tag == CODE["figure"])
    in_caption = elements.nearest(elements.tag == CODE["figcaption"]) >= 0
    figure = in_figure[holder]
    whole = _some_kept(figure, kept)
    return np.asarray(whole & in_caption[holder] & ~kept & ~document.cuts.unseen)


def _alone(kept: Flags, document: Document) -> Flags:
    """Return the captions of what is no image here, in the midst of kept text, (blocks,).

    A drawing has no block, a table may stand on a page of its own: behind a caption with a number
    ("Table 2. Ages") kept text need not follow. Links to it, and to others, stand between.
    """
    elements, cuts = document.elements, document.cuts
    figure = elements.nearest(elements.tag == CODE["figure"])[cuts.element]
    captions = elements.nearest(elements.tag == CODE["figcaption"])[cuts.element] >= 0
    sizes, places = np.array(list(map(len, cuts.texts))), np.arange(len(kept))
    alone = captions & ~kept & ~cuts.unseen & ~_some_kept(figure, sizes == 0)
    is_text = cuts.link_chars < _MOST_LINKED * sizes
    before = np.maximum.accumulate(np.where(is_text, places, 0))
    after = np.minimum.accumulate(np.where(is_text, places, len(kept) - 1)[::-1])[::-1]
    for number in np.flatnonzero(alone[1:]).tolist():
        is_inside = kept[after[min(number + 2, len(kept) - 1)]]
        is_wanted = is_inside or _is_numbered(cuts.texts[number + 1]) is not None
        alone[number + 1] = kept[before[number]] and is_wanted
    return np.asarray(alone & (places > 0))


def _of_quotations(kept: Flags, document: Document) -> Flags:
    """Return the sources of quotations of which something is kept, (blocks,).

    They are in a `cite` or `footer`, or end the quotation or follow it behind a dash.
    """
    elements, cuts = document.elements, document.cuts
    quotation = elements.nearest(elements.tag == CODE["blockquote"])[cuts.element]
    source = elements.nearest(_names_source(elements.tag))[cuts.element]
    whole = _some_kept(quotation, kept)
    sources = whole & (source > quotation)
    for before in np.flatnonzero(kept & (quotation >= 0)).tolist():
        if before + 1 < len(kept) and not kept[before + 1]:
            text = cuts.texts[before + 1]
            is_short = len(text.split()) <= _MOST_OF_SOURCE
            sources[before + 1] |= is_short and _names_source_behind(text) is not None
    return np.asarray(sources & ~kept & ~cuts.unseen)


def with_lead_picture(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks with the picture that opens the page, if none there is kept.

    It is near the title, between it and the first text, where nobody but readers can tell whose it
    is: a line of authors and buttons stands between. Before a title it is the page's own by its
    size, or since the page states it. Its caption is left out, as most corpora of articles do.
    """
    images, title = _around_title(kept, document)
    if not images or kept[images].any():
        return kept
    stated = frozenset(
        _file(content) for name, content in document.head.metas if name in _STATED_IMAGES
    ) - {""}
    pictured = kept.copy()
    for image in images:
        row = int(document.texts.holder[document.cuts.first[image]])
        if _is_lead(document.elements, row, stated, is_behind=image > title):
            pictured[image] = True
            break
    return pictured


def with_last_images(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks with the few images that end the element of the last kept text.

    Nothing but their captions stands there behind that text.
    """
    elements, cuts = document.elements, document.cuts
    texts = np.flatnonzero(kept & np.array(list(map(bool, cuts.texts))))
    if not len(texts):
        return kept
    last = int(texts[-1])
    end = elements.end[elements.parents[elements.block[cuts.element[last]]]]
    pictured = kept.copy()
    for number in range(last + 1, min(last + 2 + 2 * _MOST_IN_ROW, len(kept))):
        row = int(document.texts.holder[cuts.first[number]])
        if row >= end:
            return pictured
        if not cuts.texts[number]:
            pictured[number] = not (cuts.unseen[number] or _is_sign(elements, row))
        elif not _is_caption(elements, int(cuts.element[number])):
            return kept
    return kept if last + 2 + 2 * _MOST_IN_ROW < len(kept) else pictured


def _around_title(kept: Flags, document: Document) -> tuple[list[int], int]:
    """Return the images around the title, up to the second kept text, and the title's number."""
    elements, cuts = document.elements, document.cuts
    is_title = elements.tag[elements.block[cuts.element]] == CODE["h1"]
    titles, texts = np.flatnonzero(is_title), np.flatnonzero(kept)
    if not len(titles) or not len(texts):
        return [], 0
    title = int(titles[0])
    long = [at for at in texts.tolist() if at > title and len(cuts.texts[at]) >= _LEAST_TEXT]
    near_ends = [at for at in long[:2] if at <= title + _MOST_AFTER]  # the first may be a lead
    near = range(max(0, title - _MOST_BEFORE), max(near_ends, default=0))
    return [at for at in near if not cuts.texts[at] and not cuts.unseen[at]], title


def _is_lead(elements: Elements, row: int, stated: frozenset[str], *, is_behind: bool) -> bool:
    """Return whether an image is a picture of the page's own, and no sign, avatar or card."""
    chain, own = elements.chain(row), elements.own(row)
    link = next((at for at in chain if elements.tag[at] == ANCHOR), None)
    if link is not None and not _is_picture_file(elements.own(link).get("href") or "#"):
        return False
    is_stated = own.get("itemprop") == "image" and not any(
        "Person" in (elements.own(at).get("itemtype") or "") for at in chain
    )
    if is_stated or _file(own.get("src") or "") in stated:
        return True
    if _is_sign(elements, row):
        return False
    width = own.get("width") or ""
    is_large = width.isdecimal() and int(width) >= _LEAST_PHOTO
    in_figure = any(elements.tag[at] == CODE["figure"] for at in chain)
    return is_large or (is_behind and (in_figure or "srcset" in own))


def _is_sign(elements: Elements, row: int) -> bool:
    """Return whether an image is called what those are that show nothing: a logo, an avatar."""
    near = elements.chain(row)[-_MOST_AROUND - 1 :]
    names = (elements.classes[at] for at in near)
    return _names_sign(" ".join([elements.own(row).get("src") or "", *names])) is not None


def _file(address: str) -> str:
    """Return the name of a file, without its kind and the size that is in it.

    >>> _file("https://a.example/b/cat-300x200.jpg?v=1")
    'cat'
    """
    match = _file_name(_behind_path(address, 1)[0].rpartition("/")[2])
    return match[1] if match else ""


def _is_caption(elements: Elements, row: int) -> bool:
    for _ in range(_MOST_AROUND):
        if elements.names[elements.tag[row]] == "figcaption" or _names_caption(
            elements.classes[row]
        ):
            return True
        row = elements.parents[row]
    return False
