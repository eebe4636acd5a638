"""The worst pages, and how their text differs from gold."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.app.report.cases import ADDED, KEPT, MISSED, differences, pictured, worst_cases
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.render.page import Box, LaidOutNode, Layout, Page, Style

GOLD = "The ferry sails at nine from the pier"


def page(number: int, genre: Genre = Genre.ARTICLE, gold: str = GOLD) -> LabelledPage:
    address = f"https://harbour.example/{number}"
    return LabelledPage(f"p{number}", Page(address, ""), "site", genre, gold, lang="en")


def row(number: int, f1: float, text: str = GOLD, system: str = "ours") -> dict[str, Any]:
    return {"id": f"p{number}", "system": system, "text": text, "word_f1": f1}


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("a b c", "a b c", [(KEPT, "a b c")]),
        ("a b c", "", [(MISSED, "a b c")]),
        ("", "a b", [(ADDED, "a b")]),
        ("", "", []),
        ("a b c", "a x c", [(KEPT, "a "), (MISSED, "b "), (ADDED, "x "), (KEPT, "c")]),
        ("One, two.\nThree", "one two", [(KEPT, "One, two.\n"), (MISSED, "Three")]),
        ("猫の耳", "猫耳", [(KEPT, "猫"), (MISSED, "の"), (KEPT, "耳")]),
        ("a — b", "a - b", [(KEPT, "a "), (MISSED, "— "), (ADDED, "- "), (KEPT, "b")]),
    ],
)
def test_differences(gold: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(differences(gold, text)) == sorted(expected)


@given(st.text("ab猫 \n", max_size=60), st.text("ab猫 \n", max_size=60))
def test_what_is_kept_and_missed_is_gold_and_what_is_kept_and_added_the_text(
    gold: str, text: str
) -> None:
    parts = differences(gold, text)
    assert "".join(own for kind, own in parts if kind != ADDED) == gold.lstrip()
    found = "".join(own for kind, own in parts if kind != MISSED)
    assert "".join(found.split()) == "".join(text.split())


def test_long_texts_are_cut_and_say_so() -> None:
    assert differences("word " * 9000, "word " * 9000)[-1][1].endswith("[…]")


def test_the_worst_page_comes_first() -> None:
    pages = [page(n) for n in range(3)]
    cases = worst_cases([row(0, 0.9), row(1, 0.1), row(2, 0.5)], pages)
    assert [case.id for case in cases] == ["p1", "p2", "p0"]
    assert (cases[0].genre, cases[0].lang) == ("article", "en")
    assert cases[0].url == "https://harbour.example/1"


def test_each_genre_has_pages_though_others_are_worse() -> None:
    pages = [page(n, Genre.FORUM if n == 99 else Genre.ARTICLE) for n in range(100)]
    cases = worst_cases([row(n, n / 100) for n in range(100)], pages)
    assert len(cases) < 30
    assert cases[-1].id == "p99"


def test_pages_without_gold_text_are_no_cases() -> None:
    assert worst_cases([{"id": "p0", "system": "ours", "text": "a"}], [page(0)]) == ()


def test_text_far_from_any_difference_is_left_out() -> None:
    gold = " ".join(f"w{n}" for n in range(200))
    (case,) = worst_cases([row(0, 0.5, text=f"{gold} more")], [page(0, gold=gold)])
    kinds = [kind for kind, _ in case.differences]
    assert kinds == [KEPT, ADDED]
    assert "[… 150 words …]" in case.differences[0][1]
    assert "w100" not in case.differences[0][1]


STYLE = Style("block", True, "static", 12, 400, "", "")


def test_blocks_are_boxes_on_the_picture_coloured_as_the_words() -> None:
    texts = ("Both have this text", "Only gold has this", "Only the system has this")
    nodes = tuple(
        LaidOutNode("p", text, Box(128, 192 * n, 640, 96), STYLE) for n, text in enumerate(texts)
    )
    shot = Page(
        "",
        "".join(f"<p>{text}</p>" for text in texts),
        screenshot=b"picture",
        layout=Layout(nodes, 600),
    )
    labelled = LabelledPage("p0", shot, "site", Genre.ARTICLE, f"{texts[0]} {texts[1]}", lang="en")
    rows = [row(0, 0.1, f"{texts[0]} {texts[2]}")]
    (case,), pictures = pictured(worst_cases(rows, [labelled]), rows, [labelled])
    assert [box[4] for box in case.boxes] == [KEPT, MISSED, ADDED]
    assert case.boxes[1][:4] == (10.0, 10.0, 50.0, 5.0)
    assert pictures == {"p0": "data:image/webp;base64,cGljdHVyZQ=="}


def test_a_page_without_a_picture_has_none() -> None:
    rows = [row(0, 0.1)]
    cases = worst_cases(rows, [page(0)])
    assert pictured(cases, rows, [page(0)]) == (cases, {})
