"""`pagesight demo`: a page in the browser to try Pagesight on."""

from typing import Annotated

import typer


def demo(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 7860,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch private and loopback addresses too.")
    ] = False,
) -> None:
    """Serve the demo until interrupted."""
    from pagesight.app.config import Options
    from pagesight.app.demo import launch
    from pagesight.render.options import RenderOptions

    typer.echo(f"the demo is at http://{host}:{port}/", err=True)
    launch(Options(rendering=RenderOptions(allow_private=allow_private)), host, port)
