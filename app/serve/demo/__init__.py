"""The demo, to be launched by itself or mounted into another server."""

from pagesight.app.serve.demo.page import build, launch, launched, looks

__all__ = ["build", "launch", "launched", "looks"]
