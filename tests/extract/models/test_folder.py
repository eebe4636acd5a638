"""Model folders."""

from pathlib import Path

import numpy as np
import pytest

from pagesight.extract.errors import ModelError
from pagesight.extract.models.folder import load_model, model_folder, save_model

TENSORS = {"weight": np.array([[0.5, -2.0]], np.float32), "counts": np.array([3, 70000])}


def test_a_model_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    save_model(tmp_path, {"kind": "k", "names": ["ä"]}, TENSORS, card="# A card")
    model = load_model(tmp_path, "k")
    assert model.config == {"kind": "k", "names": ["ä"]}
    assert model.tensors["weight"].dtype == np.float32
    np.testing.assert_array_equal(model.tensors["weight"], TENSORS["weight"])
    np.testing.assert_array_equal(model.tensors["counts"], TENSORS["counts"])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "README.md", "config.json", "weights.safetensors",
    ]  # fmt: skip


def test_who_may_read_a_models_folder_may_read_its_weights(tmp_path: Path) -> None:
    save_model(tmp_path, {"kind": "k"}, TENSORS)
    modes = {path.stat().st_mode for path in tmp_path.iterdir()}
    assert len(modes) == 1


def test_a_missing_model_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="pagesight train k"):
        load_model(tmp_path / "none", "k")
    (tmp_path / "file").touch()
    with pytest.raises(ModelError, match="file"):
        load_model(tmp_path / "file", "k")


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    save_model(tmp_path, {"kind": "other"}, TENSORS)
    with pytest.raises(ModelError, match="'other'"):
        load_model(tmp_path, "k")


@pytest.mark.parametrize("file", ["config.json", "weights.safetensors"])
def test_a_broken_file_is_an_error_that_names_the_folder(file: str, tmp_path: Path) -> None:
    save_model(tmp_path, {"kind": "k"}, TENSORS)
    (tmp_path / file).write_bytes(b"{")
    with pytest.raises(ModelError, match=str(tmp_path)):
        load_model(tmp_path, "k")


def test_a_model_that_is_not_packaged_says_how_to_make_one() -> None:
    with pytest.raises(ModelError, match=r"no k model.*pagesight train k"):
        model_folder("k")
