"""Parts of model cards: what a model learned from."""

from collections import Counter
from collections.abc import Sequence

from pagesight.datasets.licences import licence
from pagesight.datasets.schema import LabelledPage


def corpora_table(pages: Sequence[LabelledPage]) -> str:
    """Return a Markdown table of the corpora of the pages, with counts and licences."""
    counts = Counter((page.source, licence(page)) for page in pages)
    rows = "\n".join(f"| {name} | {n} | {terms} |" for (name, terms), n in counts.items())
    return f"| corpus | pages | licence |\n|---|---|---|\n{rows}"
