"""See on the page itself what an extractor keeps: a copy of the page, or its picture."""

from pagesight.app.output.highlight.page import write_highlight

__all__ = ["write_highlight"]
