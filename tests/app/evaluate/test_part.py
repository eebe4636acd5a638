"""An evaluation that was killed goes on with what it had, unless a model was trained again."""

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from service import COMMAND

from pagesight.app.evaluate.options import EvaluateOptions, Watcher
from pagesight.app.evaluate.part import keeping, part_file
from pagesight.app.evaluate.run import evaluate
from pagesight.datasets.schema import Genre
from pagesight.extract.models.folder import model_folder, weights_digest

from ..conftest import WORDS, CorpusMaker

PAGES = [{"html": f"<ul><li>Menu<li>Home</ul><p>{WORDS} {n}", "text": WORDS} for n in range(400)]
Row = dict[str, Any]


def kill_under_way(out: Path, *arguments: object, findings: int = 3) -> Path:
    """Run an evaluation, kill it as soon as so many findings are kept; return their file."""
    command = [COMMAND, "evaluate", *map(str, arguments), "--out", str(out)]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        part = kept_by(process, out, findings)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert not (out / "results.json").exists(), "it was done before it was killed"
    return part


def kept_by(process: "subprocess.Popen[Any]", out: Path, findings: int) -> Path:
    ends = monotonic() + 240
    while monotonic() < ends and process.poll() is None:
        for part in out.glob("*.part-*.jsonl"):
            if part.read_bytes().count(b"\n") >= findings:
                return part
        sleep(0.02)
    raise AssertionError(f"nothing is kept; the command's code is {process.poll()}")


def mark(part: Path, change: Callable[[Row], Row]) -> list[str]:
    """Change what is kept, so that it can be seen again; return the names of the findings."""
    rows = kept_rows(part)
    text = "".join(json.dumps({**row, **change(row)}) + "\n" for row in rows)
    part.write_text(text + '{"id": "p', "ascii")  # as a line that was being written
    return [row["id"] for row in rows]


def kept_rows(part: Path) -> list[Row]:
    return list(map(json.loads, part.read_bytes().split(b"\n")[:-1]))


def predictions(out: Path) -> list[Row]:
    with gzip.open(out / "predictions.jsonl.gz", "rt", encoding="utf-8") as lines:
        return list(map(json.loads, lines))


def test_texts_that_were_kept_are_not_extracted_again(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus, out = make_corpus(PAGES), tmp_path / "report"
    part = kill_under_way(out, "--corpus", corpus, "--systems", "goce-article")
    kept = mark(part, lambda _: {"text": "of before"})
    evaluate(EvaluateOptions(corpora=(corpus,), out=out, systems=("goce-article",)))
    rows = predictions(out)
    assert [row["id"] for row in rows] == [f"p{n}" for n in range(400)]
    assert [row["id"] for row in rows if row["text"] == "of before"] == kept
    assert not part.exists()


def test_blocks_that_were_kept_are_not_labelled_again(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus, out = make_corpus(PAGES), tmp_path / "report"
    asked = ("--task", "blocks", "--systems", "boilernet")
    part = kill_under_way(out, "--corpus", corpus, *asked)
    kept = mark(part, lambda row: {"found": [7] * len(row["found"])})  # no model says 7
    evaluate(EvaluateOptions(corpora=(corpus,), out=out, task="blocks", systems=("boilernet",)))
    rows = predictions(out)
    assert len(rows) == 400
    assert [row["id"] for row in rows if row["labels"][0] == "7"] == kept
    assert not part.exists()


@pytest.mark.parametrize(("folds", "findings"), [(0, 3), (2, 1)])
def test_genres_that_were_kept_are_not_predicted_again(
    folds: int, findings: int, make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    """Of folds, what their models said is kept: what was trained is not trained again."""
    corpus, out = make_corpus(of_two_genres(400)), tmp_path / "report"
    asked = ("--task", "genre", "--systems", "html,goce-svm", "--folds", folds)
    part = kill_under_way(out, "--corpus", corpus, *asked, findings=findings)
    answered = sum(len(row.get("answers", [0])) for row in kept_rows(part))
    mark(part, of_a_forum)
    systems = ("html", "goce-svm")
    evaluate(
        EvaluateOptions(corpora=(corpus,), out=out, task="genre", systems=systems, folds=folds)
    )
    assert sum(row["genre"] == "forum" for row in predictions(out)) == answered
    assert not part.exists()


def test_an_evaluation_of_folds_that_is_stopped_says_that_it_goes_on(
    make_corpus: CorpusMaker, tmp_path: Path
) -> None:
    corpus, out = make_corpus(of_two_genres(400)), tmp_path / "report"
    asked = ("--task", "genre", "--systems", "goce-svm,html", "--folds", "4")
    command = [COMMAND, "evaluate", "--corpus", str(corpus), *asked, "--out", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    kept_by(process, out, 1)
    os.killpg(process.pid, signal.SIGINT)
    _, messages = process.communicate(timeout=120)
    assert process.returncode == 130
    said = messages.splitlines()[-1]
    assert re.fullmatch(rf"stopped: the answers of \d model\(s\) are in {out}, and the .* on", said)


def of_two_genres(count: int) -> list[Row]:
    card = "<div class=card><img src=a.png><a href=/p>Thing</a><b>$9.99</b></div>"
    kinds = (("article", f"<h1>Story</h1><p>{WORDS * 9}"), ("collection", card * 9))
    return [
        {"site": f"s{n}", "genre": kinds[n % 2][0], "html": f"{kinds[n % 2][1]}<p>{n}"}
        for n in range(count)
    ]


def of_a_forum(row: Row) -> Row:
    """Return the answer of no model here: that every page is of a forum."""
    forum = [float(genre == Genre.FORUM) for genre in Genre]
    if "answers" in row:
        return {"answers": [forum] * len(row["answers"])}
    return {"probabilities": forum}


@pytest.mark.browser
def test_pages_that_were_kept_are_not_rendered_again(tmp_path: Path) -> None:
    site, out = tmp_path / "site", tmp_path / "report"
    site.mkdir()
    for number in range(24):
        (site / f"{number}.html").write_text(f"<!doctype html><p>{WORDS}")
    asked = ("--task", "render", "--systems", "playwright-kept")
    part = kill_under_way(out, "--corpus", site, *asked)
    kept = mark(part, lambda _: {"seconds": 987.0})
    options = EvaluateOptions(corpora=(site,), out=out, task="render", systems=("playwright-kept",))
    evaluate(options)
    assert len(predictions(out)) == 24
    assert [row["id"] for row in predictions(out) if row["seconds"] == 987.0] == kept


def test_findings_of_a_model_that_was_trained_again_are_not_taken(tmp_path: Path) -> None:
    model, path = tmp_path / "model", tmp_path / "report/predictions.part-0.jsonl"
    shutil.copytree(model_folder("article"), model)
    systems = (f"article={model}", "trafilatura")

    def keep_and_stop() -> None:
        with keeping(path, systems, Watcher()) as part:
            for system in systems:
                part.keep(system, "p0", {"text": "of before"})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        keep_and_stop()
    shutil.copy(model_folder("listview") / "weights.safetensors", model)
    with keeping(path, systems, Watcher()) as part:
        assert part.kept(systems[0], "p0") is None
        assert part.kept(systems[1], "p0")


def test_a_card_that_is_written_anew_changes_no_model(tmp_path: Path) -> None:
    model = tmp_path / "model"
    shutil.copytree(model_folder("article"), model)
    before = weights_digest(model)
    (model / "README.md").write_text("# other words\n")
    assert weights_digest(model) == before


def test_an_evaluation_of_other_pages_or_folds_has_another_file(tmp_path: Path) -> None:
    options = EvaluateOptions(corpora=(), out=tmp_path)
    names = {
        part_file(each, digests)
        for each in (options, replace(options, folds=2), replace(options, seed=1))
        for digests in (["a"], ["b"])
    }
    assert len(names) == 6
