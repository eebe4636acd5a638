"""Pagesight: look at a web page, tell its genre, extract its content.

    import pagesight

    result = pagesight.extract("https://example.com/")  # rendered by a browser
    result = pagesight.extract_html(html, url)          # no browser, nothing fetched
    print(result.genre, result.extraction.markdown)

`extract` and `render` are folders of the package as well as functions: their modules can be
called. Everything else is loaded when it is first used, so that `import pagesight` alone loads
neither torch nor Playwright nor Gradio.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagesight.app.config import Options as Options
    from pagesight.app.pipeline import Pipeline as Pipeline
    from pagesight.app.pipeline import Result as Result
    from pagesight.app.pipeline import extract_html as extract_html
    from pagesight.app.pipeline import extract_page as extract

_DOORS = {
    "Options": "app.config",
    "Pipeline": "app.pipeline",
    "Result": "app.pipeline",
    "extract_html": "app.pipeline",
}
_FUNCTIONS = {"pagesight.extract": "extract_page", "pagesight.render": "render"}

__all__ = ("Options", "Pipeline", "Result", "extract", "extract_html")


class _CallableFolder(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        pipeline = import_module("pagesight.app.pipeline")
        return getattr(pipeline, _FUNCTIONS[self.__name__])(*arguments, **options)


for _name in _FUNCTIONS:
    import_module(_name).__class__ = _CallableFolder


def __getattr__(name: str) -> Any:
    if name not in _DOORS:
        raise AttributeError(f"module 'pagesight' has no attribute {name!r}")
    return getattr(import_module(f"pagesight.{_DOORS[name]}"), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *_DOORS))
