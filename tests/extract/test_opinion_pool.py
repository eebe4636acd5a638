"""Several labelers asked about the same blocks."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.labelers.base import Labels
from pagesight.extract.opinion_pool import Expert, pooled
from pagesight.extract.parse.document import Document, read
from pagesight.render.page import Page

HTML = "<p>A first sentence, of some words.</p><p>A second one.</p><p>The third of them.</p>"
DOCUMENT = read(Page("https://example.com/", HTML))
sure = st.floats(0, 1, width=32)


@dataclass
class Fixed:
    """Labels the blocks with given probabilities."""

    probabilities: tuple[float, ...]
    name: str = "fixed"
    quality: float | None = None

    def label(self, document: Document) -> Labels:
        probabilities = np.array(self.probabilities, np.float32)
        return Labels(document.blocks, probabilities, self.quality)


@given(st.tuples(sure, sure, sure), st.floats(0, 1))
def test_experts_of_one_mind_decide_as_each_would_alone(
    probabilities: tuple[float, ...], share: float
) -> None:
    experts = [Expert(Fixed(probabilities), share), Expert(Fixed(probabilities), 1 - share)]
    together, *alone = pooled(DOCUMENT, experts)
    assert together.probabilities == pytest.approx(alone[0].probabilities, abs=1e-4)


def test_an_expert_without_a_share_is_not_heard_but_its_own_choice_is_kept() -> None:
    loud, silent = Fixed((0.9, 0.1, 0.1), "loud"), Fixed((0.1, 0.1, 0.9), "silent")
    together, _, second = pooled(DOCUMENT, [Expert(loud, 1.0), Expert(silent, 0.0)])
    assert together.method == "loud"
    assert together.text == "A first sentence, of some words."
    assert (second.method, second.text) == ("silent", "The third of them.")


def test_the_louder_expert_prevails() -> None:
    first, second = Fixed((0.95, 0.5, 0.05), "first"), Fixed((0.05, 0.5, 0.95), "second")
    together = pooled(DOCUMENT, [Expert(first, 0.7), Expert(second, 0.3)])[0]
    assert together.method == "first+second"
    assert together.probabilities[0] > 0.5
    assert "third" not in together.text


def test_one_who_is_certain_can_be_outvoted() -> None:
    certain, others = Fixed((0.0, 0.0, 1.0)), Fixed((0.999, 0.999, 0.999))
    together = pooled(DOCUMENT, [Expert(certain, 0.2), Expert(others, 0.8)])[0]
    assert len(together.blocks) == 3


def test_the_quality_that_an_expert_expects_is_expected_of_all() -> None:
    foreseeing = Fixed((0.9, 0.9, 0.9), quality=0.8)
    experts = [Expert(Fixed((0.9, 0.9, 0.9)), 0.5), Expert(foreseeing, 0.5)]
    assert pooled(DOCUMENT, experts)[0].expected_quality == 0.8


def test_records_come_only_when_asked_for() -> None:
    items = "".join(
        f"<li><a href=/{n}>Item {n} of the list</a><p>About {n}.</p></li>" for n in range(6)
    )
    document = read(Page("https://example.com/", f"<ul>{items}</ul>"))
    experts = [Expert(Fixed((0.9,) * len(document.blocks)), 1.0)]
    assert pooled(document, experts)[0].records == ()
    assert len(pooled(document, experts, records=True)[0].records) == 6


def test_an_empty_page_gives_empty_extractions() -> None:
    empty = read(Page("https://example.com/", "<body></body>"))
    assert [found.text for found in pooled(empty, [Expert(Fixed(()), 1.0)])] == ["", ""]
