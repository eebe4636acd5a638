"""Web2Text's collapsed DOM."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.papers.web2text.collapsed_dom import CollapsedDom, collapse
from pagesight.render.page import Page


def collapsed(body: str, rendered: bool = True) -> CollapsedDom:
    page = Page("http://site.example/", f"<html><body>{body}</body></html>", rendered=rendered)
    return collapse(read(page))


@pytest.mark.parametrize(
    ("body", "texts", "tags"),
    [
        # figure 2 of the paper: list items hang from the list, whatever wraps them
        (
            "<ul><li><a>One</a></li><li><b><i>Two</i></b></li></ul>",
            ["One", "Two"],
            ["li/a", "li/b/i"],
        ),
        ("<p>a <b>bold</b> word</p>", ["a", "bold", "word"], ["", "b", ""]),
        ("<p>  </p><div><br><hr></div><p>text</p>", ["text"], ["html/body/p"]),
        ("<script>x()</script><p>a</p><style>b{}</style><p>b</p>", ["a", "b"], ["p", "p"]),
        ("one<br>two", ["one", "two"], ["", ""]),
        ("<p>a\n  b\u00a0 c</p>", ["a b c"], ["html/body/p"]),
        ("", [], []),
    ],
)
def test_leaves_are_text_nodes_with_the_chain_of_tags_merged_into_them(
    body: str, texts: list[str], tags: list[str]
) -> None:
    dom = collapsed(body)
    assert [leaf.text for leaf in dom.leaves] == texts
    assert ["/".join(chain) for chain in dom.tags] == tags


def test_inner_nodes_have_chains_parents_and_the_leaves_they_cover() -> None:
    dom = collapsed("<h1>T</h1><div><ul><li>a</li><li>b <i>c</i></li></ul></div>")
    nodes = dom.nodes
    assert ["/".join(chain) for chain in nodes.tags] == ["li", "div/ul", "html/body"]
    assert nodes.parents.tolist() == [1, 2, -1]
    assert nodes.depths.tolist() == [2, 1, 0]
    assert list(zip(nodes.first.tolist(), nodes.last.tolist(), strict=True)) == [
        (2, 3),
        (1, 3),
        (0, 3),
    ]
    assert dom.parents.tolist() == [2, 1, 0, 0]
    assert dom.common.tolist() == [2, 1, 0]


@pytest.mark.parametrize(
    ("body", "breaks"),
    [
        ("<p>a</p><p>b</p>", [True]),
        ("<p>a <b>b</b> c</p>", [False, False]),
        ("a<br>b<img>c", [True, False]),
        ("<span>a</span><div></div><span>b</span>", [True]),
        ("<div><span>a</span></div><span>b</span>", [True]),
    ],
)
def test_a_break_is_where_a_block_level_tag_begins_or_ends(body: str, breaks: list[bool]) -> None:
    assert collapsed(body).breaks.tolist() == breaks


def test_class_paths_are_equal_for_equal_tags_and_classes_up_to_the_root() -> None:
    one, two, three, four = collapsed(
        '<ul><li class="x">a</li><li class="x">b</li><li>c</li></ul><ol><li class="x">d</li></ol>'
    ).class_paths
    assert one == two
    assert len({one, three, four}) == 3


def test_offsets_count_text_and_markup() -> None:
    dom = collapsed("<p>abc</p><p title='a long attribute'>def</p>")
    assert (dom.ends - dom.starts).tolist() == [3, 3]
    assert dom.starts[1] - dom.ends[0] > len("</p><p title=''>")


def test_a_form_is_known_to_the_nodes_around_it() -> None:
    dom = collapsed("<div><p>a<input></p><p>b</p></div><p>c</p>")
    assert dict(zip(dom.nodes.tags, dom.nodes.has_form.tolist(), strict=True)) == {
        ("div",): True,
        ("html", "body"): True,
    }
    assert not collapsed("<p>a</p><p>b</p>").has_form


def test_noscript_is_read_unless_the_page_was_rendered() -> None:
    body = "<noscript><p>Post</p></noscript><p>b</p>"
    assert len(collapsed(body, rendered=False).leaves) == 2
    assert len(collapsed(body, rendered=True).leaves) == 1


def test_leaves_say_where_they_are_and_whether_they_are_linked() -> None:
    leaf = collapsed('<div id="main" class="a b"><a href="/">Home</a></div>').leaves[0]
    assert leaf.tag == "a"
    assert leaf.link_chars == 4
    assert [ancestor.tag for ancestor in leaf.ancestors] == ["html", "body", "div", "a"]
    assert leaf.ancestors[2].classes == ("a", "b")


def test_deep_nesting_is_no_recursion() -> None:
    depth = 5000
    dom = collapsed("<div>x" * depth + "</div>" * depth)
    assert len(dom.leaves) > 200
