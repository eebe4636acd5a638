"""Which pages may be trained on, so that those of split "val" stay unseen."""

from collections.abc import Sequence

from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of


def training_pages(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """Return the pages that have a genre and whose group has no page of split "val".

    Corpora overlap: one holds copies of another's pages, under other ids and without the split.
    """
    groups = groups_of(pages)
    held_out = {group for page, group in zip(pages, groups, strict=True) if page.split == "val"}
    return [p for p, group in zip(pages, groups, strict=True) if p.genre and group not in held_out]
