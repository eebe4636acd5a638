"""The sight labeler as a whole: trained on a few small pages, saved, loaded, asked."""

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ModelError, TrainingError
from pagesight.extract.labelers import sight
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.models.folder import WEIGHTS_FILE
from pagesight.extract.models.trees import TreeOptions
from pagesight.extract.page.document import read
from pagesight.extract.registry import extractor
from pagesight.extract.selection.choose import nothing_of
from pagesight.extract.training.convolution import ConvolutionOptions
from pagesight.extract.training.examples import examples
from pagesight.extract.training.sight import SightOptions, train_sight
from pagesight.render.page import Page

SMALL = TreeOptions(trees=5, leaves=4, least_rows=1, learning_rate=0.5, column_share=1.0)
OPTIONS = SightOptions(
    blocks=SMALL, quality=SMALL, sequence=ConvolutionOptions(width=8, epochs=5), folds=2
)


@pytest.fixture(scope="module")
def folder(labelled_pages: list[LabelledPage], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sight") / "model"
    train_sight(labelled_pages, out, OPTIONS)
    return out


def test_training_separates_story_from_menu(
    folder: Path, labelled_pages: list[LabelledPage]
) -> None:
    extract = extractor("sight", folder)
    for page in labelled_pages:
        assert extract(read(page.page)).text == page.text


def test_the_same_seed_makes_the_same_weights(
    folder: Path, labelled_pages: list[LabelledPage], tmp_path: Path
) -> None:
    train_sight(labelled_pages, tmp_path, OPTIONS)
    assert (folder / WEIGHTS_FILE).read_bytes() == (tmp_path / WEIGHTS_FILE).read_bytes()


def test_the_folder_has_a_card_with_figures(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "| corpus made | 10 |" in card
    assert "seed 0" in card


def test_what_counts_as_content_is_the_policy_of_the_home_corpora(
    labelled_pages: list[LabelledPage], tmp_path: Path
) -> None:
    generous = [
        replace(page, id=f"o{page.id}", site=f"o{page.site}", source="other", text=_all_text(page))
        for page in labelled_pages
    ]
    options = replace(OPTIONS, home=("made",), sequence=ConvolutionOptions(width=8, epochs=40))
    train_sight([*generous, *labelled_pages], tmp_path, options)
    extract = extractor("sight", tmp_path)
    assert all(extract(read(page.page)).text == page.text for page in labelled_pages)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| all | 10 |" in card
    assert "home corpora (made)" in card


def _all_text(page: LabelledPage) -> str:
    return "\n".join(block.text for block in read(page.page).blocks)


def test_pages_of_too_few_sites_cannot_train(
    labelled_pages: list[LabelledPage], tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match="1 pages have gold text"):
        train_sight(labelled_pages[:1], tmp_path, OPTIONS)


@pytest.mark.parametrize(
    ("html", "text", "reason"),
    [
        ("<p>Words of a page.</p>", "", "without gold text"),
        ("", "Words of a page.", "which hold no HTML"),
        ("<p>Words of a page.</p>", "Others altogether", "no block of which is in their gold"),
    ],
)
def test_pages_that_cannot_be_used_are_reported(
    labelled_pages: list[LabelledPage],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    html: str,
    text: str,
    reason: str,
) -> None:
    useless = LabelledPage("useless-7", Page("", html), "s.example", text=text, source="made")
    with caplog.at_level(logging.WARNING):
        train_sight([*labelled_pages, useless], tmp_path, OPTIONS)
    assert f"left out 1 pages, {reason}" in caplog.text
    assert "useless-7" in caplog.text


def test_of_many_pages_that_cannot_be_used_ten_are_named(
    labelled_pages: list[LabelledPage], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        examples([replace(labelled_pages[0], id=f"bare-{n}", text="") for n in range(12)])
    assert caplog.text.count("bare-") == 10
    assert "and 2 more" in caplog.text


@pytest.mark.parametrize("broken", ["config.json", WEIGHTS_FILE])
def test_a_broken_folder_is_named(folder: Path, tmp_path: Path, broken: str) -> None:
    for name in ("config.json", WEIGHTS_FILE):
        content = b"not this" if name == broken else (folder / name).read_bytes()
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ModelError, match=str(tmp_path)):
        load_sight(tmp_path)


def test_a_folder_of_another_version_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / WEIGHTS_FILE).write_bytes((folder / WEIGHTS_FILE).read_bytes())
    (tmp_path / "config.json").write_text(json.dumps({"kind": "sight"}))
    with pytest.raises(ModelError, match="another version"):
        load_sight(tmp_path)


def test_a_missing_folder_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="pagesight train sight"):
        load_sight(tmp_path / "nowhere")


HTML = """<html><head><title>On rivers</title></head><body><nav><a href="/">Home</a></nav><article>
<h1>On rivers</h1><p>The river rose again on Tuesday night, and the lower town is under water.</p>
<p>Nobody was hurt; the school hall serves as a shelter until the end of the week.</p></article>
<footer><a href="/privacy">Privacy policy</a></footer></body></html>"""


@pytest.mark.parametrize("html", [HTML, "x", "<ul><li>a<li>b</ul>", "<p>河水昨晚再次上涨。</p>"])
def test_the_packaged_labeler_keeps_some_blocks_of_any_page_in_order(html: str) -> None:
    document = read(Page("https://a.example/", html))
    extraction = extractor("sight")(document)
    orders = [block.order for block in extraction.blocks]
    assert extraction.blocks
    assert orders == sorted(set(orders))
    assert set(orders) <= set(range(len(document.blocks)))
    assert len(extraction.probabilities) == len(extraction.blocks)
    assert 0 <= (extraction.expected_quality or 0) <= 1


def test_the_packaged_labeler_reads_an_article() -> None:
    text = extractor("sight")(read(Page("https://a.example/", HTML))).text
    assert "Nobody was hurt" in text
    assert "Privacy" not in text


def test_what_a_page_says_of_itself_to_machines_changes_nothing() -> None:
    stated = """<meta property="og:type" content="article"><script type="application/ld+json">
{"@type": ["NewsArticle"], "articleBody": "Nobody was hurt; the school hall serves as a shelter"}
</script></head>"""
    plain, typed = (
        extractor("sight")(read(Page("https://a.example/", html)))
        for html in (HTML, HTML.replace("</head>", stated))
    )
    assert typed.page_probabilities == plain.page_probabilities


def test_a_page_without_text_has_no_blocks_and_no_quality() -> None:
    extraction = extractor("sight")(read(Page("https://a.example/", "<body></body>")))
    assert extraction.blocks == ()
    assert extraction.expected_quality == 0


def test_a_selection_that_keeps_nothing_has_no_quality(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "select", lambda features, _: nothing_of(features))
    forecast = load_sight().label(read(Page("https://a.example/", HTML))).forecast
    assert forecast is not None
    assert forecast.expected_quality == 0


def test_the_labeler_gives_every_block_a_probability() -> None:
    document = read(Page("https://a.example/", HTML))
    labels = load_sight().label(document)
    assert labels.blocks == document.blocks
    assert ((labels.probabilities >= 0) & (labels.probabilities <= 1)).all()


_LINKS = [
    "About us", "Contact us", "Careers at the company", "Terms of use", "Privacy policy",
    "Cookie settings", "Shipping and delivery", "Returns and refunds", "Track your order",
    "Gift cards", "Store finder", "Affiliate programme", "Sitemap", "Accessibility statement",
    "Modern slavery statement", "Supplier code of conduct", "Corporate responsibility",
    "Legal notice and imprint", "Intellectual property protection", "Report a suspicious activity",
]  # fmt: skip
FRAME = f"""<html><head><title>Shop</title></head><body><div id="app"></div>
<footer class="site-footer"><ul class="footer-links">
{"".join(f'<li><a href="/{number}">{link}</a></li>' for number, link in enumerate(_LINKS * 2))}
</ul><p class="copyright">© 2025 Shop Ltd. All rights reserved.</p></footer></body></html>"""


def test_a_page_of_links_alone_is_read_as_a_list_of_them() -> None:
    # The frame around a text that scripts have yet to load looks the same: rendering tells.
    extraction = extractor("sight")(read(Page("https://a.example/item/7", FRAME)))
    assert [block.text for block in extraction.blocks] == _LINKS * 2
