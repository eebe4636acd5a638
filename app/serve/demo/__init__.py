"""The demo, to be launched by itself or mounted into another server."""

from pagesight.app.serve.demo.page import build, launch, launched, looks
from pagesight.app.serve.demo.reader import Reader

__all__ = ["Reader", "build", "launch", "launched", "looks"]
