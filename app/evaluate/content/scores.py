"""Scores of texts as published benchmarks compute them, and of the structure of Markdown.

So their figures can be compared with ours: `tests/studies/scorers.py` compares each with the
benchmark's own program on real predictions.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import lxml.html
import numpy as np
from lxml.html import HtmlElement
from rapidfuzz.distance import Levenshtein

from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.text.tokens import tokens
from pagesight.extract.training.gold.scores import Score, counted_score

find_words = re.compile(r"\w+").findall
_SHINGLE = 4  # words, as in the Scrapinghub benchmark's evaluate.py
_ROUGE_N = 5  # tokens, as in WebMainBench's TextRougeNgramMetric
_MOST_NODES = 1500  # of a table that is compared: of two such, 2 million pairs of cells
_find_formulas = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$|\\\[(.+?)\\\]", re.DOTALL).findall
Parts = Mapping[str, Sequence[str]]  # headings, items of lists, code, formulas, by their score


@dataclass(frozen=True, slots=True)
class ShingleScore:
    """Precision and recall of shingles; None for what the benchmark leaves out of its means."""

    precision: float | None
    recall: float | None


def shingle_score(extracted: str, gold: str) -> ShingleScore:
    r"""Return precision and recall of the multisets of 4-grams of `\w+` (Scrapinghub, 2019).

    Case counts. A page without extracted text has no precision, one without gold no recall; the
    benchmark's F1 is that of the two means.
    """
    predicted, wanted = _shingles(extracted), _shingles(gold)
    both = (predicted & wanted).total()
    return ShingleScore(
        both / predicted.total() if predicted else None, both / wanted.total() if wanted else None
    )


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    words = find_words(text)
    places = range(max(1, len(words) - _SHINGLE + 1)) if words else ()
    return Counter(tuple(words[place : place + _SHINGLE]) for place in places)


def rouge_n_score(
    extracted: str, gold: str, split: Callable[[str], Sequence[str]] = tokens
) -> Score:
    """Return ROUGE-5: precision and recall of the multisets of 5-grams, as WebMainBench does.

    WebMainBench splits texts with jieba; `split` is ours unless told otherwise. Texts with fewer
    than 5 tokens score 0, but two that are empty agree wholly.
    """
    if not extracted.strip() and not gold.strip():
        return Score(1.0, 1.0)
    predicted, wanted = (_ngrams(split(text)) for text in (extracted, gold))
    both = (predicted & wanted).total()
    return Score(both / max(predicted.total(), 1), both / max(wanted.total(), 1))


def _ngrams(parts: Sequence[str]) -> Counter[tuple[str, ...]]:
    starts = range(len(parts) - _ROUGE_N + 1)
    return Counter(tuple(parts[place : place + _ROUGE_N]) for place in starts)


def rouge_lsum_score(extracted: Sequence[str], gold: Sequence[str]) -> Score:
    """Return ROUGE-LSum of sentences: the union of each gold one's LCS with all extracted ones.

    Words are parted by white space (Bevendorff et al. 2023); of several longest subsequences that
    is taken which the package rouge-score takes, and no word counts twice. As there, gold of no
    words is recalled wholly, and nothing extracted is then precise.
    """
    predicted, wanted = _word_lists(extracted), _word_lists(gold)
    if not predicted or not wanted:
        nothing = Score(0.0 if predicted else 1.0, 1.0)
        return counted_score(0, len(predicted), len(wanted)) if wanted else nothing
    sentences = _Sentences.of(predicted)
    left_predicted = Counter(word for words in predicted for word in words)
    left_wanted = Counter(word for words in wanted for word in words)
    hits = 0
    for sentence in wanted:
        union = _union_places(sentence, sentences)
        for place, word in enumerate(sentence):
            if union >> place & 1 and left_predicted[word] > 0 and left_wanted[word] > 0:
                hits += 1
                left_predicted[word] -= 1
                left_wanted[word] -= 1
    return counted_score(hits, sum(map(len, predicted)), sum(map(len, wanted)))


def _word_lists(sentences: Sequence[str]) -> list[list[str]]:
    return [words for sentence in sentences if (words := sentence.split())]


@dataclass(frozen=True, slots=True)
class _Sentences:
    """Different sentences: where each word stands in each of them, as bits."""

    words: tuple[tuple[str, ...], ...]
    verbatim: frozenset[tuple[str, ...]]
    places: Mapping[str, Mapping[int, int]]  # word, number of the sentence

    @classmethod
    def of(cls, sentences: Sequence[Sequence[str]]) -> "_Sentences":
        words = tuple(dict.fromkeys(map(tuple, sentences)))
        places: dict[str, dict[int, int]] = {}
        for number, sentence in enumerate(words):
            for word, bits in _places(sentence).items():
                places.setdefault(word, {})[number] = bits
        return cls(words, frozenset(words), places)


def _places(sentence: Sequence[str]) -> dict[str, int]:
    """Return where each word of a sentence stands, as bits."""
    places: dict[str, int] = {}
    for place, word in enumerate(sentence):
        places[word] = places.get(word, 0) | 1 << place
    return places


def _union_places(sentence: Sequence[str], others: _Sentences) -> int:
    """Return, as bits, the places of the sentence that its LCS with any of the others has.

    Most pairs need no table: a sentence that is among the others has all places, and one of the
    others adds none where those of all words that it shares are there already.
    """
    if tuple(sentence) in others.verbatim:
        return (1 << len(sentence)) - 1
    shared: dict[int, int] = {}
    for word, bits in _places(sentence).items():
        for number in others.places.get(word, ()):
            shared[number] = shared.get(number, 0) | bits
    union = 0
    for number in sorted(shared, key=lambda number: -shared[number].bit_count()):
        if shared[number] & ~union:
            union |= _lcs_places(sentence, shared[number], number, others)
    return union


def _lcs_places(sentence: Sequence[str], shared: int, number: int, others: _Sentences) -> int:
    """Return, as bits, the places of a longest common subsequence (Hyyrö 2004, bit-parallel).

    Row i of the table is kept as bits: the zeros among the first j are the length of the LCS of
    the first i shared words and the first j of the other. Where both neighbours are as long, the
    walk back goes up, as that of rouge-score does; there it passes words that are not shared.
    """
    if not shared & (shared - 1):  # a single word
        return shared
    taken = [place for place in range(shared.bit_length()) if shared >> place & 1]
    same = [others.places[sentence[place]][number] for place in taken]
    length = len(others.words[number])
    full = (1 << length) - 1
    rows = [full]
    for columns in same:
        row = rows[-1]
        met = row & columns
        rows.append(((row + met) | (row - met)) & full)
    lcs = 0
    i, j = len(taken), length
    while i and j:
        if same[i - 1] >> (j - 1) & 1:
            lcs |= 1 << taken[i - 1]
            i, j = i - 1, j - 1
        elif _length(rows[i], j - 1) > _length(rows[i - 1], j):
            j -= 1
        else:
            i -= 1
    return lcs


def _length(row: int, columns: int) -> int:
    return columns - (row & ((1 << columns) - 1)).bit_count()


def structure_scores(markdown: str, gold: str) -> dict[str, float | None]:
    """Return how far the parts of Markdown are gold's, 0 to 1; None where neither has any.

    Headings are alike with the same words at the same level, items of lists with the same words,
    code and formulas with the same characters but for white space. Tables are matched one to one
    so that their TEDS is highest; its sum is divided by the larger number of tables.
    """
    (predicted, tables), (wanted, gold_tables) = _parts(markdown), _parts(gold)
    scores = {name: _shared_f1(predicted[name], wanted[name]) for name in predicted}
    return {**scores, "tables_teds": _tables_teds(tables, gold_tables)}


def _parts(markdown: str) -> tuple[Parts, Sequence[HtmlElement]]:
    """Return the parts of Markdown, and its tables."""
    from markdown_it import MarkdownIt

    tree = lxml.html.fromstring(
        f"<div>{MarkdownIt().enable('table').render(markdown)}</div>",
        parser=lxml.html.HTMLParser(encoding="utf-8", huge_tree=True),
    )
    code = ["".join(str(part.text_content()).split()) for part in tree.iter("pre")]
    for part in list(tree.iter("pre")):
        part.drop_tree()
    parts = {
        "headings_f1": [f"{each.tag} {_words(each)}" for each in tree.iter(*HEADING_TAGS)],
        "list_items_f1": [_words(item) for item in tree.iter("li")],
        "code_f1": code,
        "formulas_f1": ["".join("".join(f).split()) for f in _find_formulas(tree.text_content())],
    }
    return parts, list(tree.iter("table"))


def _words(element: HtmlElement) -> str:
    return " ".join(tokens(element.text_content()))


def _shared_f1(extracted: Sequence[str], wanted: Sequence[str]) -> float | None:
    if not extracted and not wanted:
        return None
    return counted_score(
        (Counter(extracted) & Counter(wanted)).total(), len(extracted), len(wanted)
    ).f1


def _tables_teds(extracted: Sequence[HtmlElement], wanted: Sequence[HtmlElement]) -> float | None:
    if not extracted or not wanted:
        return 0.0 if extracted or wanted else None
    from scipy.optimize import linear_sum_assignment

    matrix = np.array([[table_similarity(one, other) for other in wanted] for one in extracted])
    return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum() / max(matrix.shape))


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of a table; `kind` is its tag and, of a `td`, its spans, `content` its pieces."""

    kind: tuple[str, ...]
    content: tuple[str, ...]
    leftmost: int  # the number of its first leaf, counted as the nodes are: children first


def table_similarity(extracted: HtmlElement, gold: HtmlElement) -> float:
    """Return TEDS of two tables: 1 - edit distance of their trees / nodes of the larger.

    (Zhong et al. 2020, PubTabNet.) Inserting, deleting or changing a node's tag or spans costs 1;
    the content of a `td`, its characters and tags, costs its normalised edit distance. What
    follows the first 1,500 nodes of a table is left out.
    """
    one, other = _nodes(extracted), _nodes(gold)
    return 1.0 - _tree_distance(one, other) / max(len(one), len(other))


def _nodes(table: HtmlElement) -> list[_Node]:
    """Return the nodes of the table, children before their parents."""
    numbered: list[_Node] = []

    def add(node: HtmlElement) -> int:
        is_cell = node.tag == "td"
        children = () if is_cell else [child for child in node if isinstance(child.tag, str)]
        leftmost = [add(child) for child in children if len(numbered) < _MOST_NODES]
        spans = (node.get("colspan", "1"), node.get("rowspan", "1")) if is_cell else ()
        content = tuple(_pieces(node))[1:-1] if is_cell else ()
        first = leftmost[0] if leftmost else len(numbered)
        numbered.append(_Node((str(node.tag), *spans), content, first))
        return first

    add(table)
    return numbered


def _pieces(node: HtmlElement) -> Iterator[str]:
    """Yield the tags and characters within a node, those of its own tag among them."""
    yield f"<{node.tag}>"
    yield from node.text or ""
    for child in node:
        if isinstance(child.tag, str):
            yield from _pieces(child)
    yield f"</{node.tag}>"
    if node.tag != "td":
        yield from node.tail or ""


def _tree_distance(one: Sequence[_Node], other: Sequence[_Node]) -> float:
    """Return the edit distance of ordered trees (Zhang and Shasha 1989)."""
    trees = [[0.0] * len(other) for _ in one]  # the distance of each pair of subtrees
    for root in _key_roots(one):
        for other_root in _key_roots(other):
            _fill(trees, one[: root + 1], other[: other_root + 1])
    return trees[-1][-1]


def _key_roots(nodes: Sequence[_Node]) -> list[int]:
    """Return the last node of each leftmost leaf, in order."""
    return sorted({node.leftmost: number for number, node in enumerate(nodes)}.values())


def _fill(trees: list[list[float]], one: Sequence[_Node], other: Sequence[_Node]) -> None:
    """Set the distances of the subtrees whose leftmost leaf is that of the last nodes."""
    first, other_first = one[-1].leftmost, other[-1].leftmost
    width = len(other) - other_first + 1
    # Of the forests that end before a node: row and column 0 are the empty ones.
    forests = [[float(column) for column in range(width)]]
    for row, node in enumerate(one[first:], start=1):
        forests.append([float(row), *[0.0] * (width - 1)])
        for column, other_node in enumerate(other[other_first:], start=1):
            step = min(forests[row - 1][column], forests[row][column - 1]) + 1
            if node.leftmost == first and other_node.leftmost == other_first:
                changed = forests[row - 1][column - 1] + _change_cost(node, other_node)
                forests[row][column] = min(step, changed)
                trees[first + row - 1][other_first + column - 1] = forests[row][column]
            else:
                joined = forests[node.leftmost - first][other_node.leftmost - other_first]
                below = trees[first + row - 1][other_first + column - 1]
                forests[row][column] = min(step, joined + below)


def _change_cost(one: _Node, other: _Node) -> float:
    if one.kind != other.kind:
        return 1.0
    return Levenshtein.normalized_distance(one.content, other.content)
