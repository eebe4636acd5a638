"""`pagesight demo`: a page in the browser to try Pagesight on."""

from typing import Annotated

import typer


def demo(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 7860,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch private and loopback addresses too.")
    ] = False,
) -> None:
    """Serve the demo until interrupted."""
    from pagesight.app.config import Options
    from pagesight.app.serve.demo import launch
    from pagesight.render.options import RenderOptions

    check_free(host, port)
    typer.echo(f"the demo is at http://{host}:{port}/", err=True)
    launch(Options(rendering=RenderOptions(allow_private=allow_private)), host, port)


def check_free(host: str, port: int) -> None:
    """Raise ListenError if the port is taken: Gradio's advice names options of its own."""
    import socket

    from pagesight.app.errors import ListenError

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        raise ListenError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another --port or --host"
        ) from error
