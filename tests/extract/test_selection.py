"""Which blocks are kept."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.parse.document import read
from pagesight.extract.selection import best_choice, select
from pagesight.render.page import Page

blocks = st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(1, 50)), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("probabilities", "words", "kept"),
    [
        ((0.9, 0.1), (10, 10), (1, 0)),
        ((0.9, 0.6), (10, 10), (1, 1)),
        ((0.4, 0.4, 0.3), (9, 9, 9), (1, 1, 1)),  # a doubtful page keeps what may be content
        ((0.99, 0.3), (100, 10), (1, 0)),  # a clear one does not
        ((0.0, 0.0), (5, 5), (1, 0)),  # never nothing
        ((0.7,), (0,), (1,)),  # an image alone
    ],
)
def test_kept_blocks(
    probabilities: tuple[float, ...], words: tuple[float, ...], kept: tuple[int, ...]
) -> None:
    choice = best_choice(np.array(probabilities, np.float32), np.array(words, np.float32))
    assert tuple(choice.kept.astype(int)) == kept


def test_a_page_without_blocks_keeps_none() -> None:
    nothing = np.zeros(0, np.float32)
    assert len(best_choice(nothing, nothing).kept) == 0


@given(blocks)
def test_no_other_choice_promises_more(page: list[tuple[float, int]]) -> None:
    probabilities, words = np.array(page, np.float32).T
    total = float((probabilities * words).sum())

    def promise(kept: np.ndarray) -> float:
        return 2 * float((probabilities * words)[kept].sum()) / (float(words[kept].sum()) + total)

    choices = itertools.product([False, True], repeat=len(page))
    most = max(promise(np.array(kept)) for kept in choices if any(kept))
    assert promise(best_choice(probabilities, words).kept) == pytest.approx(most, abs=1e-5)
    assert best_choice(probabilities, words).expected_f1 == pytest.approx(most, abs=1e-5)


_TABLE = "<p>Before it.</p><table><tr><td>one<td>two<tr><td>three<td>four</table><p>After it.</p>"


@pytest.mark.parametrize(
    ("cells", "after", "kept"),
    [
        ((0.9, 0.9, 0.3, 0.9), 0.9, 6),  # a table without some of its cells says something else
        ((0.9, 0.3, 0.1, 0.1), 0.1, 2),  # nothing is kept after it
        ((0.9, 0.1, 0.01, 0.01), 0.9, 3),  # its own cells are improbable
    ],
)
def test_a_table_amid_what_is_kept_is_kept_whole(
    cells: tuple[float, ...], after: float, kept: int
) -> None:
    features = read(Page("", f"<div>{_TABLE}</div>")).features
    probabilities = np.array([0.9, *cells, after])
    assert select(features, probabilities, lowest_cut=0.6).kept.sum() == kept


def test_nothing_below_the_lowest_cut_is_kept_however_poor_the_page() -> None:
    features = read(Page("", "<p>Some words.<p>Some more.")).features
    assert not select(features, np.array([0.1, 0.05]), lowest_cut=0.15).kept.any()
