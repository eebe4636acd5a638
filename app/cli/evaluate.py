"""`pagesight evaluate`: figures of systems on a labelled corpus, and a report of them."""

from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, get_args

import click

from pagesight.app.cli.failures import check_writable, progress_bar, stoppable, to_stderr, writing
from pagesight.app.config import FoldsBy, Task
from pagesight.app.evaluate.options import EvaluateOptions, Watcher
from pagesight.render.errors import needed_for

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# What a task measures if no systems are named.
_SYSTEMS: Mapping[Task, str] = {
    "extract": "auto",
    "records": "auto",
    "posts": "auto",
    "genre": "html",
    "blocks": "boilernet,web2text,multiboilernet",
    "render": "pagesight,playwright,playwright-kept",
}


_LINE_SECONDS = 30.0  # between two lines of progress where there is no terminal


class Bars(Watcher):
    """Watches an evaluation: a bar a system, or now and then a line where there is no terminal."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}
        self._said = monotonic()
        self.kept = self.pages = 0

    def start(self, system: str, pages: int) -> None:
        """Add the bar of the system."""
        self._tasks[system] = self._progress.add_task(system, total=pages)
        self.pages += pages

    def advance(self, system: str) -> None:
        """Move the bar of the system."""
        self._progress.advance(self._tasks[system])
        if self._progress.disable and monotonic() - self._said > _LINE_SECONDS:
            self._said = monotonic()
            under_way = (t for t in self._progress.tasks if t.completed and not t.finished)
            to_stderr(
                ", ".join(f"{t.description} {t.completed:.0f}/{t.total:.0f}" for t in under_way)
            )

    def keep(self, pages: int) -> None:
        """Note of how many pages the outputs are kept."""
        self.kept = pages


@click.command()
@click.option(
    "--corpus",
    "corpora",
    type=Path,
    multiple=True,
    required=True,
    help="Corpus files (Parquet); to render also folders of sites, or lists of addresses (.txt).",
)
@click.option("--out", "-o", type=Path, required=True, help="Folder to write the report to.")
@click.option(
    "--task", type=click.Choice(get_args(Task)), default="extract", help="What to measure."
)
@click.option("--systems", help="Names, with commas between; else what suits the task.")
@click.option("--split", default="", show_default=False, help="Only the pages of this split.")
@click.option(
    "--limit", type=click.IntRange(0), default=0, help="So many pages, drawn at random; 0: all."
)
@click.option(
    "--folds",
    type=click.IntRange(0),
    default=0,
    help="Train learned parts anew in so many folds by site; 1: from --extra-training alone; "
    "0: do not.",
)
@click.option(
    "--folds-by",
    type=click.Choice(get_args(FoldsBy)),
    default="site",
    help="source (for genres): train anew for each collection in the corpora, with it left out.",
)
@click.option(
    "--extra-training",
    "training",
    type=Path,
    multiple=True,
    help="Further corpora to train on in every fold.",
)
@click.option(
    "--inputs",
    default="given",
    help="What systems are given: given (all), no-address, no-names (class names and ids), "
    "no-structured (data for machines), article-structured (that of an article on every page), "
    "article-address (for genres: a made-up one on every page), with commas between.",
)
@click.option(
    "--predictions",
    type=Path,
    multiple=True,
    help="JSON Lines of outside systems: id, text, system.",
)
@click.option("--seed", type=int, default=0, help="Of folds, draws and intervals.")
def evaluate(
    out: Path,
    task: Task,
    systems: str | None,
    inputs: str,
    predictions: tuple[Path, ...],
    **asked: Any,
) -> None:
    """Measure systems on labelled pages.

    Prints a table, and writes results.json, predictions and a report. However it ends before
    that, the same command goes on.
    """
    if asked["folds_by"] == "source" and (task != "genre" or asked["folds"]):
        raise click.BadParameter("--folds-by source is for --task genre, and without --folds")
    if asked["folds"] == 1 and not asked["training"]:
        raise click.BadParameter(
            "--folds 1 leaves no page to learn from but those of --extra-training"
        )
    named = _names(_SYSTEMS[task] if systems is None else systems)
    if not (named or predictions):
        raise click.BadParameter("nothing to measure: name --systems or --predictions")
    with needed_for("evaluation", "train"):
        import matplotlib  # noqa: F401 - the report takes it, when all is done

        from pagesight.app.evaluate.run import evaluate as run
        from pagesight.app.report.write import markdown

    options = EvaluateOptions(
        out=out,
        task=task,
        systems=named,
        predictions=predictions,
        evidence=_names(inputs),
        **asked,
    )
    check_writable(out)
    with progress_bar() as progress, writing(out):
        bars = Bars(progress)
        with stoppable(lambda: _state(bars, out)):
            results = run(options, bars)
    click.echo(markdown(results))
    to_stderr(f"report: {out / 'report.html'}")


def _state(bars: Bars, out: Path) -> str:
    """Return how far the evaluation has come, and where that is."""
    if not bars.kept:
        return "nothing is kept, and no report is written"
    if not bars.pages:  # models are trained, and their answers about whole folds kept
        return f"the answers of {bars.kept} model(s) are in {out}, and the same command goes on"
    return (
        f"{bars.kept} of {bars.pages} pages done; their outputs are in {out}, "
        "and the same command goes on"
    )


def _names(listed: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in listed.split(",") if name.strip())
