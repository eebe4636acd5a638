"""Questions of visitors as commands and programs that others can run."""

import json
import shlex

from pagesight.app.serve.demo.reader import DemoOptions
from pagesight.app.serve.demo.sources import DemoInput
from pagesight.app.serve.demo.view import snippets
from pagesight.app.serve.routes.schemas import ExtractRequest

PAGE = DemoInput("url", "https://a.example/it's?a=1&b=2")


def test_the_command_of_curl_sends_what_the_api_takes() -> None:
    curl = snippets(PAGE, DemoOptions("sight", "product", render=False))["curl"]
    body = json.loads(shlex.split(curl)[-1])
    asked = ExtractRequest.model_validate(body)
    assert (asked.url, asked.extractor, asked.genre, asked.render) == (
        PAGE.name, "sight", "product", False,
    )  # fmt: skip


def test_the_program_is_python_that_names_the_page_and_its_options() -> None:
    program = snippets(PAGE, DemoOptions("sight", render=False))["Python"]
    compile(program, "program", "exec")
    assert repr(PAGE.name) in program
    assert "pagesight.Options(extractor='sight', render=False)" in program


def test_what_is_left_out_is_named_as_in_the_library_and_the_api() -> None:
    found = snippets(PAGE, DemoOptions(favor="recall", left_out=("tables",)))
    assert "pagesight.Options(favor='recall', tables=False)" in found["Python"]
    assert '"favor": "recall", "tables": false' in found["curl"]


def test_there_is_none_for_a_file_that_only_the_demo_has() -> None:
    assert snippets(DemoInput("file", "page.html", "digest"), DemoOptions()) == {}
