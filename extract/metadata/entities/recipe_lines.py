"""Judge lines: whether they are a recipe's ingredients or steps, and which of several lists are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from pagesight.extract.metadata.entities.recipe_words import (
    begins_with_number,
    count,
    has_quantity,
    heads_ingredients,
    heads_part,
    heads_steps,
    heads_steps_of,
    is_measured,
    names_ingredients,
    names_steps,
    step_label,
)
from pagesight.extract.text.tokens import tokens

COUNTED, _NAMED = 0.5, 0.2  # shares of lines that begin with a quantity
WITH_QUANTITY = 0.3  # share of a recipe's ingredients that have a number
FEWEST = 2  # ingredients
_MIDDLE_STEP = 25  # bytes, so that a Chinese character counts three, of half of the steps at least
_LEAST_ALONE = 100  # bytes of a step that is the only one
_MOST_INGREDIENT = 120  # characters of half of the ingredients at least
_OF_TITLE = 1 / 3  # of its words, in the heading that names the recipe; chosen on half 0
LIKE = 0.25  # to the title, of what is called a recipe's name: there are other recipes on pages
Lines = Sequence[tuple[int, str]]  # each with the element that holds its list


@dataclass(frozen=True, slots=True)
class Part:
    """What one of a recipe's lists is called, and headed by."""

    names: Callable[[str], object]
    heads: Callable[[str], object]
    heads_longer: Callable[[str], object]  # of headings alone
    is_like: Callable[[Sequence[str]], bool]


def like_ingredients(lines: Sequence[str]) -> bool:
    short = len(lines) >= FEWEST and median(map(len, lines)) <= _MOST_INGREDIENT
    return short and share(has_quantity, lines) >= WITH_QUANTITY


def like_steps(lines: Sequence[str]) -> bool:
    sizes = [len(line.encode()) for line in lines]
    long = median(sizes) >= (_MIDDLE_STEP if len(lines) > 1 else _LEAST_ALONE)
    return long and share(is_measured, lines) < COUNTED


INGREDIENTS = Part(names_ingredients, heads_ingredients, heads_ingredients, like_ingredients)
STEPS = Part(names_steps, heads_steps, heads_steps_of, like_steps)


def uncounted(lines: Sequence[str]) -> Sequence[str]:
    """Return lines that count themselves, 1, 2, 3, without the numbers."""
    counts = [count(line) for line in lines]
    numbers = [int(found[1]) for found in counts if found]
    if numbers != [*range(1, len(numbers) + 1)] or len(numbers) * 2 < len(lines):
        return lines
    pairs = zip(lines, counts, strict=True)
    return [line[found.end() :] if found else line for line, found in pairs]


def without_label(line: str) -> str:
    """Return a step without "Step 1:"."""
    label = step_label(line)
    return line[label.end() :] if label else line


def is_heading_line(line: str, part: Part) -> bool:
    """Return whether a line of a list heads others: "For the dough:"."""
    return (
        line.endswith(":")
        or bool(part.heads(line))
        or (part is INGREDIENTS and bool(heads_part(line)))
    )


def by_list(lines: Lines) -> dict[int, list[str]]:
    lists: dict[int, list[str]] = {}
    for holder, line in lines:
        lists.setdefault(holder, []).append(line)
    return lists


def of_recipe(lines: Lines) -> Lines:
    """Return the lines of lists, each with the element that holds it, that are the recipe's.

    Of a list that stands there twice, for wide screens and for narrow ones, one; and where others
    give quantities, none of a list that only says what the ingredients are.
    """
    lists = by_list(lines)
    different = {tuple(own): holder for holder, own in reversed(lists.items())}
    kept = {holder: own for holder, own in lists.items() if different[tuple(own)] == holder}
    counted = {holder for holder, own in kept.items() if share(begins_with_number, own) >= COUNTED}
    named = {holder for holder, own in kept.items() if share(begins_with_number, own) <= _NAMED}
    if counted and sum(len(kept[holder]) for holder in counted) > FEWEST:
        kept = {holder: own for holder, own in kept.items() if holder not in named or len(own) < 4}
    return [pair for pair in lines if pair[0] in kept]


def share(is_such: Callable[[str], object], lines: Sequence[str]) -> float:
    """Return the share of lines that are such."""
    return sum(map(bool, map(is_such, lines))) / max(len(lines), 1)


def names_as(heading: str, title: str) -> bool:
    """Return whether a heading names the recipe: it says what the title does, and no part of it."""
    if heading.endswith(":") or heads_ingredients(heading) or heads_part(heading):
        return False
    own, words = {*tokens(heading)}, {*tokens(title)}
    return 2 * len(own & words) > len(own) and len(own & words) >= _OF_TITLE * len(words)


def likeness(text: str, title: str) -> float:
    """Return the share of the words of two texts that both have."""
    own, words = {*tokens(text)}, {*tokens(title)}
    return len(own & words) / (len(own | words) or 1)
