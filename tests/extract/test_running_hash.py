"""Stretches of a sequence are alike by their hashes if they are."""

from hypothesis import given
from hypothesis import strategies as st

from pagesight.extract.running_hash import RunningHash


@given(st.lists(st.integers(0, 2), max_size=12), st.data())
def test_hashes_are_equal_where_stretches_are(numbers: list[int], data: st.DataObject) -> None:
    ends = st.integers(0, len(numbers))
    start, end, other_start, other_end = (data.draw(ends) for _ in range(4))
    hashes = RunningHash(numbers)
    alike = numbers[start:end] == numbers[other_start:other_end]
    assert (hashes.between(start, end) == hashes.between(other_start, other_end)) == alike
