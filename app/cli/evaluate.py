"""`pagesight evaluate`: figures of systems on a labelled corpus, and a report of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pagesight.app.choices import Task

if TYPE_CHECKING:
    from pagesight.app.cli.failures import Bars

# What a task measures if no systems are named.
_SYSTEMS: Mapping[Task, str] = {
    "extract": "auto",
    "records": "auto",
    "genre": "html",
    "blocks": "boilernet,web2text,multiboilernet",
}


def evaluate(
    corpus: Annotated[list[Path], typer.Option(help="Corpus files (Parquet).")],
    out: Annotated[Path, typer.Option(help="Folder to write the report to.")],
    task: Annotated[Task, typer.Option(help="What to measure.")] = "extract",
    systems: Annotated[
        str | None,
        typer.Option(help="Names, with commas between; else what suits the task."),
    ] = None,
    split: Annotated[str, typer.Option(help="Only the pages of this split.")] = "",
    limit: Annotated[int, typer.Option(help="So many pages, drawn at random; 0: all.", min=0)] = 0,
    folds: Annotated[
        int,
        typer.Option(help="Train learned parts anew in so many folds by site; 0: do not.", min=0),
    ] = 0,
    training: Annotated[
        list[Path] | None, typer.Option(help="Further corpora to train on in every fold.")
    ] = None,
    evidence: Annotated[
        str,
        typer.Option(
            help="What genre systems are given: given, no-address, article-address (a made-up one "
            "on every page), no-names (class names and ids), with commas between."
        ),
    ] = "given",
    predictions: Annotated[
        list[Path] | None, typer.Option(help="JSON Lines of outside systems: id, text, system.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of folds, draws and intervals.")] = 0,
) -> None:
    """Measure systems; print the table and write results.json, predictions and the report."""
    if folds == 1:
        raise typer.BadParameter("--folds 1 leaves no page to learn from: 2 or more, or 0 for none")
    from pagesight.app.cli.failures import (
        Bars,
        check_writable,
        progress_bar,
        stoppable,
        to_stderr,
        writing,
    )
    from pagesight.app.evaluate.options import EvaluateOptions
    from pagesight.app.evaluate.run import evaluate as run
    from pagesight.app.report.write import markdown

    options = EvaluateOptions(
        corpora=tuple(corpus),
        out=out,
        task=task,
        systems=_named(task, systems, predictions),
        predictions=tuple(predictions or ()),
        split=split,
        limit=limit,
        folds=folds,
        evidence=tuple(name.strip() for name in evidence.split(",") if name.strip()),
        training=tuple(training or ()),
        seed=seed,
    )
    check_writable(out)
    with progress_bar() as progress, writing(out):
        bars = Bars(progress)
        with stoppable(lambda: _state(bars, out)):
            results = run(options, bars)
    typer.echo(markdown(results))
    to_stderr(f"report: {out / 'report.html'}")


def _state(bars: "Bars", out: Path) -> str:
    """Return how far the evaluation has come, and where that is."""
    from pagesight.app.evaluate.content import PART

    if not bars.done:
        return "no page was done yet, and no report is written"
    part = out / PART
    return (
        f"{bars.done} of {bars.pages} pages done; their outputs are in {part}, which "
        "--predictions reads"
    )


def _named(task: Task, systems: str | None, predictions: list[Path] | None) -> tuple[str, ...]:
    names = _SYSTEMS[task] if systems is None else systems
    named = tuple(name.strip() for name in names.split(",") if name.strip())
    if not (named or predictions):
        raise typer.BadParameter("nothing to measure: name --systems or --predictions")
    return named
