"""Validation pages are set aside by site."""

import pytest

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.training.state import split_off_validation
from pagesight.render.page import Page


def page(number: int, site: str, split: str = "") -> LabelledPage:
    return LabelledPage(str(number), Page("", ""), site, split=split)


def test_a_twelfth_of_the_sites_validates_and_none_is_on_both_sides() -> None:
    pages = [page(number, f"{number % 24}.example") for number in range(72)]
    train, validation = split_off_validation(pages, seed=0)
    assert len(train) + len(validation) == 72
    assert len(validation) == 6
    assert not {page.site for page in train} & {page.site for page in validation}


def test_the_corpus_own_validation_split_rules() -> None:
    pages = [page(1, "a", "train"), page(2, "b", "val"), page(3, "a"), page(4, "b", "train")]
    train, validation = split_off_validation(pages, seed=0)
    assert [page.id for page in train] == ["1", "3"]
    assert [page.id for page in validation] == ["2"]


def test_pages_of_one_site_cannot_be_split() -> None:
    with pytest.raises(TrainingError, match="two sites"):
        split_off_validation([page(1, "a"), page(2, "a")], seed=0)
