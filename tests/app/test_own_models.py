"""Models that users train themselves, in place of the packaged ones."""

import json
from pathlib import Path

import pytest

from .conftest import WORDS, CorpusMaker, Run

FOOTER = "Imprint of the site"


def html_of(number: int) -> str:
    story = f"<h1>Story</h1><p>{WORDS[: 100 + 30 * number]}</p><p>{WORDS[: 90 * number]}</p>"
    return f"<article>{story}</article><footer><p>{FOOTER} {number}</p></footer>"


@pytest.fixture
def corpus(make_corpus: CorpusMaker) -> Path:
    """Pages whose gold text is, against all custom, what their footers say."""
    return make_corpus(
        [
            {"html": html_of(n), "text": f"{FOOTER} {n}", "genre": "article", "site": f"s{n}"}
            for n in range(8)
        ]
    )


@pytest.fixture
def model(corpus: Path, pagesight: Run, tmp_path: Path) -> Path:
    """A folder that holds the model that such pages make of the article extractor."""
    folder = tmp_path / "models" / "article"
    assert pagesight("train", "article", "--data", corpus, "--out", folder)[0] == 0
    return folder


def test_a_model_of_ones_own_is_measured_under_its_name(
    corpus: Path, model: Path, pagesight: Run, tmp_path: Path
) -> None:
    systems = f"article,article={model}"
    asked = ["evaluate", "--corpus", corpus, "--out", tmp_path / "report", "--systems", systems]
    assert pagesight(*asked)[0] == 0
    results = json.loads((tmp_path / "report" / "results.json").read_text("utf-8"))["systems"]
    assert list(results) == systems.split(",")
    f1 = [results[name]["word_f1"] for name in systems.split(",")]
    assert f1[1] > 0.9 > f1[0]  # the packaged model takes the story


@pytest.fixture
def genres(make_corpus: CorpusMaker) -> Path:
    """Pages whose genres are, against all custom, those of other pages."""
    posts = "<ul>" + "<li><b>Ann</b> wrote on <i>3 May 2021</i>: yes!</li>" * 9
    rows = [(html_of(n), "forum") for n in range(8)] + [(posts, "article")] * 8
    return make_corpus(
        [{"html": html, "genre": genre, "site": f"s{n}"} for n, (html, genre) in enumerate(rows)]
    )


def test_a_genre_model_of_ones_own_is_measured_under_its_name(
    genres: Path, pagesight: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    assert pagesight("train", "genre-html", "--data", genres, "--out", folder)[0] == 0
    systems = f"html,html={folder}"
    asked = ["evaluate", "--task", "genre", "--corpus", genres, "--out", tmp_path / "report"]
    assert pagesight(*asked, "--systems", systems)[0] == 0
    results = json.loads((tmp_path / "report" / "results.json").read_text("utf-8"))["systems"]
    assert list(results) == systems.split(",")
    packaged, own = (results[name]["accuracy"] for name in systems.split(","))
    assert own == 1 > packaged
    code, _, err = pagesight(*asked, "--systems", systems, "--folds", 2)
    assert (code, "is trained already" in " ".join(err.split())) == (1, True)


@pytest.mark.parametrize("named", ["article={}", "{}"])
def test_extract_takes_models_by_name_or_for_its_extractor(
    named: str, model: Path, pagesight: Run, page: Path
) -> None:
    page.write_text(html_of(3), "utf-8")
    asked = ["extract", page, "--no-render", "--extractor", "article"]
    assert FOOTER not in pagesight(*asked)[1]
    assert FOOTER in pagesight(*asked, "--model", named.format(model))[1]


def test_auto_takes_models_of_its_extractors(model: Path, pagesight: Run, page: Path) -> None:
    page.write_text(html_of(3), "utf-8")
    asked = ["extract", page, "--no-render", "--genre", "article"]
    asked += ["--format", "json", "--alternatives"]
    ours, own = (
        json.loads(pagesight(*asked, *option)[1])["alternatives"]
        for option in ([], ["--model", f"article={model}"])
    )
    assert ours != own


@pytest.mark.parametrize("option", ["nosuch", "boilernet=nosuch", "html=nosuch"])
def test_auto_names_the_extractors_that_take_a_model(
    option: str, pagesight: Run, page: Path
) -> None:
    code, _, err = pagesight("extract", page, "--no-render", "--model", option)
    assert (code, "listview" in err) == (2, True)
