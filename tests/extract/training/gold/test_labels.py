"""Gold labels of blocks, from gold text and from labelled text nodes."""

import pytest

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import leaves
from pagesight.extract.training.gold.align import gold_labels
from pagesight.render.page import Page

HTML = "<ul><li>Home<li>News</ul><h1>The flood</h1><p>The river rose again on Tuesday.<p>By Ann"
BLOCKS = leaves(parse(HTML))


def page(source: str, text: str | None, *labels: tuple[str, int]) -> LabelledPage:
    return LabelledPage(
        "p", Page("", HTML), "s", text=text, block_labels=labels or None, source=source
    )


def labels_of(page: LabelledPage) -> list[int]:
    found = gold_labels(page, BLOCKS)
    assert found is not None
    return found.tolist()


def test_gold_text_alone_labels_by_alignment() -> None:
    gold = "The flood\nThe river rose again on Tuesday."
    assert labels_of(page("any", gold)) == [0, 0, 1, 1, 0]


@pytest.mark.parametrize(
    ("source", "node_labels", "expected"),
    [
        # L3S-GN1: 1 headline, 2 text, 3 supplement are content; 0, 4 and 5 are not.
        ("l3s_gn1", (0, 0, 1, 2, 3), [0, 0, 1, 1, 1]),
        ("l3s_gn1", (4, 5, 1, 2, 0), [0, 0, 1, 1, 0]),
        # KrdWrd: 3 is content, 1 is not, 2 does not count.
        ("krdwrd_canola", (1, 1, 2, 3, 1), [0, 0, -1, 1, 0]),
    ],
)
def test_node_labels_rule_where_a_corpus_has_them(
    source: str, node_labels: tuple[int, ...], expected: list[int]
) -> None:
    texts = ("Home", "News", "The  flood", "The river rose again on Tuesday.", "By Ann")
    nodes = zip(texts, node_labels, strict=True)
    assert labels_of(page(source, "", *nodes)) == expected


def test_node_labels_of_an_unknown_corpus_mean_nothing() -> None:
    assert gold_labels(page("any", None, ("Home", 0), ("The flood", 1)), BLOCKS) is None


def test_a_page_without_gold_has_no_labels() -> None:
    assert gold_labels(page("any", None), BLOCKS) is None


def test_empty_gold_text_makes_all_blocks_noise() -> None:
    assert labels_of(page("any", "")) == [0, 0, 0, 0, 0]
