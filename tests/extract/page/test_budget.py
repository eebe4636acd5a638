"""What a page may cost: it is cut at its limits, and past its deadline what is ready comes back."""

import time
from itertools import count

import pytest

from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.budget import NO_DEADLINE, Budget, Limits, bounded_html
from pagesight.extract.page.document import read
from pagesight.extract.registry import extractor
from pagesight.render.page import Page

_PARAGRAPHS = "".join(f"<p>paragraph {number}</p>" for number in range(100))
_LIST = "<title>T</title><ul>" + "<li><a href=/x>an item</a> of some words</li>" * 9


class _Watch:
    """A clock that a test sets."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("limits", "warning"),
    [
        (Limits(html_chars=180), "page cut at 180 of 1,890 characters: the rest was left out"),
        (Limits(tags=20), "page cut at 20 of 200 tags: the rest was left out"),
        (Limits(blocks=10), "page cut at 10 blocks: the rest was left out"),
    ],
)
def test_page_beyond_a_limit_is_read_up_to_there(limits: Limits, warning: str) -> None:
    budget = Budget(limits)
    document = read(Page("", _PARAGRAPHS), budget=budget)
    assert [block.text for block in document.blocks] == [f"paragraph {n}" for n in range(10)]
    assert document.tree.xpath("count(//p)") == 10
    assert budget.warnings == (warning,)


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<p a=1 b c='>' d=\"e\" f>x</p>", "<p a=1 b c='>'>x</p>"),
        ("<p/a/b/c/d>x</p>", "<p/a/b/c>x</p>"),
        ("<p a b c d", "<p a b c"),
        ("<p a b c><i a b c d><p a='", "<p a b c><i a b c><p a='"),
        ("1 < 2 and a<b", "1 < 2 and a<b"),
        ("<p<i<1 a b c d e>", "<p<i<1 a b c>"),
        ("<p a = 1 b = 2 c = 3 >x", "<p a = 1 b = 2 c = 3 >x"),
    ],
)
def test_elements_keep_their_first_attributes(html: str, kept: str) -> None:
    assert bounded_html(html, Budget(Limits(attributes=3))) == kept.encode()


def test_tags_that_begin_in_names_of_tags_take_linear_time() -> None:
    start = time.process_time()
    bounded_html("<a" * 100_000, Budget(NO_DEADLINE))
    assert time.process_time() - start < 5  # of quadratic time more than 30


def test_reading_ends_where_what_is_read_leaves_time_to_finish_it() -> None:
    ticks = count()
    budget = Budget(Limits(seconds=30), processor=lambda: float(next(ticks)))
    document = read(Page("", _PARAGRAPHS * 50), budget=budget)
    # A thousand elements take a second to read, all that is done with them ten.
    assert len(document.blocks) == 2998  # beside html and body
    assert document.tree.xpath("count(//p)") == len(document.blocks)
    (warning,) = budget.warnings
    assert "cut at 3,000 elements by the deadline of 30 s" in warning


def test_a_page_that_waits_for_a_processor_is_read_whole() -> None:
    ticks = count()
    budget = Budget(Limits(seconds=400), clock=lambda: 10.0 * next(ticks), processor=lambda: 0.0)
    document = read(Page("", _PARAGRAPHS * 50), budget=budget)
    assert len(document.blocks) == 5000
    assert budget.warnings == ()


def test_reading_ends_at_the_deadline_whatever_work_is_left() -> None:
    ticks = count()
    budget = Budget(Limits(seconds=30), clock=lambda: 10.0 * next(ticks), processor=lambda: 0.0)
    assert len(read(Page("", _PARAGRAPHS * 50), budget=budget).blocks) < 5000
    assert "by the deadline of 30 s" in budget.warnings[0]


def test_first_elements_are_read_however_late_it_is() -> None:
    watch = _Watch()
    budget = Budget(Limits(seconds=9), clock=watch)
    watch.seconds = 10
    assert len(read(Page("", _PARAGRAPHS * 20), budget=budget).blocks) == 998  # html, body


def test_names_of_elements_that_are_no_names_are_cut_at_too() -> None:
    budget = Budget(Limits(blocks=2))
    document = read(
        Page("", "<o:p><div>a</div></o:p><o:p><div>b</div><div>c</div></o:p>d"), "", budget
    )
    assert document.tree.text_content() == "ab"


@pytest.mark.parametrize("name", ["article", "listview", "sight"])
def test_past_the_deadline_extractors_leave_out_what_is_not_text(name: str) -> None:
    watch = _Watch()
    budget = Budget(Limits(seconds=9), clock=watch)
    document = read(Page("https://example.org/", _LIST), budget=budget)
    watch.seconds = 10
    extraction = extractor(name)(document)
    assert "an item" in extraction.text
    assert (extraction.metadata.title, extraction.records) == ("", ())
    assert budget.warnings[0].startswith("deadline of 9 s: left out ")


def test_time_for_loading_models_does_not_count() -> None:
    watch = _Watch()
    budget = Budget(Limits(seconds=9), clock=watch)
    with budget.paused():
        watch.seconds = 10
    assert budget.has_time_for("metadata")
    watch.seconds = 20
    assert not budget.has_time_for("metadata")


def test_what_may_be_left_out_leaves_time_for_what_comes_after_it() -> None:
    watch = _Watch()
    budget = Budget(Limits(seconds=10), clock=watch)
    watch.seconds = 6
    assert not budget.has_time_for("some evidence", reserve=0.5)
    assert budget.has_time_for("metadata")


def test_pages_are_read_whole_where_no_deadline_is_given() -> None:
    watch = _Watch()
    document = read(Page("", _LIST), budget=Budget(NO_DEADLINE, clock=watch))
    watch.seconds = 1e9
    assert metadata(document).title == "T"
    assert document.budget.warnings == ()


def test_what_is_asked_after_the_page_was_read_in_time_is_under_no_deadline() -> None:
    watch = _Watch()
    budget = Budget(Limits(seconds=30), clock=watch)
    budget.remove_deadline()
    watch.seconds = 3_600
    assert budget.has_time_for("records")


def test_a_deadline_that_has_passed_is_not_lifted() -> None:
    watch = _Watch()
    budget = Budget(Limits(seconds=30), clock=watch)
    watch.seconds = 31
    budget.remove_deadline()
    assert not budget.has_time_for("records")
