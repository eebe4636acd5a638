"""Scores of extracted text against gold text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.training.gold.scores import (
    bow_cosine,
    lcs_score,
    levenshtein_similarity,
    word_score,
)

TEXTS = st.text(alphabet="abc d\né猫ก", max_size=24)
WORDS = st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join)


@pytest.mark.parametrize(
    ("extracted", "gold", "precision", "recall"),
    [
        ("a b c", "a b c", 1.0, 1.0),
        ("a x b", "a b", 2 / 3, 1.0),
        ("b a", "a b", 1 / 2, 1 / 2),
        ("", "a", 0.0, 0.0),
        ("a", "", 0.0, 0.0),
        ("", "", 1.0, 1.0),
    ],
)
def test_lcs_score_minds_the_order(
    extracted: str, gold: str, precision: float, recall: float
) -> None:
    score = lcs_score(extracted, gold)
    assert (score.precision, score.recall) == pytest.approx((precision, recall))


@pytest.mark.parametrize(
    ("extracted", "gold", "precision", "recall", "f1"),
    [
        ("b a", "a b", 1.0, 1.0, 1.0),
        ("a a a", "a", 1 / 3, 1.0, 0.5),
        ("a a", "a a a b", 1.0, 0.5, 2 / 3),
        ("", "a", 0.0, 0.0, 0.0),
        ("", "", 1.0, 1.0, 1.0),
    ],
)
def test_word_score_counts_each_word_as_often_as_it_occurs(
    extracted: str, gold: str, precision: float, recall: float, f1: float
) -> None:
    score = word_score(extracted, gold)
    assert (score.precision, score.recall, score.f1) == pytest.approx((precision, recall, f1))


def test_cosine_of_bags_is_that_of_the_count_vectors() -> None:
    assert bow_cosine("a a b", "a b b") == pytest.approx(4 / 5)
    assert bow_cosine("a", "b") == 0.0
    assert bow_cosine("", "") == 1.0
    assert bow_cosine("", "a") == 0.0


def test_levenshtein_similarity_is_over_characters() -> None:
    assert levenshtein_similarity("kitten", "sitting") == pytest.approx(1 - 3 / 7)
    assert levenshtein_similarity("", "") == 1.0


@given(TEXTS)
def test_a_text_agrees_wholly_with_itself(text: str) -> None:
    assert lcs_score(text, text).f1 == 1.0
    assert word_score(text, text).f1 == 1.0
    assert bow_cosine(text, text) == pytest.approx(1.0)
    assert levenshtein_similarity(text, text) == 1.0


@given(TEXTS, TEXTS)
def test_swapping_the_texts_swaps_precision_and_recall(one: str, other: str) -> None:
    for score in (lcs_score, word_score):
        there, back = score(one, other), score(other, one)
        assert (there.precision, there.recall) == (back.recall, back.precision)


@given(TEXTS, TEXTS)
def test_word_score_is_never_below_lcs_score(one: str, other: str) -> None:
    assert word_score(one, other).f1 >= lcs_score(one, other).f1


@given(WORDS, WORDS)
def test_lcs_equals_that_of_the_textbook_table(one: str, other: str) -> None:
    found, wanted = one.split(), other.split()
    if found and wanted:
        assert lcs_score(one, other).recall == pytest.approx(
            _longest_common(found, wanted) / len(wanted)
        )


def _longest_common(one: list[str], other: list[str]) -> int:
    row = [0] * (len(other) + 1)
    for left in one:
        above = row
        row = [0]
        for place, right in enumerate(other):
            row.append(above[place] + 1 if left == right else max(row[place], above[place + 1]))
    return row[-1]
