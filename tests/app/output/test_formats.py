"""Results as HTML pages."""

import pytest

from pagesight.app.output.formats import renderer


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
