"""BoilerNet (Leonhardt, Anand and Khosla, WWW 2020): tags and words of each leaf, two BiLSTMs.

Leaves are the text nodes of a page in document order (section 3.1).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
from lxml.html import HtmlElement
from numpy.typing import NDArray
from torch import Tensor, nn

from pagesight.extract.labelers.extractor import Labels
from pagesight.extract.models.folder import load_model, model_folder, save_model
from pagesight.extract.page.blocks import Ancestor, Block, block_of
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import MAX_DEPTH
from pagesight.extract.papers.sequence.network import (
    BiLstm,
    LeafBatch,
    LeafNetwork,
    as_arrays,
    load_weights,
    probabilities,
    weighted_loss,
)
from pagesight.extract.text.tokens import tokens

# Subtrees without leaves, as BoilerNet's net/preprocess.py has them.
IGNORED_TAGS = frozenset(
    {"head", "iframe", "script", "meta", "link", "style", "input", "checkbox", "button", "noscript"}
)
KIND = "boilernet"
_find_marks = re.compile(r"[^\w\s]").findall


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text node stands: in which element."""

    path: str
    ancestors: tuple[Ancestor, ...]
    in_link: bool


def leaves(tree: HtmlElement) -> tuple[Block, ...]:
    """Return a block for each text node that is more than white space, in document order.

    The reference wraps each leaf of a training page in a `span` that is then counted as an
    ancestor, though not in pages it labels later; here no page has that span. It parses with
    html5lib; here the tree is that of `pagesight.extract.page.dom.parse`, which drops comments.
    """
    nodes = enumerate(_text_nodes(tree))
    return tuple(
        block_of(
            text,
            place.ancestors[-1].tag,
            order,
            path=place.path,
            ancestors=place.ancestors,
            link_chars=len(text) if place.in_link else 0,
        )
        for order, (text, place) in nodes
    )


def _text_nodes(root: HtmlElement) -> Iterator[tuple[str, _Place]]:
    """Yield the text nodes under `root`; a loop, not recursion, since pages nest without limit."""
    nowhere = _Place("", (), False)
    stack: list[tuple[HtmlElement | str, _Place]] = [(root, _child(root, nowhere, ""))]
    while stack:
        node, place = stack.pop()
        if isinstance(node, str):
            text = " ".join(node.split())
            if text:
                yield text, place
        elif node.tag not in IGNORED_TAGS:
            stack.extend(reversed(_inside(node, place)))


def _inside(element: HtmlElement, place: _Place) -> list[tuple[HtmlElement | str, _Place]]:
    """Return what stands in an element, in order: texts and elements, each with its place."""
    parts: list[tuple[HtmlElement | str, _Place]] = [(element.text or "", place)]
    counts: Counter[str] = Counter()
    for child in element:
        if isinstance(child.tag, str):  # else a comment or an entity of a tree made elsewhere
            counts[child.tag] += 1
            parts.append((child, _child(child, place, f"[{counts[child.tag]}]")))
        parts.append((child.tail or "", place))
    return parts


def _child(element: HtmlElement, parent: _Place, number: str) -> _Place:
    """Return the place inside `element`, whose number among its like is in brackets, as in XPath.

    Elements nested deeper than MAX_DEPTH are left out, as they are of the document's blocks.
    """
    tag = str(element.tag)
    if len(parent.ancestors) >= MAX_DEPTH:
        return replace(parent, in_link=parent.in_link or tag == "a")
    classes = tuple((element.get("class") or "").split())
    ancestor = Ancestor(tag, classes, element.get("id") or "")
    return _Place(
        path=f"{parent.path}/{tag}{number}",
        ancestors=(*parent.ancestors, ancestor),
        in_link=parent.in_link or tag == "a",
    )


class CountVocabulary:
    """The names that have a slot of their own; slot 0 counts all the others."""

    def __init__(self, names: Sequence[str]) -> None:
        """Number the names from 1 in the order given."""
        self.names = tuple(names)
        self._slots = {name: slot for slot, name in enumerate(self.names, start=1)}

    @classmethod
    def most_common(cls, counts: Counter[str], size: int) -> "CountVocabulary":
        """Return the `size` most frequent names, in alphabetical order; ties go by the alphabet."""
        ranked = sorted(counts, key=lambda name: (-counts[name], name))
        return cls(sorted(ranked[:size]))

    def __len__(self) -> int:
        """Return how many slots a vector has, the unknown one included."""
        return len(self.names) + 1

    def vector(self, names: Iterable[str]) -> NDArray[np.float32]:
        """Return how often each slot's name occurs, (slots,).

        Slot 0 sums all unknown names. (The reference assigns it the count of the last unknown
        name only, an accident: its browser extension sums.)
        """
        counts = np.zeros(len(self), np.float32)
        for name in names:
            counts[self._slots.get(name, 0)] += 1
        return counts


def words(block: Block) -> list[str]:
    """Return a leaf's lower-cased words and its punctuation marks.

    The reference uses NLTK's `word_tokenize`, whose punkt data must be downloaded; this is a
    regular expression instead. Characters of scripts without spaces are a word each, so that the
    unknown slot grows with the length of, say, a Chinese sentence as with that of a Greek one.
    """
    return tokens(block.text) + _find_marks(block.text)


def path_tags(block: Block) -> list[str]:
    """Return the tags of all ancestors of a leaf, from `html` to its parent."""
    return [ancestor.tag for ancestor in block.ancestors]


def count_vectors(vocabulary: CountVocabulary, leaves: Iterable[list[str]]) -> NDArray[np.float32]:
    """Return a count vector for each leaf's names, (leaves, slots)."""
    rows = [vocabulary.vector(names) for names in leaves]
    return np.stack(rows) if rows else np.zeros((0, len(vocabulary)), np.float32)


@dataclass(frozen=True, slots=True)
class BoilerNetConfig:
    """Sizes of the network (sections 3.1, 3.2 and 4.2 of the paper)."""

    words: int = 1000
    tags: int = 50
    dense: int = 256
    hidden: int = 256
    dropout: float = 0.5  # after the second LSTM


class BoilerNet(LeafNetwork):
    """The network of Figure 2, and the vocabularies that its input vectors count."""

    kind = KIND

    def __init__(
        self, word_slots: CountVocabulary, tag_slots: CountVocabulary, config: BoilerNetConfig
    ):
        """Make an untrained network."""
        super().__init__()
        self.config = config
        self.word_slots = word_slots
        self.tag_slots = tag_slots
        self.dense = nn.Linear(len(word_slots) + len(tag_slots), config.dense)
        self.lstm = BiLstm(config.dense, config.hidden)
        self.dropout = nn.Dropout(config.dropout)
        self.head = nn.Linear(2 * config.hidden, 1)

    @classmethod
    def untrained(
        cls, pages: Iterable[Sequence[Block]], config: BoilerNetConfig = BoilerNetConfig()
    ) -> "BoilerNet":
        """Make a network whose vocabularies are those of `pages`: the training pages' leaves only.

        The reference counts the vocabulary over the test pages too.
        """
        word_counts: Counter[str] = Counter()
        tag_counts: Counter[str] = Counter()
        for blocks in pages:
            for block in blocks:
                word_counts.update(words(block))
                tag_counts.update(path_tags(block))
        word_slots = CountVocabulary.most_common(word_counts, config.words)
        return cls(word_slots, CountVocabulary.most_common(tag_counts, config.tags), config)

    def inputs(self, blocks: Sequence[Block]) -> tuple[Tensor]:
        """Return the vectors of a page's leaves, (leaves, word slots + tag slots), raw counts."""
        word_vectors = count_vectors(self.word_slots, map(words, blocks))
        tag_vectors = count_vectors(self.tag_slots, map(path_tags, blocks))
        vectors = np.concatenate([word_vectors, tag_vectors], axis=1)
        return (torch.from_numpy(vectors.astype(np.float16)),)  # counts: exact up to 2,048

    def forward(self, batch: LeafBatch) -> Tensor:
        """Return the logit of being content, (pages, leaves)."""
        (vectors,) = batch.inputs  # (pages, leaves, slots)
        states = self.lstm(torch.relu(self.dense(vectors.float())), batch.lengths)
        logits: Tensor = self.head(self.dropout(states)).squeeze(-1)
        return logits

    def loss(self, batch: LeafBatch, class_weights: Tensor) -> Tensor:
        """Return the weighted binary cross-entropy (section 4.2)."""
        return weighted_loss(self(batch), batch.labels, class_weights)

    def save(self, folder: Path, card: str = "") -> None:
        """Write the model folder."""
        config = {
            "kind": KIND,
            "network": asdict(self.config),
            "words": self.word_slots.names,
            "tags": self.tag_slots.names,
        }
        save_model(folder, config, as_arrays(self), card)


class LeafLabeler:
    """Labels the text leaves of a page with a trained network."""

    def __init__(self, network: LeafNetwork) -> None:
        """Wrap a trained network."""
        self.name = network.kind
        self._network = network.eval()

    def label(self, document: Document) -> Labels:
        """Return the page's leaves with their probabilities of being content."""
        blocks = leaves(document.tree)
        return Labels(blocks, probabilities(self._network, self._network.inputs(blocks)))


def load(model: Path | None = None) -> LeafLabeler:
    """Return the labeler of a model folder, by default the packaged one. Raises ModelError."""
    folder = model or model_folder(KIND)
    stored = load_model(folder, KIND)
    network = BoilerNet(
        CountVocabulary(stored.config["words"]),
        CountVocabulary(stored.config["tags"]),
        BoilerNetConfig(**stored.config["network"]),
    )
    return LeafLabeler(load_weights(network, stored.tensors, folder))
