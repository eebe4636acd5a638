import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.vision.html.vocabulary import make_vocabulary, matrix, vector

FIELDS = {"t": 0.25, "c": 0.5}
BAGS = [{"t:a": 1, "c:x": 3, "z:q": 1}, {"t:a": 2, "t:b": 1, "c:x": 1}, {"t:b": 1, "c:y": 9}]
VOCABULARY = make_vocabulary(BAGS, ["one", "two", "two"], 1, FIELDS)


def test_tokens_of_other_fields_and_of_too_few_groups_are_unknown() -> None:
    assert set(VOCABULARY.columns) == {"t:a", "t:b", "c:x", "c:y"}
    shared = make_vocabulary(BAGS, ["one", "two", "two"], 2, FIELDS)
    assert set(shared.columns) == {"t:a", "c:x"}


@given(st.dictionaries(st.sampled_from(["t:a", "t:b", "c:x", "c:y", "t:?"]), st.integers(1, 99)))
def test_each_field_has_its_weight_as_squared_length(bag: dict[str, int]) -> None:
    columns, values = vector(bag, VOCABULARY)
    known = {token for token in bag if token in VOCABULARY.columns}
    present = {token[0] for token in known}
    assert values @ values == pytest.approx(sum(FIELDS[letter] for letter in present))
    assert len(columns) == len(known)


def test_the_matrix_has_the_vectors_as_rows() -> None:
    rows = matrix([*BAGS, {}], VOCABULARY).toarray()
    for row, bag in zip(rows, [*BAGS, {}], strict=True):
        columns, values = vector(bag, VOCABULARY)
        expected = np.zeros(len(VOCABULARY.columns))
        expected[columns] = values
        assert (row == expected).all()
