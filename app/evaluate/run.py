"""Measure systems on a labelled corpus and write the report: the entry to every evaluation task."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.options import EvaluateOptions, Evaluation, Watcher, drawn
from pagesight.app.evaluate.systems.system import model_folders
from pagesight.app.report.cases import Case, pictured, worst_cases
from pagesight.app.report.write import write_report
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage

find_corpora = re.compile(r"^\| (\w[\w-]*) \| \d+ \| ", re.MULTILINE).findall
TOKENIZER = "Unicode \\w+, lower-cased; one character where the script has no spaces"


def evaluate(options: EvaluateOptions, watcher: Watcher | None = None) -> Mapping[str, Any]:
    """Run the systems over the corpora, write the report to `options.out` and return the results.

    Raises EvaluationError if there is nothing to measure, UnknownSystem for a system's name.
    """
    if options.task == "render":  # of pages that nobody labelled
        from pagesight.app.evaluate.render.evaluate import evaluate_render

        rendered = evaluate_render(options, watcher or Watcher())
        pages_rendered = next(iter(rendered.systems.values()))["pages"]
        results = _results(options, rendered) | {"pages": pages_rendered}
        write_report(results, rendered.predictions, options.out)
        return results
    pages = select_pages(options)
    measured = _measure(pages, options, watcher or Watcher())
    learned = {} if options.trains_anew else in_sample(options.systems, pages)
    results = _results(options, measured) | {"pages": len(pages), "in_sample": learned}
    predictions = tuple(measured.predictions)
    cases = worst_cases(predictions, pages) if options.task == "extract" else ()
    with_layouts = load(*options.corpora, layouts=True) if _any_picture(cases, pages) else ()
    write_report(results, predictions, options.out, *pictured(cases, predictions, with_layouts))
    return results


def _results(options: EvaluateOptions, measured: Evaluation) -> dict[str, Any]:
    """Return what `results.json` says of any task."""
    return {
        "task": options.task,
        "corpus": [path.stem for path in options.corpora],
        "split": options.split,
        "folds": options.folds,
        "folds_by": options.folds_by,
        "seed": options.seed,
        "tokenizer": TOKENIZER,
        "version": version("pagesight"),
        "systems": measured.systems,
        "pairs": measured.pairs,
    }


def _any_picture(cases: Sequence[Case], pages: Sequence[LabelledPage]) -> bool:
    """Return whether a page of the cases has one: layouts, which take time, are read for it."""
    ids = {case.id for case in cases}
    return any(page.id in ids and page.page.screenshot for page in pages)


def in_sample(systems: Sequence[str], pages: Sequence[LabelledPage]) -> Mapping[str, Sequence[str]]:
    """Return the corpora of the pages that the models of each system learned from, by their cards.

    A corpus may be there with other pages than these; systems without models are left out.
    """
    sources = {page.source for page in pages if page.source}
    corpora = {}
    for system in systems:
        learned = sources & set[str]().union(*map(corpora_of, model_folders(system)))
        if learned:
            corpora[system] = sorted(learned)
    return corpora


def corpora_of(model: Path) -> set[str]:
    """Return the sources that a model learned from, by its card's table; none without a card."""
    card = model / "README.md"
    return set(find_corpora(card.read_text("utf-8"))) if card.is_file() else set()


def select_pages(options: EvaluateOptions) -> list[LabelledPage]:
    """Return the pages to measure on, in the corpora's order.

    Raises EvaluationError for none, and if two have the same id.
    """
    pages = [p for p in load(*options.corpora) if options.split in ("", p.split)]
    if not pages:
        names = ", ".join(map(str, options.corpora))
        of_split = f" of split {options.split!r}" if options.split else ""
        raise EvaluationError(f"no pages{of_split} in {names}")
    (page_id, times), *_ = Counter(page.id for page in pages).most_common(1)
    if times > 1:
        raise EvaluationError(f"{times} pages have the id {page_id}: name one split or corpus")
    return drawn(pages, options)


def _measure(
    pages: Sequence[LabelledPage], options: EvaluateOptions, watcher: Watcher
) -> Evaluation:
    # Imported here: each task brings libraries of its own.
    if options.task == "genre":
        from pagesight.app.evaluate.genre.evaluate import evaluate_genre

        return evaluate_genre(pages, options, watcher)
    if options.task == "blocks":
        from pagesight.app.evaluate.blocks import evaluate_blocks

        return evaluate_blocks(pages, options, watcher)
    from pagesight.app.evaluate.content.evaluate import evaluate_content

    return evaluate_content(pages, options, watcher)
