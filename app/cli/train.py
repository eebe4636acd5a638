"""`pagesight train`: make a model folder of a kind that app/training/trainers.py lists."""

import logging
from pathlib import Path
from typing import Annotated

import typer


def train(
    kind: Annotated[str, typer.Argument(help="What to train; an unknown kind lists them all.")],
    data: Annotated[list[Path], typer.Option(help="Corpus files (Parquet).")],
    out: Annotated[Path, typer.Option(help="Folder to write the model to.")],
    split: Annotated[str, typer.Option(help="Take only the pages of this split.")] = "",
) -> None:
    """Train a model and write its folder: weights, configuration, model card."""
    if not logging.root.isEnabledFor(logging.WARNING):  # without --verbose
        logging.getLogger("pagesight").setLevel(logging.WARNING)  # it names the pages left out
    from pagesight.app.cli.failures import check_writable, stoppable, writing
    from pagesight.app.training.trainers import trainer
    from pagesight.datasets.errors import CorpusError
    from pagesight.datasets.load import load

    run = trainer(kind)
    check_writable(out)
    with stoppable(lambda: f"no model is finished in {out}"), writing(out):
        pages = [page for page in load(*data) if not split or page.split == split]
        if not pages:
            of_split = f" of split {split!r}" if split else ""
            raise CorpusError(f"no pages{of_split} in {', '.join(map(str, data))}")
        run(pages, out)
    typer.echo(f"{kind}: {len(pages)} pages, model in {out}", err=True)
