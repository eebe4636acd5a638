"""Alignment of blocks with gold text."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagesight.extract.page.blocks import Block, block_of
from pagesight.extract.training.gold.align import CONTENT_SHARE, align, match_gap

MENU = ("Home", "About us", "Contact", "Search the site")
STORY = (
    "The river rose again on Tuesday night, and the lower town is under water.",
    "Nobody was hurt; the school hall serves as a shelter until the week-end.",
)
texts = st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40), max_size=12)


def blocks(*lines: str) -> list[Block]:
    return [block_of(line, order=order) for order, line in enumerate(lines)]


@pytest.mark.parametrize(
    ("lines", "gold", "content"),
    [
        ((*MENU, *STORY, "© 2020"), "\n".join(STORY), (0, 0, 0, 0, 1, 1, 0)),
        (STORY, STORY[1], (0, 1)),
        (STORY, STORY[0].upper(), (1, 0)),
        (STORY, " ".join(STORY[0]), (1, 0)),  # white space does not count
        (("It’s “new” – here",), "It's \"new\" - here", (1,)),
        # A short block that occurs twice is found where the gold text has it.
        (("News", STORY[0], "News", STORY[1]), f"{STORY[0]}\nNews\n{STORY[1]}", (0, 1, 1, 1)),
        # A paragraph that moved costs itself alone.
        (("Menu", STORY[0], "In short", STORY[1]), "In short\n" + "\n".join(STORY), (0, 1, 0, 1)),
        # An annotator's slips do not hide the block.
        (("Menu", STORY[0]), STORY[0].replace("river", "rivr").replace("again ", ""), (0, 1)),
        (("首页", "河水昨晚再次上涨，下城区被淹"), "河水昨晚再次上涨，下城区被淹", (0, 1)),
    ],
)  # fmt: skip
def test_content_blocks_are_those_in_the_gold_text(
    lines: tuple[str, ...], gold: str, content: tuple[int, ...]
) -> None:
    shares = align(blocks(*lines), gold)
    assert tuple(int(share > CONTENT_SHARE) for share in shares) == content


@pytest.mark.parametrize(
    ("lines", "gold", "shares"),
    [
        ((), "text", ()),
        (("a", "b"), "", (0.0, 0.0)),
        (("", " \n", "a"), "a", (0.0, 0.0, 1.0)),
        (("half of this sentence is gold",), "half of this", (10 / 24,)),
        (("\u200b", "\ud800"), "?", (0.0, 1.0)),
    ],
)
def test_share_counts_the_characters_that_are_not_white(
    lines: tuple[str, ...], gold: str, shares: tuple[float, ...]
) -> None:
    assert align(blocks(*lines), gold) == pytest.approx(shares)


@given(texts)
def test_a_pages_own_text_is_matched_everywhere(lines: list[str]) -> None:
    whole = align(blocks(*lines), "\n".join(lines))
    assert set(whole) <= {0.0, 1.0}
    assert all(share == 1 for share, line in zip(whole, lines, strict=True) if line.isalnum())


@given(texts, st.text(max_size=60))
def test_shares_lie_between_none_and_all(lines: list[str], gold: str) -> None:
    shares = align(blocks(*lines), gold)
    assert len(shares) == len(lines)
    assert all(0 <= share <= 1 for share in shares)


@given(st.text("ab.", max_size=6), st.text("ab.", max_size=5))
@settings(max_examples=200)
def test_gap_alignment_has_the_best_score_of_all(page: str, gold: str) -> None:
    matched = match_gap(codes(page), codes(gold))
    best = max(alignments(page, gold), key=lambda found: found[0])[0]
    assert best in {
        score for score, at in alignments(page, gold) if at == set(np.flatnonzero(matched))
    }


def test_long_texts_without_a_shared_window_take_bounded_memory_and_time() -> None:
    shares = align(blocks("x" * 200_000), "y" * 200_000)
    assert shares == (0.0,)


def codes(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.array([ord(character) for character in text], np.uint32)


def alignments(page: str, gold: str) -> list[tuple[int, set[int]]]:
    """Return the score and the matched page characters of every alignment of two short texts."""
    found = []
    for size in range(min(len(page), len(gold)) + 1):
        for at_page in itertools.combinations(range(len(page)), size):
            for at_gold in itertools.combinations(range(len(gold)), size):
                pairs = list(zip(at_page, at_gold, strict=True))
                if all(page[i] == gold[j] for i, j in pairs):
                    found.append((score(pairs, page, gold), set(at_page)))
    return found


def score(pairs: list[tuple[int, int]], page: str, gold: str) -> int:
    """Return Web2Text's score: 3 a letter, 1 another, -6 a lost gold character, -2 a gap."""
    gains = sum(3 if page[i].isalnum() else 1 for i, _ in pairs)
    stops = [(-1, -1), *pairs, (len(page), len(gold))]
    gaps = sum(after[0] - before[0] > 1 for before, after in itertools.pairwise(stops))
    return gains - 6 * (len(gold) - len(pairs)) - 2 * gaps
