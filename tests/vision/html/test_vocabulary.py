import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.vision.html.model import make_vocabulary, matrix, vector

FIELDS = {"t": 0.25, "c": 0.5}
PAGES = [
    {"t": {"a": 1}, "c": {"x": 3}, "z": {"q": 1}},
    {"t": {"a": 2, "b": 1}, "c": {"x": 1}},
    {"t": {"b": 1}, "c": {"y": 9}},
]
VOCABULARY = make_vocabulary(PAGES, ["one", "two", "two"], 1, FIELDS)
COUNTS = st.integers(1, 99)


def test_tokens_of_other_fields_and_of_too_few_groups_are_unknown() -> None:
    assert VOCABULARY.columns == {"c": {"x": 0, "y": 1}, "t": {"a": 2, "b": 3}}
    shared = make_vocabulary(PAGES, ["one", "two", "two"], 2, FIELDS)
    assert shared.columns == {"c": {"x": 0}, "t": {"a": 1}}


@given(
    st.dictionaries(st.sampled_from("ab?"), COUNTS), st.dictionaries(st.sampled_from("xy?"), COUNTS)
)
def test_each_field_has_its_weight_as_squared_length(
    title: dict[str, int], names: dict[str, int]
) -> None:
    columns, values = vector({"t": title, "c": names, "z": {"q": 5}}, VOCABULARY)
    known = [set("ab") & set(title), set("xy") & set(names)]
    expected = sum(FIELDS[field] for field, own in zip("tc", known, strict=True) if own)
    assert values @ values == pytest.approx(expected)
    assert len(columns) == sum(map(len, known))


def test_the_matrix_has_the_vectors_as_rows() -> None:
    rows = matrix([*PAGES, {}], VOCABULARY).toarray()
    for row, page in zip(rows, [*PAGES, {}], strict=True):
        columns, values = vector(page, VOCABULARY)
        expected = np.zeros(4)
        expected[columns] = values
        assert (row == expected).all()
