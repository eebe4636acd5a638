"""Find the series of like elements that each block is in: cards of a list, posts of a thread."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import hashed, numbered
from pagesight.extract.features.containers import Containers
from pagesight.extract.features.named_places import Names
from pagesight.extract.features.text import Column, TextCounts
from pagesight.extract.page.elements import Rows, first_numbers

_REPEATED = 3  # siblings of one kind that make a series
_FULL_WORDS = 40.0  # of a member, count in full: more is a section rather than an item


@dataclass(frozen=True, slots=True)
class Kinds:
    """What makes elements alike, for each: see `kinds`."""

    name: NDArray[np.uint64]  # hash of tag and words in class names and id
    series: Rows  # number of those of one name and one parent
    path: Rows  # number of those of one tag and first class, in parents of one path


def kinds(tree: Containers, names: Names) -> Kinds:
    """Return the kinds of elements by hashes of their class words and of their first class."""
    name = hashed(tree.tag, names.whole[tree.name])
    depth = tree.depth.astype(np.uint64)
    # The last key is mixed least: a constant, so that no two elements differ in a few bits alone.
    steps = hashed(tree.tag, names.first[tree.name], np.ones_like(tree.tag))
    path = tree.around(steps * (depth * np.uint64(0x2545F4914F6CDD1D) + np.uint64(1)))
    return Kinds(name, numbered(hashed(tree.parent, name)), numbered(path))


def repeat_columns(tree: Containers, counts: TextCounts, alike: Kinds) -> dict[str, Column]:
    """Return what is known of the series of like elements that each block belongs to."""
    group = alike.series
    held, total = tree.sums(counts.chars), max(float(counts.chars.sum()), 1.0)
    chars = np.bincount(group, held)
    links = np.bincount(group, tree.sums(counts.link_chars))
    size = np.bincount(group)
    weight = np.where(size[group] >= _REPEATED, chars[group], 0)
    columns: dict[str, Column] = {}
    order, depth = np.arange(len(tree.leaf)), tree.depth
    for name, element in (
        ("near", tree.nearest(size[group] >= _REPEATED)),
        ("main", _heaviest(tree, weight)),
    ):
        at = element[tree.leaf]
        of = group[at]
        length = tree.end[at] - tree.start[at]
        facts = {
            "count": size[of],
            "chars": chars[of] / size[of],
            "share": chars[of] / total,
            "links": links[of] / np.maximum(chars[of], 1),
            "blocks": length,
            "position": (order - tree.start[at]) / length,
            "up": depth[tree.leaf] - depth[at],
        }
        for fact, values in facts.items():
            columns[f"{name}_{fact}"] = np.where(at < 0, -1, values)
    return columns


def _heaviest(tree: Containers, weight: Column) -> Rows:
    """Return the element at or around each of most weight, the outermost of equals; -1 if none."""
    most = tree.joined(weight, np.maximum)
    own = tree.nearest((weight >= most) & (weight > 0))
    for _ in range(8):  # of equals in one another, the outermost
        above = own[tree.parent[own]]
        higher = (own > 0) & (above >= 0) & (most[above] == most[own])
        if not higher.any():
            break
        own = np.where(higher, above, own)
    return own


def path_columns(tree: Containers, counts: TextCounts, alike: Kinds) -> dict[str, Column]:
    """Return what is known of the elements of one path over the whole page that a block is in.

    A group's score is the words of its members, of long ones less, and of those without links.
    """
    group = alike.path
    size = np.bincount(group)
    words = tree.sums(counts.words)
    linked = tree.sums((counts.link_chars > 0).astype(np.float64)) > 0
    value = np.minimum(words, _FULL_WORDS) + np.minimum(np.maximum(words - _FULL_WORDS, 0), 200) / 5
    value *= np.where(linked, 1, 0.25) * np.where(tree.end - tree.start > 1, 1, 0.6)
    score = np.where(size >= _REPEATED, np.bincount(group, value), 0.0)
    best = tree.joined(score[group], np.maximum)[tree.leaf]
    at = tree.nearest((score[group] >= tree.joined(score[group], np.maximum)) & (score[group] > 0))
    of = group[at[tree.leaf]]
    none = at[tree.leaf] < 0
    top = int(np.argmax(score))
    members = np.flatnonzero(group == top)
    first, last = int(tree.start[members].min()), int(tree.end[members].max())
    order = np.arange(len(tree.leaf))
    facts = {
        "score": best,
        "relative": best / max(float(score.max()), 1e-9),
        "members": size[of],
        "words": np.bincount(group, words)[of] / size[of],
        "linked": np.bincount(group, linked)[of] / size[of],
        "share": np.bincount(group, words)[of] / max(float(counts.words.sum()), 1.0),
    }
    columns = {f"path_{name}": np.where(none, 0.0, values) for name, values in facts.items()}
    columns["path_before"] = np.maximum(first - order, 0)
    columns["path_after"] = np.maximum(order - last + 1, 0)
    columns["path_best"] = np.full(len(order), float(score.max()))
    return columns


def recurrence_columns(
    tree: Containers, counts: TextCounts, groups: Kinds, texts: list[str]
) -> dict[str, Column]:
    """Return how often the same text and the same kind of place occur, and what is there."""
    _, text = first_numbers(texts)
    parent = tree.parent[tree.leaf]
    above = tree.tag[tree.parent[parent]]
    place = numbered(hashed(groups.name[tree.leaf], groups.name[parent], above))
    alike = np.bincount(place)
    held = np.bincount(place, counts.chars) / max(float(counts.chars.sum()), 1.0)
    columns: dict[str, Column] = {
        "same_text": np.bincount(text)[text].astype(np.float64),
        "same_place": alike[place].astype(np.float64),
        "place_share": held[place],
    }
    for name, values in (("words", counts.words), ("links", counts.links), ("prose", counts.prose)):
        columns[f"place_{name}"] = (np.bincount(place, values) / alike)[place]
    return columns
