"""MultiBoilerNet (Wu and Chang, National Central University): tag path and multilingual text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pagesight.extract.features.text import count_texts, text_columns
from pagesight.extract.models.folder import load_model, model_folder, save_model
from pagesight.extract.page.blocks import Block
from pagesight.extract.papers.sequence.boilernet import (
    CountVocabulary,
    LeafLabeler,
    count_vectors,
    path_tags,
)
from pagesight.extract.papers.sequence.encoders import EncoderConfig, text_encoder
from pagesight.extract.papers.sequence.network import (
    NOT_COUNTED,
    BiLstm,
    LeafBatch,
    LeafNetwork,
    as_arrays,
    load_weights,
    weighted_loss,
)

KIND = "multiboilernet"
CACHE_FILE = "vectors.sqlite"

# Depth is counted in tens of levels, else its squared error, 50 times the cross-entropy at first,
# is all that is learnt (CleanEval, dev: the loss falls, the content head stays at chance).
_DEPTH_UNIT = 10.0
_LOGARITHMS = ("chars", "words", "unlinked", "ends", "commas")
_SHARES = ("links", "digits", "capitals", "marks", "commas_each")
_ENDS = tuple(".!?…。！？｡؟।")
_COLONS = (":", "：")
_LONGEST_WORD = 20  # letters, so that measures stay about 1; by hand

MEASURES = len(_LOGARITHMS) + len(_SHARES) + 11


@dataclass(frozen=True, slots=True)
class MultiBoilerNetConfig:
    """Sizes and rates of the network (section IV.A of the paper)."""

    tags: int = 50
    dense: int = 256
    hidden: int = 256
    dropout: float = 0.1
    recurrent_dropout: float = 0.01
    depth_weight: float = 0.5  # alpha of eq. 4; 0 leaves the auxiliary task out
    measured: int = 0  # width for `leaf_measures` beside the two vectors; the paper has none
    encoder: EncoderConfig = field(default_factory=EncoderConfig)


class MultiBoilerNet(LeafNetwork):
    """Tag vector and text vector of each leaf, two BiLSTMs, and a head for each of two tasks."""

    kind = KIND

    def __init__(
        self, tag_slots: CountVocabulary, config: MultiBoilerNetConfig, cache: Path | None = None
    ) -> None:
        """Make an untrained network; `cache` is the file of a frozen encoder's vectors."""
        super().__init__()
        self.config = config
        self.tag_slots = tag_slots
        self.encoder = text_encoder(config.encoder, cache)
        self.tag_dense = nn.Linear(len(tag_slots), config.dense)
        self.measure_dense = nn.Linear(MEASURES, config.measured) if config.measured else None
        self.lstm = BiLstm(
            config.dense + config.measured + self.encoder.dimensions,
            config.hidden,
            config.dropout,
            config.recurrent_dropout,
        )
        self.content_head = nn.Linear(2 * config.hidden, 1)
        self.depth_head = nn.Linear(2 * config.hidden, 1)

    @classmethod
    def untrained(
        cls,
        pages: Iterable[Sequence[Block]],
        config: MultiBoilerNetConfig = MultiBoilerNetConfig(),
        cache: Path | None = None,
    ) -> "MultiBoilerNet":
        """Make a network whose tag vocabulary is that of `pages`, the training pages' leaves."""
        counts = Counter(tag for blocks in pages for block in blocks for tag in path_tags(block))
        return cls(CountVocabulary.most_common(counts, config.tags), config, cache)

    def inputs(self, blocks: Sequence[Block]) -> tuple[Tensor, Tensor, Tensor]:
        """Return tag counts, measures and the encoder's numbers of a page's leaves, (leaves, ...).

        The measures go unread where the configuration has no room for them.
        """
        tag_vectors = count_vectors(self.tag_slots, map(path_tags, blocks))
        texts = self.encoder.prepare([block.text for block in blocks])
        return torch.from_numpy(tag_vectors), torch.from_numpy(leaf_measures(blocks)), texts

    def forward(self, batch: LeafBatch) -> Tensor:
        """Return the logit of being content, (pages, leaves)."""
        logits: Tensor = self.content_head(self._states(batch)).squeeze(-1)
        return logits

    def loss(self, batch: LeafBatch, class_weights: Tensor) -> Tensor:
        """Return (1 - alpha) cross-entropy + alpha squared error of the depth (eq. 4).

        A leaf's depth is the number of tags on its path, the sum of its tag vector (eq. 3).
        """
        states = self._states(batch)
        content: Tensor = self.content_head(states).squeeze(-1)
        content_loss = weighted_loss(content, batch.labels, class_weights)
        alpha = self.config.depth_weight
        depth = batch.inputs[0].sum(dim=-1) / _DEPTH_UNIT
        errors = (self.depth_head(states).squeeze(-1) - depth)[batch.labels != NOT_COUNTED]
        depth_loss: Tensor = errors.square().sum() / max(1, len(errors))
        return (1 - alpha) * content_loss + alpha * depth_loss

    def save(self, folder: Path, card: str = "") -> None:
        """Write the model folder; a frozen encoder is named in it, not copied."""
        config = {"kind": KIND, "network": asdict(self.config), "tags": self.tag_slots.names}
        save_model(folder, config, as_arrays(self), card)

    def _states(self, batch: LeafBatch) -> Tensor:
        """Return the BiLSTMs' states, (pages, leaves, 2 * hidden)."""
        tag_vectors, measures, prepared = batch.inputs
        parts = [torch.relu(self.tag_dense(tag_vectors)), self.encoder(prepared)]
        if self.measure_dense is not None:
            parts.append(torch.relu(self.measure_dense(measures)))
        states: Tensor = self.lstm(torch.cat(parts, dim=-1), batch.lengths)
        return states


def load(model: Path | None = None) -> LeafLabeler:
    """Return the labeler of a model folder, by default the packaged one. Raises ModelError.

    Where training left a frozen encoder's vectors in the folder, that file is used and grows.
    """
    folder = model or model_folder(KIND)
    stored = load_model(folder, KIND)
    sizes = dict(stored.config["network"])
    config = MultiBoilerNetConfig(**{**sizes, "encoder": EncoderConfig(**sizes["encoder"])})
    cache = folder / CACHE_FILE
    network = MultiBoilerNet(
        CountVocabulary(stored.config["tags"]), config, cache if cache.is_file() else None
    )
    return LeafLabeler(load_weights(network, stored.tensors, folder))


def leaf_measures(blocks: Sequence[Block]) -> NDArray[np.float32]:
    """Return the measures of a page's leaves, (leaves, MEASURES), each about 0 to 3."""
    if not blocks:
        return np.zeros((0, MEASURES), np.float32)
    texts = [block.text for block in blocks]
    link_chars = np.array([block.link_chars for block in blocks], np.int64)
    columns = text_columns(count_texts(texts, link_chars))
    counts = Counter(texts)
    apart = _levels_apart(blocks)
    places = [tuple(ancestor.tag for ancestor in block.ancestors) for block in blocks]
    alike = Counter(places)
    measures = [
        *(np.log1p(np.maximum(columns[name], 0)) / 3 for name in _LOGARITHMS),
        *(columns[name] for name in _SHARES),
        np.array([text.endswith(_ENDS) for text in texts]),
        np.array([text.endswith(_COLONS) for text in texts]),
        np.array(["©" in text or "(c)" in text.lower() for text in texts]),
        np.array([counts[text] > 1 for text in texts]),
        (np.arange(len(texts)) + 0.5) / len(texts),
        np.minimum(columns["word_length"], _LONGEST_WORD) / 10,
        np.log1p(apart[:-1]),  # from the leaf before
        np.log1p(apart[1:]),  # from the leaf after
        np.array([len(place) for place in places]) / 10,
        np.log1p([alike[place] for place in places]) / 3,
        np.array([alike[place] for place in places]) / len(texts),
    ]
    return np.stack(measures, axis=1).astype(np.float32)


def _levels_apart(blocks: Sequence[Block]) -> NDArray[np.int64]:
    """Return how many elements are closed and opened between neighbours, (leaves + 1,).

    Before the first leaf and after the last it is the depth of that leaf.
    """
    steps = [block.path.split("/")[1:] for block in blocks]
    between = [len(left) + len(right) - 2 * _shared(left, right) for left, right in pairwise(steps)]
    return np.array([len(steps[0]), *between, len(steps[-1])], np.int64)


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many steps two paths have in common from the root."""
    return next(
        (depth for depth, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )
