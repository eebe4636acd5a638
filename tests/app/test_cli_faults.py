"""The command line under faults: of what users name, of disks, of standard output."""

import json
from pathlib import Path

from .conftest import Run

WORDS = "A page of a few plain words, so that something is there to be read. " * 5


def test_a_line_that_is_no_address_stops_no_batch(pagesight: Run, tmp_path: Path) -> None:
    page, listed, out = (tmp_path / name for name in ("a.html", "list.txt", "out.jsonl"))
    page.write_text(f"<p>{WORDS}", "utf-8")
    listed.write_text(f"http://[\n{'n' * 300}\n{page}\n", "utf-8")
    code, _, err = pagesight("batch", listed, "--no-render", "--out", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert (code, [bool(row.get("text")) for row in rows]) == (1, [False, False, True])
    assert "http://[ is not an address" in err
