"""`pagesight serve`, the HTTP API, and `pagesight demo`, a page in the browser to try it on."""

import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from pagesight.app.cli.failures import to_stderr
from pagesight.app.cli.options import Number, with_allow, with_allow_private, with_deadline
from pagesight.app.config import Options
from pagesight.app.errors import ListenError
from pagesight.app.serve.settings import Settings, is_loopback, read_keys, state_folder
from pagesight.render.errors import needed_for
from pagesight.render.options import RenderOptions


@click.command()
@click.option("--host", default="127.0.0.1", help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8321, help="Port to listen on.")
@click.option(
    "--api-keys", type=Path, help="File of API keys, NAME:KEY a line; else $PAGESIGHT_API_KEYS."
)
@click.option(
    "--no-auth", is_flag=True, help="Serve others without keys, where --host lets them in."
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Believe X-Forwarded-For of this address or network.",
)
@click.option("--workers", type=click.IntRange(1, 64), default=2, help="Threads that read pages.")
@click.option("--browsers", type=click.IntRange(1, 32), default=2, help="Browsers that render.")
@click.option("--fetches", type=click.IntRange(1, 1000), default=64, help="Fetches at a time.")
@click.option("--queue", type=click.IntRange(0, 10_000), default=32, help="Pages that may wait.")
@click.option("--rate", type=Number(1), default=600, help="Requests a minute of each caller.")
@click.option("--max-body", type=click.IntRange(1, 200), default=20, help="Megabytes of a request.")
@with_deadline
@click.option("--jobs", type=Path, help="Folder of jobs; by default in your folder of states.")
@click.option(
    "--demo/--no-demo",
    default=None,
    help="The demo at /demo; by default where gradio is installed, without keys.",
)
@with_allow_private
@with_allow
def serve(
    host: str,
    port: int,
    api_keys: Path | None,
    no_auth: bool,
    max_body: int,
    deadline: float,
    jobs: Path | None,
    demo: bool | None,
    allow_private: bool,
    allow: tuple[str, ...],
    **limits: Any,
) -> None:
    """Serve the HTTP API until stopped.

    /docs describes it, and /openapi.json for programs.
    """
    with needed_for("the service", "serve"):
        from pagesight.app.serve.api import run
    keys = read_keys(api_keys)
    if not (keys.digests or no_auth or is_loopback(host)):
        raise click.BadParameter(
            f"--host {host} lets others in: give --api-keys FILE, or --no-auth to serve them "
            "without keys"
        )
    settings = Settings(
        options=Options(render=False, deadline=deadline, allow=allow, allow_private=allow_private),
        host=host,
        port=port,
        keys=keys,
        max_body_bytes=max_body * 1_000_000,
        jobs=jobs or state_folder(),
        demo=(not keys.digests and find_spec("gradio") is not None) if demo is None else demo,
        **limits,
    )
    check_free(host, port)
    terminal = sys.stderr  # which holds lines of JSON from then on
    text = f"the service is at http://{host}:{port}/, its description at /docs"
    run(settings, lambda: click.echo(text, file=terminal))


@click.command()
@click.option("--host", default="127.0.0.1", help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=7860, help="Port to listen on.")
@with_allow_private
@with_allow
def demo(host: str, port: int, allow_private: bool, allow: tuple[str, ...]) -> None:
    """Serve the demo until interrupted."""
    with needed_for("the demo", "demo"):
        import gradio  # noqa: F401 - the service imports it when it has started

        from pagesight.app.serve.api import run

    check_free(host, port)
    rendering = RenderOptions(allow_private=allow_private, allow=allow)
    settings = Settings(
        options=Options(rendering=rendering), host=host, port=port, jobs=None, demo=True
    )
    run(settings, lambda: to_stderr(f"the demo is at http://{host}:{port}/"), json_log=False)


def check_free(host: str, port: int) -> None:
    """Raise ListenError if the port is taken: Gradio's advice names options of its own."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        raise ListenError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another --port or --host"
        ) from error
