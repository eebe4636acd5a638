"""A disk that fills up while a job runs: an error that says so, and nothing lost."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Site

from ..conftest import Run


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 400 kB, which root alone can make."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a file system")
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)]
    if subprocess.run(command, check=False, capture_output=True).returncode != 0:
        pytest.skip("this system mounts no tmpfs")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_is_an_error_and_the_job_goes_on_when_there_is_room(
    small_disk: Path, site: Site, pagesight: Run, tmp_path: Path
) -> None:
    words = " ".join(os.urandom(20_000).hex(" ", 6).split())  # compression finds nothing in it
    site.pages |= {f"/{n}": f"<p>{words[n:]}".encode() for n in range(20)}
    listed, out = tmp_path / "list.txt", small_disk / "out.jsonl"
    listed.write_text("\n".join(site.url(f"/{n}") for n in range(20)), "utf-8")
    asked = ["batch", listed, "--out", out, "--no-render", "--allow-private", "--workers", 1]
    code, _, err = pagesight(*asked)
    assert (code, err.count("\n")) == (1, 1), err
    assert "free some space and run the same command again" in err
    done = int(pagesight("batch", "--status", out)[1].split()[0])
    assert 0 < done < 20
    subprocess.run(["mount", "-o", "remount,size=50m", small_disk], check=True)
    before = len(site.requested)
    assert pagesight(*asked)[0] == 0
    assert len(site.requested) - before == 20 - done + 1  # robots.txt
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["source"] for row in rows] == [site.url(f"/{n}") for n in range(20)]
