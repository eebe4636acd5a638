"""Show the log to the user of a command, from its process and those that it starts."""

import logging


def log_for_users(*, verbose: bool = False) -> None:
    """Let the log say what a user can act on, or with `verbose` all that is done.

    That Chromium has no sandbox is for everybody to know. What asyncio says of calls that were
    under way when a browser was closed helps no one, nor that a browser was started again.
    """
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, format="%(message)s")
    if not verbose:
        logging.getLogger("pagesight.render.browser.process").setLevel(logging.WARNING)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)
