"""The command `extract`: what is printed, what is kept, and pages that fail."""

import csv
import io
import json
from pathlib import Path

import pytest

from ..conftest import Run

FIELDS = {
    "url", "genre", "probabilities", "confidence", "extractor", "reason", "text",
    "markdown", "records", "metadata", "warnings", "seconds", "expected_quality", "rendered",
    "hidden_chars", "is_list", "pagination", "product", "tables",
}  # fmt: skip


def test_extract_prints_the_text_and_reports_the_genre_beside_it(
    pagesight: Run, samples: Path
) -> None:
    code, out, err = pagesight("extract", samples / "article.html", "--no-render")
    assert code == 0
    assert "two hundred and eleven dead thrushes" in out
    assert "Most read" not in out
    assert "genre:     article" in err
    assert "extractor: sight+article" in err


def test_json_is_an_object_a_line_with_all_that_is_known(pagesight: Run, samples: Path) -> None:
    pages = [samples / "article.html", samples / "news.html"]
    code, out, _ = pagesight("extract", *pages, "--no-render", "--format", "json")
    assert code == 0
    article, news = map(json.loads, out.splitlines())
    assert article.keys() >= FIELDS
    assert article["genre"] == "article"
    assert sum(article["probabilities"].values()) == pytest.approx(1.0, abs=0.01)
    assert article["metadata"]["author"] == "Marta Lindqvist"
    assert "alternatives" not in article
    assert "Harbour toll" in news["text"]


def test_json_has_what_each_extractor_makes_of_the_page_if_asked_for(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    asked = ["extract", samples / "article.html", "--no-render", "--alternatives"]
    printed = json.loads(pagesight(*asked, "--format", "json")[1])
    assert [each["extractor"] for each in printed["alternatives"]]
    pagesight(*asked, "--out", tmp_path / "kept")
    kept = json.loads((tmp_path / "kept/result.json").read_text("utf-8"))
    assert kept["alternatives"] == printed["alternatives"]


@pytest.mark.parametrize("name", ["page.md", "page.json", "page.csv"])
def test_a_file_to_write_takes_the_place_of_what_is_printed(
    pagesight: Run, samples: Path, tmp_path: Path, name: str
) -> None:
    page, format = samples / "article.html", name.partition(".")[2]
    printed = pagesight("extract", page, "--no-render", "--format", format)[1]
    code, out, _ = pagesight("extract", page, "--no-render", "-o", tmp_path / name)
    written = (tmp_path / name).read_text()
    assert (code, out) == (0, "")
    if format == "json":
        printed, written = (json.loads(each)["text"] for each in (printed, written))
    assert written == printed


def test_a_file_holds_one_page(pagesight: Run, samples: Path, tmp_path: Path) -> None:
    pages = [samples / "article.html", samples / "news.html"]
    code, out, err = pagesight("extract", *pages, "--no-render", "-o", tmp_path / "page.md")
    assert (code, out) == (2, "")
    assert "page.md holds one page: name one source, or a folder" in err


def test_csv_has_a_line_a_record(pagesight: Run, samples: Path) -> None:
    code, out, _ = pagesight(
        "extract", samples / "shop.html", "--no-render", "--genre", "collection", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(rows) == 9
    assert rows[0]["title"] == "Hazel stoneware mug"
    assert "24.00" in rows[0]["price"]


def test_html_keeps_the_structure_and_escapes_the_text(pagesight: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = "A sentence of many plain words that goes on for long enough to be content. " * 4
    page.write_text(f"<article><h1>On &lt;script&gt;</h1><p>{words}</p></article>", "utf-8")
    code, out, _ = pagesight("extract", page, "--no-render", "--format", "html")
    assert code == 0
    assert "<script>" not in out
    assert "A sentence of many plain words" in out


def test_out_keeps_json_and_markdown_and_names_them(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    page, out_folder = samples / "article.html", tmp_path / "kept"
    code, _, err = pagesight("extract", page, "--no-render", "--out", out_folder)
    assert code == 0
    assert json.loads((out_folder / "result.json").read_text("utf-8"))["genre"] == "article"
    assert "## From margins to a model" in (out_folder / "text.md").read_text("utf-8")
    assert str(out_folder / "result.json") in err


def test_perplexity_drops_strange_sentences_of_pages_texts_and_whole_batches(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    text, listed, out_file = (tmp_path / name for name in ("a.txt", "list.txt", "out.jsonl"))
    prose = "This is a sentence that people have written for other people to read."
    text.write_text(f"{prose}\nzxqv | wrtk >> plmq zzkt\n", "utf-8")
    page = samples / "article.html"
    code, out, _ = pagesight("extract", text, page, "--no-render", "--perplexity", 8000)
    assert code == 0
    assert out.startswith(f"{prose}\n")
    assert "zxqv" not in out
    assert "thrushes" in out
    listed.write_text(f"{text}\n{page}\n", "utf-8")
    assert pagesight(
        "batch", listed, "--no-render", "--perplexity", 8000, "--out", out_file
    )[0] == 0  # fmt: skip
    rows = list(map(json.loads, out_file.read_text("utf-8").splitlines()))
    assert [row["text"] for row in rows if row["source"] == str(text)] == [prose]
    assert len(rows) == 2


def test_pages_and_batches_are_read_as_the_user_wants(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    page, listed, out_file = samples / "docs.html", tmp_path / "list.txt", tmp_path / "out.jsonl"
    wanted = ("--no-tables", "--no-links", "--no-images", "--no-comments", "--favor", "recall")
    code, out, _ = pagesight("extract", page, "--no-render", "--format", "md")
    assert code == 0
    assert "](" in out
    code, out, _ = pagesight("extract", page, "--no-render", "--format", "md", *wanted)
    assert code == 0
    assert "](" not in out
    listed.write_text(f"{page}\n", "utf-8")
    assert pagesight("batch", listed, "--no-render", *wanted, "--out", out_file)[0] == 0
    assert json.loads(out_file.read_text("utf-8"))["markdown"] == out.rstrip("\n")


@pytest.mark.browser
def test_extract_renders_and_keeps_the_screenshot(
    pagesight: Run, samples: Path, tmp_path: Path
) -> None:
    code, out, err = pagesight("extract", samples / "article.html", "--out", tmp_path)
    assert code == 0
    assert "two hundred and eleven dead thrushes" in out
    assert (tmp_path / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    assert "screenshot.png" in err
    assert json.loads((tmp_path / "result.json").read_text("utf-8"))["rendered"]


def test_a_source_that_fails_is_reported_and_the_others_go_on(
    pagesight: Run, samples: Path
) -> None:
    code, out, err = pagesight(
        "extract", "no/such/page.html", samples / "article.html", "--no-render"
    )
    assert code == 1
    assert "error: no/such/page.html is neither" in err
    assert "thrushes" in out
