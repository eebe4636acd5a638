"""`pagesight train`: make a model folder of a kind that app/models.py lists."""

import logging
from pathlib import Path

import click

from pagesight.app.cli.failures import check_writable, stoppable, writing
from pagesight.app.models import trainer
from pagesight.datasets.load import load
from pagesight.datasets.schema import CorpusError
from pagesight.render.errors import needed_for


@click.command()
@click.argument("kind", help="What to train; an unknown kind lists them all.")
@click.option("--data", type=Path, multiple=True, required=True, help="Corpus files (Parquet).")
@click.option("--out", type=Path, required=True, help="Folder to write the model to.")
@click.option("--split", default="", show_default=False, help="Take only the pages of this split.")
def train(kind: str, data: tuple[Path, ...], out: Path, split: str) -> None:
    """Train a model.

    Its folder holds weights, configuration and model card.
    """
    logging.getLogger("pagesight").setLevel(logging.INFO)  # how far it is, what it leaves out

    run = trainer(kind)
    check_writable(out)
    with stoppable(lambda: f"no model is finished in {out}"), writing(out):
        pages = [page for page in load(*data) if not split or page.split == split]
        if not pages:
            of_split = f" of split {split!r}" if split else ""
            files = ", ".join(map(str, data))
            raise CorpusError(
                f"no pages{of_split} in {files}; `pagesight datasets describe` says what is in it"
            )
        with needed_for("training", "train"):
            run(pages, out)
    click.echo(f"{kind}: {len(pages)} pages, model in {out}", err=True)
