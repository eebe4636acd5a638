"""Which pages may be trained on, so that those of split "val" stay unseen."""

from collections.abc import Sequence

from pagesight.datasets.schema import LabelledPage


def training_pages(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """Return the pages that have a genre and share neither group nor site with a "val" page.

    Corpora overlap: one holds copies of another's pages, under other ids and without the split.
    """
    held_out = [page for page in pages if page.split == "val"]
    groups = {page.group for page in held_out}
    sites = {page.site for page in held_out}
    return [p for p in pages if p.genre and p.group not in groups and p.site not in sites]
