"""Short names for what pages hold, to check whether a model or a run is of the same pages."""

import hashlib
from collections.abc import Iterable

from pagesight.datasets.schema import LabelledPage


def page_digest(page: LabelledPage) -> str:
    """Return a digest of all the page holds, its labels among it."""
    return hashlib.sha256(repr(page).encode("utf-8", "surrogatepass")).hexdigest()


def joint_digest(digests: Iterable[str]) -> str:
    """Return a digest of digests, in their order."""
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:16]
