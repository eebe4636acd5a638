"""Splits: whole groups together, balanced, and the same every time."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.datasets.errors import SplitError
from pagesight.datasets.split import group_folds

items = st.lists(
    st.tuples(st.sampled_from("abcdefghij"), st.sampled_from(["article", "listing"])), min_size=1
)


@given(items)
def test_no_group_is_in_two_folds(pages: list[tuple[str, str]]) -> None:
    groups, labels = [g for g, _ in pages], [label for _, label in pages]
    if len(set(groups)) < 2:
        return
    folds = group_folds(groups, labels, 2, seed=0)
    assert len({(g, f) for g, f in zip(groups, folds, strict=True)}) == len(set(groups))


@given(items.flatmap(lambda pages: st.tuples(st.just(pages), st.permutations(pages))))
def test_folds_do_not_depend_on_the_order_of_pages(
    both: tuple[list[tuple[str, str]], list[tuple[str, str]]],
) -> None:
    def fold_by_group(pages: list[tuple[str, str]]) -> dict[str, int]:
        groups, labels = [g for g, _ in pages], [label for _, label in pages]
        return dict(zip(groups, group_folds(groups, labels, 1, seed=3), strict=True))

    assert fold_by_group(both[0]) == fold_by_group(both[1])


def test_folds_are_balanced_by_label() -> None:
    groups = [f"site{number}" for number in range(100)]
    labels = ["article" if number % 4 else "listing" for number in range(100)]
    folds = group_folds(groups, labels, 5, seed=1)
    assert Counter(zip(folds, labels, strict=True)) == Counter(
        {(fold, label): n for fold in range(5) for label, n in (("article", 15), ("listing", 5))}
    )


def test_fewer_groups_than_folds_is_an_error_that_says_so() -> None:
    with pytest.raises(SplitError, match="5 folds need at least as many groups; there are 2"):
        group_folds(["a", "b"], ["x", "x"], 5, seed=0)
