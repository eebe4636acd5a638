"""Labels are kept as they are made, and become a corpus."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagesight.app.errors import LabelsError
from pagesight.app.labelling.labels import AnnotatorLabels, Sheet
from pagesight.app.labelling.session import Session, corpus_of, prepare, work_folder
from pagesight.app.pipeline import Pipeline
from pagesight.datasets.check import check
from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre
from pagesight.extract.training.examples import examples
from pagesight.extract.training.gold.align import CONTENT
from pagesight.render.errors import SourceError

DONE = AnnotatorLabels((2, 3), Genre.FORUM, done=True, seconds=4.5)


def journal(out: Path) -> Path:
    return work_folder(out) / "labels.jsonl"


def test_a_page_begins_with_the_models_choice(sheets: list[Sheet], out: Path) -> None:
    with Session(sheets, out) as session:
        labels, sheet = session.labels(0), session.sheets[0]
    assert labels.kept == tuple(n for n, block in enumerate(sheet.blocks) if block.kept)
    assert (labels.genre, labels.done) == (sheet.genre, False)
    assert 0 < len(labels.kept) < len(sheet.blocks)


def test_the_least_certain_page_comes_first(sheets: list[Sheet], out: Path) -> None:
    def with_chances(sheet: Sheet, chance: float | None) -> Sheet:
        blocks = tuple(replace(block, probability=chance) for block in sheet.blocks)
        return replace(sheet, blocks=blocks, id=str(chance))

    chances = (0.99, 0.4, None, 0.1)
    with Session([with_chances(sheets[0], chance) for chance in chances], out) as session:
        assert [sheet.id for sheet in session.sheets] == ["None", "0.4", "0.1", "0.99"]


def test_shared_elements_say_which_blocks_an_element_holds(sheets: list[Sheet]) -> None:
    blocks = {block.text[:10]: block.shared for block in sheets[0].blocks}
    assert blocks["Tides"] > blocks["Harbour ne"]  # in one nav; only the body around both
    assert blocks["In winter "] > blocks["The ferry "] > blocks["Contact"]


def test_the_corpus_holds_the_kept_blocks_of_pages_that_are_done(
    sheets: list[Sheet], out: Path
) -> None:
    with Session(sheets, out) as session:
        session.keep(0, DONE)
        sheet = session.sheets[0]
    (page,) = load(out)
    assert page.id == sheet.id
    assert page.text == f"{sheet.blocks[2].text}\n{sheet.blocks[3].text}"
    assert (page.genre, page.lang, page.source) == (Genre.FORUM, "en", "corpus")
    assert page.page.html == sheet.columns["html"].decode()
    assert str(page.extra["kept_blocks"]).startswith("00110")
    assert check([out]) == []


def test_the_gold_of_kept_blocks_labels_these_very_blocks(sheets: list[Sheet], out: Path) -> None:
    with Session(sheets, out) as session:
        session.keep(0, AnnotatorLabels((3, 4), Genre.ARTICLE, done=True))
    (example,) = examples(list(load(out)))
    assert np.flatnonzero(example.labels == CONTENT).tolist() == [3, 4]


def test_a_page_that_is_opened_again_leaves_the_corpus(sheets: list[Sheet], out: Path) -> None:
    with Session(sheets, out) as session:
        session.keep(0, DONE)
        session.keep(0, replace(DONE, done=False))
        assert (session.done, list(load(out))) == (0, [])


def test_labels_are_there_again_after_a_kill(sheets: list[Sheet], out: Path) -> None:
    with Session(sheets, out) as session:
        session.keep(1, DONE)
        session.keep(0, replace(DONE, done=False))
    with journal(out).open("ab") as file:
        file.write(b'{"id": "cut of')  # a line that was being written
    out.unlink()
    with Session(sheets, out) as session:
        assert (session.labels(1), session.labels(0)) == (DONE, replace(DONE, done=False))
        assert len(list(load(out))) == 1
        session.keep(0, DONE)
    lines = journal(out).read_text("utf-8").splitlines()
    assert [json.loads(line)["done"] for line in lines] == [True, False, True]


def test_labels_of_other_blocks_do_not_count(sheets: list[Sheet], out: Path) -> None:
    with Session(sheets, out) as session:
        session.keep(0, DONE)
    cut = [replace(sheet, blocks=sheet.blocks[1:]) for sheet in sheets]
    with Session(cut, out) as session:
        assert session.done == 0


def test_each_annotator_has_labels_and_a_corpus(sheets: list[Sheet], out: Path) -> None:
    with Session(sheets, out, "ann") as session:
        session.keep(0, DONE)
    with Session(sheets, out, "bo") as session:
        assert session.done == 0
    assert len(list(load(corpus_of(out, "ann")))) == 1
    assert list(load(corpus_of(out, "bo"))) == []


def test_two_processes_cannot_label_as_one(sheets: list[Sheet], out: Path) -> None:
    with Session(sheets, out), pytest.raises(LabelsError, match="another `pagesight label`"):
        Session(sheets, out)


@pytest.mark.parametrize(
    "line", ["no JSON", "[1]", '{"id": "a"}', '{"id":"a","digest":"b","kept":3}']
)
def test_a_file_of_something_else_is_no_labels(line: str, out: Path) -> None:
    journal(out).parent.mkdir()
    journal(out).write_text(f"{line}\n", "utf-8")
    with pytest.raises(LabelsError, match=r"labels.jsonl, line 1 holds no labels"):
        Session([], out)
    assert journal(out).read_text("utf-8") == f"{line}\n"


@pytest.mark.parametrize("number", [-1, 100])
def test_a_block_that_is_not_there_cannot_be_kept(
    number: int, sheets: list[Sheet], out: Path
) -> None:
    with Session(sheets, out) as session, pytest.raises(LabelsError, match="no number"):
        session.keep(0, AnnotatorLabels((number,), Genre.OTHER))


def test_a_page_is_captured_once_for_all(
    pages: Sequence[str], out: Path, pipeline: Pipeline
) -> None:
    first = prepare(pages[0], out, pipeline)
    Path(pages[0]).write_text("<p>Something else by now.</p>", "utf-8")
    assert prepare(pages[0], out, pipeline) == first


def test_a_source_without_a_page_is_an_error(out: Path, pipeline: Pipeline) -> None:
    with pytest.raises(SourceError):
        prepare(str(out.with_name("nowhere.html")), out, pipeline)
