"""Whole pages in several languages give what is expected of them, byte for byte."""

from pathlib import Path

import pytest
from page_cases import CASES, differences, outputs


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_whole_page_gives_what_is_expected_of_it(case: Path) -> None:
    changed = differences(case, outputs(case))
    assert not changed, f"if that is on purpose: python tests/pages/update.py --accept\n{changed}"
