"""Web2Text's 128 features of a block, in the paper's order (section 3.3).

Duplicates (3), leaf (24), parent (1 + 20 + 20), grandparent (1 + 20), root (20), tags of the leaf
(19). Flags are +1 and -1, and all of an absent parent is 0. The reference divides integers in
`n_same_class_path` and `body_percentage`, which makes them almost constant; here they are ratios.

Statistics are counted of leaves; those of nodes are sums over their leaves. Deviations: a stopword
is one in any case (in the reference "The" is none, an accident), and the marks of scripts other
than Latin count as punctuation and end sentences.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.blocks import Block
from pagesight.extract.papers.web2text.collapsed_dom import CollapsedDom, Flags, Indices

_STOPWORDS = frozenset(
    {"a", "about", "above", "after", "again", "against", "all", "am", "an", "and", "any", "are",
     "as", "at", "be", "because", "been", "before", "being", "below", "between", "both", "but",
     "by", "cannot", "could", "did", "do", "does", "doing", "down", "during", "each", "few",
     "for", "from", "further", "had", "has", "have", "having", "he", "her", "here", "hers",
     "herself", "him", "himself", "his", "how", "i", "if", "in", "into", "is", "it", "its",
     "itself", "me", "more", "most", "my", "myself", "no", "nor", "not", "of", "off", "on",
     "once", "only", "or", "other", "ought", "our", "ours", "ourselves", "out", "over", "own",
     "same", "she", "should", "so", "some", "such", "than", "that", "the", "their", "theirs",
     "them", "themselves", "then", "there", "these", "they", "this", "those", "through", "to",
     "too", "under", "until", "up", "very", "was", "we", "were", "what", "when", "where", "which",
     "while", "who", "whom", "why", "with", "would", "you", "your", "yours", "yourself",
     "yourselves"}
)  # fmt: skip
_PUNCTUATION = frozenset(".,?;:!。，、？；：！")
_QUESTION_MARKS = frozenset("?？")
_WIDE_ENDS = frozenset("。？！")  # end a sentence without a space after them
_find_words = re.compile(r"\w+").findall
_find_digits = re.compile(r"\d").findall
_find_punctuation = re.compile(r"[.,?;:!。，、？；：！]").findall
_find_sentence_ends = re.compile(r"[.?!;]\s+(?=\S)|[。？！](?=.)").finditer
_has_email = re.compile(r"[\w.+-]@[\w-]+\.\w").search
_has_url = re.compile(r"(?:https?|ftp)://", re.I).search
_has_copyright = re.compile(r"[©Ⓒ]|\(c\)", re.I).search
_has_year = re.compile(r"\b\d{4}\b", re.ASCII).search

Values = NDArray[np.float64]
NODE_FEATURES = 20  # section 3.2 counts them
Features = NDArray[np.float64]  # (n, features)
EDGE_FEATURES = 25  # section 3.2 counts them
BLOCK_FEATURES = 128  # section 3.2 counts them
_LEAF_TAGS = (
    "a", "p", "td", "b", "li", "span", "i", "tr", "div", "strong", "em", "h3", "h2", "table", "h4",
    "small", "sup", "h1", "blockquote",
)  # fmt: skip
# `ul` is there twice, as in the reference.
_PARENT_TAGS = (
    "td", "div", "p", "tr", "table", "body", "ul", "span", "li", "blockquote", "b", "small", "a",
    "ol", "ul", "i", "form", "dl", "strong", "pre",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts by leaf or node, each (n,); of a node, those of its leaves together."""

    chars: Values  # at least 1 a leaf
    words: Values
    word_chars: Values
    capitals: Values  # words that begin with one
    stopwords: Values
    sentences: Values
    punctuation: Values
    digits: Values
    link_chars: Values
    copyrights: Values  # leaves that hold a copyright sign; and so on
    emails: Values
    urls: Values
    years: Values
    ends_with_punctuation: Values  # 0 or 1, as the last leaf does
    ends_with_question_mark: Values


class LeafCounts:
    """The counts of each leaf, and of any stretches of leaves by differences of running sums."""

    def __init__(self, leaves: Sequence[Block]) -> None:
        """Count in the leaves' text."""
        rows = [_counts(leaf) for leaf in leaves]
        self._counts = np.array(rows, np.float64).reshape(len(leaves), len(fields(Statistics))).T
        self._sums = np.pad(np.cumsum(self._counts, axis=1), ((0, 0), (1, 0)))

    def over(self, first: Indices, last: Indices) -> Statistics:
        """Return the statistics of the stretches of leaves from `first` to `last`, inclusive."""
        rows = self._sums[:, last + 1] - self._sums[:, first]
        rows[-2:] = self._counts[-2:, last]
        return Statistics(*rows)


def _counts(leaf: Block) -> tuple[int, ...]:
    """Return a leaf's counts in the order of the fields of Statistics."""
    text = leaf.text
    words = _find_words(text)
    return (
        max(1, len(text)),
        len(words),
        sum(map(len, words)),
        sum(word[0].isupper() for word in words),
        sum(word.lower() in _STOPWORDS for word in words),
        1 + sum(_begins_sentence(text, end.end()) for end in _find_sentence_ends(text)),
        len(_find_punctuation(text)),
        len(_find_digits(text)),
        leaf.link_chars,
        _has_copyright(text) is not None,
        _has_email(text) is not None,
        _has_url(text) is not None,
        _has_year(text) is not None,
        text[-1:] in _PUNCTUATION,
        text[-1:] in _QUESTION_MARKS,
    )


def _begins_sentence(text: str, at: int) -> bool:
    """Return whether what follows a mark at `at` begins a sentence: a capital, or no case."""
    return text[at].isupper() or text[at - 1] in _WIDE_ENDS


def flag(values: NDArray[np.bool_] | Values) -> Values:
    """Return +1 where the value is true or not 0, else -1."""
    return np.where(values, 1.0, -1.0)


def standard(values: Values, mean: float, deviation: float) -> Values:
    """Return the values less the mean, in deviations."""
    return (values - mean) / deviation


def word_terms(statistics: Statistics) -> list[Values]:
    """Return avg_word_length (-1 without words), has_stopword, stopword_ratio (0 without words)."""
    words = np.maximum(statistics.words, 1)
    length = standard(np.clip(statistics.word_chars / words, 3, 15), 4.910001, 1.905709)
    ratio = standard(statistics.stopwords / words, 0.374, 0.1529)
    wordless = statistics.words == 0
    return [
        np.where(wordless, -1, length),
        flag(statistics.stopwords),
        np.where(wordless, 0, ratio),
    ]


def punctuation_term(statistics: Statistics) -> Values:
    """Return log(punctuation_ratio), 0 without punctuation."""
    ratio = np.log(np.maximum(statistics.punctuation, 1) / statistics.chars)
    return np.where(
        statistics.punctuation == 0, 0, standard(np.clip(ratio, -4, -2.5), -3.338525, 0.6058926)
    )


def number_terms(statistics: Statistics) -> list[Values]:
    """Return has_numeric and numeric_ratio."""
    return [
        standard(flag(statistics.digits), -0.5900983, 0.8073342),
        standard(statistics.digits / statistics.chars, 0.2655969, 0.3052819),
    ]


def sentence_term(statistics: Statistics) -> Values:
    """Return log(avg_sentence_length)."""
    return standard(np.clip(np.log(statistics.chars / statistics.sentences), 2, 5), 3.109, 1.011)


def last_terms(statistics: Statistics) -> list[Values]:
    """Return the nine that end both lists: how the text ends, what it contains, its capitals."""
    ratio = statistics.capitals / np.maximum(statistics.words, 1)
    capitals = [
        standard(ratio, 0.4475758, 0.4129316),
        standard(ratio**2, 0.3708354, 0.4334037),
        standard(ratio**3, 0.340843, 0.4404389),
    ]
    return [
        flag(statistics.ends_with_punctuation),
        flag(statistics.ends_with_question_mark),
        flag(statistics.copyrights),
        flag(statistics.emails),
        flag(statistics.urls),
        flag(statistics.years),
        *(np.where(statistics.words == 0, 0, term) for term in capitals),
    ]


class NodeFeatures:
    """The features of a page's nodes, which several blocks and edges share."""

    def __init__(self, dom: CollapsedDom) -> None:
        """Count in the leaves, and describe the inner nodes and the root."""
        self.counts = LeafCounts(dom.leaves)
        nodes = dom.nodes
        self.inner = self._describe(dom, nodes.first, nodes.last, nodes.has_form)  # (nodes, 20)
        whole = np.array([len(dom.leaves) - 1])
        self.root = self._describe(dom, 0 * whole, whole, np.array([dom.has_form]))[0]  # (20,)

    def _describe(
        self, dom: CollapsedDom, first: Indices, last: Indices, has_form: Flags
    ) -> Features:
        counts = self.counts.over(first, last)
        body = max(1, dom.ends[-1] - dom.starts[0])
        columns = [
            (dom.ends[last] - dom.starts[first]) / body,  # body_percentage
            standard(counts.link_chars / counts.chars, 0.5, 0.5),  # link_density
            *word_terms(counts),
            standard(np.clip(np.log(counts.chars), 2.5, 10), 6, 2.14),  # log(n_characters)
            punctuation_term(counts),
            *number_terms(counts),
            sentence_term(counts),
            *last_terms(counts),
            flag(has_form),  # contains_form_element
        ]
        return np.column_stack(columns)


def edge_features(dom: CollapsedDom, nodes: NodeFeatures) -> Features:
    """Return the features of a page's edges, (leaves - 1, 25).

    Tree distance 2, 3, 4 or more (levels from both leaves to their lowest common node), a block
    break between them, and the features of that node.
    """
    levels = np.append(dom.nodes.depths, -1)[dom.parents] + 1
    distance = levels[:-1] + levels[1:] - 2 * dom.nodes.depths[dom.common]
    columns = [flag(distance == 2), flag(distance == 3), flag(distance == 4), flag(distance > 4)]
    return np.column_stack([*columns, dom.breaks.astype(float), nodes.inner[dom.common]])


def block_features(dom: CollapsedDom, nodes: NodeFeatures) -> Features:
    """Return the features of a page's leaves, (leaves, 128). There must be a leaf."""
    above = np.append(dom.nodes.parents, -1)  # [-1], the parent of an absent node, is absent too
    tags = _tag_flags(dom.nodes.tags, _PARENT_TAGS)
    return np.column_stack(
        [
            *_duplicate_terms(dom),
            *_leaf_terms(dom, nodes),
            _of_ancestor(np.column_stack([nodes.inner, tags]), dom.parents),
            _of_ancestor(nodes.inner, above[dom.parents]),
            np.broadcast_to(nodes.root, (len(dom.leaves), NODE_FEATURES)),
            _tag_flags(dom.tags, _LEAF_TAGS),
        ]
    )


def _duplicate_terms(dom: CollapsedDom) -> list[Features]:
    """Return has_duplicate, has_10_duplicates, n_same_class_path."""
    counts = Counter(leaf.text for leaf in dom.leaves)
    same_text = np.array([counts[leaf.text] for leaf in dom.leaves])
    same_path = np.bincount(dom.class_paths)[dom.class_paths]
    return [flag(same_text > 1), flag(same_text > 10), same_path / len(dom.leaves)]


def _leaf_terms(dom: CollapsedDom, nodes: NodeFeatures) -> list[Features]:
    """Return the 24 features of the leaf's own text and place."""
    leaves = np.arange(len(dom.leaves))
    counts = nodes.counts.over(leaves, leaves)
    log_words = np.log(np.maximum(counts.words, 1))
    middle = (dom.starts + dom.ends) / 2 - dom.starts[0]
    position = middle / max(1, dom.ends[-1] - dom.starts[0])
    return [
        standard(flag(counts.words), 0.8255, 0.5643817),  # has_word
        np.where(counts.words == 0, 0, standard(np.clip(log_words, 0, 3.5), 1.5086, 1.205)),
        *word_terms(counts),
        standard(np.clip(np.log(counts.chars), 2.5, 5.5), 3.392, 1.06445),  # log(n_characters)
        flag(counts.punctuation),
        standard(np.clip(counts.punctuation, 0, 10), 0.06938, 0.4083676),  # n_punctuation
        punctuation_term(counts),
        *number_terms(counts),
        sentence_term(counts),
        flag(counts.sentences > 1),
        standard(position, 0.5198038, 0.2996195),  # relative_position
        standard(position**2, 0.3599672, 0.3157282),
        *last_terms(counts),
    ]


def _of_ancestor(features: Features, ancestors: Indices) -> Features:
    """Return 1 and the features of each leaf's ancestor; 0 all over where it has none (-1)."""
    known = np.column_stack([np.ones(len(features)), features])
    absent = np.zeros((1, known.shape[1]))
    return np.concatenate([known, absent])[ancestors]


def _tag_flags(chains: Sequence[Sequence[str]], tags: Sequence[str]) -> Features:
    """Return whether each chain of tags contains each tag, (chains, tags)."""
    rows = [[tag in chain for tag in tags] for chain in chains]
    return flag(np.array(rows, np.bool_).reshape(len(chains), len(tags)))
