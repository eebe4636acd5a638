"""The command `train`: models of one's own, and the commands that take them."""

import json
from pathlib import Path

import pytest

from ..conftest import WORDS, CorpusMaker, Run


@pytest.fixture
def corpus(make_corpus: CorpusMaker) -> Path:
    """Four pages of each of two genres, each of a site of its own."""
    html = {"forum": f"<p>{WORDS}", "other": "<p>short"}
    return make_corpus(
        [{"html": html[g], "genre": g, "site": f"{g}{n}"} for g in html for n in range(4)]
    )


def test_a_genre_model_is_trained_with_its_card(
    pagesight: Run, corpus: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model"
    assert pagesight("train", "genre-svm", "--data", corpus, "--out", model)[0] == 0
    assert "Genres: forum 4, other 4." in (model / "README.md").read_text("utf-8")


def test_goces_machine_of_ones_own_predicts_the_genre_too(
    pagesight: Run, corpus: Path, page: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model"
    pagesight("train", "genre-svm", "--data", corpus, "--out", model)
    asked = ["extract", page, "--no-render", "--format", "json", "--genre-model", model]
    assert json.loads(pagesight(*asked)[1])["genre"] in ("forum", "other")


def test_a_genre_model_of_ones_own_predicts_the_genre(
    pagesight: Run, corpus: Path, page: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model"
    pagesight("train", "genre-html", "--data", corpus, "--out", model)
    _, out, _ = pagesight("classify", page, "--by", "html", "--genre-model", model, "--json")
    shares = {genre for genre, share in json.loads(out)["probabilities"].items() if share}
    assert shares == {"forum", "other"}
    asked = ["extract", page, "--no-render", "--format", "json", "--genre-model"]
    assert json.loads(pagesight(*asked, model)[1])["genre"] in ("forum", "other")
    code, _, err = pagesight(*asked, tmp_path / "nosuch")
    assert (code, "no model folder at" in err) == (1, True)
