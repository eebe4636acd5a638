"""Set aside labelled pages to choose the best weights by."""

from collections.abc import Sequence

from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of, training_pages
from pagesight.extract.errors import TrainingError

_FOLDS = 10  # one of them validates: of CleanEval's 57 pages about 5, as in the papers

Pages = list[LabelledPage]


def split_off_validation(
    pages: Sequence[LabelledPage], seed: int, folds: int = _FOLDS
) -> tuple[Pages, Pages]:
    """Return training and validation pages: the corpus's `val` split, else one fold of the groups.

    Raises TrainingError if all pages are of one site.
    """
    marked = [page for page in pages if page.split == "val"]
    if marked:
        return training_pages(pages), marked
    groups = groups_of(pages)
    count = min(folds, len(set(groups)))
    if count < 2:
        raise TrainingError(f"{len(pages)} pages of {count} site(s): two sites are needed")
    fold_of = group_folds(groups, [page.source for page in pages], count, seed)
    train = [page for page, fold in zip(pages, fold_of, strict=True) if fold]
    return train, [page for page, fold in zip(pages, fold_of, strict=True) if not fold]
