"""`pagesight serve`: the HTTP API."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pagesight.app.cli.options import AllowPrivate, Deadline
from pagesight.render.errors import MissingPackage

if TYPE_CHECKING:
    from pagesight.app.serve.settings import Settings


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8321,
    keys: Annotated[
        Path | None,
        typer.Option(help="File of API keys, NAME:KEY a line; else $PAGESIGHT_API_KEYS."),
    ] = None,
    open: Annotated[
        bool, typer.Option("--open", help="Serve others without keys, where --host lets them in.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Threads that read pages.", min=1, max=64)] = 2,
    browsers: Annotated[int, typer.Option(help="Browsers that render.", min=1, max=32)] = 1,
    queue: Annotated[int, typer.Option(help="Requests that may wait.", min=0, max=10_000)] = 32,
    rate: Annotated[float, typer.Option(help="Requests a minute of each caller.", min=1)] = 600,
    max_body: Annotated[int, typer.Option(help="Megabytes of a request.", min=1, max=200)] = 20,
    deadline: Deadline = 30,
    jobs: Annotated[
        Path | None, typer.Option(help="Folder of jobs; by default in your folder of states.")
    ] = None,
    demo: Annotated[
        bool | None,
        typer.Option("--demo/--no-demo", help="The demo at /demo; without keys it is there."),
    ] = None,
    allow_private: AllowPrivate = False,
) -> None:
    """Serve the HTTP API until told to end; /openapi.json describes it."""
    from pagesight.app.cli.demo import check_free
    from pagesight.app.cli.failures import to_stderr
    from pagesight.app.config import Options
    from pagesight.app.serve.settings import Settings, is_loopback, read_keys, state_folder
    from pagesight.extract.budget import Limits
    from pagesight.render.options import RenderOptions

    found = read_keys(keys)
    if not (found.digests or open or is_loopback(host)):
        raise typer.BadParameter(
            f"--host {host} lets others in: give --keys FILE, or --open to serve them without keys"
        )
    settings = Settings(
        options=Options(
            render=False,
            rendering=RenderOptions(deadline=deadline, allow_private=allow_private),
            limits=Limits(seconds=deadline),
        ),
        host=host,
        port=port,
        keys=found,
        deadline=deadline,
        workers=workers,
        browsers=browsers,
        queue=queue,
        rate=rate,
        max_body_bytes=max_body * 1_000_000,
        jobs=jobs or state_folder(),
        demo=not found.digests if demo is None else demo,
    )
    check_free(host, port)
    run = _imported_run()
    to_stderr(f"the service is at http://{host}:{port}/, its description at /openapi.json")
    run(settings)


def _imported_run() -> "Callable[[Settings], None]":
    """Return what serves. Raises MissingPackage if what it needs is not installed."""
    try:
        from pagesight.app.serve.run import run
    except ModuleNotFoundError as error:
        raise MissingPackage(
            f"the service needs {error.name}, which is not installed: "
            "pip install 'pagesight[serve]'"
        ) from error
    return run
