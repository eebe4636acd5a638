"""What the user says counts as content: favor, comments, tables, links, images."""

from collections.abc import Mapping
from typing import Any

import pytest

from pagesight.app.config import Options
from pagesight.app.models import Models
from pagesight.app.pipeline import Pipeline
from pagesight.app.result import Result
from pagesight.datasets.schema import Genre
from pagesight.render.errors import OptionError

MODELS = Models()
STORY = "".join(
    f"<p>Paragraph {n} of the story tells what came to pass in the <a href='/harbour'>harbour</a>,"
    " and it does so at some length, with names and hours.</p>"
    for n in range(9)
)
TABLE = (
    "<table><tr><th>Boat</th><th>Length</th></tr><tr><td>Tern</td><td>9 metres</td></tr>"
    "<tr><td>Gannet</td><td>12 metres</td></tr></table>"
)
COMMENTS = "".join(
    f"<li class='comment'><cite class=author>{name}</cite> <time datetime='2025-03-0{n}T10:00'>"
    f"{n} March 2025</time><div class='comment-body'><p>{name} was there too, and saw a boat come"
    " in with no one on board.</p></div><a href='#'>Reply</a></li>"
    for n, name in enumerate(("Ann Archer", "Ben Bower", "Cay Cole"), 1)
)
PAGE = (
    "<html lang=en><title>The harbour at night</title><body><nav><a href='/'>Home</a></nav>"
    f"<article><h1>The harbour at night</h1>{STORY}<p><img src='/boat.jpg' alt='A boat'></p>"
    f"{TABLE}<p>So it ended, and the boats lay still until the morning came.</p></article>"
    f"<section id=comments><h2>3 comments</h2><ol>{COMMENTS}</ol></section>"
    "<footer>All rights reserved</footer></body></html>"
)

_SAID = "I was there that night as well, and we all saw a boat come in with no one on board."
_NOTICE = "The harbour is closed to visitors until the end of March, for the ice is thin."
LONG_POST = PAGE.replace(STORY, STORY + STORY.replace("Paragraph ", "Paragraph 1"))


def result(**options: Any) -> Result:
    pipeline = Pipeline(Options(render=False, genre="article", **options), MODELS)
    return pipeline.extract_html(PAGE, "https://example.org/harbour")


def test_readers_comments_are_kept_without_names_and_buttons_or_left_out() -> None:
    with_comments, without = result(comments=True).text, result(comments=False).text
    assert with_comments.count("saw a boat come in") == 3
    assert "Reply" not in with_comments
    assert "saw a boat" not in without
    assert "Paragraph 8 of the story" in without


def test_comments_under_an_article_are_none_of_its_text_though_the_page_is_called_a_forum() -> None:
    found = Pipeline(Options(render=False, genre=Genre.FORUM), MODELS).extract_html(LONG_POST)
    assert "saw a boat" not in found.text
    assert "Paragraph 18 of the story" in found.text


def test_a_thread_whose_posts_are_called_comments_keeps_them() -> None:
    thread = f"<html lang=en><body><h1>Who saw the boat?</h1><ol>{COMMENTS}</ol></body></html>"
    options = Options(render=False, genre=Genre.FORUM, comments=False)
    assert Pipeline(options, MODELS).extract_html(thread).text.count("saw a boat come in") == 3


def test_comments_are_left_out_though_they_are_most_of_a_page_and_a_notice_stands_behind() -> None:
    said = "".join(f"<dt>{n}. Ann</dt><dd><p>{n} {_SAID}</p></dd>" for n in range(30))
    behind = f"<div id=comments><dl>{said}</dl></div><p>{_NOTICE}</p>"
    pipeline = Pipeline(Options(render=False, genre=Genre.ARTICLE), MODELS)
    found = pipeline.extract_html(f"<title>The harbour</title><h1>The harbour</h1>{STORY}{behind}")
    assert "no one on board" not in found.text
    assert "Paragraph 8 of the story" in found.text


def test_tables_of_data_are_left_out_of_text_and_markdown_and_result() -> None:
    assert "Gannet" in result().text
    without = result(tables=False)
    assert "Gannet" not in without.text + without.markdown
    assert without.extraction.tables == ()
    assert "So it ended" in without.text


@pytest.mark.parametrize(
    ("options", "present", "absent"),
    [
        ({"links": False}, "in the harbour, and", "](https://example.org/harbour)"),
        ({"images": False}, "[harbour](https://example.org/harbour)", "boat.jpg"),
    ],
)
def test_markdown_is_written_without_links_or_images(
    options: Mapping[str, bool], present: str, absent: str
) -> None:
    assert absent in result().markdown
    found = result(**options)
    assert absent not in found.markdown
    assert present in found.markdown
    assert found.text == result().text


def test_precision_keeps_a_part_of_what_is_kept_for_balance_and_that_of_recall() -> None:
    kept = [
        {block.order for block in result(favor=favor).extraction.blocks}
        for favor in ("precision", "balanced", "recall")
    ]
    assert kept[0] <= kept[1] <= kept[2]


def test_what_is_no_choice_is_named() -> None:
    with pytest.raises(OptionError, match="choose one of precision, balanced, recall"):
        Options(favor="beauty")  # type: ignore[arg-type]
