"""The pages that systems do worst on, each with the differences between gold and their text."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Any

from rapidfuzz.distance import Indel

from pagesight.app.output.self_contained import data_uri
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import read
from pagesight.extract.text.tokens import is_unspaced, tokens
from pagesight.extract.training.gold.scores import word_score
from pagesight.render.page import picture_format

KEPT, MISSED, ADDED = "kept", "missed", "added"

_PICTURED = (1280, 1920)  # CSS px of a page that a corpus's picture shows
_WORST = 20  # pages of each system
_WORST_OF_GROUP = 4  # and of each genre and language, so that no filter finds nothing
_MOST_WORDS = 2500  # of each text: longer ones are cut, and say so
_SHOWN_WORDS = 25  # of text that is kept, on both sides of a difference
_words = re.compile(r"\S+\s*").findall


@dataclass(frozen=True, slots=True)
class Case:
    """One system on one page: its scores, and the stretches of the differences in order.

    `boxes` are those of the page's picture: left, top, width and height in percent of it, and
    whether gold and text both have the block (KEPT), gold alone (MISSED) or the text alone (ADDED).
    """

    id: str
    url: str
    genre: str
    lang: str
    system: str
    f1: float
    precision: float
    recall: float
    error: str
    differences: tuple[tuple[str, str], ...]  # KEPT, MISSED or ADDED, and the words
    boxes: tuple[tuple[float, float, float, float, str], ...] = ()


def worst_cases(
    predictions: Iterable[Mapping[str, Any]], pages: Sequence[LabelledPage]
) -> tuple[Case, ...]:
    """Return the worst pages of each system, of its genres and languages too, the worst first.

    `predictions` are rows of `predictions.jsonl.gz`; those without a word F1 are left out.
    """
    by_id = {page.id: page for page in pages}
    by_system: dict[str, list[Mapping[str, Any]]] = {}
    for row in predictions:
        if "word_f1" in row:
            by_system.setdefault(row["system"], []).append(row)
    chosen = chain.from_iterable(_worst(rows, by_id) for rows in by_system.values())
    return tuple(_case(row, by_id[row["id"]]) for row in sorted(chosen, key=_f1))


def pictured(
    cases: Sequence[Case], predictions: Iterable[Mapping[str, Any]], pages: Iterable[LabelledPage]
) -> tuple[tuple[Case, ...], dict[str, str]]:
    """Return the cases with the boxes of blocks, and the pictures by page, as addresses of data.

    `pages` come with their layouts, where they have them: without one there are no boxes.
    """
    wanted = {(case.id, case.system) for case in cases}
    texts = {
        (row["id"], row["system"]): row["text"]
        for row in predictions
        if (row["id"], row["system"]) in wanted
    }
    ids = {case.id for case in cases}
    pictures: dict[str, str] = {}
    blocks: dict[str, tuple[LabelledPage, tuple[Block, ...]]] = {}
    for page in pages:
        if page.id not in ids or not page.page.screenshot:
            continue
        picture = page.page.screenshot
        pictures[page.id] = data_uri(picture, f"image/{picture_format(picture)}")
        if page.page.layout is not None:
            blocks[page.id] = page, tuple(read(page.page).visible_blocks)
    with_boxes = (
        replace(case, boxes=tuple(_boxes(*blocks[case.id], texts[case.id, case.system])))
        if case.id in blocks
        else case
        for case in cases
    )
    return tuple(with_boxes), pictures


def _boxes(
    page: LabelledPage, blocks: Sequence[Block], text: str
) -> Iterator[tuple[float, float, float, float, str]]:
    """Yield the boxes of the blocks in the picture: what of gold and text holds their words."""
    gold, extracted = (f" {' '.join(tokens(each))} " for each in (page.text or "", text))
    for block in blocks:
        words = f" {' '.join(tokens(block.text))} "
        if not words.strip() or block.box is None or block.box.y >= _PICTURED[1]:
            continue
        status = {(True, True): KEPT, (True, False): MISSED, (False, True): ADDED}.get(
            (words in gold, words in extracted)
        )
        if status:
            box = block.box
            place = (box.x, box.width), (box.y, min(box.height, _PICTURED[1] - box.y))
            (left, width), (top, height) = (
                tuple(round(100 * side / whole, 2) for side in sides)
                for sides, whole in zip(place, _PICTURED, strict=True)
            )
            yield left, top, width, height, status


def _f1(row: Mapping[str, Any]) -> float:
    return float(row["word_f1"])


def _worst(
    rows: Iterable[Mapping[str, Any]], pages: Mapping[str, LabelledPage]
) -> Iterator[Mapping[str, Any]]:
    """Yield the worst rows of one system: of all, and of each genre and language."""
    seen: Counter[str] = Counter()
    for number, row in enumerate(sorted(rows, key=_f1)):
        page = pages[row["id"]]
        groups = (f"genre {page.genre}", f"lang {page.lang}")
        if number < _WORST or any(seen[group] < _WORST_OF_GROUP for group in groups):
            seen.update(groups)
            yield row


def _case(row: Mapping[str, Any], page: LabelledPage) -> Case:
    gold = page.text or ""
    score = word_score(row["text"], gold)
    return Case(
        id=page.id,
        url=page.page.url,
        genre=str(page.genre or "unknown"),
        lang=page.lang or "unknown",
        system=row["system"],
        f1=_f1(row),
        precision=score.precision,
        recall=score.recall,
        error=row.get("error", ""),
        differences=tuple(_shortened(differences(gold, row["text"]))),
    )


def differences(gold: str, text: str) -> tuple[tuple[str, str], ...]:
    """Return the stretches of words that a text keeps of gold, misses, and adds, in their order.

    By the longest common subsequence of words, case and punctuation aside. Of long texts only the
    first 2,500 words are compared.

    >>> differences("The cat sat.", "the dog sat")
    (('kept', 'The '), ('added', 'dog '), ('missed', 'cat '), ('kept', 'sat.'))
    """
    wanted, extracted = _pieces(gold), _pieces(text)
    parts: list[tuple[str, str]] = []
    for step in Indel.opcodes(_keys(wanted), _keys(extracted)):
        if step.tag == "insert":
            parts.append((ADDED, "".join(extracted[step.dest_start : step.dest_end])))
        else:
            status = MISSED if step.tag == "delete" else KEPT
            parts.append((status, "".join(wanted[step.src_start : step.src_end])))
    return tuple(parts)


def _pieces(text: str) -> list[str]:
    """Return the words with the spaces that follow; in scripts without spaces the characters."""
    pieces: list[str] = []
    for word in _words(text):
        pieces += [word] if word.isascii() else _characters_apart(word)
        if len(pieces) > _MOST_WORDS:
            return [*pieces[:_MOST_WORDS], "[…]"]
    return pieces


def _characters_apart(word: str) -> list[str]:
    """Return the parts of a word with the spaces that follow it."""
    bare = word.rstrip()
    runs = ((apart, "".join(run)) for apart, run in groupby(bare, is_unspaced))
    parts = [part for apart, run in runs for part in (run if apart else [run])]
    return [*parts[:-1], parts[-1] + word[len(bare) :]]


def _keys(pieces: Sequence[str]) -> list[str]:
    return [" ".join(tokens(piece)) or piece.strip() for piece in pieces]


def _shortened(parts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the stretches, those that are kept without the words far from any difference."""
    for status, text in parts:
        pieces = _pieces(text) if status == KEPT else []
        left_out = len(pieces) - 2 * _SHOWN_WORDS
        if left_out < _SHOWN_WORDS:
            yield status, text
            continue
        ends = ("".join(pieces[:_SHOWN_WORDS]), "".join(pieces[-_SHOWN_WORDS:]))
        yield KEPT, f"{ends[0]}\n[… {left_out} words …]\n{ends[1]}"
