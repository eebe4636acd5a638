"""Write the command line's help into docs/command-line.md; mkdocs.yml names this as a hook."""

from collections.abc import Iterator
from typing import Any

import click

from pagesight.app.cli.main import app, whole


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Return the page's Markdown, with a section a command on that page."""
    if page.file.src_uri != "command-line.md":
        return markdown
    context = click.Context(app, info_name="pagesight", **app.context_settings)
    return "\n".join([markdown, *sections(app, context)])


def sections(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the help of a command, and of those below it, under a heading each."""
    level = "#" * context.command_path.count(" ")
    yield f"##{level} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            command = whole(below)
            yield from sections(command, click.Context(command, parent=context, info_name=name))
