"""The question of a visitor as a command of curl and as a program in Python, to be copied."""

import json
import shlex
from collections.abc import Mapping

from pagesight.app.serve.demo.reader import DemoOptions
from pagesight.app.serve.demo.sources import DemoInput


def snippets(given: DemoInput, asked: DemoOptions) -> Mapping[str, str]:
    """Return the text of each by its name; none for what only the demo has at hand.

    `{server}` stands for the address that the visitor has opened the demo by.
    """
    if given.kind != "url":
        return {}
    chosen = asked.arguments
    body = json.dumps({"url": given.name, "render": asked.render, **chosen}, ensure_ascii=False)
    curl = (
        "curl -s {server}/extract -H 'Content-Type: application/json' "
        f'-H "X-API-Key: $PAGESIGHT_KEY" -d {shlex.quote(body)}'
    )
    arguments = [f"{name}={value!r}" for name, value in chosen.items()]
    arguments += [] if asked.render else ["render=False"]
    further = f", pagesight.Options({', '.join(arguments)})" if arguments else ""
    python = (
        "import pagesight\n\n"
        f"result = pagesight.extract_url({given.name!r}{further})\n"
        "print(result.markdown)\n"
    )
    return {"curl": curl, "Python": python}
