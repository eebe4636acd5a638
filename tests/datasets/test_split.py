"""Splits: whole groups together, balanced, and the same every time."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pagesight.datasets.load import group_folds, groups_of
from pagesight.datasets.schema import LabelledPage, SplitError
from pagesight.render.page import Page

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
    assume(len({group for group, _ in both[0]}) >= 3)

    def fold_by_group(pages: list[tuple[str, str]]) -> dict[str, int]:
        groups, labels = [g for g, _ in pages], [label for _, label in pages]
        return dict(zip(groups, group_folds(groups, labels, 3, seed=3), strict=True))

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


Names = list[tuple[str, str]]  # (site, family) of each page


def pages_of(names: Names) -> list[LabelledPage]:
    return [
        LabelledPage(str(n), Page("", ""), site, extra={"family": family} if family else {})
        for n, (site, family) in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("names", "groups"),
    [
        ([("a.org", ""), ("b.org", ""), ("a.org", "")], ["a.org", "b.org", "a.org"]),
        ([("a.org", "theme"), ("b.org", "theme")], ["theme", "theme"]),
        ([("a.org", "theme"), ("a.org", "")], ["theme", "theme"]),
        ([("a.org", "x"), ("b.org", "x"), ("b.org", "w"), ("c.org", "w")], ["w"] * 4),
    ],
)
def test_pages_that_share_a_site_or_a_family_are_of_one_group(
    names: Names, groups: list[str]
) -> None:
    assert groups_of(pages_of(names)) == groups


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(["", "x", "y", "z"]))))
def test_no_site_and_no_family_is_in_two_groups(names: Names) -> None:
    groups = groups_of(pages_of(names))
    for side in (0, 1):
        of_name = {(pair[side], g) for pair, g in zip(names, groups, strict=True) if pair[side]}
        assert len(of_name) == len({name for name, _ in of_name})


@given(st.lists(st.sampled_from("abcdef")))
def test_without_families_a_group_is_a_site(sites: list[str]) -> None:
    assert groups_of(pages_of([(site, "") for site in sites])) == sites
