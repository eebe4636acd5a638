"""The plain text of HTML, whatever the markup."""

import time

import pytest

from pagesight.render.sources.plain_text import plain_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<p>b</p>c", "a b c"),
        ("<!-- <p>no -->yes", "yes"),
        ("<SCRIPT>no</SCRIPT>yes<Style>no</style >too", "yes too"),
        ("<noscript>no</noscript><template>no</template>yes", "yes"),
        ("yes<script>never closed", "yes"),
        ("yes<!-- never closed", "yes"),
        ("İ<script>no</script>yes", "İ yes"),
        ("a < b <", "a"),
        ("", ""),
    ],
)
def test_what_a_visitor_reads_is_left(html: str, text: str) -> None:
    assert plain_text(html) == text


@pytest.mark.parametrize("part", ["<", "<script>", "<!--", "<p ", "</script", "<title>a"])
def test_hostile_markup_costs_time_in_proportion(part: str) -> None:
    started = time.process_time()
    plain_text(part * 300_000)
    assert time.process_time() - started < 20  # in the square of the length it would be minutes
