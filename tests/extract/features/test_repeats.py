"""Which elements are alike."""

from pagesight.extract.features.repeats import kinds
from pagesight.extract.features.table import block_features
from pagesight.extract.page.document import read
from pagesight.render.page import Page


def test_elements_of_different_first_classes_differ() -> None:
    html = "".join(f"<div class='{name} item'><p>x</div>" for name in ("a", "b", "c", "d", "e"))
    features = read(Page("", html)).once(block_features)
    path = kinds(features.tree, features.names).path
    assert len(set(path.tolist())) == len(features.tree)


def test_elements_whose_first_class_differs_in_digits_are_alike() -> None:
    html = "".join(f"<div class='item-{number}'>x</div>" for number in range(5))
    features = read(Page("", html)).once(block_features)
    path = kinds(features.tree, features.names).path
    assert len(set(path.tolist())) == 3  # html, body, div
