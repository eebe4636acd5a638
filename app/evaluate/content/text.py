"""Evaluate extraction: the text of each system against gold text, page by page.

What is to be found in a page is text, snippets or structure; it counts in several groups.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pagesight.app.evaluate.content.scores import (
    rouge_lsum_score,
    rouge_n_score,
    shingle_score,
    structure_scores,
)
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.statistics import RESAMPLES, deciles, interval, mean, median, middle
from pagesight.app.evaluate.systems.processes import TIMED_OUT, PageRun, costs, map_in_processes
from pagesight.app.evaluate.systems.system import Output
from pagesight.datasets.check import without_tags
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.papers.perplexity.model import sentences
from pagesight.extract.text.tokens import tokens
from pagesight.extract.training.gold.scores import (
    Score,
    bow_cosine,
    lcs_score,
    levenshtein_similarity,
    word_score,
)

# Of the words of gold, and of the share of the page's words that gold has, at most so much.
_LENGTHS = ((200, "to 200 words"), (1000, "to 1,000 words"), (float("inf"), "longer"))
_SHARES = ((0.25, "gold under a quarter"), (0.5, "a quarter to half"), (float("inf"), "over half"))
# Of one page, by name, each 0 to 1; None, or missing, where there is no gold for it.
PageScore = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Gold:
    """What a page's content is, and the snippets that its text must and must not hold.

    `groups` are those that the page is counted in: a name for each grouping.
    """

    text: str | None
    lang: str
    groups: Mapping[str, str]
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    markdown: str | None = None


def group_place(name: str) -> int:
    """Return where a group stands among those of its grouping; 0 where they have no order."""
    ordered = [name for _, name in (*_LENGTHS, *_SHARES)]
    return ordered.index(name) if name in ordered else 0


def has_gold(page: LabelledPage) -> bool:
    """Return whether the corpus has the page's text, or snippets of it."""
    return page.text is not None or "with" in page.extra


def gold_of(page: LabelledPage) -> Gold:
    """Return what is to be found in the page."""
    markdown = page.extra.get("markdown")
    return Gold(
        text=page.text,
        lang=page.lang,
        groups={
            "by_genre": page.genre or "",
            "by_lang": page.lang,
            "by_corpus": page.source,
            **_sizes(page),
        },
        wanted=_strings(page.extra.get("with")),
        unwanted=_strings(page.extra.get("without")),
        markdown=markdown if isinstance(markdown, str) else None,
    )


def _sizes(page: LabelledPage) -> Mapping[str, str]:
    """Return the groups of a page by the length of its gold, and by its share of the page.

    The second is Bevendorff's complexity (2023): 1 - words of gold / words of the page.
    """
    if page.text is None:
        return {}
    gold, words = len(tokens(page.text)), len(tokens(without_tags(" ", page.page.html)))
    return {
        "by_length": next(name for most, name in _LENGTHS if gold <= most),
        "by_complexity": next(name for most, name in _SHARES if gold <= most * max(words, 1)),
    }


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def score(
    runs: Sequence[PageRun], pages: Sequence[LabelledPage], options: EvaluateOptions
) -> tuple[dict[str, object], Iterator[Mapping[str, object]]]:
    """Return the figures of one system: means over pages, and the rows of its predictions."""
    golds = {page.id: gold_of(page) for page in pages}
    scores = _score_runs(runs, golds, options.processes)
    return _summary(runs, scores, golds, options.seed), map(row, runs, scores)


def row(run: PageRun, score: PageScore) -> Mapping[str, object]:
    """Return what `predictions.jsonl.gz` keeps of a run; empty fields are left out."""
    fields = {
        "id": run.id,
        "system": run.system,
        "text": run.output.text,
        "genre": run.output.genre,
        "extractor": run.output.extractor,
        "records": run.output.records,
        "markdown": run.output.markdown,
        "ms": round(run.milliseconds, 2),
        "error": run.error,
    }
    kept = {key: value for key, value in fields.items() if value or key == "text"}
    word_f1 = score.get("word_f1")
    return kept if word_f1 is None else {**kept, "word_f1": word_f1}


def _score_output(output: Output, gold: Gold) -> PageScore:
    """Return the scores of one text, and of its Markdown where there is gold for it."""
    flat, text = _flat(output.text), output.text
    # Of the snippets that the text holds: the first should be high, the second low.
    rates = {"with_rate": _share(gold.wanted, flat), "without_rate": _share(gold.unwanted, flat)}
    if gold.text is None:
        return rates
    words, lcs = word_score(text, gold.text), lcs_score(text, gold.text)
    rouge = rouge_lsum_score(sentences(text, gold.lang), sentences(gold.text, gold.lang))
    shingles = shingle_score(text, gold.text)
    return {
        "word_precision": words.precision,
        "word_recall": words.recall,
        "word_f1": words.f1,
        "lcs_precision": lcs.precision,
        "lcs_recall": lcs.recall,
        "lcs_f1": lcs.f1,
        "bow_cosine": bow_cosine(text, gold.text),
        "levenshtein": levenshtein_similarity(text, gold.text),
        "rouge_lsum_f1": rouge.f1,
        "rouge_5_f1": rouge_n_score(text, gold.text).f1,
        "shingle_precision": shingles.precision,
        "shingle_recall": shingles.recall,
        **rates,
        **({} if gold.markdown is None else structure_scores(output.markdown, gold.markdown)),
    }


def _score_runs(
    runs: Sequence[PageRun], golds: Mapping[str, Gold], processes: int
) -> list[PageScore]:
    """Return the scores of the runs, in their order."""
    outputs = [run.output for run in runs]
    wanted = [golds[run.id] for run in runs]
    if processes < 2 or len(runs) < 50:  # not worth the start of processes
        return list(map(_score_output, outputs, wanted))
    return map_in_processes(_score_output, outputs, wanted, processes=processes, at_once=16)


def _summary(
    runs: Sequence[PageRun], scores: Sequence[PageScore], golds: Mapping[str, Gold], seed: int
) -> dict[str, object]:
    """Return the figures of one system, named as in `results.json`."""
    word_f1 = _known(scores, "word_f1")
    return {
        "pages": len(runs),
        "errors": sum(bool(run.error) for run in runs),
        "timeouts": sum(run.error.startswith(TIMED_OUT) for run in runs),
        "empty": sum(not run.output.text.strip() for run in runs),
        **_means(scores, seed),
        "word_f1_median": median(word_f1),
        "word_f1_deciles": deciles(word_f1),
        "lcs_f1_median": median(_known(scores, "lcs_f1")),
        **costs(runs),
        **{
            grouping: _grouped(scores, [golds[run.id].groups[grouping] for run in runs], seed)
            for grouping in _groupings(golds)
        },
    }


def _groupings(golds: Mapping[str, Gold]) -> list[str]:
    """Return the groupings that every page has a group of."""
    first, *others = (gold.groups for gold in golds.values())
    return [name for name in first if all(name in groups for groups in others)]


def _means(scores: Sequence[PageScore], seed: int) -> dict[str, object]:
    """Return the mean of each score that any page has: no snippets, no rate of snippets."""
    names = dict.fromkeys(name for score in scores for name in score)
    known = {name: values for name in names if (values := _known(scores, name))}
    means: dict[str, object] = {name: mean(values) for name, values in known.items()}
    if {"shingle_precision", "shingle_recall"} <= known.keys():
        both = Score(mean(known["shingle_precision"]), mean(known["shingle_recall"]))
        means["shingle_f1"] = round(both.f1, 4)
        means["shingle_f1_ci95"] = list(_shingle_interval(scores, seed))
    if "word_f1" in known:
        means["word_f1_ci95"] = list(interval(known["word_f1"], seed))
    return means


def _shingle_interval(scores: Sequence[PageScore], seed: int) -> tuple[float, float]:
    """Return the 95 % interval of the F1 of mean precision and mean recall: pages are drawn.

    (Scrapinghub's evaluate.py draws them too, and gives 1.96 standard deviations.)
    """
    pairs = [(each.get("shingle_precision"), each.get("shingle_recall")) for each in scores]
    table = np.array(pairs, dtype=np.float64)  # (pages, 2), NaN where a page has none
    drawn = np.random.default_rng(seed).integers(len(table), size=(RESAMPLES, len(table)))
    known = ~np.isnan(table)
    sums = np.where(known, table, 0.0)[drawn].sum(axis=1)
    precision, recall = (sums / np.maximum(known[drawn].sum(axis=1), 1)).T
    return middle(2 * precision * recall / np.maximum(precision + recall, 1e-12))


def _grouped(
    scores: Sequence[PageScore], keys: Sequence[str], seed: int
) -> dict[str, dict[str, object]]:
    groups: dict[str, list[PageScore]] = {}
    for score, key in zip(scores, keys, strict=True):
        groups.setdefault(key or "unknown", []).append(score)
    ordered = sorted(groups.items(), key=lambda item: (group_place(item[0]), -len(item[1])))
    return {key: {"pages": len(members), **_means(members, seed)} for key, members in ordered}


def _known(scores: Iterable[PageScore], name: str) -> list[float]:
    return [value for score in scores if (value := score.get(name)) is not None]


def _share(snippets: Sequence[str], flat: str) -> float | None:
    """Return the share of snippets that the text holds; None if there are none."""
    return sum(_flat(s) in flat for s in snippets) / len(snippets) if snippets else None


def _flat(text: str) -> str:
    return " ".join(text.lower().split())
