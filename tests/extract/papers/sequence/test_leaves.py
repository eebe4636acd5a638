"""Text leaves: BoilerNet's segmentation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import IGNORED_TAGS, leaves


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<p>A<strong>B</strong>C</p>", ["A", "B", "C"]),  # section 3.1 of the paper
        ("<p> white \n\t space </p>", ["white space"]),
        ("<p> \n </p>", []),
        ("<p>a<!-- a comment -->b</p>", ["ab"]),
        ("<head><title>t</title></head><body>b", ["b"]),
        ("<p>a<br>b", ["a", "b"]),
        ("before<script>x()</script>after", ["before", "after"]),
        ("<noscript>n</noscript><iframe>f</iframe><style>s{}</style><button>b</button>k", ["k"]),
        ("<p>caf&eacute; &amp; th&eacute;", ["café & thé"]),
        ("<checkbox>a<p>b</p></checkbox>", []),
    ],
)
def test_a_leaf_is_a_text_node_outside_ignored_subtrees(html: str, texts: list[str]) -> None:
    assert [leaf.text for leaf in leaves(parse(html))] == texts


def test_ancestors_run_from_html_to_the_parent_without_an_extra_span() -> None:
    (leaf,) = leaves(parse('<div class="a b" id=i><p>text'))
    assert [ancestor.tag for ancestor in leaf.ancestors] == ["html", "body", "div", "p"]
    assert leaf.ancestors[2].classes == ("a", "b")
    assert leaf.ancestors[2].id == "i"
    assert leaf.tag == "p"


def test_path_finds_the_parent_in_the_tree() -> None:
    tree = parse("<div><p>a</p><i>x</i><p>b</p></div><div>c</div>tail")
    for leaf in leaves(tree):
        (parent,) = tree.xpath(leaf.path)
        assert leaf.text in "".join(parent.itertext())
    assert [leaf.path.rsplit("/", 1)[1] for leaf in leaves(tree)][:3] == ["p[1]", "i[1]", "p[2]"]


def test_text_inside_a_link_is_link_text() -> None:
    counts = [
        (leaf.text, leaf.link_chars) for leaf in leaves(parse("a<a href=x>bb<b>ccc</b></a>d"))
    ]
    assert counts == [("a", 0), ("bb", 2), ("ccc", 3), ("d", 0)]


def test_deep_nesting_is_no_obstacle() -> None:
    found = leaves(parse("<div>" * 1500 + "deep" + "</div>" * 1500))
    assert [leaf.text for leaf in found] == ["deep"]


@given(st.lists(st.sampled_from(["<p>", "</p>", "<b>", "</b>", "x ", "y", "<!--c-->", "<td>"])))
def test_leaves_hold_all_text_of_the_body_in_order(parts: list[str]) -> None:
    tree = parse("<body>k" + "".join(parts))
    found = leaves(tree)
    assert " ".join(leaf.text for leaf in found).split() == [
        word for text in tree.itertext() for word in text.split()
    ]
    assert [leaf.order for leaf in found] == list(range(len(found)))


def test_comments_of_a_tree_made_elsewhere_are_dropped() -> None:
    tree = lxml_html.document_fromstring("<p>a<!-- c -->b</p>")
    assert [leaf.text for leaf in leaves(tree)] == ["a", "b"]


def test_ignored_tags_are_the_papers() -> None:
    assert "noscript" in IGNORED_TAGS
    assert "select" not in IGNORED_TAGS
