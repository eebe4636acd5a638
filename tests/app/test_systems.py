"""The systems of an evaluation work on HTML alone, with the models they are given."""

from pathlib import Path

import pytest

from pagesight.app.errors import EvaluationError
from pagesight.app.systems import learned_by, load_system
from pagesight.render.page import Page

STORY = "On the third day of the voyage the crew wrote many words about the weather at sea. " * 5


def test_auto_does_not_look_at_the_screenshot() -> None:
    page = Page("", f"<article><p>{STORY}</article>", screenshot=b"no picture at all")
    assert "third day" in load_system("auto")(page).text


@pytest.mark.parametrize("name", ["auto", "article", "boilernet"])
def test_a_model_that_is_missing_is_an_error_and_not_the_packaged_one(
    name: str, tmp_path: Path
) -> None:
    *others, lacking = learned_by(name)
    for kind in others:
        (tmp_path / kind).mkdir()
    with pytest.raises(EvaluationError, match=f"{name} needs a model folder {lacking} in"):
        load_system(name, tmp_path)


def test_auto_learns_genres_and_the_extractors_of_the_router() -> None:
    assert learned_by("auto") == ("html", "article", "listview", "sight")
    assert learned_by("goce-article") == ()
