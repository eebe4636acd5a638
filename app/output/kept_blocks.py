"""The blocks of a page that an extraction keeps, by their numbers and in a line."""

from collections.abc import Iterable, Sequence

from pagesight.app.result import Result
from pagesight.extract.page.blocks import Block


def kept_numbers(kept: Iterable[Block], blocks: Sequence[Block]) -> tuple[int, ...]:
    """Return which of a page's blocks are kept, by their numbers.

    Extractors that cut the page in another way keep blocks of other numbers: theirs count where
    the same element holds the same text.
    """
    numbers = {(block.element, block.text): number for number, block in enumerate(blocks)}
    found = (_number(block, blocks, numbers) for block in kept)
    return tuple(sorted({number for number in found if number is not None}))


def _number(
    block: Block, blocks: Sequence[Block], numbers: dict[tuple[int, str], int]
) -> int | None:
    if block.order < len(blocks) and blocks[block.order].element == block.element:
        return block.order
    return numbers.get((block.element, block.text))


def legend(result: Result) -> str:
    """Return the genre, who read the page, and how much of it was kept."""
    texts = sum(1 for block in result.blocks if block.text and not block.unseen)
    numbers = kept_numbers(result.extraction.blocks, result.blocks)
    kept = sum(1 for number in numbers if result.blocks[number].text)
    genre = str(result.genre)
    if result.genre is result.prediction.genre:
        genre += f" {result.prediction.confidence:.0%}"
    return f"{genre}, read by {result.extraction.method}: {kept} of {texts} blocks kept"
