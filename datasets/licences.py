"""The licences of corpora, for model cards."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pagesight.datasets.schema import LabelledPage

# As the sources state them; their files carry no column `license`.
_BY_SOURCE: Mapping[str, str] = {
    "chinese_wced": "MIT",
    "cleaneval_en": "none stated",
    "dragnet": "AGPL-3.0",
    "fundus": "MIT",
    "harvest_forum": "Apache-2.0",
    "krdwrd_canola": "CC-BY-SA-4.0",
    "l3s_gn1": "research",
    "mozilla_readability": "Apache-2.0",
    "newspaper4k_articles": "Apache-2.0",
    "postlight_parser": "MIT or Apache-2.0",
    "utomo_big9_chaos": "research",
    "waddle_daniel": "GPL-3.0",
    "wcxb": "CC-BY-4.0",
}


def licence(page: LabelledPage) -> str:
    """Return the licence that the page, or else its corpus, is under."""
    return page.license or _BY_SOURCE.get(page.source, "see the corpus")


def corpora_table(pages: Sequence[LabelledPage]) -> str:
    """Return a Markdown table of the corpora of the pages, with counts and licences."""
    counts = Counter((page.source, licence(page)) for page in pages)
    rows = "\n".join(f"| {name} | {n} | {terms} |" for (name, terms), n in counts.items())
    return f"| corpus | pages | licence |\n|---|---|---|\n{rows}"
