"""Corpora of a few sample pages, under the names that the documents' commands give theirs.

Each page has every kind of gold, most of it what Pagesight itself says of the page: enough for a
command to run on, nothing to measure anything by.
"""

import io
import json
import shutil
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

import pagesight
from pagesight.datasets.schema import arrow_schema
from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import leaves

APP = Path(str(files("pagesight.app")))
SAMPLES = APP / "serve/demo/samples"
SITES = ("docy-html", "ogani")
GENRES = {
    "article": "article",
    "contact": "other",
    "docs": "documentation",
    "forum": "forum",
    "news": "listing",
    "product": "product",
    "service": "service",
    "shop": "collection",
}
FILES = {
    "": ("wcxb_dev", "gathered"),
    "styled": ("docs", "feeds"),
    "genre": (
        *("inline_style", "mirrors_saved", "shops_templates", "static_sites"),
        *("wave2", "wave3_shops", "wave3_sites", "wave4"),
    ),
    "extract": (
        *("autopager_pagination", "chinese_wced", "cleaneval_en", "dragnet", "fundus"),
        *("harvest_forum", "items", "juriscraper_listings", "krdwrd_canola", "l3s_gn1"),
        *("mozilla_readability", "newspaper4k_articles", "postlight_parser", "recipes"),
        *("meetings", "trafilatura_snippets", "utomo_big9_chaos", "waddle_daniel", "zyte_product"),
    ),
}
# rs-trafilatura has a wheel for few Pythons.
WITHOUT_MISSING = (
    ()
    if find_spec("rs_trafilatura")
    else ((r",rs-trafilatura\b", ""), (r" --pair trafilatura rs-trafilatura\b", ""))
)
# What stands in a measured command -> what makes it run within seconds on a few pages.
SHORTER = (
    *WITHOUT_MISSING,
    (r" \.\.\.(?=\s|$)", ""),  # and more of the kind
    (r"-\.\.\.(?=\s|$)", "-*"),  # the digest of a model
    (r"--(limit|most|pages|render) \d+", r"--\1 3"),
    (r"--folds [35]", "--folds 2"),
    (r" --split val\b", ""),  # of no page here
    (r" --growth\b", ""),  # makes pages of its own, the largest of a MB
    # Of sites that the models saw, as all of these are.
    (
        r"python tests/studies/unseen_pages\.py (\S+) (\S+) .*",
        r"mkdir -p \2 && cp \1/extract/dragnet.parquet \2",
    ),
    # Each training has tests of its own, and that of `sight` runs in the tutorial.
    (r"pagesight train ([$\w]+)\S* .*--out (\S+)", r"cp -r extract/weights/\1 \2"),
)
COPIES = 3  # of each sample, on sites of their own, in corpora that are split, or cut into folds:
COPIED = ("wcxb_dev", "cleaneval_en")  # those need several of each genre
SPLITS = {"cleaneval_en": ("dev", "final", "final")}


def write_corpora(folder: Path) -> None:
    """Write the corpora into the folder, which looks like the one that they are kept in.

    Beside them are sites.
    """
    rows = list(_rows())
    for below, names in FILES.items():
        for name in names:
            _write(folder / below, name, rows)
    _write_sites(folder / "sites")


def _write_sites(folder: Path) -> None:
    """Write sites to serve: each of them all samples, as their authors sent them."""
    pages = [{"path": f"{name}.html", "genre": genre} for name, genre in GENRES.items()]
    index = [{"name": name, "serve_root": ".", "pages": pages} for name in SITES]
    folder.mkdir()
    (folder / "index.json").write_text(json.dumps(index), "utf-8")
    for name in SITES:
        shutil.copytree(APP / "samples", folder / name)


def _write(folder: Path, name: str, rows: list[Mapping[str, Any]]) -> None:
    one_source = folder.name == "genre"  # its many files: each source is left out of a training
    own = [
        {
            **row,
            "id": f"{name}-{row['id']}",
            "site": f"{name}-{row['site']}",
            "lang": "zh" if name == "chinese_wced" else "en",
            "source": folder.name if one_source else name,
            "split": SPLITS[name][row["copy"]] if name in SPLITS else "",
        }
        for row in rows
        if name in COPIED or not row["copy"]
    ]
    folder.mkdir(parents=True, exist_ok=True)
    columns = arrow_schema().append(pa.field("layout", pa.binary()))
    pq.write_table(pa.Table.from_pylist(own, columns), folder / f"{name}.parquet")


def _rows() -> Iterator[Mapping[str, Any]]:
    with pagesight.Pipeline() as pipeline:
        for name, genre in GENRES.items():
            result = pipeline.extract_url(SAMPLES / name)
            for copy in range(COPIES):
                yield {
                    "id": f"{name}-{copy}",
                    "site": f"{name}{copy}.example",
                    "genre": genre,
                    "copy": copy,
                    "layout": (SAMPLES / name / "layout.json.gz").read_bytes(),
                    **_gold(result),
                }


def _gold(result: pagesight.Result) -> Mapping[str, Any]:
    page, extraction = result.capture.page, result.extraction
    lines = extraction.text.splitlines()
    records = [
        {"title": each.title, "url": each.url, "attributes": {}} for each in extraction.records
    ]
    posts = [
        {"post_text": each.text, "datetime": each.date, "user": each.author}
        for each in extraction.records
        if each.type == "post"
    ]
    extra = {
        "with": lines[:2],
        "without": ["Imprint"],
        "node_labels": [
            [leaf.text, 1 if leaf.text in extraction.text else 5]
            for leaf in leaves(parse(page.html))
        ],
        "posts": posts,
        "attributes": {"price": ["24.00"], "currency": ["EUR"], "availability": ["InStock"]},
        "pagination_links": {"NEXT": [{"text": "Next", "href": "?page=2"}]},
        "recipe": {
            "title": extraction.metadata.title,
            "ingredients": lines[:1],
            "instructions_list": lines[1:2],
            "yields": "4",
        },
        "cleaneval_zh": True,
    }
    return {
        "url": page.url,
        "html": page.html.encode(),
        "screenshot": _small(page.screenshot or b""),
        "text": extraction.text,
        "records": json.dumps(records),
        "title": extraction.metadata.title,
        "author": extraction.metadata.author,
        "date": extraction.metadata.date,
        "license": "as this repository",
        "extra": json.dumps(extra),
    }


def _small(screenshot: bytes) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(screenshot)).convert("RGB").resize((320, 480)).save(out, "WEBP")
    return out.getvalue()
