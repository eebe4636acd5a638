"""`pagesight demo`: a page in the browser to try Pagesight on."""

import click

from pagesight.app.cli.options import with_allow, with_allow_private


@click.option("--host", default="127.0.0.1", help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=7860, help="Port to listen on.")
@with_allow_private
@with_allow
def demo(host: str, port: int, allow_private: bool, allow: tuple[str, ...]) -> None:
    """Serve the demo until interrupted."""
    from pagesight.app.cli.failures import to_stderr
    from pagesight.app.config import Options
    from pagesight.app.serve.settings import Settings
    from pagesight.render.options import RenderOptions
    from pagesight.render.packages import needed_for

    with needed_for("the demo", "demo"):
        import gradio  # noqa: F401 - the service imports it when it has started

        from pagesight.app.serve.run import run

    check_free(host, port)
    rendering = RenderOptions(allow_private=allow_private, allow=allow)
    settings = Settings(
        options=Options(rendering=rendering), host=host, port=port, jobs=None, demo=True
    )
    run(settings, lambda: to_stderr(f"the demo is at http://{host}:{port}/"), json_log=False)


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
