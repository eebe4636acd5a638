"""Evaluate labelers on the blocks of their own segmentation: the measure of their papers."""

import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.evidence import GIVEN
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher
from pagesight.app.evaluate.part import Findings, keeping, part_file
from pagesight.app.evaluate.statistics import interval, median, pairs, scores_in
from pagesight.datasets.load import page_digest
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError
from pagesight.extract.labelers.extractor import Labeler
from pagesight.extract.page.document import read
from pagesight.extract.registry import LABELER_NAMES, labeler_extractor
from pagesight.extract.training.gold.align import gold_labels, has_gold
from pagesight.extract.training.gold.scores import BlockScore, block_score, macro_score, micro_score

Labels = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class BlockAnswers:
    """The gold and the predicted labels of a page's blocks, and what it took to find them."""

    page: LabelledPage
    truth: Labels
    predicted: Labels
    milliseconds: float  # of the processor, parsing included

    @property
    def score(self) -> BlockScore:
        """The page's own scores."""
        return block_score(self.truth, self.predicted)


def evaluate_blocks(
    pages: Sequence[LabelledPage], options: EvaluateOptions, watcher: Watcher
) -> Evaluation:
    """Return precision, recall and F1 of content and noise for each labeler.

    A system is a labeler's name, or NAME=FOLDER for a model of one's own. Gold is aligned with the
    blocks that the labeler itself cuts the page into, so labelers of unlike segmentation are
    compared as in their papers, each on its own blocks. Raises EvaluationError if no page has gold,
    for folds (a labeler that is to be trained anew is trained first, and named by its folder), and
    for other evidence than all there is.
    """
    if options.evidence != (GIVEN,):
        raise EvaluationError("blocks are evaluated with all evidence alone: leave out --inputs")
    if options.folds:
        raise EvaluationError(
            "blocks are not evaluated in folds: train on other pages first, then name "
            "LABELER=FOLDER as the system"
        )
    if not any(map(has_gold, pages)):
        raise EvaluationError(f"none of the {len(pages)} pages has gold text or block labels")
    figures: dict[str, dict[str, object]] = {}
    rows: list[dict[str, object]] = []
    for system in options.systems:
        watcher.start(system, len(pages))
    with keeping(part_file(options, map(page_digest, pages)), options.systems, watcher) as findings:
        for system in options.systems:
            answers, errors = _run(system, pages, findings, watcher)
            figures[system] = {**_figures(answers, options.seed), "errors": errors}
            figures[system]["by_lang"] = _by_language(answers, options.seed)
            rows += [
                {
                    "id": page.page.id,
                    "system": system,
                    "labels": "".join(map(str, page.predicted)),
                    "macro_f1": round(page.score.average_f1, 4),
                }
                for page in answers
            ]
    groups = {page.id: {"by_lang": page.lang} for page in pages}
    return Evaluation(figures, rows, pairs(scores_in(rows, "macro_f1"), groups, {}, options.seed))


def _labeler(system: str) -> Labeler:
    name, _, folder = system.partition("=")
    if name not in LABELER_NAMES:
        known = ", ".join(LABELER_NAMES)
        raise EvaluationError(f"{name} labels no blocks; those that do: {known}")
    return labeler_extractor(name, Path(folder) if folder else None).labeler


def _run(
    system: str, pages: Sequence[LabelledPage], findings: Findings, watcher: Watcher
) -> tuple[list[BlockAnswers], int]:
    """Return what a labeler made of the pages, and on how many it failed."""
    answers, errors, labeler = list[BlockAnswers](), 0, _labeler(system)
    for page in pages:
        kept = findings.once(system, page.id, partial(_label, labeler, page))
        watcher.advance(system)
        errors += "error" in kept
        if "truth" in kept:
            truth, predicted = (np.array(kept[key], dtype=np.int8) for key in ("truth", "found"))
            answers.append(BlockAnswers(page, truth, predicted, kept["ms"]))
    return answers, errors


def _label(labeler: Labeler, page: LabelledPage) -> Mapping[str, object]:
    """Return a page's labels, as the part file holds them; none if it has no gold or no blocks."""
    start = time.process_time()
    try:
        labels = labeler.label(read(page.page))
    except ParseError as error:
        return {"error": str(error)}
    milliseconds = 1000 * (time.process_time() - start)
    truth = gold_labels(page, labels.blocks)
    if truth is None or not labels.blocks:
        return {}
    predicted = (labels.probabilities > 0.5).astype(np.int8)
    return {"truth": truth.tolist(), "found": predicted.tolist(), "ms": milliseconds}


def _figures(pages: Sequence[BlockAnswers], seed: int) -> dict[str, object]:
    truths, predicted = [page.truth for page in pages], [page.predicted for page in pages]
    micro, macro = micro_score(truths, predicted), macro_score(truths, predicted)
    averages = [page.score.average_f1 for page in pages]
    return {
        "pages": len(pages),
        "blocks": sum(len(truth) for truth in truths),
        "micro": asdict(micro) | {"average_f1": micro.average_f1},
        "macro": asdict(macro) | {"average_f1": macro.average_f1},
        "content_f1": round(micro.content.f1, 4),
        "noise_f1": round(micro.noise.f1, 4),
        "micro_f1": round(micro.average_f1, 4),
        "macro_f1": round(macro.average_f1, 4),
        "macro_f1_ci95": interval(averages, seed),
        "ms_per_page_median": median([page.milliseconds for page in pages]),
        "peak_rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def _by_language(pages: Sequence[BlockAnswers], seed: int) -> dict[str, dict[str, object]]:
    languages = sorted({page.page.lang for page in pages if page.page.lang})
    return {
        language: _figures([page for page in pages if page.page.lang == language], seed)
        for language in languages
    }
