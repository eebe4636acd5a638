"""Keep a result on disk: its JSON, its screenshot, its content."""

from pathlib import Path

from pagesight.app.formats import written
from pagesight.app.pipeline import Result

_WEBP = b"RIFF"


def keep(result: Result, folder: Path) -> tuple[Path, ...]:
    """Write the result into `folder` and return the files: JSON, Markdown, and the screenshot."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"result.json": written(result, "json"), "text.md": written(result, "markdown")}
    files = []
    for name, text in texts.items():
        # What is no UTF-8 in a file's name is escaped, which JSON reads as well.
        (folder / name).write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
        files.append(folder / name)
    picture = result.capture.page.screenshot
    if picture is not None:
        kind = "webp" if picture.startswith(_WEBP) else "png"
        files.append(folder / f"screenshot.{kind}")
        files[-1].write_bytes(picture)
    return tuple(files)
