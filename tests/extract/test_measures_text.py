"""Words of texts in scripts with and without spaces."""

import pytest

from pagesight.extract.measures_text import count_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("two words", 2),
        ("안녕하세요 세계", 2),
        ("\ue001\ue002\ue003\ue004 icons", 2),
        ("猫の耳が", 2),
        ("\uf900\uf901", 1),
        ("สวัสดี", 3),
        ("", 0),
    ],
    ids=["Latin", "Hangul", "private use", "Kana and Han", "compatibility Han", "Thai", "empty"],
)
def test_two_characters_are_a_word_in_scripts_without_spaces_and_nowhere_else(
    text: str, words: float
) -> None:
    assert count_words(text) == words
