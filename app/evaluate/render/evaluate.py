"""Evaluate renderers: how fast they are, what they keep of the text, at which pages they fail."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import lxml.html
from lxml import etree

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.evidence import GIVEN
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher, drawn
from pagesight.app.evaluate.render.pages import ServedPage, allows_private, pages_to_render
from pagesight.app.evaluate.render.process import TIMED_OUT, RenderProcess, RenderRun
from pagesight.app.evaluate.render.systems import RENDERERS
from pagesight.app.evaluate.statistics import interval, mean, median
from pagesight.app.evaluate.systems.system import named_systems
from pagesight.extract.text.tokens import tokens
from pagesight.render.page import Page
from pagesight.vision.screenshot.preprocess import decoded, page_warnings

_UNREAD = ("script", "style", "noscript", "template")  # of which no visitor reads the text


@dataclass(frozen=True, slots=True)
class RenderScore:
    """What a rendering has of the page's text, as shares of the words that the server sent.

    None where the page sends no words, or the system gives no HTML. `blank` is None without a
    picture.
    """

    text_kept: float | None = None
    text_added: float | None = None
    blank: bool | None = None


def evaluate_render(options: EvaluateOptions, watcher: Watcher) -> Evaluation:
    """Return the figures of every renderer on the pages of the inputs.

    The systems take each page in turns, one after the other, so that what else the machine does
    falls on all alike. Raises UnknownSystem, and EvaluationError for options of other tasks.
    """
    named_systems(options.systems, tuple(RENDERERS), "renderer", folds=False)
    if options.folds or options.predictions or options.evidence != (GIVEN,):
        raise EvaluationError(
            "renderers are measured as they run: leave out --folds, --predictions and --inputs"
        )
    runs: dict[str, list[RenderRun]] = {name: [] for name in options.systems}
    with pages_to_render(options) as found, ExitStack() as running:
        pages = drawn(found, options)
        private = allows_private(options)
        processes = {}
        for name in options.systems:
            watcher.start(name, len(pages))
            process = RenderProcess(name, private, options.page_seconds)
            processes[name] = running.enter_context(process)
        for page in pages:
            for name, process in processes.items():
                runs[name].append(process.render(page.url))
                watcher.advance(name)
    figures, rows = {}, []
    for name, of_system in runs.items():
        scores = [_score(run, page) for run, page in zip(of_system, pages, strict=True)]
        peak = {"peak_mb": round(processes[name].peak_mb, 1)}
        figures[name] = _figures(of_system, scores, options.seed) | peak
        rows += list(map(_row, [name] * len(pages), pages, of_system, scores))
    return Evaluation(figures, rows)


def _score(run: RenderRun, page: ServedPage) -> RenderScore:
    if run.rendering is None:
        return RenderScore(text_kept=0.0 if _words(page.html) else None)
    blank, sent = _is_blank(run.rendering.picture), _words(page.html)
    if run.rendering.html is None or not sent:
        return RenderScore(blank=blank)
    shown = _words(run.rendering.html)
    total = sent.total()
    return RenderScore((sent & shown).total() / total, (shown - sent).total() / total, blank)


def _is_blank(picture: bytes) -> bool | None:
    if not picture:
        return None
    return "blank" in page_warnings(Page("", "", picture), decoded(picture))


def _words(html: str) -> Counter[str]:
    """Return the words of HTML outside of what no visitor reads."""
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        tree = lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:  # nothing in it
        return Counter()
    for element in list(tree.iter(*_UNREAD, etree.Comment, etree.ProcessingInstruction)):
        element.drop_tree()
    return Counter(tokens(" ".join(map(str, tree.itertext()))))


def _figures(
    runs: Sequence[RenderRun], scores: Sequence[RenderScore], seed: int
) -> dict[str, object]:
    kept = [score.text_kept for score in scores if score.text_kept is not None]
    added = [score.text_added for score in scores if score.text_added is not None]
    seconds = [run.seconds for run in runs]
    failures = Counter(run.failure for run in runs if run.failure)
    figures: dict[str, object] = {
        "pages": len(runs),
        "errors": failures.total(),
        "timeouts": failures[TIMED_OUT],
        "failures": dict(failures.most_common()),
        "blank": sum(score.blank is True for score in scores),
        "no_picture": sum(score.blank is None for score in scores),
        "seconds_per_page": mean(seconds),
        "seconds_per_page_median": median(seconds),
        "pages_per_second": round(len(runs) / sum(seconds), 4) if sum(seconds) else 0.0,
    }
    if added:  # of a system that gives HTML
        figures |= {
            "text_kept": mean(kept),
            "text_kept_ci95": list(interval(kept, seed)),
            "text_added": mean(added),
        }
    return figures


def _row(name: str, page: ServedPage, run: RenderRun, score: RenderScore) -> Mapping[str, object]:
    fields = {
        "id": page.id,
        "system": name,
        "seconds": round(run.seconds, 3),
        "failure": run.failure,
        "error": run.error,
        "text_kept": score.text_kept,
        "text_added": score.text_added,
        "blank": score.blank,
    }
    return {key: value for key, value in fields.items() if value not in (None, "")}
