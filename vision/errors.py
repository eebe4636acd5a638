"""Errors of the vision folder.

VisionError
├── ImageError       the picture is missing or cannot be read
└── WeightsError     a model folder is missing, broken or of another kind
"""

from pagesight.render.errors import PagesightError


class VisionError(PagesightError):
    """Base of every error raised by `pagesight.vision`."""


class ImageError(VisionError):
    """The picture is missing or cannot be read."""


class WeightsError(VisionError):
    """A model folder cannot be loaded."""
