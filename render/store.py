"""Keep captures on disk: a folder each, with files a person can open."""

import gzip
import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from pagesight.render.errors import SourceError
from pagesight.render.page import (
    Box,
    Capture,
    LaidOutNode,
    Layout,
    Page,
    Style,
    Unseen,
    Viewport,
    fault_of,
)

_CAPTURE, _HTML, _RESPONSE = "capture.json", "page.html", "response.html"
_SCREENSHOT, _FULL_PAGE, _LAYOUT = "screenshot.png", "full_page.png", "layout.json.gz"
_MHTML = "page.mhtml"
_UNFINISHED = ".unfinished-"  # then the process that writes it
# Fields with files of their own.
_APART = ("response_html", "full_page", "mhtml", "page")


def folder_for(source: str, root: Path) -> Path:
    """Return the folder under `root` that the capture of `source` is kept in.

    >>> folder_for("https://example.org/a?b=1", Path("out")).name
    'example.org_a_b_1_aa8f8f8d'
    """
    from hashlib import sha256

    readable = re.sub(r"[^\w.-]+", "_", source.partition("://")[2] or source).strip("_.")[:60]
    return root / f"{readable}_{sha256(os.fsencode(source)).hexdigest()[:8]}"


def save_capture(capture: Capture, folder: Path) -> None:
    """Write the capture as `folder`, whole or not at all; an earlier one is replaced."""
    import shutil
    import tempfile

    folder.parent.mkdir(parents=True, exist_ok=True)
    prefix = f"{_UNFINISHED}{os.getpid()}-"
    unfinished = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
    try:
        _write(capture, unfinished)
        if folder.exists():
            shutil.rmtree(folder)
        unfinished.replace(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def drop_unfinished(root: Path) -> None:
    """Remove the half-written captures in `root` of processes that have ended."""
    import shutil

    for path in root.glob(f"{_UNFINISHED}*"):
        pid = path.name.removeprefix(_UNFINISHED).partition("-")[0]
        if not (pid.isdigit() and _is_running(int(pid))):
            shutil.rmtree(path, ignore_errors=True)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):  # another user's; no number of a process
        return True
    return True


def is_kept(source: str) -> bool:
    """Return whether `source` is a folder that a capture is kept in."""
    # Path's own method raises for names that are too long.
    return all(os.path.isfile(f"{source}/{name}") for name in (_CAPTURE, _HTML))  # noqa: PTH113


def kept_fault(folder: Path) -> str:
    """Return why the capture kept in `folder` is not of the page asked for; "" where it is."""
    fields = json.loads((folder / _CAPTURE).read_text("utf-8"))
    return fault_of(fields.get("status"), fields.get("blocked", ""), fields.get("consent_wall"))


def load_capture(folder: Path) -> Capture:
    """Return the capture kept in `folder`. Raises SourceError if it holds none."""
    try:
        fields = json.loads((folder / _CAPTURE).read_text("utf-8"))
        html = _text(folder / _HTML)
    except (OSError, ValueError) as error:
        raise SourceError(f"{folder} holds no capture: {error}") from error
    page = Page(
        url=fields.pop("url"),
        html=html,
        screenshot=_bytes(folder / _SCREENSHOT),
        layout=unpacked_layout(_bytes(folder / _LAYOUT)),
        rendered=fields.pop("rendered"),
        unseen=_unseen(fields.pop("unseen", None)),
    )
    apart: dict[str, Any] = {
        "page": page,
        "captured_at": datetime.fromisoformat(fields["captured_at"]),
        "viewport": Viewport(**fields["viewport"]),
        "response_html": _text(folder / _RESPONSE) if (folder / _RESPONSE).exists() else "",
        "full_page": _bytes(folder / _FULL_PAGE),
        "mhtml": _bytes(folder / _MHTML),
    }
    plain = {name: tuple(v) if isinstance(v, list) else v for name, v in fields.items()}
    return Capture(**(plain | apart))


def _write(capture: Capture, folder: Path) -> None:
    page = capture.page
    (folder / _HTML).write_bytes(page.html.encode("utf-8", "replace"))
    if capture.response_html:
        (folder / _RESPONSE).write_bytes(capture.response_html.encode("utf-8", "replace"))
    if page.screenshot is not None:
        (folder / _SCREENSHOT).write_bytes(page.screenshot)
    if capture.full_page is not None:
        (folder / _FULL_PAGE).write_bytes(capture.full_page)
    if capture.mhtml is not None:
        (folder / _MHTML).write_bytes(capture.mhtml)
    if page.layout is not None:
        packed = json.dumps(_plain(page.layout), ensure_ascii=False).encode("utf-8", "replace")
        (folder / _LAYOUT).write_bytes(gzip.compress(packed, mtime=0))
    fields = {name: getattr(capture, name) for name in Capture.__slots__ if name not in _APART}
    fields |= {
        "url": page.url,
        "rendered": page.rendered,
        "unseen": page.unseen and [[each.place, each.way] for each in page.unseen],
        "captured_at": capture.captured_at.isoformat(),
        "viewport": asdict(capture.viewport),
        "seconds": dict(capture.seconds),
    }
    written = json.dumps(fields, indent=1, ensure_ascii=False)
    (folder / _CAPTURE).write_bytes(written.encode("utf-8", "replace"))


def _plain(layout: Layout) -> Mapping[str, Any]:
    """Return the layout with each distinct style written once."""
    styles = {style: number for number, style in enumerate({n.style: 0 for n in layout.nodes})}
    nodes = [
        [n.tag, n.text, [n.box.x, n.box.y, n.box.width, n.box.height], styles[n.style]]
        for n in layout.nodes
    ]
    return {
        "page_height": layout.page_height,
        "styles": [asdict(style) for style in styles],
        "nodes": nodes,
    }


def unpacked_layout(packed: bytes | None) -> Layout | None:
    """Return the layout that a capture's folder or a corpus keeps, None where it keeps none."""
    if packed is None:
        return None
    plain = json.loads(gzip.decompress(packed))
    styles = [Style(**style) for style in plain["styles"]]
    nodes = (
        LaidOutNode(tag, text, Box(*box), styles[style]) for tag, text, box, style in plain["nodes"]
    )
    return Layout(tuple(nodes), plain["page_height"])


def _unseen(plain: list[tuple[int, str]] | None) -> tuple[Unseen, ...] | None:
    return None if plain is None else tuple(Unseen(place, way) for place, way in plain)


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")  # read_text would change line ends
