"""Count vectors."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.page.blocks import Ancestor, Block, block_of
from pagesight.extract.papers.sequence.boilernet import (
    CountVocabulary,
    count_vectors,
    path_tags,
    words,
)


def block(text: str, *tags: str) -> Block:
    return block_of(text, ancestors=tuple(map(Ancestor, tags)))


def test_the_most_common_names_have_slots_in_alphabetical_order() -> None:
    counts = Counter({"zebra": 5, "apple": 4, "rare": 1, "bee": 4})
    assert CountVocabulary.most_common(counts, 3).names == ("apple", "bee", "zebra")


def test_the_unknown_slot_sums_all_unknown_names() -> None:
    vector = CountVocabulary(["a", "b"]).vector(["x", "y", "y", "b"])
    assert vector.tolist() == [3.0, 0.0, 1.0]


@given(st.lists(st.sampled_from("abcxyz")))
def test_a_vector_sums_to_the_number_of_names(names: list[str]) -> None:
    assert CountVocabulary(["a", "b", "c"]).vector(names).sum() == len(names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat, the CAT.", ["the", "cat", "the", "cat", ",", "."]),
        ("猫の耳。", ["猫", "の", "耳", "。"]),
        ("", []),
    ],
)
def test_words_are_lower_cased_words_and_marks(text: str, expected: list[str]) -> None:
    assert words(block(text)) == expected


def test_path_tags_are_all_ancestors() -> None:
    assert path_tags(block("t", "html", "body", "div", "div", "p")) == [
        "html", "body", "div", "div", "p",
    ]  # fmt: skip


def test_no_leaves_give_no_vectors() -> None:
    assert count_vectors(CountVocabulary(["a"]), []).shape == (0, 2)
    assert np.array_equal(count_vectors(CountVocabulary(["a"]), [["a"]]), [[0, 1]])
