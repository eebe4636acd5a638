"""What repeats on a page."""

import pytest

from pagesight.extract.parse.document import read
from pagesight.extract.records.repeats import find_repeats
from pagesight.render.page import Page


def _texts(html: str) -> list[list[str]]:
    """Return the texts of each member of the best group."""
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    best = find_repeats(document.features)[0]
    return [[block.text for block in document.blocks[start:end]] for start, end in best.spans()]


_ITEM = "<p><a href=/{0}>Item {0}</a></p><p>All about it, in some words.</p>"
_ABOUT = "All about it, in some words."


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<li>{_ITEM.format(n)}</li>" for n in range(4)),
        "".join(f"<div class='card n{n}'>{_ITEM.format(n)}</div>" for n in range(4)),
        "".join(
            f"<section>{half}</section>"
            for half in (
                "".join(f"<div class=card>{_ITEM.format(n)}</div>" for n in pair)
                for pair in ((0, 1), (2, 3))
            )
        ),
        "".join(f"<h3><a href=/{n}>Item {n}</a></h3><p>{_ABOUT}</p>" for n in range(4)),
        "".join(f"<b class=t><a href=/{n}>Item {n}</a></b><p>{_ABOUT}</p>" for n in range(4)),
    ],
    ids=["list", "numbered classes", "two sections", "headings", "what follows each alike"],
)
def test_members_are_whole_items(html: str) -> None:
    assert _texts(html) == [[f"Item {n}", _ABOUT] for n in range(4)]


def test_elements_of_other_classes_are_another_group() -> None:
    cards = "".join(f"<div class=card>{_ITEM.format(n)}</div>" for n in range(4))
    others = "".join(f"<div class=ad><p>Buy {n}</p></div>" for n in range(5))
    assert _texts(cards + others) == [[f"Item {n}", _ABOUT] for n in range(4)]


def test_a_menu_is_worth_less_than_items() -> None:
    menu = "".join(f"<li><a href=/m{n}>Menu {n}</a></li>" for n in range(9))
    items = "".join(f"<li>{_ITEM.format(n)}</li>" for n in range(4))
    assert _texts(f"<div class=topMenu><ul>{menu}</ul></div><ul>{items}</ul>")[0][0] == "Item 0"


@pytest.mark.parametrize("html", ["x", "<p>a</p><p>b</p>", "<ul><li><img src=a></ul>"])
def test_a_page_without_repeats_has_none(html: str) -> None:
    assert find_repeats(read(Page("", html)).features) == ()
