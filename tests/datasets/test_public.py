"""Public corpora in their makers' formats: small files of each become corpus files."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pagesight.datasets.convert import FORMATS, convert_public
from pagesight.datasets.load import load
from pagesight.datasets.schema import CorpusError, LabelledPage

HTML = "<html><head><title>T</title></head><body><p>Some words.</p><p>Menu</p></body></html>"
URL = "https://a.org/post"
Make = Callable[[Path], Path]


def write(path: Path, body: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body.encode() if isinstance(body, str) else body)


def wcxb(folder: Path) -> Path:
    truth = {
        "title": "T",
        "author": "A",
        "publish_date": "2025-09-04",
        "main_content": "Some words.",
    }
    row = {
        "url": URL,
        "_internal": {"page_type": {"primary": "category"}},
        "ground_truth": {**truth, "with": ["Some"], "without": ["Menu"]},
    }
    write(folder / "dev/ground-truth/0001.json", json.dumps(row))
    write(folder / "dev/html/0001.html.gz", gzip.compress(HTML.encode()))
    return folder / "dev"


def scrapinghub(folder: Path) -> Path:
    write(
        folder / "ground-truth.json", json.dumps({"ab": {"articleBody": "Some words.", "url": URL}})
    )
    write(folder / "html/ab.html.gz", gzip.compress(HTML.encode()))
    return folder


def cleaneval(folder: Path) -> Path:
    write(folder / "orig/1.html", HTML)
    write(folder / "clean/1.txt", f"URL: {URL}\n\n<h>Some\n<p>words.\n")
    return folder


def dragnet(folder: Path) -> Path:
    write(folder / "HTML/R1.html", HTML)
    comments = "!@#$%^&*()  COMMENTS\n\nFirst!"
    write(folder / "Corrected/R1.html.corrected.txt", f"Some   words.\n\n{comments}")
    return folder


def readability(folder: Path) -> Path:
    write(folder / "a-case/source.html", HTML)
    write(folder / "a-case/expected.html", "<div><p>Some words.</p></div>")
    write(
        folder / "a-case/expected-metadata.json", '{"title": "T", "byline": "A", "lang": "en-GB"}'
    )
    return folder


def webmainbench(folder: Path) -> Path:
    row = {"track_id": "t", "html": HTML, "url": URL, "groundtruth_content": "# Some\n\n**words.**"}
    write(folder / "w.jsonl", json.dumps(row | {"meta": {"language": "en", "level": "mid"}}) + "\n")
    return folder / "w.jsonl"


def boilernet(folder: Path) -> Path:
    page = (
        "<html><body><p><span __boilernet_label='1'>Some words.</span></p>"
        "<p><span __boilernet_label='0'>Menu</span></p></body></html>"
    )
    write(folder / "prepared_html/a.html", page)
    return folder


def l3s_gn1(folder: Path) -> Path:
    page = (
        "<html><body><p><span class='x-nc-sel2'>Some words.</span></p>"
        "<p><span class='x-nc-sel0'>Menu</span><span class='x-nc-sel4'>No</span></p></body></html>"
    )
    write(folder / "annotated/a.html", page)
    return folder


def klarna(folder: Path) -> Path:
    page = (
        "<html><body><h1 klarna-ai-label='Name'>Mug</h1><b klarna-ai-label='Price'>€ 24</b>"
        "<button klarna-ai-label='Add to cart'>Add</button></body></html>"
    )
    write(folder / "US_train/shop/0/source.html", page)
    return folder


def screenshots(folder: Path) -> Path:
    write(folder / "list-view/a.png", b"picture")
    return folder


def feed(folder: Path) -> Path:
    content = "<content:encoded>&lt;p&gt;words.</content:encoded>"
    item = f"<item><title>Some</title><link>{URL}</link>{content}</item>"
    space = "xmlns:content='http://purl.org/rss/1.0/modules/content/'"
    rss = f"<rss {space}><channel>{item}</channel></rss>"
    write(folder / "feed.xml", rss)
    write(folder / "post/index.html", HTML)
    return folder


def search_index(folder: Path) -> Path:
    docs = [
        {"location": "guide/", "title": "Some", "text": ""},
        {"location": "guide/#use", "title": "", "text": "<p>words.</p>"},
        {"location": "../../outside/", "title": "", "text": "no"},
    ]
    write(folder / "search/search_index.json", json.dumps({"docs": docs}))
    write(folder / "guide/index.html", HTML)
    return folder


MADE: dict[str, Make] = {
    "wcxb": wcxb, "scrapinghub": scrapinghub, "cleaneval": cleaneval, "dragnet": dragnet,
    "readability": readability, "webmainbench": webmainbench, "boilernet": boilernet,
    "l3s-gn1": l3s_gn1, "klarna": klarna, "screenshots": screenshots, "feed": feed,
    "search-index": search_index,
}  # fmt: skip


def page_of(name: str, tmp_path: Path) -> LabelledPage:
    out = tmp_path / "out.parquet"
    assert convert_public(name, MADE[name](tmp_path / "in"), out).pages == 1
    (page,) = load(out)
    return page


def test_every_format_has_an_example() -> None:
    assert list(MADE) == list(FORMATS)


@pytest.mark.parametrize("name", [name for name in MADE if name not in ("klarna", "screenshots")])
def test_gold_text_is_the_content_alone(name: str, tmp_path: Path) -> None:
    page = page_of(name, tmp_path)
    assert (page.text or "").split() == ["Some", "words."]
    assert "Menu" in page.page.html
    assert len(str(page.extra["sha256"])) == 64


def test_wcxb_has_genre_metadata_and_snippets(tmp_path: Path) -> None:
    page = page_of("wcxb", tmp_path)
    assert (page.genre, page.split, page.site) == ("collection", "dev", "a.org")
    assert (page.title, page.author, page.date) == ("T", "A", "2025-09-04")
    assert (page.extra["with"], page.extra["without"]) == (["Some"], ["Menu"])


@pytest.mark.parametrize("name", ["boilernet", "l3s-gn1"])
def test_labels_are_kept_but_are_no_evidence_in_the_page(name: str, tmp_path: Path) -> None:
    page = page_of(name, tmp_path)
    assert page.block_labels is not None
    assert page.block_labels[:2] == (("Some words.", 1), ("Menu", 0))
    assert not any(mark in page.page.html for mark in ("label", "x-nc-sel", "<span"))


def test_products_have_their_facts_and_merchant(tmp_path: Path) -> None:
    page = page_of("klarna", tmp_path)
    assert (page.title, page.extra["attributes"]) == ("Mug", {"price": ["€ 24"]})
    assert (page.genre, page.site, page.split) == ("product", "shop", "train")
    assert "klarna-ai-label" not in page.page.html


def test_products_are_read_out_of_mhtml_too(tmp_path: Path) -> None:
    page = '<html><body><h1 klarna-ai-label="Name">Mug</h1></body></html>'
    parts = (
        "MIME-Version: 1.0",
        'Content-Type: multipart/related; type="text/html"; boundary="b"',
        "",
        "--b",
        "Content-Type: text/html; charset=utf-8",
        "Content-Location: https://shop.org/mug",
        "",
        page,
        "--b--",
        "",
    )
    write(tmp_path / "in/GB_test/shop/0.mhtml", "\r\n".join(parts))
    assert convert_public("klarna", tmp_path / "in", tmp_path / "out.parquet").pages == 1
    (found,) = load(tmp_path / "out.parquet")
    assert (found.title, found.page.url, found.split) == ("Mug", "https://shop.org/mug", "test")


def test_screenshots_have_the_genre_of_their_folder(tmp_path: Path) -> None:
    page = page_of("screenshots", tmp_path)
    assert (page.genre, page.page.screenshot) == ("listing", b"picture")


def test_gold_as_markdown_is_kept_for_scores_of_structure(tmp_path: Path) -> None:
    assert page_of("webmainbench", tmp_path).extra["markdown"] == "# Some\n\n**words.**"


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_not_in_the_format_is_refused_with_what_was_wanted(
    name: str, tmp_path: Path
) -> None:
    write(tmp_path / "in/notes.html", "<p>no labels")
    with pytest.raises(CorpusError, match="wanted"):
        convert_public(name, tmp_path / "in", tmp_path / "out.parquet")
    assert not (tmp_path / "out.parquet").exists()


def test_a_corpus_has_one_digest_in_any_order(tmp_path: Path) -> None:
    first = convert_public("wcxb", wcxb(tmp_path / "a"), tmp_path / "a.parquet")
    second = convert_public("wcxb", wcxb(tmp_path / "b"), tmp_path / "b.parquet")
    assert first.sha256 == second.sha256
    assert first.release("wcxb") == ""
