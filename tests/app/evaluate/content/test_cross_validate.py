"""Systems that learn are measured on sites that they did not learn from."""

import json
from pathlib import Path

import pytest

from pagesight.app.evaluate.content.evaluate import jobs_by_fold
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.run import evaluate
from pagesight.datasets.load import load

from ...conftest import CorpusMaker

STORY = "On day {0} of the voyage the crew of ship {0} wrote many words about the weather. " * 3
HTML = "<nav><a href=/>Home</a></nav><article><p>{}</p></article><footer>Imprint</footer>"


def corpus_of_sites(make_corpus: CorpusMaker, family: str = "") -> Path:
    """Make twelve pages of four sites, the pages of three of them of that family."""
    return make_corpus(
        [
            {
                "html": HTML.format(STORY.format(page)),
                "text": STORY.format(page),
                "genre": "article",
                "site": f"site{page % 4}.example",
                "extra": {"family": family} if family and page % 4 else {},
            }
            for page in range(12)
        ]
    )


def test_each_fold_has_models_of_its_own_and_whole_sites(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = corpus_of_sites(make_corpus)
    options = EvaluateOptions(
        corpora=(corpus,), out=tmp_path / "out", systems=("goce-article", "article"), folds=2
    )
    pages = list(load(corpus))
    plain, first, second = jobs_by_fold(pages, options)
    assert (plain.system, len(plain.ids), plain.models) == ("goce-article", 12, None)
    assert sorted([*first.ids, *second.ids]) == sorted(page.id for page in pages)
    sites = {page.id: page.site for page in pages}
    assert not {sites[i] for i in first.ids} & {sites[i] for i in second.ids}
    weights = [
        (job.models / "article" / "weights.safetensors").read_bytes()
        for job in (first, second)
        if job.models
    ]
    assert weights[0] != weights[1]


def test_one_fold_leaves_the_corpora_out_and_learns_from_the_others(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = corpus_of_sites(make_corpus).rename(tmp_path / "left-out.parquet")
    story = {"html": HTML.format(STORY), "text": STORY, "genre": "article"}
    others = make_corpus([{**story, "site": f"other{number}.example"} for number in range(4)])
    options = EvaluateOptions(
        corpora=(corpus,), training=(others,), out=tmp_path, systems=("article",), folds=1
    )
    (job,) = jobs_by_fold(list(load(corpus)), options)
    assert len(job.ids) == 12
    assert job.models is not None
    card = (job.models / "article" / "README.md").read_text("utf-8")
    assert "| 4 |" in card


def test_sites_of_one_family_of_templates_are_in_one_fold(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = corpus_of_sites(make_corpus, family="theme")
    options = EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=("article",), folds=2)
    pages = list(load(corpus))
    themed = {page.id for page in pages if "family" in page.extra}
    assert len({page.site for page in pages if page.id in themed}) == 3
    assert [themed <= set(job.ids) for job in jobs_by_fold(pages, options)].count(True) == 1


@pytest.mark.slow
def test_models_are_kept_for_the_pages_they_learned_from_and_for_no_others(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    def folds(seed: int, family: str = "") -> dict[Path, frozenset[str]]:
        corpus = corpus_of_sites(make_corpus, family)
        options = EvaluateOptions(
            corpora=(corpus,), out=tmp_path, systems=("article",), folds=2, seed=seed
        )
        jobs = jobs_by_fold(list(load(corpus)), options)
        return {job.models: frozenset(job.ids) for job in jobs if job.models}

    first = folds(seed=0)
    made = {folder: (folder / "article" / "config.json").stat().st_mtime_ns for folder in first}
    others = next(found for seed in range(1, 9) if (found := folds(seed)) != first)
    assert not first.keys() & others.keys()
    assert not first.keys() & folds(seed=0, family="other labels").keys()
    assert folds(seed=0) == first
    assert made == {
        folder: (folder / "article" / "config.json").stat().st_mtime_ns for folder in first
    }


def test_an_evaluation_in_folds_covers_every_page_once(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = corpus_of_sites(make_corpus)
    evaluate(EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=("article",), folds=2))
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert results["folds"] == 2
    assert results["systems"]["article"]["pages"] == 12
    assert results["systems"]["article"]["errors"] == 0
