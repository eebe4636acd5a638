"""What visitors set off, without a browser."""

import asyncio
from collections.abc import Iterator

import gradio as gr
import pytest
from loopback import Site

from pagesight.app.config import Options
from pagesight.app.serve.demo.events import Events
from pagesight.app.serve.demo.reader import Reader
from pagesight.app.serve.service import Service
from pagesight.app.serve.settings import Settings
from pagesight.render.options import RenderOptions

ANN, BEN = gr.Request(session_hash="ann"), gr.Request(session_hash="ben")


@pytest.fixture
def events() -> Iterator[Events]:
    """The handlers of a demo that may ask loopback."""
    options = Options(rendering=RenderOptions(allow_private=True))
    service = Service(Settings(options=options))
    yield Events(Reader(service))
    asyncio.run(service.stop())


def test_only_the_last_question_of_a_visitor_is_answered(events: Events) -> None:
    first = events.sample("article", "auto", "auto", True, ANN)
    other = events.sample("forum", "auto", "auto", True, BEN)
    next(first), next(other)
    next(events.sample("product", "auto", "auto", True, ANN))
    assert list(first) == []
    assert "Asking the other extractors" in next(other)[0]


def test_another_extractor_does_not_fetch_the_page_again(events: Events, site: Site) -> None:
    site.pages["/a"] = b"<h1>Tides</h1>" + b"<p>The ferry sails at nine, and again at noon.</p>" * 9
    for extractor in ("goce-article", "goce-listview"):
        *_, (_, shown, _, _) = events.look(site.url("/a"), extractor, "auto", False, ANN)
        assert f'<b class="ps-extractor">{extractor}</b>' in shown
    assert site.requested == ["/a"]


def test_a_page_that_the_server_refuses_is_shown_with_a_warning(events: Events, site: Site) -> None:
    *_, (_, shown, _, _) = events.look(site.url("/gone"), "goce-article", "auto", False, ANN)
    assert "The server answered with status 404." in shown
