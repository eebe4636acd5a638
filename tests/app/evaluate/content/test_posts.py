"""Scores of posts against gold ones."""

import pytest

from pagesight.app.evaluate.content.posts import score_posts

_GOLD = {"post_text": "Feed it well and leave it", "user": "Ben", "datetime": "May 4, 2019"}
_SAME = {"text": "Feed it well and leave it", "author": "ben", "date": "2019-05-04"}


@pytest.mark.parametrize(
    ("gold", "found", "texts", "whole"),
    [
        (_GOLD, _SAME, 1.0, 1.0),
        (_GOLD, _SAME | {"author": "Ann"}, 1.0, 0.0),
        (_GOLD, _SAME | {"date": "2019-05-05"}, 1.0, 0.0),
        (_GOLD, _SAME | {"text": "Something else"}, 0.0, 0.0),
        (_GOLD | {"user": "/u/7?sid=" + 32 * "a"},
         _SAME | {"author_url": "https://a.example/u/7?sid=" + 32 * "b"}, 1.0, 1.0),
        (_GOLD | {"datetime": "3 weeks ago"}, _SAME | {"date_text": "3 weeks ago"}, 1.0, 1.0),
        (_GOLD | {"post_text": ""}, _SAME | {"text": ""}, 1.0, 1.0),
    ],
    ids=["same", "other author", "other day", "other text", "by address", "as shown", "an image"],
)  # fmt: skip
def test_a_post_is_right_by_its_text_and_wholly_by_author_and_date_too(
    gold: dict[str, object], found: dict[str, object], texts: float, whole: float
) -> None:
    scores = score_posts([found], [gold])
    assert (scores.texts.f1, scores.whole.f1) == (texts, whole)


def test_each_post_found_counts_once() -> None:
    scores = score_posts([_SAME], [_GOLD, _GOLD])
    assert (scores.texts.precision, scores.texts.recall) == (1.0, 0.5)
