"""`pagesight evaluate`: figures of systems on a labelled corpus, and a report of them."""

from pathlib import Path
from typing import Annotated

import typer

from pagesight.app.choices import Task


def evaluate(
    corpus: Annotated[list[Path], typer.Option(help="Corpus files (Parquet).")],
    out: Annotated[Path, typer.Option(help="Folder to write the report to.")],
    task: Annotated[Task, typer.Option(help="What to measure.")] = "extract",
    systems: Annotated[str, typer.Option(help="Names, with commas between.")] = "auto",
    split: Annotated[str, typer.Option(help="Only the pages of this split.")] = "",
    limit: Annotated[int, typer.Option(help="So many pages, drawn at random; 0: all.")] = 0,
    folds: Annotated[
        int, typer.Option(help="Train learned parts anew in so many folds by site; 0: do not.")
    ] = 0,
    training: Annotated[
        list[Path] | None, typer.Option(help="Further corpora to train on in every fold.")
    ] = None,
    predictions: Annotated[
        list[Path] | None, typer.Option(help="JSON Lines of outside systems: id, text, system.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of folds, draws and intervals.")] = 0,
) -> None:
    """Measure systems; print the table and write results.json, predictions and the report."""
    from pagesight.app.commands.failures import check_writable, writing
    from pagesight.app.commands.messages import Bars, progress_bar, tell
    from pagesight.app.evaluate import evaluate as run
    from pagesight.app.evaluate_options import EvaluateOptions
    from pagesight.app.report import markdown

    options = EvaluateOptions(
        corpora=tuple(corpus),
        out=out,
        task=task,
        systems=tuple(name.strip() for name in systems.split(",") if name.strip()),
        predictions=tuple(predictions or ()),
        split=split,
        limit=limit,
        folds=folds,
        training=tuple(training or ()),
        seed=seed,
    )
    check_writable(out)
    with progress_bar() as progress, writing(out):
        results = run(options, Bars(progress))
    typer.echo(markdown(results))
    tell(f"report: {out / 'report.html'}")
