"""What commands share: the options of several as decorators, a type, an order."""

import math
from pathlib import Path

import click


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
with_workers = click.option(
    "--workers", type=click.IntRange(1, 256), default=1, help="Pages at a time."
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
    from pagesight.render.errors import GuardError
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
with_genre_model = click.option(
    "--genre-model", type=Path, help="Model folder of `train genre...`, in place of ours."
)
