"""Train Web2Text from labelled pages (Vogels et al. 2018, sections 3.5 and 4.1)."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import torch
from torch import Tensor

from pagesight.datasets.schema import LabelledPage, licence
from pagesight.extract.errors import ParseError, TrainingError
from pagesight.extract.models.folder import save_model
from pagesight.extract.page.document import read
from pagesight.extract.papers.sequence.fit import split_off_validation
from pagesight.extract.papers.web2text.collapsed_dom import CollapsedDom, collapse
from pagesight.extract.papers.web2text.features import BLOCK_FEATURES, EDGE_FEATURES
from pagesight.extract.papers.web2text.fit import (
    NOT_COUNTED,
    Items,
    LabelingTask,
    Web2TextOptions,
    fit,
)
from pagesight.extract.papers.web2text.model import EDGE_WEIGHT, KIND, page_features
from pagesight.extract.papers.web2text.network import ConvolutionStack
from pagesight.extract.training.gold.labels import gold_labels
from pagesight.extract.training.state import Progress


def web2text_card(
    train: Sequence[LabelledPage],
    validation: Sequence[LabelledPage],
    options: Web2TextOptions,
    progress: Mapping[str, Progress],
) -> str:
    """Return the model folder's README.md; `progress` is by network, `blocks` and `edges`."""
    licences = {page.source: licence(page) for page in (*train, *validation)}
    counts = Counter(page.source for page in (*train, *validation))
    rows = "\n".join(f"| {name} | {counts[name]} | {licences[name]} |" for name in counts)
    return f"""# web2text

Labels the leaves of a web page's collapsed DOM as content or boilerplate: two small convolutional
networks, over blocks and over edges, and Viterbi's algorithm (Vogels et al., ECIR 2018).

| corpus | pages | licence |
|---|---|---|
{rows}

- Split: {len(train)} pages train, {len(validation)} of other sites choose the weights.
- Validation: F1 of content {progress["blocks"].best_score:.3f} (blocks alone), accuracy of the
  label pairs {progress["edges"].best_score:.3f}.
- Options: `{options}`
- Made on {date.today().isoformat()} by `pagesight train web2text --data FILE... --out DIR`,
  seed {options.seed}. Weights in half precision; licence as the project's.
- Limits: what counts as content is what the gold of the corpora above says. The stopwords are
  English; pages in other languages are labelled by shape alone.
"""


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Page:
    """What the two networks learn from a page."""

    blocks: Items
    edges: Items


def train_web2text(
    pages: Sequence[LabelledPage], out: Path, options: Web2TextOptions | None = None
) -> None:
    """Write a Web2Text model folder. Raises TrainingError if too few pages have gold."""
    options = options or Web2TextOptions()
    train_pages, validation_pages = split_off_validation(pages, options.seed)
    train, validation = _labelled(train_pages), _labelled(validation_pages)
    if not train or not validation:
        raise TrainingError(
            f"{len(train)} training and {len(validation)} validation pages have gold and text; "
            "at least one of each is needed, of different sites"
        )
    torch.manual_seed(options.seed)
    networks = {
        "blocks": ConvolutionStack(BLOCK_FEATURES, classes=2),
        "edges": ConvolutionStack(EDGE_FEATURES, classes=4),
    }
    tasks = _tasks(train, validation, options.patch_length)
    progress = {
        name: fit(network, tasks[name], options, out / f"checkpoint-{name}")
        for name, network in networks.items()
    }
    tensors = {
        f"{name}.{key}": value.numpy()
        for name, network in networks.items()
        for key, value in network.state_dict().items()
    }
    card = web2text_card(train_pages, validation_pages, options, progress)
    save_model(out, {"kind": KIND, "edge_weight": EDGE_WEIGHT}, tensors, card)


def _tasks(
    train: Sequence[_Page], validation: Sequence[_Page], patch_length: int
) -> Mapping[str, LabelingTask]:
    """Return what each network has to learn. The reference chooses by these two criteria."""
    blocks = [page.blocks for page in train], [page.blocks for page in validation]
    edges = [page.edges for page in train], [page.edges for page in validation]
    return {
        "blocks": LabelingTask(*blocks, criterion=_content_f1, patch_length=patch_length),
        "edges": LabelingTask(*edges, criterion=_accuracy, patch_length=patch_length - 1),
    }


def _labelled(pages: Sequence[LabelledPage]) -> list[_Page]:
    """Return features and gold labels of the pages that have any."""
    found = []
    for page in pages:
        try:
            dom = collapse(read(page.page, page.id))
        except ParseError as error:
            _log.warning("left out %s", error)
            continue
        labels = gold_labels(page, dom.leaves)
        if dom.leaves and labels is not None:
            found.append(_page(dom, torch.from_numpy(labels).long()))
    return found


def _page(dom: CollapsedDom, labels: Tensor) -> _Page:
    features = page_features(dom)
    return _Page(
        Items(torch.from_numpy(features.blocks), labels),
        Items(torch.from_numpy(features.edges), _edge_classes(labels)),
    )


def _edge_classes(classes: Tensor) -> Tensor:
    """Return 0 to 3 for the label pairs 00, 01, 10, 11; NOT_COUNTED where either label is."""
    left, right = classes[:-1], classes[1:]
    known = (left != NOT_COUNTED) & (right != NOT_COUNTED)
    return torch.where(known, 2 * left + right, NOT_COUNTED)


def _content_f1(truth: Tensor, found: Tensor) -> float:
    both = int((truth * found).sum())
    return 2 * both / max(1, int(truth.sum() + found.sum()))


def _accuracy(truth: Tensor, found: Tensor) -> float:
    return float((truth == found).float().mean())
