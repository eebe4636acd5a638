"""Copies of pages are found, and where splits part them they are leaks."""

import json
from pathlib import Path

from pagesight.datasets.check import check, near_same, sketch
from pagesight.datasets.convert import convert
from pagesight.datasets.schema import LabelledPage
from pagesight.render.page import Page

WORDS = [f"word{number}" for number in range(400)]
STORY = " ".join(WORDS)
CHANGED = " ".join(["other", *WORDS[1:]])
OTHER = " ".join(reversed(WORDS))


def page(text: str) -> LabelledPage:
    html = f"<body><script>var a = 1</script><p>{text}</p></body>"
    return LabelledPage("p", Page("", html), "site")


def test_pages_of_nearly_the_same_words_in_a_row_are_pairs() -> None:
    texts = (STORY, OTHER, CHANGED, "few words", "few words")
    assert list(near_same([sketch(page(text)) for text in texts])) == [(0, 2)]


def test_a_copy_in_another_split_is_a_leak(tmp_path: Path) -> None:
    texts = {"a": (STORY, "train"), "b": (CHANGED, "val"), "c": (OTHER, "val")}
    rows = [
        {"id": name, "html": f"<p>{text}", "split": split, "text": "x", "site": name}
        for name, (text, split) in texts.items()
    ]
    source, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    source.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    convert(source, out)
    assert check([out]) == ["a of split train and b of split val are nearly the same page"]
