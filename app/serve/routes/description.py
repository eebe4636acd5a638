"""The description of the API for people: a page made of /openapi.json, without a script."""

import json
import shlex
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse

DOCS = "/docs"
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "frame-ancestors 'none'"
}
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; }
h2 { margin: 2.5rem 0 .5rem; border-top: 1px solid #8886; padding-top: 1.5rem; font-size: 1.2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { padding: .75rem 1rem; overflow-x: auto; background: #8882; border-radius: .5rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
td { padding: .3rem 1rem .3rem 0; vertical-align: top; border-top: 1px solid #8883; }
td:first-child { white-space: nowrap; }
"""  # noqa: E501


def description_route(app: FastAPI) -> APIRouter:
    """Return the route."""
    router = APIRouter(include_in_schema=False)

    @router.get(DOCS)
    async def docs(request: Request) -> HTMLResponse:
        server = str(request.base_url).rstrip("/")
        return HTMLResponse(_page(app.openapi(), server), headers=_HEADERS)

    return router


def _page(api: Mapping[str, Any], server: str) -> str:
    info = api["info"]
    routes = "".join(
        _route(api, method, path, operation, server)
        for path, methods in api["paths"].items()
        for method, operation in methods.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])} API</title><style>{_STYLE}</style>"
        f"<h1>{escape(info['title'])} API {escape(info['version'])}</h1>"
        f"<p>{_prose(info['description'])} The same for programs: "
        f'<a href="/openapi.json">/openapi.json</a>.</p>{routes}</html>'
    )


def _route(
    api: Mapping[str, Any], method: str, path: str, operation: Mapping[str, Any], server: str
) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    fields = [
        *((each["name"], each["schema"]) for each in operation.get("parameters", ())),
        *_schema(api, body.get("schema", {})).get("properties", {}).items(),
    ]
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(_type(api, schema))}</td>"
        f"<td>{_prose(schema.get('description', ''))}</td></tr>"
        for name, schema in fields
    )
    codes = ", ".join(operation["responses"])
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p>{_prose(operation.get('description', ''))}</p>"
        f"<pre>{escape(_command(method, server + path, body))}</pre>"
        + (f"<div><table>{rows}</table></div>" if rows else "")
        + f"<p>Answers: {codes}.</p>"
    )


def _command(method: str, url: str, body: Mapping[str, Any]) -> str:
    """Return what asks for the first example, for a shell."""
    command = f"curl -s {url}" if method == "get" else f"curl -s -X {method.upper()} {url}"
    for example in body.get("examples", {}).values():
        sent = shlex.quote(json.dumps(example["value"], ensure_ascii=False))
        return f"curl -s {url} -H 'Content-Type: application/json' \\\n    -d {sent}"
    return command


def _schema(api: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema, the one that it refers to if it does."""
    name = schema.get("$ref", "").rpartition("/")[2]
    resolved: Mapping[str, Any] = api["components"]["schemas"][name] if name else schema
    return resolved


def _type(api: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return what values are allowed, in words, and which one is the default."""
    resolved = _schema(api, schema)
    given = " or ".join(_types(resolved))
    default = schema.get("default")
    return f"{given}; {json.dumps(default)}" if default not in (None, "") else given


def _types(schema: Mapping[str, Any]) -> Iterator[str]:
    if "enum" in schema:
        yield from map(str, schema["enum"])
    elif "anyOf" in schema and "type" not in schema:
        for each in schema["anyOf"]:
            yield from _types(each)
    elif schema.get("type") == "array":
        yield f"array of {' or '.join(_types(schema['items']))}"
    else:
        yield str(schema.get("type", "any"))


def _prose(text: str) -> str:
    """Return Markdown's plain text as HTML: backquotes mark code."""
    parts = escape(" ".join(text.split())).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))
