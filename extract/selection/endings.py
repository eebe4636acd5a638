"""Drop what follows a text: other articles, lists of stories, boxes on the author, claims."""

import re
from collections.abc import Sequence

import numpy as np

from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.features.text import Column, text_counts
from pagesight.extract.metadata.read import page_author
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, are_headings, tag_mask
from pagesight.extract.records.groups.beside import story_labels
from pagesight.extract.selection.asides import without_last
from pagesight.extract.text.bylines import name_after_by
from pagesight.extract.text.furniture import HEADS_COMMENTS, is_claim_of_rights, is_footer_of_mail

_LINKED = 0.5  # of the characters of a link to another story; by hand
_MOST_UNDER = 20  # such links under a heading that are looked at
# A heading at the end with nothing under it that is kept: of comments, of other stories, of a form.
_heads_more = re.compile(
    r"(?:\d+ )?(?:(?:leave|post|write|add) (?:a|your) (?:reply|comment)"
    rf"|{HEADS_COMMENTS}|(?:you (?:may|might) also (?:like|enjoy)|more from|more stories|related"
    r"|recommended)\b.{0,40}|read more|share this.{0,20}|das könnte (?:sie|dich).{0,30}"
    r"|weitere (?:artikel|beiträge)|mehr zum thema|articles? (?:liés|similaires)|à lire aussi"
    r"|(?:artículos|noticias) relacionad[oa]s|(?:artigos|notícias) relacionad[oa]s|leia também"
    r"|articoli correlati|читайте также|похожие (?:статьи|записи)|apply (?:for this job|now)"
    r"|jetzt bewerben|(?:sign up (?:for|to)|subscribe to) .{2,40}"
    r"|(?:start|begin|try|book|request|get|schedule) (?:(?:your|a|our|it|for) )*"
    r"(?:free|started|demo)\b.{0,30}"
    r"|関連記事|相关(?:阅读|文章)|관련 ?기사)(?:\s*\(?\d+\)?)?\W*",
    re.I,
).fullmatch
_FEWEST_STORIES = 3  # links under such a label
# Characters of a line with a link, and their share in it: a name in a headline may be the link.
_MOST_OF_STORY, _LINKED_OF_STORY = 150, 0.3
# Links over texts in a part that begins with such a label, and characters of each text; by hand.
_FEWEST_CARDS, _MOST_OF_TEASER = 2, 300
# Characters of a text that has such lists beside it, and their share of the lists'; by hand.
_LEAST_BESIDE, _SHARE_BESIDE = 150, 0.4
_names_author_box = re.compile(
    r"(?:^|[\s-])(?:authors?-(?:box|bio\w*|about|card|info|profile|desc\w*)|about-(?:the-)?authors?"
    r"|(?:post|entry|article|story)-authors?|bio)(?:$|[\s-])"
).search
_LEAST_OF_AUTHOR = 12  # words of a box that says more than a name; by hand
# Words of a box with the author's name as a line, and of the page's the share before it; by hand.
_MOST_OF_AUTHOR, _BEHIND = 60, 0.5
_LINE = 40  # characters of a name or a label
_heads_author = re.compile(
    r"(?:about|über|à propos de|sobre|over|om|об|про) ?(?:(?:the|den|die|de|el|la|o|a) |l['’])?"
    r"(?:author|autor|auteur|författaren|forfatteren|авторе|автора)\w{0,3}|l['’]autore|关于作者|作者简介",
    re.I,
).fullmatch
_are_boxes = tag_mask("div", "section", "aside")
_find_words = re.compile(r"\w+").findall
_LEVELS = (1, 2)  # of the headlines
# Of an article, under a top headline or marked up as one, and of another: less is a teaser, a
# comment, an update.
_FEWEST_MARKED, _FEWEST_WORDS = 30, 120
_LEAST_TITLE = 10  # characters of a headline that can be told from other words
_MOST_TITLE = 500  # characters of a title that are looked at
_BETTER_PART = 0.5  # of a title: the rest are names of the site and its sections
_MOST_ABOVE = 50  # words above a headline in its article: section, byline, standfirst
_MOST_SHARED = 0.5  # of a headline's words with the first: "Re: ..." heads a reply
_NEAR_HEADLINE = 4  # blocks at the top of an article, one of which may name its author
_names_byline = re.compile(
    r"byline|author|dateline|publish|timestamp|(?:^|[\s_-])(?:date|datum|fecha)(?:$|[\s_-])", re.I
).search


def without_other_stories(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without lists of links under what says that they are other stories.

    Nor is what stands with such a label in a part of its own that begins with it, if it has links
    over its texts. All of them stay where hardly anything else is kept, or less than they are: then
    they are what the page is.
    """
    cuts, numbers = document.cuts, np.flatnonzero(kept)
    labels = document.once(story_labels)
    if not labels:
        return kept
    lengths = np.array(list(map(len, cuts.texts)))
    sizes = lengths[numbers]
    linked = np.where(sizes <= _MOST_OF_STORY, _LINKED_OF_STORY, _LINKED)
    others = np.flatnonzero(cuts.link_chars[numbers] < linked * sizes)
    fewer = kept.copy()
    for label in labels:
        at = int(np.searchsorted(numbers, label))
        end = next(iter(others[np.searchsorted(others, at + kept[label]) :].tolist()), len(numbers))
        if end - at >= _FEWEST_STORIES + kept[label]:
            fewer[numbers[at:end]] = False
        part = _part_begun_by(document, label)
        links = (cuts.link_chars[part] >= _LINKED * lengths[part]).sum()
        if links >= _FEWEST_CARDS and lengths[part].max() <= _MOST_OF_TEASER:
            fewer[part] = False
    left = others[fewer[numbers[others]]]
    text = sizes[left].sum() - cuts.link_chars[numbers[left]].sum()
    dropped = sizes[~fewer[numbers]].sum()
    return fewer if text >= max(_LEAST_BESIDE, _SHARE_BESIDE * dropped) else kept


def _part_begun_by(document: Document, block: int) -> slice:
    """Return the blocks of the widest element that begins with a block."""
    tree = document.once(block_features).tree
    part = int(tree.leaf[block])
    while tree.start[tree.parent[part]] == block and part:
        part = int(tree.parent[part])
    return slice(block, int(tree.end[part]))


def without_author_boxes(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without what a box behind the text says of its author."""
    elements, counts = document.elements, document.once(text_counts)
    prose = np.where(counts.prose > 0, counts.words, 0)
    boxes = elements.called(_names_author_box, "author", "bio")
    boxes &= _held(document, prose) >= _LEAST_OF_AUTHOR
    behind = _boxes_of_author(document, kept, _held(document, counts.words))
    boxes[behind] |= len(behind) == 1  # with more they are the posts or the answers of one
    return without_last(kept, elements.inside(boxes)[document.cuts.element], document)


def _held(document: Document, sizes: Column) -> Column:
    """Return how much of what the blocks have each element holds, (elements,)."""
    count = len(document.elements)
    before = np.append(0, np.cumsum(np.bincount(document.cuts.element, sizes, count)))
    return np.asarray(before[document.elements.end] - before[:-1])


def _boxes_of_author(document: Document, kept: Flags, words: Column) -> list[int]:
    """Return the small boxes, behind most words, with the author's name as a line and more.

    Whose page it is takes long to find: it is asked only if some of what may be a box is kept.
    """
    elements, texts = document.elements, document.cuts.texts
    small = _are_boxes(elements.tag) & (words <= _MOST_OF_AUTHOR)
    outermost = small & (elements.around(small) == 1)
    around = elements.nearest(outermost)[document.cuts.element]
    behind = np.cumsum(document.once(text_counts).words) > _BEHIND * words[0]
    numbers = np.flatnonzero(behind & (around >= 0))
    pairs = zip(numbers.tolist(), around[numbers].tolist(), strict=True)
    lines = [(texts[at].strip(), box) for at, box in pairs]
    boxes = [(own, box) for own, box in lines if 0 < len(own) <= _LINE]
    boxes = [(own, box) for own, box in boxes if words[box] > len(own.split())]
    held = _held(document, kept.astype(np.float64))
    if not any(held[box] for _, box in boxes):
        return []
    names = set(filter(None, document.once(page_author).split(", ")))
    of_author = {box for own, box in boxes if names and (own in names or _heads_author(own))}
    return [*of_author]


def without_footer(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without the last ones that claim the rights in the page or mail.

    Nor does a page end in the heading of its comments, of a form or of other stories, with nothing
    but links under it.
    """
    texts, numbers = document.cuts.texts, np.flatnonzero(kept).tolist()
    elements, cuts = document.elements, document.cuts
    is_heading = are_headings(elements.tag[elements.block[cuts.element]])
    while len(numbers) > 1:
        if is_claim_of_rights(text := texts[numbers[-1]].strip()) or is_footer_of_mail(text):
            numbers.pop()
            continue
        links = _links_at_end(numbers, document)
        heading = numbers[len(numbers) - links - 1]
        text = texts[heading].strip()
        heads = is_heading[heading] or (links and text.endswith((":", "：")))
        if not (heads and _heads_more(text)):
            break
        numbers = numbers[: len(numbers) - links - 1] or numbers[:1]
    footer = np.zeros(len(kept), np.bool_)
    footer[numbers] = True
    return footer


def _links_at_end(numbers: list[int], document: Document) -> int:
    """Return how many of the last blocks are links or images, no more than all but one."""
    cuts, links = document.cuts, 0
    for number in reversed(numbers[1:][-_MOST_UNDER:]):
        if cuts.link_chars[number] < _LINKED * len(cuts.texts[number]):
            break
        links += 1
    return links


def further_articles(document: Document) -> Flags:
    """Return which blocks are in whole articles after the one whose title the page has, (blocks,).

    They are marked up as it is, each under a headline of its own, long, and with a date or an
    author. A list of posts has a title of its own, the posts of a thread have no headlines, and
    the updates of a live blog stand in their article.
    """
    features = document.once(block_features)
    levels, tree = features.column("heading"), features.tree
    metas = (content for name, content in document.head.metas if name == "og:title")
    titles = [_bare(title[:_MOST_TITLE]) for title in (document.head.title, *metas)]
    further = np.zeros(len(levels), np.bool_)
    for level in _LEVELS if "liveblogposting" not in document.head.types else ():
        headlines = np.flatnonzero(levels == level).tolist()
        first = next((at for at in headlines if _is_title(document.cuts.texts[at], titles)), None)
        if first is None:
            continue
        later = np.flatnonzero((levels > 0) & (levels <= max(_LEVELS))).tolist()
        later = [block for block in later if block > first]
        others = [block for block in later if not _are_alike(document, first, block)]
        for member in _further(document, features, first, others):
            further[tree.start[member] : tree.end[member]] = True
        break
    return further


def _is_title(headline: str, titles: Sequence[str]) -> bool:
    """Return whether a page of those titles has the headline as one, or as its better part."""
    bare = _bare(headline)
    longest = max((len(title) for title in titles if bare in title), default=0)
    return len(bare) >= max(_LEAST_TITLE, _BETTER_PART * longest) and longest > 0


def _bare(title: str) -> str:
    return " ".join(_find_words(title.lower()))


def _are_alike(document: Document, one: int, other: int) -> bool:
    """Return whether most words of a headline are those of another."""
    texts = document.cuts.texts
    words, others = (set(_find_words(texts[at].lower())) for at in (one, other))
    return len(words & others) > _MOST_SHARED * len(others)


def _further(
    document: Document, features: BlockFeatures, first: int, headlines: Sequence[int]
) -> Sequence[int]:
    """Return the elements that hold further articles: like the one around the first headline.

    That is the innermost which is an article, and has the like after it. Those marked up as
    articles may have a lower headline than the first.
    """
    tree, path = features.tree, features.kinds.path
    words, levels = tree.sums(features.counts.words), features.column("heading")
    own = [at for at in headlines if levels[at] == levels[first]]
    around, next_headline = int(tree.leaf[first]), min(own, default=len(levels) - 1)
    while tree.end[around] <= next_headline:
        is_article = (tree.tag == CODE["article"]) & (tree.tag[around] == CODE["article"])
        heads = headlines if is_article[around] else own
        is_marked = is_article[around] or levels[first] == 1
        fewest = _FEWEST_MARKED if is_marked else _FEWEST_WORDS
        is_like = (path == path[around]) | is_article
        after = is_like & (tree.start >= tree.end[around]) & (words >= fewest)
        articles = [
            member
            for member in np.flatnonzero(after).tolist()
            if _is_headed(features, slice(tree.start[member], tree.end[member]), heads)
            and _has_byline(document, int(tree.row[member]), int(tree.start[member]))
        ]
        if articles and words[around] >= fewest:
            return articles
        around = int(tree.parent[around])
    return ()


def _is_headed(features: BlockFeatures, blocks: slice, headlines: Sequence[int]) -> bool:
    """Return whether one of the headlines stands at the top of the blocks."""
    inside = next((at for at in headlines if blocks.start <= at < blocks.stop), None)
    words = features.counts.words
    return inside is not None and bool(words[blocks.start : inside].sum() <= _MOST_ABOVE)


def _has_byline(document: Document, row: int, block: int) -> bool:
    """Return whether an element has something marked as a date or an author, or begins with one."""
    elements = document.elements
    inside = slice(row, int(elements.end[row]))
    if any(map(name_after_by, document.cuts.texts[block : block + _NEAR_HEADLINE])):
        return True
    if (elements.tag[inside] == CODE["time"]).any():
        return True
    return any(map(_names_byline, elements.classes[inside]))
