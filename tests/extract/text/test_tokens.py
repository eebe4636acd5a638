"""Tokens: words, or characters of scripts without spaces."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.features.hashed_words import word_hashes
from pagesight.extract.text.tokens import tokens, tokens_and_line_feeds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat's 2 ears", ["the", "cat", "s", "2", "ears"]),
        ("Straße, déjà-vu", ["straße", "déjà", "vu"]),
        ("snake_case", ["snake_case"]),
        ("我们有3只猫", ["我", "们", "有", "3", "只", "猫"]),
        ("ひらがなとカナ", list("ひらがなとカナ")),
        ("한국어 문장", ["한국어", "문장"]),  # Korean puts spaces between words
        ("สวัสดี", list("สวัสดี")),  # vowel signs are characters of their own
        ("iPhone用ケース", ["iphone", "用", "ケ", "ー", "ス"]),
        ("", []),
        ("... !?", []),
    ],
)
def test_tokens_are_words_or_characters_of_scripts_without_spaces(
    text: str, expected: list[str]
) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize("text", ["A cat.\nIt", "Eine Möwe\n\n我们 x"])
def test_line_feeds_come_between_the_tokens(text: str) -> None:
    lines = [tokens(line) for line in text.split("\n")]
    found = tokens_and_line_feeds(text)
    assert [each for each in found if each != "\n"] == [each for line in lines for each in line]
    assert found.count("\n") == len(lines) - 1


@given(st.text(st.characters(max_codepoint=127)))
def test_words_of_ascii_are_the_runs_of_letters_digits_and_underscores(text: str) -> None:
    assert tokens(text) == re.findall(r"\w+", text.lower(), re.A)


@given(st.text(st.characters(max_codepoint=127)))
def test_words_of_ascii_have_the_hashes_that_they_have_beside_others(text: str) -> None:
    among_others = word_hashes(f"{text}\né")
    assert word_hashes(text).tolist() == among_others[:-2].tolist()
