"""The file of a batch's results: which of the sources it has, and what must not be lost of it."""

import json
from collections.abc import Sequence
from pathlib import Path

from pagesight.app.errors import ResultsError


def to_do(sources: Sequence[str], out: Path, *, resume: bool) -> list[str]:
    """Return the sources that `out` has no result of; with `resume`, drop failures from it.

    Raises ResultsError where a run without `resume` would lose what `out` holds.
    """
    if resume:
        done = _keep_finished(out)
        return [source for source in sources if source not in done]
    if out.is_file() and out.stat().st_size:
        raise ResultsError(
            f"{out} is there already: --resume keeps the results in it and does the rest; "
            "to begin anew, remove it or name another file"
        )
    return list(sources)


def _keep_finished(out: Path) -> frozenset[str]:
    """Drop failures and a broken last line from `out`, and return the sources that are left.

    Raises ResultsError for a file of something else.
    """
    if not out.exists():
        return frozenset()
    text = out.read_text(encoding="utf-8", errors="replace")
    if text.strip() and not text.lstrip().startswith("{"):
        raise ResultsError(f"{out} holds no results of a batch: name another file")
    kept = {}
    for line in text.split("\n"):
        try:
            row = json.loads(line)
        except ValueError:  # cut off in the middle of a write
            continue
        if isinstance(row, dict) and "source" in row and "error" not in row:
            kept[row["source"]] = line
    new = out.with_name(f"{out.name}.new")
    new.write_text("".join(line + "\n" for line in kept.values()), encoding="utf-8")
    new.replace(out)
    return frozenset(kept)
