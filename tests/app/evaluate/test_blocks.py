"""`--task blocks`: labelers measured on the blocks of their own segmentation."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.blocks import evaluate_blocks
from pagesight.app.evaluate.options import EvaluateOptions, Watcher
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import BoilerNet, BoilerNetConfig, leaves
from pagesight.render.page import Page

STORY = "The river rose again on Tuesday night, and the lower town is under water."


def labelled(number: int, html: str, text: str | None, lang: str = "en") -> LabelledPage:
    return LabelledPage(f"p{number}", Page("", html), f"s{number}", text=text, lang=lang)


PAGES = (
    labelled(0, f"<ul><li>Home<li>News</ul><p>{STORY}", STORY),
    labelled(1, f"<ul><li>Start<li>Neues</ul><p>{STORY}", STORY, "de"),
    labelled(2, "<p>no gold here", None),
    labelled(3, "", "an empty page"),
)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Return the folder of an untrained BoilerNet."""
    config = BoilerNetConfig(words=5, tags=5, dense=4, hidden=2)
    BoilerNet.untrained([leaves(parse(PAGES[0].page.html))], config).save(tmp_path / "model")
    return tmp_path / "model"


@pytest.fixture
def options(tmp_path: Path) -> EvaluateOptions:
    return EvaluateOptions(corpora=(), out=tmp_path, task="blocks", systems=("boilernet",))


def test_a_model_of_ones_own_is_named_by_its_folder(model: Path, options: EvaluateOptions) -> None:
    system = f"boilernet={model}"
    evaluation = evaluate_blocks(PAGES, replace(options, systems=(system,)), Watcher())
    figures = evaluation.systems[system]
    assert (figures["pages"], figures["blocks"], figures["errors"]) == (2, 6, 1)
    assert set(figures["by_lang"]) == {"en", "de"}  # type: ignore[arg-type, call-overload]
    micro = figures["micro"]
    assert isinstance(micro, dict)
    assert micro["average_f1"] == (micro["content"]["f1"] + micro["noise"]["f1"]) / 2
    rows = list(evaluation.predictions)
    assert [row["id"] for row in rows] == ["p0", "p1"]
    assert all(
        set(str(row["labels"])) <= {"0", "1"} and len(str(row["labels"])) == 3 for row in rows
    )


@pytest.mark.parametrize("system", ["nonesuch", "goce-article"])
def test_what_is_no_labeler_is_an_error(system: str, options: EvaluateOptions) -> None:
    with pytest.raises(EvaluationError, match=f"{system} labels no blocks; .* boilernet"):
        evaluate_blocks(PAGES, replace(options, systems=(system,)), Watcher())


def test_folds_are_an_error_since_shipped_weights_would_answer(options: EvaluateOptions) -> None:
    with pytest.raises(EvaluationError, match="blocks are not evaluated in folds"):
        evaluate_blocks(PAGES, replace(options, folds=5), Watcher())


def test_evidence_that_would_be_passed_over_is_an_error(options: EvaluateOptions) -> None:
    with pytest.raises(EvaluationError, match="leave out --inputs"):
        evaluate_blocks(PAGES, replace(options, evidence=("given", "no-address")), Watcher())


def test_pages_without_gold_are_an_error(options: EvaluateOptions) -> None:
    pages: Sequence[LabelledPage] = PAGES[2:3]
    with pytest.raises(EvaluationError, match="gold"):
        evaluate_blocks(pages, options, Watcher())
