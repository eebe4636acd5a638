"""Errors of the vision folder.

VisionError
├── ImageError       the picture is missing or cannot be read
├── WeightsError     a model folder is missing, broken or of another kind
└── TrainingError    a corpus cannot train a genre classifier
"""

from pagesight.render.errors import PagesightError


class VisionError(PagesightError):
    """Base of every error raised by `pagesight.vision`."""


class ImageError(VisionError):
    """The picture is missing or cannot be read."""


class WeightsError(VisionError):
    """A model folder cannot be loaded."""


class TrainingError(VisionError):
    """A corpus cannot train a genre classifier."""
