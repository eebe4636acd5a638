import pickle
from pathlib import Path

import pytest
import torchvision

from pagesight.vision.errors import WeightsError
from pagesight.vision.screenshot.pretrained import read_arrays, squeezenet_features


def test_the_packages_arrays_are_read_and_fit_the_network() -> None:
    state = squeezenet_features()
    assert state["0.weight"].shape == (64, 3, 3, 3)
    torchvision.models.squeezenet1_1(weights=None).features.load_state_dict(state)


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
