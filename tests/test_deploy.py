"""What is given for running the service elsewhere fits the service."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pagesight.app.cli.main import run

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "app/deploy"
_find_options = re.compile(r"(?<![\w-])--[a-z][a-z-]*").findall


def commands() -> Iterator[tuple[str, str]]:
    """Yield the name of each file, and the options that it gives `pagesight serve`."""
    docker = (DEPLOY / "Dockerfile").read_text("utf-8")
    yield "Dockerfile", docker[docker.index("CMD [") :]
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    yield "compose.yaml", " ".join(compose["services"]["pagesight"]["command"])
    unit = (DEPLOY / "pagesight.service").read_text("utf-8")
    yield (
        "pagesight.service",
        next(line for line in unit.splitlines() if line.startswith("ExecStart=")),
    )
    docs = (ROOT / "docs/deploy.md").read_text("utf-8")
    table = docs[docs.index("## What it does") : docs.index("## Limits")]
    yield "deploy.md", table


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_the_options_are_those_of_the_command(
    name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--help"]) == 0
    known = set(_find_options(capsys.readouterr().out))
    assert set(_find_options(command)), name
    assert set(_find_options(command)) <= known


def test_the_image_does_not_run_as_root_and_ends_as_the_service_does() -> None:
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users[-1:] != ["root"]
    assert users[-1].isdigit()
    assert 'ENTRYPOINT ["pagesight"]' in lines  # no shell, which would take the SIGTERM
