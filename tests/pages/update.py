"""Show what changed in the results of the whole pages in this folder, and write it if told so.

    python tests/pages/update.py [CASE]... [--accept]

Prints the unified difference of each case between its expected files and what `auto` makes of the
page now, and exits 1 if there is any. With `--accept` the expected files are written: look at the
difference first. A new case is a new folder with a `source.html` that states its address.
"""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))

from page_cases import CASES, differences, outputs


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description="Show what changed in the results of whole pages.")
    names = [case.name for case in CASES]
    parser.add_argument("case", nargs="*", help=f"all if none is named: {', '.join(names)}")
    parser.add_argument("--accept", action="store_true", help="write the expected files")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.case) - set(names)):
        parser.error(f"no such case: {', '.join(unknown)}; there are {', '.join(names)}")
    changed = [update(case, asked.accept) for case in CASES if case.name in (asked.case or names)]
    done = "written" if asked.accept else "changed; --accept writes them"
    print(f"{sum(changed)} of {len(changed)} cases {done}" if any(changed) else "no change")
    return int(any(changed) and not asked.accept)


def update(case: Path, accept: bool) -> bool:
    """Print what changed in the case, and write it if that is accepted; return whether it did."""
    found = outputs(case)
    shown = differences(case, found)
    sys.stdout.write(shown)
    if accept and shown:
        for name, text in found.items():
            (case / name).write_text(text, "utf-8", newline="")
    return bool(shown)


if __name__ == "__main__":
    sys.exit(main())
