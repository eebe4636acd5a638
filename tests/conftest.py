"""Settings of all tests, and the server that many of them visit."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from loopback import Site

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
