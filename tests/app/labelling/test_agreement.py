"""Agreement of two annotators."""

from pathlib import Path

import pytest

from pagesight.app.errors import LabelsError
from pagesight.app.labelling.labels import AnnotatorLabels, Sheet, agreement
from pagesight.app.labelling.session import Session, corpus_of
from pagesight.datasets.schema import Genre

from ..conftest import CorpusMaker, Run


def labelled(sheets: list[Sheet], out: Path, annotator: str, *kept: tuple[int, ...]) -> Path:
    with Session(sheets, out, annotator) as session:
        for number, blocks in enumerate(kept):
            session.keep(number, AnnotatorLabels(blocks, Genre.ARTICLE, done=True))
    return corpus_of(out, annotator)


def test_one_opinion_is_whole_agreement(sheets: list[Sheet], out: Path) -> None:
    first = labelled(sheets, out, "ann", (2, 3), (2, 3))
    second = labelled(sheets, out, "bo", (2, 3), (2, 3))
    found = agreement(first, second)
    assert (found.kappa, found.mean_f1, found.genres) == (1, 1, 1)


def test_kappa_is_agreement_beyond_chance(sheets: list[Sheet], out: Path) -> None:
    first = labelled(sheets, out, "ann", (0, 1, 2))
    second = labelled(sheets, out, "bo", (1, 2, 3))
    blocks = len(sheets[0].blocks)
    observed = (blocks - 2) / blocks
    chance = (3 * 3 + (blocks - 3) ** 2) / blocks**2
    found = agreement(first, second)
    assert found.kappa == pytest.approx((observed - chance) / (1 - chance))
    assert found.blocks == blocks


def test_only_pages_that_both_labelled_count(sheets: list[Sheet], out: Path) -> None:
    first = labelled(sheets, out, "ann", (2,), (2,))
    second = labelled(sheets, out, "bo", (3,))
    found = agreement(first, second)
    least_certain = min(sheets, key=lambda sheet: sheet.certainty)
    assert list(found.word_f1) == [least_certain.id]
    assert found.mean_f1 < 1


def test_corpora_without_a_page_in_common_are_an_error(sheets: list[Sheet], out: Path) -> None:
    with pytest.raises(LabelsError, match="no page in common"):
        agreement(labelled(sheets, out, "ann", (1,)), labelled(sheets, out, "bo"))


def test_other_corpora_have_no_labels_of_blocks(make_corpus: CorpusMaker) -> None:
    corpus = make_corpus([{"text": "a"}])
    with pytest.raises(LabelsError, match="p0 has no labels of blocks"):
        agreement(corpus, corpus)


def test_the_command_prints_the_figures(sheets: list[Sheet], out: Path, pagesight: Run) -> None:
    first = labelled(sheets, out, "ann", (0, 1, 2))
    second = labelled(sheets, out, "bo", (1, 2, 3))
    code, printed, _ = pagesight("label", "--agreement", first, second)
    assert code == 0
    assert f"Cohen's kappa      {agreement(first, second).kappa:.3f}\n" in printed
    assert "least agreed: 0." in printed


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([], "name SOURCES to label and --out FILE"),
        (["a.html"], "name SOURCES to label and --out FILE"),
        (["a.html", "--out", "corpus.csv"], "wanted a corpus file"),
        (["a.html", "--out", "c.parquet", "--annotator", "a/b"], "wanted letters, digits"),
        (["a.html", "--agreement", "a"], "requires 2 arguments"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], fault: str, pagesight: Run) -> None:
    code, _, err = pagesight("label", *arguments)
    assert (code, fault in err) == (2, True), err


def test_sources_that_give_no_page_are_an_error(pagesight: Run, tmp_path: Path) -> None:
    out = tmp_path / "c.parquet"
    code, _, err = pagesight("label", tmp_path / "no.html", "--out", out, "--no-render")
    assert (code, "none of the 1 sources gave a page" in err) == (1, True)
    assert not out.exists()


def test_a_missing_corpus_is_an_error(pagesight: Run, tmp_path: Path) -> None:
    code, _, err = pagesight("label", "--agreement", tmp_path / "a", tmp_path / "b")
    assert (code, "no corpus file at" in err) == (1, True)
