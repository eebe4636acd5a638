"""The screenshot at the size that corpora store it in: networks never get more than that."""

from io import BytesIO

from PIL import Image, UnidentifiedImageError

from pagesight.vision.errors import ImageError

# The picture is the top of the page, three high by two wide (1280x1920 CSS px).
# It is brought to the size of the corpora first, so that a fresh PNG and a stored WebP look alike.
STORED = (320, 480)


def stored_picture(image: bytes) -> bytes:
    """Return the screenshot as a corpus file keeps it: WebP at that size. Raises ImageError."""
    out = BytesIO()
    decoded(image).save(out, "WEBP", quality=80)
    return out.getvalue()


def decoded(image: bytes) -> Image.Image:
    """Return the picture at the size of the corpora. Raises ImageError for what is no picture."""
    try:
        with Image.open(BytesIO(image)) as opened:
            picture = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise ImageError(
            f"the screenshot ({len(image)} bytes) is not a whole and readable PNG, WebP or JPEG"
        ) from error
    framed = _framed(picture)
    if framed.size == STORED:
        return framed
    return framed.resize(STORED, Image.Resampling.LANCZOS, reducing_gap=3.0)


def _framed(picture: Image.Image) -> Image.Image:
    """Return the top of the picture, three high by two wide, padded with white."""
    height = round(picture.width * STORED[1] / STORED[0])
    if picture.height == height:
        return picture
    frame = Image.new("RGB", (picture.width, height), "white")
    frame.paste(picture, (0, 0))
    return frame
