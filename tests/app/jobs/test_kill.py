"""kill -9 at random moments: nothing that was done is lost, and none of it is done again."""

import random
from pathlib import Path

import psutil
import pytest
from killing import KilledJob, kill_child
from loopback import Site


@pytest.mark.slow
def test_a_job_survives_kills_of_its_command_and_of_its_workers(site: Site, tmp_path: Path) -> None:
    job = KilledJob(site, 120, tmp_path, ["--no-render", "--per-host", "8"])
    kills = list(job.killed(4, random.Random(7), kill_child))
    ending = job.ending()
    assert (ending.rows, ending.pages, ending.errors, ending.lost) == (120, 120, 0, 0)
    assert sum(kill.repeated for kill in kills) + ending.repeated == 0
    assert kills  # a fast machine may be done before the fourth


@pytest.mark.slow
@pytest.mark.browser
def test_a_killed_command_leaves_no_process_behind(site: Site, tmp_path: Path) -> None:
    job = KilledJob(site, 30, tmp_path)
    process = job.start()
    started: set[psutil.Process] = set()
    while len(job.done()) < 2:
        started |= set(psutil.Process(process.pid).children(recursive=True))
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(started, timeout=30)
    assert not alive
