"""Keep a result on disk: its JSON, its screenshot, its content."""

from pathlib import Path

from pagesight.app.output.formats import written, written_text
from pagesight.app.result import Result

_WEBP = b"RIFF"


def keep(result: Result, folder: Path) -> tuple[Path, ...]:
    """Write the result into `folder` and return the files: JSON, Markdown, and the screenshot."""
    files = _write(folder, written(result, "json"), written(result, "markdown"))
    picture = result.capture.page.screenshot
    if picture is None:
        return files
    kind = "webp" if picture.startswith(_WEBP) else "png"
    (folder / f"screenshot.{kind}").write_bytes(picture)
    return (*files, folder / f"screenshot.{kind}")


def keep_text(source: str, text: str, folder: Path) -> tuple[Path, ...]:
    """Write a text without a page around it into `folder` and return the files."""
    return _write(folder, written_text(source, text, "json"), text)


def _write(folder: Path, json: str, markdown: str) -> tuple[Path, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "result.json", folder / "text.md"
    for path, text in zip(files, (json, markdown), strict=True):
        # What is no UTF-8 in a file's name is escaped, which JSON reads as well.
        path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    return files
