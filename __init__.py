"""Pagesight: look at a web page before reading it: screenshot, genre, extractor, clean content.

    import pagesight

    result = pagesight.extract("https://example.com/")  # rendered in a browser
    result = pagesight.extract_html(html, url)          # no browser, nothing fetched
    print(result.genre, result.extraction.markdown)

    pagesight.render("https://example.com/")            # a Capture: HTML, screenshot, layout
    pagesight.classify("https://example.com/")          # a Prediction: the genre
    pagesight.Pipeline(pagesight.Options(render=False))  # many pages, models loaded once

`extract` and `render` are folders of modules too, which can be called. All else is loaded at its
first use: `import pagesight` loads neither torch nor Playwright nor Gradio.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagesight.app.classify import classify
    from pagesight.app.config import Options
    from pagesight.app.pipeline import Pipeline, Result, extract_html
    from pagesight.app.pipeline import extract_page as extract
    from pagesight.render.capture import render_page as render
    from pagesight.render.errors import PagesightError

_MODULES = {
    "Options": "pagesight.app.config",
    "PagesightError": "pagesight.render.errors",
    "Pipeline": "pagesight.app.pipeline",
    "Result": "pagesight.app.pipeline",
    "classify": "pagesight.app.classify",
    "extract_html": "pagesight.app.pipeline",
}
_CALLS = {
    "pagesight.extract": ("pagesight.app.pipeline", "extract_page"),
    "pagesight.render": ("pagesight.render.capture", "render_page"),
}

__all__ = (
    "Options", "PagesightError", "Pipeline", "Result", "classify", "extract", "extract_html",
    "render",
)  # fmt: skip


class _CallableFolder(ModuleType):
    """A folder of modules that is a function too."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        module, function = _CALLS[self.__name__]
        return getattr(import_module(module), function)(*arguments, **options)


for _name in _CALLS:
    import_module(_name).__class__ = _CallableFolder


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'pagesight' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
