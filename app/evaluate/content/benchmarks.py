"""Scores as published benchmarks compute them, so that their figures can be compared with ours.

`tests/studies/scorers.py` compares each with the benchmark's own program on real predictions.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pagesight.extract.text.tokens import tokens
from pagesight.extract.training.gold.scores import Score, counted_score

find_words = re.compile(r"\w+").findall
_SHINGLE = 4  # words, as in the Scrapinghub benchmark's evaluate.py
_ROUGE_N = 5  # tokens, as in WebMainBench's TextRougeNgramMetric


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
    found, wanted = _shingles(extracted), _shingles(gold)
    both = (found & wanted).total()
    return ShingleScore(
        both / found.total() if found else None, both / wanted.total() if wanted else None
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
    found, wanted = (_ngrams(split(text)) for text in (extracted, gold))
    both = (found & wanted).total()
    return Score(both / max(found.total(), 1), both / max(wanted.total(), 1))


def _ngrams(parts: Sequence[str]) -> Counter[tuple[str, ...]]:
    starts = range(len(parts) - _ROUGE_N + 1)
    return Counter(tuple(parts[place : place + _ROUGE_N]) for place in starts)


def rouge_lsum_score(extracted: Sequence[str], gold: Sequence[str]) -> Score:
    """Return ROUGE-LSum of sentences: the union of each gold one's LCS with all extracted ones.

    Words are parted by white space (Bevendorff et al. 2023); of several longest subsequences that
    is taken which the package rouge-score takes, and no word counts twice. As there, gold of no
    words is recalled wholly, and nothing extracted is then precise.
    """
    found, wanted = _word_lists(extracted), _word_lists(gold)
    if not found or not wanted:
        nothing = Score(0.0 if found else 1.0, 1.0)
        return counted_score(0, len(found), len(wanted)) if wanted else nothing
    sentences = _Sentences.of(found)
    left_found, left_wanted = (Counter(w for s in texts for w in s) for texts in (found, wanted))
    hits = 0
    for sentence in wanted:
        union = _union_places(sentence, sentences)
        for place, word in enumerate(sentence):
            if union >> place & 1 and left_found[word] > 0 and left_wanted[word] > 0:
                hits += 1
                left_found[word] -= 1
                left_wanted[word] -= 1
    return counted_score(hits, sum(map(len, found)), sum(map(len, wanted)))


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
    found = 0
    i, j = len(taken), length
    while i and j:
        if same[i - 1] >> (j - 1) & 1:
            found |= 1 << taken[i - 1]
            i, j = i - 1, j - 1
        elif _length(rows[i], j - 1) > _length(rows[i - 1], j):
            j -= 1
        else:
            i -= 1
    return found


def _length(row: int, columns: int) -> int:
    return columns - (row & ((1 << columns) - 1)).bit_count()
