"""Results in the formats of the command line."""

import csv
import io
import json

import pytest

from pagesight.app.api import extract_html
from pagesight.app.config import Options
from pagesight.app.output.formats import CSV_HEADER, renderer, written


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("| a<br>b | c |\n| --- | --- |\n| d<br>- *e* | f |", ["a<br>b", "d<br>- <em>e</em>"]),
        (
            "| `<br>` | \\<br> |\n| --- | --- |\n| a | b |",
            ["<code>&lt;br&gt;</code>", ">&lt;br&gt;<"],
        ),
        (
            "A `<br>` and \\<br> and <br>.",
            ["<code>&lt;br&gt;</code> and &lt;br&gt; and &lt;br&gt;."],
        ),
        ("```\n<br>\n```", ["<code>&lt;br&gt;\n</code>"]),
        ("| <script> | b |\n| --- | --- |\n| a | b |", ["&lt;script&gt;"]),
    ],
    ids=["cells", "text and code in cells", "paragraphs", "fences", "other markup in cells"],
)
def test_only_line_breaks_in_cells_are_markup(markdown: str, expected: list[str]) -> None:
    page = renderer().render(markdown)
    for part in expected:
        assert part in page


def test_a_page_of_the_product_says_what_is_its_content() -> None:
    html = "<title>Toll</title><p>The toll of the harbour will rise in June, the port says.</p>"
    result = extract_html(html, "https://a.org/2026/toll", Options(extractor="sight"))
    page = written(result, "html")
    before, _, content = page.partition("<main>")
    assert "toll of the harbour" in content.partition("</main>")[0]
    assert before.endswith("<body>")
    assert page.endswith("</main></body></html>")


def test_a_page_without_records_is_one_row_with_its_metadata() -> None:
    html = (
        "<html><head><title>Harbour toll to rise</title><meta property='article:published_time' "
        "content='2026-03-04'></head><body><p>The toll of the harbour will rise in June.</p></body>"
    )
    result = extract_html(html, "https://a.org/2026/toll", Options(extractor="sight"))
    (row,) = csv.DictReader(io.StringIO(f"{CSV_HEADER}\n{written(result, 'csv')}"))
    assert (row["title"], row["date"]) == ("Harbour toll to rise", "2026-03-04")


def test_a_record_has_a_column_a_field_and_the_rest_as_json() -> None:
    rows = "".join(
        f"<tr><td><a href=/{n}>Board of {n}s</a></td><td>May {at}, 2026</td><td>Room {at}</td></tr>"
        for at, n in enumerate(("park", "road", "school"), start=1)
    )
    heads = "<tr><th>Meeting</th><th>Date</th><th>Hall</th></tr>"
    html = f"<h1>Meetings</h1><table>{heads}{rows}</table>"
    result = extract_html(html, "https://a.org/meetings", Options(genre="listing"))
    row = next(csv.DictReader(io.StringIO(f"{CSV_HEADER}\n{written(result, 'csv')}")))
    assert (row["title"], row["date"], row["type"]) == ("Board of parks", "2026-05-01", "row")
    assert json.loads(row["attributes"])["Hall"] == "Room 1"
