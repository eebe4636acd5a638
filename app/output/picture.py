"""The screenshot as the demo and the labelling tool show it, and where on it a block lies."""

import io
from dataclasses import dataclass

from PIL import Image

from pagesight.app.output.self_contained import data_uri
from pagesight.render.page import Box, Capture

_QUALITY = 80  # of WebP: text stays sharp, and a page takes 50 to 500 KB


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot as an address that holds it, and its size in CSS pixels."""

    address: str
    width: float
    height: float

    def place(self, box: Box | None) -> str:
        """Return the CSS that lays an element over the box; "" if that is not on the picture."""
        if box is None or not (0 <= box.x < self.width and 0 <= box.y < self.height):
            return ""
        width, height = min(box.width, self.width - box.x), min(box.height, self.height - box.y)
        shares = (
            ("left", box.x / self.width),
            ("top", box.y / self.height),
            ("width", width / self.width),
            ("height", height / self.height),
        )
        return ";".join(f"{name}:{100 * share:.3f}%" for name, share in shares)


def picture_of(capture: Capture) -> Picture | None:
    """Return the highest picture there is of the page; None if it was not rendered."""
    encoded = capture.full_page or capture.page.screenshot
    if encoded is None:
        return None
    picture = Image.open(io.BytesIO(encoded)).convert("RGB")
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=_QUALITY, method=2)
    scale = picture.width / capture.viewport.width
    return Picture(
        data_uri(out.getvalue(), "image/webp"), capture.viewport.width, picture.height / scale
    )
