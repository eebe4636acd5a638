"""Between torch modules and the numpy arrays of model folders; and a page's probabilities."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pagesight.extract.errors import ModelError
from pagesight.extract.papers.sequence.network import NOT_COUNTED, LeafExample, batched

Module = TypeVar("Module", bound=nn.Module)


def as_arrays(module: nn.Module) -> Mapping[str, NDArray[Any]]:
    """Return the module's weights by name."""
    return {name: tensor.detach().cpu().numpy() for name, tensor in module.state_dict().items()}


def load_weights(module: Module, tensors: Mapping[str, NDArray[Any]], folder: Path) -> Module:
    """Return the module with these weights. Raises ModelError, naming `folder`, if they misfit."""
    try:
        module.load_state_dict({name: torch.from_numpy(array) for name, array in tensors.items()})
    except RuntimeError as error:
        raise ModelError(f"the weights in {folder} do not fit its config.json: {error}") from error
    return module


@torch.inference_mode()
def probabilities(network: nn.Module, inputs: tuple[Tensor, ...]) -> NDArray[np.float32]:
    """Return the probability of being content of each leaf of one page, (leaves,)."""
    count = len(inputs[0])
    if count == 0:
        return np.zeros(0, np.float32)
    device = next(network.parameters()).device
    batch = batched([LeafExample(inputs, torch.full((count,), NOT_COUNTED))], device)
    page: NDArray[np.float32] = torch.sigmoid(network(batch))[0].cpu().numpy()
    return page
