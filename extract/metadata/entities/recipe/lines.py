"""Judge lines: whether they are a recipe's ingredients or steps, and which of several lists are.

Steps may say so themselves: "Step 1", "Step 2" ..., or bare numbers.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from statistics import median

from pagesight.extract.metadata.entities.recipe.words import (
    begins_with_number,
    count,
    ends_in_colon,
    ends_recipe,
    find_names,
    has_quantity,
    heads_ingredients,
    heads_ingredients_of,
    heads_part,
    heads_steps,
    heads_steps_of,
    is_amount,
    is_counted,
    is_measured,
    is_step_label,
    is_time,
    names_ingredients,
    names_nutrients,
    names_steps,
    names_title,
    step_label,
)
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.text.tokens import tokens

# Set by hand, where nothing else is said.
_NUTRIENTS = 2  # lines that are on packages of food, and in no recipe's list
MOST_HEADING = 80  # characters
MOST_NAMES = 200  # characters of an element's names
COUNTED, _NAMED = 0.5, 0.2  # shares of lines that begin with a quantity
WITH_QUANTITY = 0.3  # share of a recipe's ingredients that have a number
FEWEST, FEWEST_BARE = 2, 3  # ingredients; of a list under no heading
_MIDDLE_STEP = 25  # bytes, so that a Chinese character counts three, of half of the steps at least
LEAST_STEP, LEAST_BARE = 12, 40  # characters of a step; of one without a number under no heading
BEHIND_LABEL = 3  # blocks after "Step 1" in which the step begins
_LEAST_ALONE = 100  # bytes of a step that is the only one
_MOST_INGREDIENT = 120  # characters of half of the ingredients at least
_LEAST_ALIKE = 4  # lines that end in the same words
_OF_TITLE = 0.4  # likeness of the heading that names the recipe; chosen on half 0
_SEPARATORS = "-–—|:"  # of a name from more words in a title; "" is in it too
_MOST_HEAD = 40  # characters of a heading that say what it heads
LIKE = 0.25  # to the title, of what is called a recipe's name: there are other recipes on pages
Lines = Sequence[tuple[int, str]]  # each with the element that holds its list
_number = re.compile(r"\W*(\d{1,2})\W*").fullmatch
_ends_sentence = re.compile(r"[.!…。！）)]\s*$").search
# Set by hand.
_MOST_LABELS = 200  # that are read
_MOST_TEXTS = 20  # below a heading that names a step


@dataclass(frozen=True, slots=True)
class Part:
    """What one of a recipe's lists is called, and headed by."""

    names: Callable[[str], object]
    heads: Callable[[str], object]
    heads_longer: Callable[[str], object]  # of headings alone
    is_like: Callable[[Sequence[str]], bool]


def like_ingredients(lines: Sequence[str]) -> bool:
    short = len(lines) >= FEWEST and median(map(len, lines)) <= _MOST_INGREDIENT
    is_whole = share(is_amount, lines) <= COUNTED  # else names stand elsewhere
    is_whole &= sum(map(bool, map(names_nutrients, lines))) < _NUTRIENTS
    return short and is_whole and share(has_quantity, lines) >= WITH_QUANTITY


def like_steps(lines: Sequence[str]) -> bool:
    sizes = [len(line.encode()) for line in lines]
    long = median(sizes) >= (_MIDDLE_STEP if len(lines) > 1 else _LEAST_ALONE)
    return long and share(is_measured, lines) < COUNTED


def is_likely_step(line: str) -> bool:
    """Return whether a line under no heading may be a step: it is long, or counted."""
    return len(line) >= LEAST_BARE or is_counted(line) is not None


def are_measured(lines: Lines) -> bool:
    """Return whether lines are ingredients though nothing names them."""
    is_share = share(is_measured, [line for _, line in lines]) >= COUNTED
    return len(lines) >= FEWEST_BARE and is_share


INGREDIENTS = Part(names_ingredients, heads_ingredients, heads_ingredients_of, like_ingredients)
STEPS = Part(names_steps, heads_steps, heads_steps_of, like_steps)


def uncounted(lines: Sequence[str]) -> Sequence[str]:
    """Return lines that count themselves, 1, 2, 3, without the numbers; each part from 1 on."""
    counts = [count(line) for line in lines]
    numbers = [int(match[1]) for match in counts if match]
    if not are_in_order(numbers) or len(numbers) * 2 < len(lines):
        return lines
    return [uncounted_line(line) for line in lines]


def are_in_order(numbers: Sequence[int]) -> bool:
    """Return whether numbers count 1, 2, 3, each part from 1 on.

    >>> are_in_order([1, 2, 1, 2, 3]), are_in_order([2, 3])
    (True, False)
    """
    return all(after in (1, one + 1) for one, after in pairwise([0, *numbers]))


def without_copies(lines: Sequence[str]) -> Sequence[str]:
    """Return lines without those that the next says again, or that say in one what others do.

    As where a text is there whole and step by step.

    >>> without_copies(["Cut it. Fry it.", "1. Cut it.", "Cut it.", "2. Fry it."])
    ['Cut it.', '2. Fry it.']
    """
    bare = ["".join(tokens(uncounted_line(line))) for line in lines]
    pairs = zip(lines, bare, [*bare[1:], ""], strict=False)
    return [line for line, own, after in pairs if own != after and not _is_whole(own, bare)]


def _is_whole(text: str, lines: Sequence[str]) -> bool:
    """Return whether a text begins with several lines, one after the other."""
    for first in range(len(lines)):
        at, end = 0, first
        while end < len(lines) and lines[end] and text.startswith(lines[end], at):
            at, end = at + len(lines[end]), end + 1 + (lines[end : end + 1] == lines[end + 1 :][:1])
        if end - first > 1 and at > len(lines[first]):
            return True
    return False


def uncounted_line(line: str) -> str:
    """Return a line without the number that it begins with."""
    match = count(line)
    return line[match.end() :] if match else line


def without_label(line: str) -> str:
    """Return a step without "Step 1:"."""
    label = step_label(line)
    return line[label.end() :] if label else line


def is_title(tag: str, classes: str) -> bool:
    """Return whether an element is a heading by its tag or by what it is called."""
    return tag in HEADING_TAGS or names_title(classes[:MOST_NAMES]) is not None


def is_heading_line(line: str, part: Part) -> bool:
    """Return whether a line heads others, "For the dough:", or says how long it takes."""
    return (
        bool(ends_in_colon(line))
        or bool(part.heads(line))
        or (part is INGREDIENTS and bool(heads_part(line) or is_time(line)))
    )


def with_amounts(lines: Sequence[str]) -> Sequence[str]:
    """Return ingredients in a line each, where their amounts stand in lines of their own.

    >>> with_amounts(["250 g", "peas", "salt", "2", "leeks"])
    ['250 g peas', 'salt', '2 leeks']
    >>> with_amounts(["peas", "250 g", "leeks", "2"])
    ['peas 250 g', 'leeks 2']
    """
    are_amounts = [is_amount(line) is not None for line in lines]
    if are_amounts == [False, True] * (len(lines) // 2):
        return [f"{name} {own}" for name, own in zip(lines[::2], lines[1::2], strict=True)]
    whole: list[str] = []
    for line in lines:
        if whole and is_amount(whole[-1]):
            whole[-1] = f"{whole[-1]} {line}"
        else:
            whole.append(line)
    return whole


def without_button(lines: Sequence[str]) -> Sequence[str]:
    """Return ingredients without the words that every one of several ends in: those of a button.

    >>> without_button([f"{each} shopping list" for each in ("2 leeks", "salt", "peas", "1 egg")])
    ['2 leeks', 'salt', 'peas', '1 egg']
    """
    words = [line.split() for line in lines if len(lines) >= _LEAST_ALIKE]
    ends = zip(*(reversed(own) for own in words), strict=False)
    same = sum(1 for _ in takewhile(lambda end: len({*end}) == 1, ends))
    return [" ".join(own[:-same]) for own in words] if same else lines


def heading_in(text: str, part: Part) -> str:
    """Return the line of a text that heads the part, else its first; "" if that is long."""
    lines = [line.strip(" :.") for line in text.strip().split("\n")]
    lines = [line if len(line) <= MOST_HEADING else "" for line in lines]
    return next(filter(part.heads, lines), lines[0])


def under_heading(lines: Sequence[str], part: Part) -> Sequence[str]:
    """Return the lines below the one that heads the part, up to one that heads something else."""
    other = STEPS if part is INGREDIENTS else INGREDIENTS
    bare = [line.strip(" :.") for line in lines]
    first = next((at + 1 for at, line in enumerate(bare) if part.heads(line)), 0)
    ends = (at for at in range(first, len(bare)) if other.heads(bare[at]) or ends_recipe(bare[at]))
    return lines[first : next(ends, len(lines))]


def ends_part(text: str, tag: str, level: str, part: Part) -> bool:
    """Return whether a text heads something else than the part does under a heading."""
    if (STEPS if part is INGREDIENTS else INGREDIENTS).heads(text) or ends_recipe(text):
        return True
    return bool(text) and tag in HEADING_TAGS and tag <= level and not part.heads_longer(text)


def by_list(lines: Lines) -> dict[int, list[str]]:
    lists: dict[int, list[str]] = {}
    for holder, line in lines:
        lists.setdefault(holder, []).append(line)
    return lists


def of_recipe(lines: Lines) -> Lines:
    """Return the lines of lists, each with the element that holds it, that are the recipe's.

    Of a list that stands there twice, for wide and for narrow screens, or for more people, the
    first; no numbers to choose from; and where others give quantities, none of a list before them
    that only says what the ingredients are.
    """
    lists = {holder: own for holder, own in by_list(lines).items() if not _are_numbers(own)}
    kept: dict[int, list[str]] = {}
    for holder, own in lists.items():
        if not any(_is_copy(own, other) for other in kept.values()):
            kept[holder] = own
    counted = {holder for holder, own in kept.items() if share(begins_with_number, own) >= COUNTED}
    if counted and sum(len(kept[holder]) for holder in counted) > FEWEST:
        above = {holder: own for holder, own in kept.items() if holder < min(counted)}
        named = {each for each, own in above.items() if share(begins_with_number, own) <= _NAMED}
        kept = {holder: own for holder, own in kept.items() if holder not in named or len(own) < 4}
    return [pair for pair in lines if pair[0] in kept]


def _is_copy(lines: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether lines are as others are, or most of several name the same: for more people."""
    if len(lines) != len(others) or len(lines) < FEWEST_BARE:
        return lines == others
    same = sum({*find_names(a)} == {*find_names(b)} for a, b in zip(lines, others, strict=True))
    return same > len(lines) / 2


def _are_numbers(lines: Sequence[str]) -> bool:
    return len(lines) >= FEWEST_BARE and all(map(str.isdigit, lines))


def share(is_such: Callable[[str], object], lines: Sequence[str]) -> float:
    """Return the share of lines that are such."""
    return sum(map(bool, map(is_such, lines))) / max(len(lines), 1)


def names_as(heading: str, title: str) -> bool:
    """Return whether a heading names the recipe: it says what the title does, and no part of it.

    >>> names_as("Gazpacho", "Gazpacho - Recipes of a shop"), names_as("Peas", "Pea soup with mint")
    (True, False)
    """
    heads = (heads_ingredients_of(heading), heads_ingredients(heading[:_MOST_HEAD]))
    if heading.endswith(":") or any(heads) or heads_part(heading):
        return False
    begins = title.startswith(heading) and title[len(heading) :].strip()[:1] in _SEPARATORS
    return begins or likeness(heading, title) >= _OF_TITLE


def likeness(text: str, title: str) -> float:
    """Return the share of the words of two texts that both have, soft hyphens aside."""
    own, words = ({*tokens(each.replace("\xad", ""))} for each in (text, title))
    return len(own & words) / (len(own | words) or 1)


def labelled_steps(texts: Sequence[str], blocks: Sequence[int], start: int) -> Lines:
    """Return the texts after "Step 1", "Step 2" ... from the text `start` on, with their blocks.

    None if there are fewer than two.
    """
    return _behind(
        [at for at in range(start, len(texts)) if is_step_label(texts[at])], texts, blocks
    )


def counted_steps(texts: Sequence[str], blocks: Sequence[int], start: int, end: int) -> Lines:
    """Return the texts after numbers that stand alone, 1, 2, 3 ..., likewise; each part from 1 on.

    Texts are those from `start` up to `end`.
    """
    counts = [(at, match) for at in range(start, end) if (match := _number(texts[at]))]
    numbers = [int(match[1]) for _, match in counts]
    labels = [at for at, _ in counts] if are_in_order(numbers) else []
    return _behind(labels, texts[:end], blocks)


def _behind(labels: Sequence[int], texts: Sequence[str], blocks: Sequence[int]) -> Lines:
    """Return the steps behind labels, if there are several; a dialog may say them again."""
    ends = [*labels[1:], len(texts)]
    pairs = [*zip(labels, ends, strict=False)][:_MOST_LABELS]
    steps = [(at, _step(texts[at + 1 : min(end, at + 1 + _MOST_TEXTS)])) for at, end in pairs]
    first = {text: at for at, text in reversed(steps) if text}
    steps_once = [(blocks[at], text) for at, text in steps if first.get(text) == at]
    return steps_once if len(steps_once) > 1 else []


def _step(texts: Sequence[str]) -> str:
    """Return the first of the texts behind a label that is a step; "" if none is.

    It is the first sentence, if what stands right behind the label is short and none.
    """
    first = next((text for text in texts[:BEHIND_LABEL] if len(text) >= LEAST_STEP), "")
    sentences = (text for text in texts if len(text) >= LEAST_BARE and _ends_sentence(text))
    return first if _ends_sentence(first) else next(sentences, first)


def headed_steps(
    texts: Sequence[str], tags: Sequence[str], blocks: Sequence[int], start: int
) -> Lines:
    """Return the headings "Step 1: Cut the peas" ..., each with all the text below it, likewise.

    A dialog may say them again.
    """
    heads = [at for at in range(start, len(texts)) if tags[at] in HEADING_TAGS]
    named = [at for at in heads if step_label(texts[at]) and not is_step_label(texts[at])]
    ends = dict(pairwise([*heads, len(texts)]))
    first = {texts[at]: at for at in reversed(named[:_MOST_LABELS])}
    below = {at: _said(texts[at + 1 : min(ends[at], at + 1 + _MOST_TEXTS)]) for at in named}
    pairs = ((at, text) for at in sorted(first.values()) for text in (texts[at], below[at]))
    return [(blocks[at], text) for at, text in pairs if text] if len(named) > 1 else []


def _said(texts: Sequence[str]) -> str:
    """Return the texts of a step in one, without what is short behind it: that is a button."""
    last = max((at for at, text in enumerate(texts) if len(text) >= LEAST_STEP), default=-1)
    return " ".join(texts[: last + 1])
