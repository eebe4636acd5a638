"""The adapters of other people's extractors."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.render.errors import MissingPackage
from pagesight.render.page import Page

PACKAGES = {"readability-lxml": "readability", "newspaper4k": "newspaper"}


@pytest.mark.filterwarnings("ignore:nltk is not installed")
@pytest.mark.parametrize("name", list(RIVALS))
def test_a_rival_reads_the_sample_article_and_not_its_footer(name: str, samples: Path) -> None:
    package = PACKAGES.get(name, name.replace("-", "_"))
    if find_spec(package) is None:
        pytest.skip(f"{name} is not installed: it is in an extra")
    html = (samples / "article.html").read_text("utf-8")
    text = RIVALS[name](Page("https://tidewater.example/2026/03/lighthouse-birds", html))
    assert "two hundred and eleven dead thrushes" in text
    assert "Privacy" not in text


def test_a_rival_that_is_not_installed_names_the_line_that_installs_it() -> None:
    if find_spec("rs_trafilatura") is not None:
        pytest.skip("rs-trafilatura is installed")
    with pytest.raises(MissingPackage, match=r"pip install 'pagesight\[rust\]'$"):
        RIVALS["rs-trafilatura"](Page("", "<p>text"))
