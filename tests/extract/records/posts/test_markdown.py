"""The Markdown of threads: whose words these are, and of when."""

import pytest

from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.page.document import read
from pagesight.extract.records.posts.find import Thread
from pagesight.render.page import Page

_ITEM = (
    "<li><a class=username href=/u/{who}>{who}</a> <time datetime={day}>{day}</time>"
    "<div class=content>{title}<p>{said}</p><ul><li>a pinch of salt</ul></div>"
)
_POSTS = (
    ("Ann", "2020-04-18", "Does anybody know how to keep a sourdough starter alive?"),
    ("Ben*", "2020-04-19", "Feed it well and leave it in the fridge for some weeks."),
)


def _thread(title: str = "", above: str = "<h1>Sourdough</h1>") -> Thread:
    items = (
        _ITEM.format(who=who, day=day, said=said, title=title if who == "Ann" else "")
        for who, day, said in _POSTS
    )
    body = f"<body>{above}<ol>{''.join(items)}</ol><p>Imprint of it all</p></body>"
    return Thread(read(Page("https://example.com/t/1", body)))


def _written(thread: Thread, kept: str) -> str:
    """Return the Markdown of the blocks that hold one of the letters of words that are kept."""
    blocks = [block for block in thread.document.blocks if block.text.split()[0] in kept]
    return thread.markdown_of(blocks)


def test_above_each_post_stands_who_wrote_it_and_when() -> None:
    assert _written(_thread(), "Sourdough Does Feed a Imprint") == (
        "# Sourdough\n\n"
        "**Ann**, 2020-04-18\n\nDoes anybody know how to keep a sourdough starter alive?\n\n"
        "- a pinch of salt\n\n"
        "**Ben\\***, 2020-04-19\n\nFeed it well and leave it in the fridge for some weeks.\n\n"
        "- a pinch of salt\n\n"
        "Imprint of it all"
    )


def test_a_title_inside_of_the_first_post_stands_above_its_author() -> None:
    written = _written(_thread("<h1>Sourdough</h1>", above="<p>Forum</p>"), "Sourdough Does")
    assert written.startswith("# Sourdough\n\n**Ann**, 2020-04-18\n\nDoes anybody")


def test_author_and_date_that_are_kept_are_not_said_twice() -> None:
    assert _written(_thread(), "Ann Does").count("Ann") == 1


def test_a_post_of_signs_alone_is_kept() -> None:
    posts = "".join(
        f"<li><a class=username href=/u/{who}>{who}</a> <time datetime={day}>{day}</time>"
        f"<div class=content><p>{said}</p></div>"
        for who, day, said in (*_POSTS, ("Cleo", "2020-05-02", "👍👍👍"), *_POSTS)
    )
    thread = Thread(read(Page("https://example.com/t/1", f"<body><ol>{posts}</ol></body>")))
    assert "👍👍👍" in thread.markdown_of(thread.document.blocks)


def test_a_post_of_which_nothing_is_kept_is_not_named() -> None:
    assert "Ben" not in _written(_thread(), "Does Imprint")


@pytest.mark.parametrize("number", [0, 1])
def test_a_post_alone_is_written_without_the_item_around_it(number: int) -> None:
    said = _POSTS[number][2]
    assert _thread().records[number].attributes["markdown"] == f"{said}\n\n- a pinch of salt"


def test_a_page_without_posts_is_written_as_it_is() -> None:
    thread = Thread(read(Page("", "<ul><li>One.<li>Two.</ul>")))
    assert thread.markdown_of(thread.document.blocks) == to_markdown(thread.document.blocks)


def test_a_line_that_says_by_whom_and_when_is_not_repeated() -> None:
    html = "".join(
        f"<li><p>By <a class=username href=/u/{who}>{who}</a> on <time datetime={day}>{day}</time>"
        f"</p><div class=content><p>{said}</p></div>"
        for who, day, said in _POSTS
    )
    thread = Thread(read(Page("https://example.com/t/1", f"<body><ol>{html}</ol></body>")))
    assert "By" not in thread.markdown_of(thread.document.blocks)
