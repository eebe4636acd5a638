"""Other people's extractors, each behind the same call: a page in, its main text out.

Each runs as its authors ship it, with its defaults. Their packages are the extra `rivals`, and are
imported only by the adapter that needs them.
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType

from pagesight.extract.markdown.write import to_text
from pagesight.extract.page.document import read
from pagesight.render.errors import MissingPackage
from pagesight.render.page import Page

Rival = Callable[[Page], str]

_JUSTEXT_LISTS = {
    "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "es": "Spanish", "fi": "Finnish", "fr": "French", "hu": "Hungarian", "it": "Italian",
    "nl": "Dutch", "no": "Norwegian_Bokmal", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
}  # fmt: skip

_without_front_matter = re.compile(r"\A---\n.*?\n---\n", re.DOTALL).sub
_declared_language = re.compile(r"<html[^>]*\blang=[\"']?([a-z]{2})", re.IGNORECASE).search


def trafilatura(page: Page) -> str:
    """Return the plain text of Trafilatura's `extract` (Barbaresi 2021)."""
    package = _package("trafilatura")
    return package.extract(page.html, url=page.url or None) or ""


def readability_lxml(page: Page) -> str:
    """Return the text of readability-lxml's summary, an HTML fragment, cut in lines as ours are."""
    summary = _package("readability").Document(page.html, url=page.url or None).summary()
    return _text_of_html(summary, page.url)


def justext(page: Page) -> str:
    """Return jusText's good paragraphs (Pomikalek 2011), by the stop words of the page's language.

    English, where the page declares no language or one that jusText has no list for.
    """
    package = _package("justext")
    stoplist = package.get_stoplist(_stoplist_name(page))
    # Bytes, as jusText refuses text that carries an XML encoding declaration.
    paragraphs = package.justext(page.html.encode("utf-8", "replace"), stoplist, encoding="utf-8")
    return "\n".join(p.text for p in paragraphs if not p.is_boilerplate)


def boilerpy3(page: Page) -> str:
    """Return the text of boilerpipe's DefaultExtractor (Kohlschütter et al. 2010), in Python."""
    extractors = _package("boilerpy3.extractors")
    return str(extractors.DefaultExtractor(raise_on_failure=False).get_content(page.html))


def resiliparse(page: Page) -> str:
    """Return Resiliparse's plain text with `main_content` on (Bevendorff et al. 2018)."""
    extract = _package("resiliparse.extract.html2text").extract_plain_text
    return str(extract(page.html, main_content=True))


def newspaper4k(page: Page) -> str:
    """Return the text of newspaper4k's parsed article; its look at the page's images is off."""
    article = _package("newspaper").Article(page.url or "http://localhost/", fetch_images=False)
    article.download(input_html=page.html)
    article.parse()
    return str(article.text)


def rs_trafilatura(page: Page) -> str:
    """Return the plain text of rs-trafilatura (Foley 2026), which predicts the page type first."""
    result = _package("rs_trafilatura", "rust").extract(page.html, url=page.url or None)
    return str(result.main_content)


def chromerag(page: Page) -> str:
    """Return the text of ChromeRAG's Markdown (Peddapudi 2026), without its front matter."""
    result = _package("chromerag").ChromeRAG().extract(page.html, url=page.url or None)
    return _text_of_markdown(_without_front_matter("", result.markdown))


def rdtextract(page: Page) -> str:
    """Return the text of RDTextract's Markdown, which keeps all but navigation, footers and ads."""
    return _text_of_markdown(_package("rdtextract").extract(page.html))


RIVALS: Mapping[str, Rival] = {
    "trafilatura": trafilatura,
    "readability-lxml": readability_lxml,
    "justext": justext,
    "boilerpy3": boilerpy3,
    "resiliparse": resiliparse,
    "newspaper4k": newspaper4k,
    "rs-trafilatura": rs_trafilatura,
    "chromerag": chromerag,
    "rdtextract": rdtextract,
}


def _text_of_markdown(markdown: str) -> str:
    """Return the words of Markdown without its signs, cut in lines as ours are."""
    from markdown_it import MarkdownIt

    return _text_of_html(MarkdownIt().enable("table").render(markdown))


def _text_of_html(html: str, url: str = "") -> str:
    return to_text(read(Page(url, html)).visible_blocks) if html.strip() else ""


def _package(name: str, extra: str = "rivals") -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingPackage(
            f"{name.partition('.')[0]} is not installed ({error}); pip install 'pagesight[{extra}]'"
        ) from error


def _stoplist_name(page: Page) -> str:
    declared = _declared_language(page.html)
    return _JUSTEXT_LISTS.get(declared.group(1).lower() if declared else "en", "English")
