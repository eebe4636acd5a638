"""Evaluation of extraction on corpora whose scores can be worked out by hand."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from pagesight.app.errors import EvaluationError, UnknownSystem
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.run import evaluate, select_pages
from pagesight.app.evaluate.systems.processes import EvaluationJob, run_jobs

from ..conftest import CorpusMaker

PAGES = [
    {"text": "one two three four", "genre": "article", "lang": "en"},
    {"text": "one two", "genre": "article", "lang": "de"},
    {"text": "", "genre": "listing", "lang": "en"},
]
_CARDS = "<ul>" + "".join(
    f"<li><h3><a href=/{name.lower()}>{name} of the cards</a></h3><p>What it says, in a few words."
    for name in ("First", "Second", "Third", "Fourth")
)  # fmt: skip
OUTPUTS = [
    {"id": "p0", "text": "one two"},  # P 1, R 1/2, F1 2/3
    {"id": "p1", "text": "two one"},  # word F1 1, LCS F1 1/2
    {"id": "p2", "text": ""},  # nothing wanted, nothing found: 1
]


def outputs(tmp_path: Path, rows: list[dict[str, str]]) -> Path:
    path = tmp_path / "outside.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_predictions_of_an_outside_system_get_the_scores_of_the_definitions(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus, predictions = make_corpus(PAGES), outputs(tmp_path, OUTPUTS)
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(predictions,))
    )
    found = results["systems"]["outside"]
    assert found["pages"] == 3
    assert found["empty"] == 1
    assert found["errors"] == 0
    assert found["word_f1"] == pytest.approx((2 / 3 + 1 + 1) / 3, abs=1e-4)
    assert found["lcs_f1"] == pytest.approx((2 / 3 + 1 / 2 + 1) / 3, abs=1e-4)
    assert found["word_f1_median"] == 1.0
    assert found["by_genre"]["article"]["word_f1"] == pytest.approx((2 / 3 + 1) / 2, abs=1e-4)
    assert found["by_lang"]["de"]["pages"] == 1


def test_each_corpus_has_its_own_figures(make_corpus: CorpusMaker, tmp_path: Path) -> None:
    rows = [{**row, "source": name} for row, name in zip(PAGES, ("a", "b", "b"), strict=True)]
    corpus, predictions = make_corpus(rows), outputs(tmp_path, OUTPUTS)
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(predictions,))
    )
    by_corpus = results["systems"]["outside"]["by_corpus"]
    assert {name: found["word_f1"] for name, found in by_corpus.items()} == {
        "a": pytest.approx(2 / 3, abs=1e-4),
        "b": 1.0,
    }


def test_systems_are_compared_page_by_page(make_corpus: CorpusMaker, tmp_path: Path) -> None:
    rows = [{**row, "system": "good"} for row in OUTPUTS]
    rows += [
        {"id": f"p{n}", "system": "bad", "text": text} for n, text in enumerate(("", "two", ""))
    ]
    corpus, predictions = make_corpus(PAGES), outputs(tmp_path, rows)
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(predictions,))
    )
    (pair,) = results["pairs"]
    assert (pair["system"], pair["against"]) == ("good", "bad")
    assert (pair["better"], pair["equal"], pair["worse"]) == (2, 1, 0)
    assert pair["drawn"] == 3
    assert pair["difference"] == pytest.approx((2 / 3 + 1 / 3 + 0) / 3, abs=1e-4)
    low, high = pair["ci95"]
    assert low <= pair["difference"] <= high
    german = pair["by_lang"]["de"]
    assert (german["better"], german["difference"]) == (1, pytest.approx(1 / 3, abs=1e-4))
    low, high = results["systems"]["good"]["shingle_f1_ci95"]
    assert 0 <= low <= results["systems"]["good"]["shingle_f1"] <= high <= 1


def test_pages_are_grouped_by_length_and_by_golds_share(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    whole, part = "word " * 300, "<p>menu " * 900 + "word " * 300
    rows = [{"html": whole, "text": whole}, {"html": part, "text": whole}]
    corpus, predictions = make_corpus(rows), outputs(tmp_path, [{"id": "p0", "text": whole}])
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(predictions,))
    )
    found = results["systems"]["outside"]
    assert {name: of["pages"] for name, of in found["by_length"].items()} == {"to 1,000 words": 2}
    assert {name: of["word_f1"] for name, of in found["by_complexity"].items()} == {
        "over half": 1.0,
        "gold under a quarter": 0.0,
    }


def test_structure_is_scored_where_gold_has_markdown(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"text": "A b", "extra": {"markdown": "# A\n\n- b"}}])
    rows = [{"id": "p0", "text": "A b", "markdown": "## A\n\n- b"}]
    results = evaluate(
        EvaluateOptions(
            corpora=(corpus,), out=tmp_path, systems=(), predictions=(outputs(tmp_path, rows),)
        )
    )
    found = results["systems"]["outside"]
    assert (found["headings_f1"], found["list_items_f1"]) == (0.0, 1.0)
    assert "code_f1" not in found


def test_predictions_may_hold_any_characters(make_corpus: CorpusMaker, tmp_path: Path) -> None:
    corpus, path = make_corpus([{"text": "one\u2028two\x85three"}]), tmp_path / "outside.jsonl"
    row = json.dumps({"id": "p0", "text": "one\u2028two\x85three"}, ensure_ascii=False)
    path.write_text(row + "\n", encoding="utf-8")
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(path,))
    )
    assert results["systems"]["outside"]["word_f1"] == 1.0


def test_a_page_that_a_system_leaves_out_counts_as_empty_and_as_an_error(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus, predictions = make_corpus(PAGES[:2]), outputs(tmp_path, OUTPUTS[:1])
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(predictions,))
    )
    found = results["systems"]["outside"]
    assert (found["errors"], found["empty"]) == (1, 1)
    assert found["word_f1"] == pytest.approx((2 / 3 + 0) / 2, abs=1e-4)


def test_snippet_rates_are_shares_of_the_snippets_found(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    wanted = {"with": ["alpha beta", "gamma"], "without": ["menu", "footer", "login", "beta"]}
    corpus = make_corpus([{"extra": wanted}])
    predictions = outputs(tmp_path, [{"id": "p0", "text": "Alpha\n beta, log in"}])
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(predictions,))
    )
    found = results["systems"]["outside"]
    assert (found["with_rate"], found["without_rate"]) == (0.5, 0.25)


def test_what_no_page_has_gold_for_has_no_figure(make_corpus: CorpusMaker, tmp_path: Path) -> None:
    corpus, predictions = make_corpus(PAGES), outputs(tmp_path, OUTPUTS)
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=(), predictions=(predictions,))
    )
    assert "word_f1" in results["systems"]["outside"]
    assert not results["systems"]["outside"].keys() & {"with_rate", "without_rate"}


@pytest.mark.parametrize("line", ['{"id": "p0", "text": null}', "[1]", '{"id": "p0"}', "{"])
def test_a_prediction_that_is_none_is_named_by_its_line(
    line: str, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    path = tmp_path / "outside.jsonl"
    path.write_text(f"{json.dumps(OUTPUTS[0])}\n{line}\n", encoding="utf-8")
    options = EvaluateOptions(
        corpora=(make_corpus(PAGES),), out=tmp_path, systems=(), predictions=(path,)
    )
    with pytest.raises(EvaluationError, match=r"outside\.jsonl, line 2: expected"):
        evaluate(options)


def test_a_failing_page_is_an_error_and_stops_nothing(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"html": "", "text": "lost"}, {"html": "<p>kept words", "text": "kept"}])
    results = evaluate(
        EvaluateOptions(corpora=(corpus,), out=tmp_path, systems=("goce-article",), processes=1)
    )
    found = results["systems"]["goce-article"]
    assert found["pages"] == 2
    assert found["errors"] == 1
    assert found["ms_per_page_median"] > 0
    assert found["peak_rss_mb"] > 0
    with gzip.open(tmp_path / "predictions.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert [row["id"] for row in rows] == ["p0", "p1"]
    assert "ParseError" in rows[0]["error"]


def test_a_page_is_distinguished_from_one_of_the_same_id_in_another_split(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    words = [f"{name} words of a story" for name in ("first", "second", "third", "fourth")]
    corpus = make_corpus(
        [
            {"id": page_id, "split": split, "html": f"<p>{text}", "text": text}
            for text, (page_id, split) in zip(
                words, [("a", "dev"), ("a", "test"), ("b", "test"), ("b", "dev")], strict=True
            )
        ]
    )
    options = EvaluateOptions(
        corpora=(corpus,), out=tmp_path, systems=("sight",), split="test", processes=1
    )
    assert evaluate(options)["systems"]["sight"]["word_f1"] == 1.0
    with pytest.raises(EvaluationError, match="2 pages have the id a: name one split"):
        evaluate(replace(options, split=""))


def test_a_killed_process_costs_the_page_in_hand_alone(make_corpus: CorpusMaker) -> None:
    import multiprocessing

    long = "<p>" + "many words " * 200  # answers that fill the pipe: the child cannot run ahead
    corpus = make_corpus([{"html": long, "text": "words"}] * 400)
    ids = tuple(f"p{number}" for number in range(400))
    runs = run_jobs([EvaluationJob("goce-article", (corpus,), ids)], processes=1, page_seconds=60)
    first = next(runs)
    for child in multiprocessing.active_children():
        child.kill()
    found = [first, *runs]
    assert [run.id for run in found] == list(ids)
    assert sum("crashed" in run.error for run in found) == 1


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"systems": ("nonesuch",)}, UnknownSystem, "nonesuch.*trafilatura"),
        ({"split": "test"}, EvaluationError, "no pages of split 'test'"),
        ({"task": "records"}, EvaluationError, "none of the 3 pages has gold for records"),
    ],
)
def test_what_cannot_be_evaluated_is_reported(
    make_corpus: CorpusMaker,
    tmp_path: Path,
    changes: dict[str, object],
    error: type[Exception],
    message: str,
) -> None:
    options = {"corpora": (make_corpus(PAGES),), "out": tmp_path, "systems": ("auto",), **changes}
    with pytest.raises(error, match=message):
        evaluate(EvaluateOptions(**options))  # type: ignore[arg-type]


def test_a_line_of_predictions_that_is_none_is_named(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    predictions = outputs(tmp_path, [{"id": "p0", "txt": "misspelt"}])
    options = EvaluateOptions(
        corpora=(make_corpus(PAGES),), out=tmp_path, systems=(), predictions=(predictions,)
    )
    with pytest.raises(EvaluationError, match=r"outside\.jsonl, line 1"):
        evaluate(options)


def test_a_system_is_measured_with_each_kind_of_evidence(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"url": "https://a.org/", "html": _CARDS, "text": "First", "site": "a"}])
    options = EvaluateOptions(
        corpora=(corpus,), out=tmp_path, systems=("listview",), evidence=("given", "no-address")
    )
    results = evaluate(options)
    assert list(results["systems"]) == ["listview", "listview, no-address"]
    with gzip.open(tmp_path / "predictions.jsonl.gz", "rt", encoding="utf-8") as file:
        given, without = (json.loads(line) for line in file)
    assert given["records"][0]["url"] == "https://a.org/first"
    assert without["records"][0]["url"] == "/first"


def test_an_address_that_is_made_of_other_pages_is_for_genres_alone(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    options = EvaluateOptions(
        corpora=(make_corpus(PAGES),), out=tmp_path, evidence=("article-address",)
    )
    with pytest.raises(EvaluationError, match="genre alone"):
        evaluate(options)


def test_a_limit_draws_the_same_pages_for_a_seed_in_the_corpus_order(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus = make_corpus([{"text": "x"}] * 30)
    drawn = [
        [
            page.id
            for page in select_pages(
                EvaluateOptions(corpora=(corpus,), out=tmp_path, limit=5, seed=seed)
            )
        ]
        for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0]) == 5
    assert drawn[0] == sorted(drawn[0], key=lambda name: int(name[1:]))
