"""The line that says what a marked page shows."""

from pagesight.app.output.kept_blocks import kept_numbers
from pagesight.app.pipeline import Result


def legend(result: Result) -> str:
    """Return the genre, who read the page, and how much of it was kept."""
    texts = sum(1 for block in result.blocks if block.text and not block.unseen)
    numbers = kept_numbers(result.extraction.blocks, result.blocks)
    kept = sum(1 for number in numbers if result.blocks[number].text)
    genre = str(result.genre)
    if result.genre is result.prediction.genre:
        genre += f" {result.prediction.confidence:.0%}"
    return f"{genre}, read by {result.extraction.method}: {kept} of {texts} blocks kept"
