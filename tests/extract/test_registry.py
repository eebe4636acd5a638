"""Extractors by name."""

import pytest

from pagesight.app.models import TRAINERS
from pagesight.extract.errors import UnknownExtractor
from pagesight.extract.registry import EXTRACTORS, extractor, labeler_extractor


def test_every_extractor_that_learns_has_a_trainer_of_its_name() -> None:
    assert {name for name, entry in EXTRACTORS.items() if entry.learns} <= set(TRAINERS)


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownExtractor, match=r"'best'; known: article, .*perplexity"):
        extractor("best")


def test_an_extractor_that_labels_no_blocks_cannot_be_asked_for_labels() -> None:
    with pytest.raises(UnknownExtractor, match=r"'goce-article' labels no blocks; .*sight"):
        labeler_extractor("goce-article")
