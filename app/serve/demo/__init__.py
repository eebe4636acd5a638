"""The demo, to be mounted into the service."""

from pagesight.app.serve.demo.page import build, looks
from pagesight.app.serve.demo.reader import Reader

__all__ = ["Reader", "build", "looks"]
