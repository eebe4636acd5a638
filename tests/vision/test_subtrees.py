"""What elements hold, told from one walk, is what walking each of them tells."""

from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.parse.dom import parse
from pagesight.vision.subtrees import Subtrees

_TEXT = st.text(st.sampled_from("ab? \n\u00a0"), max_size=5)


def _element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tags = st.sampled_from(["div", "b", "a", "span"])
    return st.builds(lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", tags, st.lists(inner))


@given(st.recursive(_TEXT, _element, max_leaves=12), st.integers(0, 8))
def test_text_lines_and_counts_are_those_of_the_element(body: str, most: int) -> None:
    tree = parse(f"<body> x{body}</body>")
    page = Subtrees(tree)
    assert page.elements == list(tree.iter())
    for element in page.elements:
        text = element.text_content()
        line = " ".join(text.split())
        assert (page.text(element, most), page.chars(element)) == (text[:most], len(text))
        assert (page.line(element, most), page.line_chars(element)) == (line[:most], len(line))
        assert page.line_has(element, "?") == ("?" in line)
        assert page.count(element, "a", "b") == sum(1 for _ in element.iter("a", "b"))
