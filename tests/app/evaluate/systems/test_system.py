"""The systems of an evaluation work on HTML alone, with the models they are given."""

from pathlib import Path

import pytest

from pagesight.app.errors import AppError, EvaluationError
from pagesight.app.evaluate.systems.system import check_systems, learned_by, load_system
from pagesight.extract.errors import ModelError
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


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ("sight=nosuch", "sight=nosuch: there is no such model folder"),
        ("trafilatura=models", "trafilatura takes no model, as it learns nothing"),
        ("goce-article=models", "goce-article takes no model"),
        ("nonesuch=models", "no system named nonesuch; there are"),
        ("auto=models", "auto=models holds none of the models that auto uses: html, article"),
    ],
)
def test_a_model_of_ones_own_that_cannot_be_measured_is_an_error(
    system: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("models").mkdir()
    with pytest.raises(AppError, match=message):
        check_systems([system])


def test_a_model_of_ones_own_is_not_measured_in_folds(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="is trained already"):
        check_systems([f"article={tmp_path}"], folds=True)


def test_auto_uses_the_models_of_ones_own_that_a_folder_holds(tmp_path: Path) -> None:
    (tmp_path / "sight").mkdir()  # empty: it cannot be read, and the packaged one could
    auto = load_system(f"auto={tmp_path}")
    with pytest.raises(ModelError, match="sight"):
        auto(Page("", f"<article><p>{STORY}</article>"))
