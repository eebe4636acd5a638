"""The demo, to be launched by itself or mounted into another server."""

from pagesight.app.serve.demo.page import build, launch, looks

__all__ = ["build", "launch", "looks"]
