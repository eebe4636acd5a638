"""Settings of all tests."""

from hypothesis import settings

# Tests may share their machine with others: how long an example takes says nothing of the code.
settings.register_profile("pagesight", deadline=None)
settings.load_profile("pagesight")
