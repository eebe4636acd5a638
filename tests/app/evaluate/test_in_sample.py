"""A report says which of its corpora a measured model learned from."""

from pathlib import Path

from pagesight.app.evaluate.run import in_sample
from pagesight.datasets.schema import LabelledPage
from pagesight.render.page import Page

CARD = "# mine\n\n| corpus | pages | licence |\n|---|---|---|\n| own | 4 | MIT |\n"
PAGES = [
    LabelledPage(source, Page("", ""), source, source=source) for source in ("own", "wcxb", "new")
]


def test_corpora_in_the_cards_of_a_systems_models_are_in_sample(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(CARD, "utf-8")
    found = in_sample(("sight", f"sight={tmp_path}", "trafilatura", "goce-article"), PAGES)
    assert found == {"sight": ["wcxb"], f"sight={tmp_path}": ["own"]}


def test_a_model_without_a_card_says_nothing(tmp_path: Path) -> None:
    assert in_sample((f"sight={tmp_path}",), PAGES) == {}
