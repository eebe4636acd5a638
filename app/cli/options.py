"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Deadline = Annotated[
    float, typer.Option(help="Seconds to get a page in, and to read it in.", min=0.5, max=86_400)
]  # no clock of the system takes an infinite time
Workers = Annotated[int, typer.Option(help="Pages at a time.", min=1, max=256)]
Perplexity = Annotated[
    float | None,
    typer.Option(
        help="Drop sentences of higher perplexity; 8000 suits prose. Reads .txt too.", min=1
    ),
]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Fetch private and loopback addresses too.")
]
Url = Annotated[
    str, typer.Option(help="Address of the saved page, in place of the one that it states.")
]
IncludeHidden = Annotated[
    bool, typer.Option("--include-hidden", help="Extract text that the page hides, too.")
]
GenreModel = Annotated[
    Path | None, typer.Option(help="Model folder of `train genre...`, in place of ours.")
]
