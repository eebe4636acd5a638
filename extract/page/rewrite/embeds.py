"""Rewrite embedded videos, posts and images of AMP: what a script would put in their place."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.dom import HEADING_TAGS, TAGS
from pagesight.extract.page.elements import Elements

EMBED = "pagesight-embed"  # class of an image that stands for what is embedded: it is a link
_LAZY = ("data-src", "data-lazy-src", "data-original", "data-litespeed-src", "src")
_AMP_IMAGES = frozenset({"amp-img", "amp-anim"})
_OF_ID = {  # by the end of an element's name: what its attribute names
    "youtube": "https://www.youtube.com/watch?v={}",
    "vimeo": "https://vimeo.com/{}",
    "dailymotion": "https://www.dailymotion.com/video/{}",
    "twitter": "https://twitter.com/i/status/{}",
    "instagram": "https://www.instagram.com/p/{}/",
}
_names_embed = re.compile("|".join(("^amp-", "embed", *_OF_ID))).search
_ID_NAMES = (
    "data-videoid", "data-video-id", "videoid", "video-id", "data-youtube-id", "data-yt-id",
    "data-tweetid", "data-shortcode",
)  # fmt: skip
_find_youtube = re.compile(r"youtube(?:-nocookie)?\.com/(?:embed|v|shorts)/([\w-]{6,20})").search
_find_vimeo = re.compile(r"player\.vimeo\.com/video/(\d+)").search
_find_tweet = re.compile(r"platform\.twitter\.com/embed/").search
_is_media = re.compile(
    r"(?:^|\.)(?:dailymotion\.com|dai\.ly|soundcloud\.com|spotify\.com|bilibili\.com|loom\.com"
    r"|ted\.com|wistia\.(?:net|com)|rutube\.ru|twitch\.tv|tiktok\.com|instagram\.com|facebook\.com"
    r"|bsky\.app|bandcamp\.com|apple\.com|codepen\.io|jsfiddle\.net|nicovideo\.jp|vk\.com"
    r"|brightcove\.net|jwplatform\.com|streamable\.com|peertube\.\w+|youku\.com|qq\.com)$"
).search
# What an address leads to, where no title says it; anything else is a video.
_KINDS = {
    "Map": re.compile(r"//(?:\w+\.)?google(?:\.\w+){1,2}/maps|openstreetmap\.|/map-?widget|/maps/"),
    "Post": re.compile(
        r"//(?:\w+\.)?(?:twitter|x|bsky|instagram|facebook)\.\w+/(?!.{0,99}video)|/@[^/]{1,99}/\d+/"
    ),
    "Audio": re.compile(r"//(?:[\w-]{1,63}\.){0,3}(?:soundcloud|spotify|bandcamp|apple)\.com/"),
    "Code": re.compile(r"//(?:gist\.github|codepen|jsfiddle)\.\w+/"),
}
_is_embedded = re.compile(r"/embed(?:/|$)").search  # of paths: of instances of Mastodon, PeerTube
_PLAYERS = frozenset({"iframe", "video", "audio"})
_PERMALINKS = ("data-instgrm-permalink", "data-href")  # of a post that a script will draw
# Of previews of the pages that posts of Discourse and XenForo link to: their text is of those.
_PREVIEWED = ("data-onebox-src", "data-unfurl")
_PREVIEWS = frozenset({"aside", "div", "blockquote", "article"})
_is_gist = re.compile(r"https?://gist\.github\.com/[\w-]+/\w+(?=\.js)").match
_is_id = re.compile(r"[\w-]{5,30}").fullmatch
_DRAWN_POSTS = ("instagram-media", "fb-post", "fb-video")
_draws_post = re.compile(rf"(?:^|\s)(?:{'|'.join(_DRAWN_POSTS)})(?:\s|$)").search
_CLASSES_OF_POSTS = ("tweet", "twitter-tweet", "embedded-post", "bluesky-embed")
_names_post = re.compile(rf"(?:^|\s)(?:{'|'.join(_CLASSES_OF_POSTS)})(?:\s|$)").search
_is_post = re.compile(r"https?://(?:\w+\.)?(?:twitter|x|bsky)\.\w+/.*(?:status|post)/\w+").match
_names_author = re.compile(r"header|author|user|name|avatar", re.I).search
_counts = re.compile(r"footer|action|likes|stats|metrics", re.I).search


def has_embeds(elements: Elements, classes: str) -> bool:
    """Return whether a page may hold posts, or elements of its own, that are rewritten."""
    return (
        any(map(_names_player, elements.names[len(TAGS) :]))
        or any(name in classes for name in (*_CLASSES_OF_POSTS, *_DRAWN_POSTS))
        or not elements.by_attribute.keys().isdisjoint((*_ID_NAMES, *_PREVIEWED))
    )


def rewrite_embeds(tree: HtmlElement) -> bool:
    """Make images of those of AMP, links of videos, players and previews, quotations of posts.

    Return whether there are any.
    """
    rewrote = [_rewrite(element) for element in list(tree.iter(etree.Element))]
    return any(rewrote)


def rewrite_players(tree: HtmlElement) -> None:
    """Make links of the players and scripts alone: of most pages with embeds they are all."""
    for element in list(tree.iter(*_PLAYERS, "script")):
        if element.tag != "script" or _gist(element):
            _rewrite(element)


def _rewrite(element: HtmlElement) -> bool:
    tag, classes = element.tag, element.get("class") or ""
    if tag in _AMP_IMAGES:
        _make_image(element)
        return True
    if tag in _PLAYERS or _names_player(tag):
        address = next(_addresses(element), "")
    elif tag == "script":
        address = _gist(element)
    elif classes and _draws_post(classes):
        address = next(filter(None, map(element.get, _PERMALINKS)), "")
    elif classes and _names_post(classes):
        return _make_quotation(element)
    elif tag in _PREVIEWS and any(map(element.get, _PREVIEWED)):
        return _make_link(element)
    elif tag == "div" and any(map(element.get, _ID_NAMES)):
        is_empty = not "".join(element.itertext()).strip()
        address = next(_by_id(element, classes), "") if is_empty else ""
    else:
        return False
    if address:
        _make_embed(element, address)
    return bool(address)


def _gist(element: HtmlElement) -> str:
    """Return the address of the code that a script will write in its own place; "" if none."""
    match = _is_gist(element.get("src") or "")
    return match[0] if match else ""


def _names_player(tag: str) -> bool:
    """Return whether the name of an element of a page's own says that it embeds something."""
    return "-" in tag and _names_embed(tag) is not None


def _make_image(element: HtmlElement) -> None:
    for child in list(element):
        element.remove(child)
    element.tag = "img"


def _make_embed(element: HtmlElement, address: str) -> None:
    """Make of an element an image that stands for what is embedded: text has nothing of it."""
    stated = map(element.get, ("title", "aria-label", "data-title"))
    title = next(filter(None, stated), _kind(str(element.tag), address))
    for child in list(element):
        element.remove(child)
    element.tag, element.text = "img", None
    element.attrib.clear()
    element.attrib.update({"class": EMBED, "src": address, "alt": title})
    before, after = element.getprevious(), element.getnext()
    _part(before, element)
    _part(element, after)


def _kind(tag: str, address: str) -> str:
    """Return what is embedded, by its element or its address."""
    kinds = (kind for kind, pattern in _KINDS.items() if pattern.search(address))
    return "Audio" if tag.endswith("audio") else next(kinds, "Video")


def _part(before: HtmlElement | None, after: HtmlElement | None) -> None:
    """Begin a new line between two embeds with nothing between them."""
    are_embeds = all(each is not None and each.get("class") == EMBED for each in (before, after))
    if before is not None and after is not None and are_embeds and not (before.tail or "").strip():
        after.addprevious(after.makeelement("br"))


def _addresses(element: HtmlElement) -> Iterator[str]:
    """Yield the addresses at which what an element embeds can be seen."""
    yield from _by_id(element, str(element.tag))
    if element.tag in ("iframe", "amp-iframe"):
        for reference in filter(None, map(element.get, _LAZY)):
            yield from _of_player(reference)
    if element.tag in ("video", "audio", "amp-video", "amp-audio") and not _is_decoration(element):
        sources = [element, *element.iter("source")]
        references = (each.get("src") or each.get("data-src") or "" for each in sources)
        yield from (each for each in references if each and not each.startswith("blob:"))


def _is_decoration(video: HtmlElement) -> bool:
    """Return whether a video plays by itself without end: it is a moving picture."""
    return video.get("loop") is not None and video.get("autoplay") is not None


def _by_id(element: HtmlElement, called: str) -> Iterator[str]:
    of_site = (site for site in _OF_ID if site in called)
    site = next(of_site, "")
    for value in filter(None, map(element.get, _ID_NAMES)):
        if _is_id(value) and (site or element.get("data-youtube-id")):
            yield _OF_ID[site or "youtube"].format(value)


def _of_player(reference: str) -> Iterator[str]:
    """Yield the page of a video that a player at an address shows, or the player's own address."""
    if match := _find_youtube(reference):
        yield _OF_ID["youtube"].format(match[1])
    elif match := _find_vimeo(reference):
        yield _OF_ID["vimeo"].format(match[1])
    try:
        parts = urlsplit(reference if "//" in reference else f"//{reference}")
        host = parts.hostname or ""
    except ValueError:
        return
    if _find_tweet(reference):
        yield from map(_OF_ID["twitter"].format, parse_qs(parts.query).get("id", ()))
    elif _is_media(host) or (host and _is_embedded(parts.path)):
        yield reference


def _make_link(element: HtmlElement) -> bool:
    """Make a line of a preview: the title of the page that it links to."""
    links = [link for link in element.iter("a") if "".join(link.itertext()).strip()]
    if not links:
        return False
    title = next((each for each in links if each.getparent().tag in HEADING_TAGS), links[0])
    for child in list(element):
        element.remove(child)
    element.tag, element.text = "p", None
    element.attrib.clear()
    title.tail = None
    element.append(title)
    return True


def _make_quotation(element: HtmlElement) -> bool:
    """Make a quotation of an embedded post that is one link: text, author, link, as widgets do."""
    link = next((a for a in element.iter("a") if _is_post(a.get("href") or "")), None)
    if element.tag == "blockquote" or link is None or not len(link):
        return False
    parts = [part for part in link if not _counts(part.get("class") or "")]
    parts.sort(key=lambda part: bool(_names_author(part.get("class") or "")))
    texts = [" ".join(" ".join(part.itertext()).split()) for part in parts]
    for child in list(element):
        element.remove(child)
    element.tag, element.text = "blockquote", None
    element.attrib.clear()
    for text in filter(None, texts):
        etree.SubElement(element, "p").text = text
    last = element[-1] if len(element) else etree.SubElement(element, "p")
    address = link.get("href")
    last.text = f"{last.text or ''} "
    etree.SubElement(last, "a", {"href": address}).text = address
    return True
