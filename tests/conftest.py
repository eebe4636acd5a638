"""Settings of all tests, and the server that many of them visit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from loopback import Site
from tiny_corpora import write_corpora

# Tests may share their machine with others: how long an example takes says nothing of the code.
# And what failed once shall fail again: examples are the same in every run of the same test.
settings.register_profile("pagesight", deadline=None, derandomize=True)
settings.load_profile("pagesight")


@pytest.fixture
def site() -> Iterator[Site]:
    """A server that the test fills with pages."""
    served = Site()
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tiny corpora."""
    folder = tmp_path_factory.mktemp("corpora")
    write_corpora(folder)
    return folder
