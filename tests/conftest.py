"""Settings of all tests."""

from hypothesis import settings

# Tests may share their machine with others: how long an example takes says nothing of the code.
# And what failed once shall fail again: examples are the same in every run of the same test.
settings.register_profile("pagesight", deadline=None, derandomize=True)
settings.load_profile("pagesight")
