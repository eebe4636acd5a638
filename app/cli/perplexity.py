"""`pagesight perplexity`: how improbable texts are to a language model (PyPlexity)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pagesight.app.cli.failures import each
from pagesight.app.cli.options import named_sources, with_fetching, with_render
from pagesight.app.config import Options
from pagesight.app.pipeline import Pipeline
from pagesight.app.sources import STDIN, is_raw_text, raw_text, standard_input
from pagesight.extract.papers.perplexity.model import load_perplexity, score_text

_SOURCES = "Text files (.txt), or pages, whose extracted text counts; - for text on standard input."


@click.command()
@click.argument("sources", nargs=-1, required=True, help=_SOURCES)
@click.option("--sentences", "by_sentence", is_flag=True, help="Print each sentence's below it.")
@click.option(
    "--language", default="", show_default=False, help="ISO 639-1; says where sentences end."
)
@click.option("--model", type=Path, help="Model folder of `train perplexity`, in place of ours.")
@click.option(
    "--json", "json_lines", is_flag=True, help="Print a JSON object a text in place of lines."
)
@with_render
@with_fetching
def perplexity(
    sources: tuple[str, ...],
    by_sentence: bool,
    language: str,
    model: Path | None,
    json_lines: bool,
    render: bool,
    fetching: Mapping[str, Any],
) -> None:
    """Print the perplexity of texts: 1 is certain, a million unknown.

    The model that ships is of prose, mostly English; in it sentences have some 2,000.
    """
    known = load_perplexity(model)
    options = Options(render=render, **fetching)
    with Pipeline(options) as pipeline:

        def act(source: str) -> None:
            name = "standard input" if source == STDIN else source
            if source == STDIN:
                text = standard_input("a text").read().decode("utf-8", "replace")
            elif is_raw_text(source):
                text = raw_text(source)
            else:
                text = pipeline.extract_url(source).extraction.text
            score = score_text(text, known, language, name)
            if json_lines:
                row = {"source": source, "perplexity": round(score.perplexity, 1)}
                parts = [{"perplexity": round(p, 1), "text": s} for s, p in score.sentences]
                shown = row | {"sentences": parts} if by_sentence else row
                click.echo(json.dumps(shown, ensure_ascii=False))
                return
            click.echo(f"{score.perplexity:.1f}\t{source}")
            if by_sentence:
                for sentence, own in score.sentences:
                    click.echo(f"{own:.1f}\t  {sentence}")

        each(named_sources(sources, keep_texts=True), act)
