"""Settings of all tests, and the server that many of them visit."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

# Networks and trees of tests are small: on a machine that others use, too, threads wait for each
# other a hundred times as long as they work. Set before they are loaded, and for all commands.
os.environ["OMP_NUM_THREADS"] = "1"

import pytest
from hypothesis import settings
from loopback import Site
from tiny_corpora import write_corpora

# Tests may share their machine with others: how long an example takes says nothing of the code.
# And what failed once shall fail again: examples are the same in every run of the same test.
settings.register_profile("pagesight", deadline=None, derandomize=True)
settings.load_profile("pagesight")
# In the background of a script SIGINT is ignored, by all commands too that tests would interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def site() -> Iterator[Site]:
    """A server that the test fills with pages."""
    with Site() as served:
        yield served


@pytest.fixture(scope="session")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tiny corpora."""
    folder = tmp_path_factory.mktemp("corpora")
    write_corpora(folder)
    return folder
