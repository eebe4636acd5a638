"""What a page says of itself."""

from pagesight.extract.document import Document
from pagesight.extract.extraction import Metadata


def metadata(document: Document) -> Metadata:
    """Return the page's metadata; what it does not say stays empty."""
    title = document.tree.findtext(".//title") or ""
    return Metadata(title=" ".join(title.split()))
