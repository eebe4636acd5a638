"""Define what commands share: the options of several as decorators, a type, an order."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce, wraps
from pathlib import Path
from typing import Any, get_args

import click

from pagesight.app.config import FavorChoice
from pagesight.render.errors import GuardError

Collected = Callable[..., None]

# What `extract` and `records` read, for their help.
SOURCES = (
    "URLs, HTML or MHTML files, folders, WARC archives, a .txt file of them, one a line, "
    "or - for HTML on standard input."
)


class Commands(click.Group):
    """Commands that `--help` lists in the order in which they were added."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)


class Number(click.FloatRange):
    """A number in a range: NaN is in none, though Click finds it in all."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number. Raises BadParameter where it is out of the range."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not a number", param, ctx)
        return number


with_deadline = click.option(
    "--deadline",
    type=Number(0.5, 86_400),  # no clock of the system takes an infinite time
    default=30,
    help="Seconds to get a page in, and to read it in.",
)
with_perplexity = click.option(
    "--perplexity",
    type=Number(1),
    help="Drop sentences of higher perplexity; 8000 suits prose. Reads .txt too.",
)
with_allow_private = click.option(
    "--allow-private", is_flag=True, help="Fetch private and loopback addresses too."
)


def _hosts(_: click.Context, __: click.Parameter, entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries. Raises BadParameter for one that names no host."""
    from pagesight.render.net.guard import check_entry

    for entry in entries:
        try:
            check_entry(entry)
        except GuardError as error:
            raise click.BadParameter(str(error)) from error
    return entries


with_allow = click.option(
    "--allow",
    multiple=True,
    callback=_hosts,
    metavar="HOST[:PORT]",
    help="Fetch from this host or network though it is private, or on that port; repeatable.",
)
with_url = click.option(
    "--url",
    default="",
    show_default=False,
    help="Address of the saved page, in place of the one that it states.",
)
with_include_hidden = click.option(
    "--include-hidden", is_flag=True, help="Extract text that the page hides, too."
)
with_render = click.option(
    "--render/--no-render", default=True, help="Render in a browser, or read the HTML."
)
with_genre_model = click.option(
    "--genre-model", type=Path, help="Model folder of `train genre...`, in place of ours."
)


_WANTED = (
    click.option("--favor", type=click.Choice(get_args(FavorChoice)), default="balanced",
        help="precision keeps what is surely content, recall doubtful text too."),
    click.option("--comments/--no-comments", default=None,
        help="Keep readers' comments, or leave them out; by default those of a thread are kept."),
    click.option("--tables/--no-tables", default=True, help="Keep tables of data."),
    click.option("--links/--no-links", default=True, help="Keep links in Markdown."),
    click.option("--images/--no-images", default=True, help="Keep images in Markdown."),
)  # fmt: skip


def gathered(name: str, *options: Callable[[Collected], Collected]) -> Callable[..., Collected]:
    """Return what adds options to a command, which gets them together as `name`."""

    def with_all(command: Collected) -> Collected:
        return reduce(lambda made, option: option(made), reversed(options), command)

    names = [str(each.name) for each in click.command(name)(with_all(lambda: None)).params]

    def decorated(command: Collected) -> Collected:
        @wraps(command)
        def called(**arguments: Any) -> None:
            together: Mapping[str, Any] = {each: arguments.pop(each) for each in names}
            command(**{name: together}, **arguments)

        return with_all(called)

    return decorated


# How long a page may take and where it may come from: arguments of Options and of RenderOptions,
# as `fetching`.
with_fetching = gathered("fetching", with_deadline, with_allow_private, with_allow)
# What counts as content: arguments of Options, as `wanted`.
with_wanted = gathered("wanted", *_WANTED)


def own_models(given: Sequence[str], extractor: str) -> dict[str, Path]:
    """Return the folders of `--model`, by the extractor that each is for.

    Raises BadParameter for an extractor that takes no model of that name.
    """
    if not given:
        return {}
    from pagesight.app.evaluate.systems.system import models_of

    used = [kind for kind in models_of(extractor) if kind != "html"]  # that is --genre-model
    models = {}
    for text in given:
        name, named, folder = text.partition("=")
        if name not in used or not named:
            name, folder = extractor, text
        if name not in used:
            uses = ", ".join(used) or "none"
            raise click.BadParameter(
                f"--model {text}: {extractor} takes models of its own for: {uses}"
            )
        models[name] = Path(folder)
    return models
