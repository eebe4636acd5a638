"""The perplexity filter and its language models."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ModelError, NoTextError, TrainingError
from pagesight.extract.extraction import Extraction, page_handle
from pagesight.extract.page.blocks import Block, block_of
from pagesight.extract.page.document import read
from pagesight.extract.papers.perplexity.model import (
    PerplexityModel,
    filter_extraction,
    filter_text,
    language_tokens,
    load,
    load_perplexity,
    ngram_numbers,
    score_text,
    sentences,
    strip_tags,
    token_numbers,
)
from pagesight.extract.papers.perplexity.train import (
    PerplexityOptions,
    perplexity_model,
    train_perplexity,
)
from pagesight.render.page import Page

TEXT = "The cat sat. The cat ran. The dog sat."
FLOOR = 1e-6


def trained(text: str = TEXT, order: int = 2) -> PerplexityModel:
    return perplexity_model([(text, "en")], PerplexityOptions(order=order, min_counts=(1, 1, 1)))


def block(text: str, tag: str = "p") -> Block:
    return replace(block_of(text, tag), rewritten=f"*{text}*")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't  stop!", ["don", "'", "t", "stop", "!"]),
        ("In 1984", ["in", "0000"]),
        ("ÉTÉ über", ["été", "über"]),
        ("我们 と abc猫", ["我", "们", "と", "abc", "猫"]),
        ("…😀", ["…", "😀"]),
        ("", []),
    ],
)
def test_tokens_are_words_marks_and_single_characters_of_scripts_without_spaces(
    text: str, expected: list[str]
) -> None:
    assert language_tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Dr. Smith left. He ran.", "en", ("Dr. Smith left.", "He ran.")),
        ("Der 3. Oktober ist frei. Gut.", "de", ("Der 3. Oktober ist frei.", "Gut.")),
        ("河水上涨。城区被淹！", "zh", ("河水上涨。", "城区被淹！")),
        ("Home\nAbout us\n\n", "", ("Home", "About us")),
    ],
)
def test_sentences_end_as_their_language_has_it_and_at_line_breaks(
    text: str, language: str, expected: tuple[str, ...]
) -> None:
    assert sentences(text, language) == expected


def test_ngrams_in_another_order_have_another_number() -> None:
    ab, ba = (
        ngram_numbers(token_numbers(["a", "b"]), 2),
        ngram_numbers(token_numbers(["b", "a"]), 2),
    )
    assert ab != ba
    assert len(ngram_numbers(token_numbers(["a"]), 3)) == 0


def test_perplexity_is_that_of_the_interpolated_bigrams() -> None:
    # 12 tokens: the x 3, cat x 2, sat x 2, ran, dog, "." x 3; "the" begins all three sentences.
    chances = [
        0.8 * 3 / 3 + 0.2 * 3 / 12 + FLOOR,  # the, after the start
        0.8 * 2 / 3 + 0.2 * 2 / 12 + FLOOR,  # cat, after the
        0.8 * 1 / 2 + 0.2 * 2 / 12 + FLOOR,  # sat, after cat
        0.8 * 2 / 2 + 0.2 * 3 / 12 + FLOOR,  # ".", after sat
    ]
    expected = float(np.prod(chances)) ** (-1 / 4)
    assert trained().perplexities(["The cat sat."]) == pytest.approx([expected], rel=0.04)


def test_perplexity_is_that_of_the_interpolated_trigrams() -> None:
    chances = [
        0.6 * 1 + 0.3 * 1 + 0.1 * 3 / 12 + FLOOR,
        0.6 * 2 / 3 + 0.3 * 2 / 3 + 0.1 * 2 / 12 + FLOOR,  # start, the, cat
        0.6 * 1 / 2 + 0.3 * 1 / 2 + 0.1 * 1 / 12 + FLOOR,  # the, cat, ran
    ]
    expected = float(np.prod(chances)) ** (-1 / 3)
    assert trained(order=3).perplexities(["The cat ran"]) == pytest.approx([expected], rel=0.04)


def test_unknown_words_and_no_words_are_as_strange_as_can_be() -> None:
    assert trained().perplexities(["xyzzy plugh", ""]) == pytest.approx([1e6, 1e6])
    assert len(trained().perplexities([])) == 0


@given(st.lists(st.text(max_size=20), max_size=6))
def test_a_sentence_is_as_strange_alone_as_among_others(lines: list[str]) -> None:
    model = trained(order=3)
    alone = [model.perplexities([line])[0] for line in lines]
    assert model.perplexities(lines) == pytest.approx(alone)


@given(st.text(), st.floats(1, 1e7))
def test_the_filter_keeps_a_subsequence_of_the_sentences(text: str, threshold: float) -> None:
    left = iter(sentences(text))
    for kept in sentences(filter_text(text, trained(), threshold)):
        assert any(kept in sentence or sentence in kept for sentence in left)


def test_a_higher_threshold_keeps_more() -> None:
    text = f"{TEXT} The cat xyzzy.\nplugh"
    kept = [filter_text(text, trained(), threshold) for threshold in (2, 10, 1e5, 1e7)]
    assert [len(text) for text in kept] == sorted(len(text) for text in kept)
    assert kept[-1] == text
    assert kept[0] != kept[-1]


def test_an_extraction_loses_sentences_and_blocks_but_no_kept_block_changes() -> None:
    whole, none, part = block("The cat sat."), block("xyzzy plugh"), block("The dog sat. Xyzzy.")
    extraction = Extraction(
        "article",
        (whole, none, part),
        (0.9, 0.8, 0.7),
        page=page_handle(read(Page("", "<title>T</title>"))),
    )
    found = filter_extraction(extraction, trained(), 1000)
    assert [kept.markdown for kept in found.blocks] == ["*The cat sat.*", "The dog sat."]
    assert found.probabilities == (0.9, 0.7)
    assert (found.method, found.metadata) == ("article", extraction.metadata)
    assert found.metadata.title == "T"


def test_blocks_without_text_are_no_strange_sentences() -> None:
    image = replace(block_of("", "img"), rewritten="![a](https://a.example/a.png)")
    extraction = Extraction("article", (image, block("xyzzy plugh")), (0.9, 0.8))
    assert filter_extraction(extraction, trained(), 2).blocks == (image,)


def test_a_models_folder_gives_the_same_model(tmp_path: Path) -> None:
    page = LabelledPage("1", Page("", ""), "a.example", text=TEXT, lang="en", source="own")
    train_perplexity([page], tmp_path, PerplexityOptions(order=3))
    again = load_perplexity(tmp_path)
    expected = perplexity_model([(TEXT, "en")], PerplexityOptions(order=3))
    assert again.perplexities([TEXT]) == pytest.approx(expected.perplexities([TEXT]))
    assert "own" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_packaged_model_separates_prose_from_menus() -> None:
    prose, menu = load_perplexity().perplexities(
        ["The meeting will be held in the town hall on Monday.", "Xhtml Css Sitemap Prev Kontakt"]
    )
    assert prose < 8000 < menu


def test_as_an_extractor_it_strips_tags_and_filters_pages() -> None:
    html = (
        "<title>T</title><body><ul><li>qwzx vbnm</ul>"
        "<p>We will meet in the <b>town hall</b> on Monday.</p><script>var x</script>"
    )
    extraction = load()(read(Page("http://a.example/", html)))
    assert extraction.method == "perplexity"
    assert extraction.text == "We will meet in the town hall on Monday."


def test_it_can_be_the_last_step_of_any_extractor() -> None:
    page = read(Page("http://a.example/", "<p>We will meet on Monday.</p><p>Qwzx vbnm</p>"))
    assert len(strip_tags(page).blocks) == 2
    assert len(filter_extraction(strip_tags(page), load_perplexity()).blocks) == 1
    assert len(filter_extraction(strip_tags(page), load_perplexity(), 1e7).blocks) == 2


def test_bad_models_and_texts_are_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="no words"):
        train_perplexity([], tmp_path)
    with pytest.raises(TrainingError, match="order is 2 or 3, not 5"):
        trained(order=5)
    with pytest.raises(ModelError, match="2 or 3 tables"):
        PerplexityModel([])


def test_the_perplexity_of_a_text_is_that_of_its_tokens_together() -> None:
    model = perplexity_model([(TEXT, "en")], PerplexityOptions(min_counts=(1, 1, 1)))
    score = score_text("The cat sat. The dog ran away.", model)
    first, second = (own for _, own in score.sentences)
    lengths = 4, 5
    bits = lengths[0] * np.log2(first) + lengths[1] * np.log2(second)
    assert [sentence for sentence, _ in score.sentences] == ["The cat sat.", "The dog ran away."]
    assert score.perplexity == pytest.approx(2 ** (bits / sum(lengths)))
    assert first < score.perplexity < second


def test_a_text_without_words_is_an_error_that_names_it() -> None:
    with pytest.raises(NoTextError, match=r"^notes\.txt holds no words"):
        score_text(" \n", load_perplexity(), name="notes.txt")
