import pickle
from pathlib import Path

import pytest
import timm
import torch
import torchvision

from pagesight.vision.errors import WeightsError
from pagesight.vision.screenshot.efficientnet import efficientnet_layers
from pagesight.vision.screenshot.pretrained import (
    EFFICIENTNETS,
    efficientnet_state,
    read_arrays,
    squeezenet_features,
)


def test_the_packages_arrays_are_read_and_fit_the_network() -> None:
    state = squeezenet_features()
    assert state["0.weight"].shape == (64, 3, 3, 3)
    torchvision.models.squeezenet1_1(weights=None).features.load_state_dict(state)


@pytest.mark.parametrize("family", EFFICIENTNETS)
def test_folded_layers_give_what_the_packaged_network_gives(family: str) -> None:
    net = timm.create_model(family).eval()
    net.load_state_dict(efficientnet_state(family, net.state_dict()))
    layers = efficientnet_layers(family, pretrained=True)
    pictures = torch.rand(1, 3, 96, 64, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        expected = net.blocks(net.bn1(net.conv_stem(pictures)))
        assert torch.allclose(layers(pictures), expected, atol=1e-3)


def test_weights_of_another_network_are_refused() -> None:
    other = timm.create_model("tf_efficientnet_lite1").state_dict()
    with pytest.raises(WeightsError, match="does not fit tf_efficientnet_lite0"):
        efficientnet_state("tf_efficientnet_lite0", other)


def test_a_pickle_that_would_run_something_is_refused() -> None:
    class Attack:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return Path, ("/",)

    with pytest.raises(WeightsError, match="only numpy arrays are read"):
        read_arrays(pickle.dumps({"conv1": Attack()}))


@pytest.mark.parametrize("broken", [b"", b"nonsense"])
def test_what_is_no_pickle_is_refused(broken: bytes) -> None:
    with pytest.raises(WeightsError, match="not a pickle of arrays"):
        read_arrays(broken)
