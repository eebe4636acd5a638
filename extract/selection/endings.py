"""Drop what follows a text: claims of rights, headings of comments, lists of other stories."""

import re

import numpy as np

from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.elements import Flags, tag_mask
from pagesight.extract.text.rights import is_claim_of_rights, is_footer_of_mail

_is_heading = tag_mask(*HEADING_TAGS)
_LINKED = 0.5  # of the characters of a link to another story; by hand
_MOST_UNDER = 20  # such links under a heading that are looked at
# A heading at the end with nothing under it that is kept: of comments, of other stories, of a form.
_heads_more = re.compile(
    r"(?:\d+ )?(?:(?:leave|post|write|add) (?:a|your) (?:reply|comment)"
    r"|(?:reader )?comments?|kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties"
    r"|komentarze|komentáře|kommentarer|комментарии|коментарі|yorum(?:lar)?|コメント|评论|評論|댓글"
    r"|التعليقات|תגובות|(?:you (?:may|might) also (?:like|enjoy)|more from|more stories|related"
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


# Over a list of links to other stories, heading or not. "See also" stands over what a text names.
_heads_stories = re.compile(
    r"[\W_]*(?:related (?:articles?|posts?|stories|news|content|reading|links)"
    r"|more (?:stories|news)|recommended (?:articles?|posts?|stories|for you)"
    r"|(?:you (?:may|might) )?also (?:like|enjoy)"
    r"|most (?:read|popular|viewed)|popular (?:posts?|articles|stories)"
    r"|latest (?:news|posts|stories)"
    r"|similar (?:jobs|posts|articles|products|items)|ähnliche (?:artikel|beiträge|stellen|jobs)"
    r"|weitere (?:artikel|beiträge|themen)|mehr zum thema"
    r"|meistgelesen|das könnte (?:sie|dich) auch interessieren|sur le même (?:sujet|thème)"
    r"|articles? (?:liés|similaires|récents)|les plus lus|(?:artículos|noticias) relacionad[oa]s"
    r"|te puede interesar|lo más (?:leído|visto)|(?:artigos|notícias|matérias) relacionad[oa]s"
    r"|mais lidas|veja também|articoli correlati|leggi anche|i più letti|gerelateerde (?:artikelen"
    r"|berichten)|meest gelezen|(?:zobacz|przeczytaj|czytaj) (?:także|też|również)"
    r"|powiązane artykuły|najczęściej czytane|relaterade artiklar|mest lästa|související články"
    r"|ilgili haberler"
    r"|(?:другие|последние|похожие) (?:новости|статьи|записи|материалы)|(?:новости )?по теме"
    r"|читайте также|самое читаемое|читайте також|новини по темі|最新(?:文章|新闻|新聞|资讯)"
    r"|(?:相关|相關|推荐|推薦|热门|熱門|延伸)(?:阅读|閱讀|文章|新闻|新聞|报道|報導|链接|资讯|推荐|推薦)"
    r"|(?:関連|おすすめ|人気|新着|最新)(?:記事|ニュース)|あわせて読みたい|관련 ?(?:기사|뉴스)"
    r"|많이 본 (?:뉴스|기사)|인기 ?기사|추천 ?기사)[\W_]*",
    re.I,
).fullmatch
_FEWEST_STORIES = 3  # links under such a label
# Characters of a line with a link, and their share in it: a name in a headline may be the link.
_MOST_OF_STORY, _LINKED_OF_STORY = 150, 0.3
_LEAST_BESIDE = 150  # characters of a text that has such lists beside it; by hand


def without_other_stories(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without lists of links under what says that they are other stories.

    All of them stay where hardly anything else is kept, or less than they are: then they are what
    the page is.
    """
    cuts, numbers = document.cuts, np.flatnonzero(kept)
    are_labels = [_heads_stories(cuts.texts[number]) is not None for number in numbers.tolist()]
    if not any(are_labels):
        return kept
    sizes = np.array([len(cuts.texts[number]) for number in numbers.tolist()])
    linked = np.where(sizes <= _MOST_OF_STORY, _LINKED_OF_STORY, _LINKED)
    others = np.flatnonzero(cuts.link_chars[numbers] < linked * sizes)
    found = kept.copy()
    for at in np.flatnonzero(are_labels).tolist():
        end = next(iter(others[np.searchsorted(others, at + 1) :].tolist()), len(numbers))
        if end - at > _FEWEST_STORIES:
            found[numbers[at:end]] = False
    left = others[found[numbers[others]]]
    text = sizes[left].sum() - cuts.link_chars[numbers[left]].sum()
    return found if text >= max(_LEAST_BESIDE, sizes[~found[numbers]].sum()) else kept


def without_footer(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without the last ones that claim the rights in the page or mail.

    Nor does a page end in the heading of its comments, of a form or of other stories, with nothing
    but links under it.
    """
    texts, numbers = document.cuts.texts, np.flatnonzero(kept).tolist()
    elements, cuts = document.elements, document.cuts
    are_headings = _is_heading(elements.tag[elements.block[cuts.element]])
    while len(numbers) > 1:
        if is_claim_of_rights(said := texts[numbers[-1]].strip()) or is_footer_of_mail(said):
            numbers.pop()
            continue
        links = _links_at_end(numbers, document)
        heading = numbers[len(numbers) - links - 1]
        said = texts[heading].strip()
        heads = are_headings[heading] or (links and said.endswith((":", "：")))
        if not (heads and _heads_more(said)):
            break
        numbers = numbers[: len(numbers) - links - 1] or numbers[:1]
    found = np.zeros(len(kept), np.bool_)
    found[numbers] = True
    return found


def _links_at_end(numbers: list[int], document: Document) -> int:
    """Return how many of the last blocks are links or images, no more than all but one."""
    cuts, found = document.cuts, 0
    for number in reversed(numbers[1:][-_MOST_UNDER:]):
        if cuts.link_chars[number] < _LINKED * len(cuts.texts[number]):
            break
        found += 1
    return found
