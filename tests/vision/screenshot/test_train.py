from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.page.document import read
from pagesight.extract.training.state import TrainingState
from pagesight.render.page import Page
from pagesight.vision.errors import ImageError, WeightsError
from pagesight.vision.predict import load_classifier
from pagesight.vision.screenshot.config import InputConfig, NetConfig, Tap
from pagesight.vision.screenshot.data import usable_pages
from pagesight.vision.screenshot.network import GridNet, build, load_model, save_model
from pagesight.vision.screenshot.optimize import mixed, parameter_groups, schedule
from pagesight.vision.screenshot.train import (
    GenreOptions,
    fit,
    inputs_of,
    logits,
    train_epoch,
    train_genre,
)

NET = NetConfig(
    family="squeezenet1_1",
    input=InputConfig(width=64, height=96),
    taps=(Tap(13, 2, 2),),
    frozen=9,
    hidden=0,
    dropout=0.0,
)
LITE = replace(NET, family="tf_efficientnet_lite0", taps=(Tap(12, 2, 2), Tap(17, 1, 1)), hidden=8)
OPTIONS = GenreOptions(
    net=NET, start="scratch", variants=1, epochs=2, batch=10, warmup=0.0, half=False
)


def test_two_steps_lower_the_loss(pages: list[LabelledPage]) -> None:
    torch.manual_seed(0)
    inputs = inputs_of(pages, OPTIONS)
    net = build(NET)
    optimizer = torch.optim.AdamW(parameter_groups(net, 1e-3, 1.0))
    run = TrainingState(None, net, build(NET), optimizer, "")
    rows = np.arange(len(pages))
    losses = [train_epoch(run, inputs, rows, OPTIONS, epoch=0) for _ in range(3)]
    assert losses[2] < losses[0]


@pytest.mark.parametrize("frozen", [17, 12, 0])
def test_what_is_trained_ends_in_the_same_logits_however_much_is_frozen(frozen: int) -> None:
    torch.manual_seed(0)
    net = build(replace(LITE, frozen=frozen)).eval()
    pictures = torch.rand(2, 3, 96, 64)
    with torch.inference_mode():
        whole = net(pictures)
        assert isinstance(net, GridNet)
        assert torch.allclose(whole, net.classify(net.maps(pictures)), atol=1e-5)
        assert torch.allclose(whole, net.upper(net.lower(pictures)), atol=1e-5)


def test_layers_that_are_frozen_stay_as_they_start(pages: list[LabelledPage]) -> None:
    options = replace(OPTIONS, net=replace(LITE, frozen=17), mixup=0.2)
    inputs = inputs_of(pages, options)
    assert inputs.values.shape == (1, len(pages), 112 * 4 + 320)
    net = fit(inputs, np.arange(len(pages)), np.array([], dtype=np.int64), options)
    torch.manual_seed(options.seed)
    start = build(options.net)
    assert isinstance(net, GridNet)
    assert isinstance(start, GridNet)
    for kept, first in zip(net.features.parameters(), start.features.parameters(), strict=True):
        assert torch.equal(kept, first)


@pytest.mark.parametrize(
    "taps", [(), (Tap(18, 1, 1),), (Tap(17, 1, 1), Tap(12, 1, 1)), (Tap(8, 1, 1), Tap(17, 1, 1))]
)
def test_taps_that_the_layers_do_not_have_are_refused(taps: tuple[Tap, ...]) -> None:
    with pytest.raises(WeightsError, match="cannot be tapped"):
        build(replace(LITE, frozen=12, taps=taps))


def test_mixed_pages_keep_most_of_themselves_and_their_labels() -> None:
    values, shares = torch.eye(6), torch.eye(6)
    found, labels = mixed(values, shares, 0.5, np.random.default_rng(0))
    assert torch.equal(found, labels)
    assert torch.allclose(labels.sum(1), torch.ones(6))
    assert bool((labels.diagonal() >= 0.5).all())
    assert not torch.equal(labels, shares)


def test_training_writes_a_folder_that_predicts(pages: list[LabelledPage], tmp_path: Path) -> None:
    held_out = [replace(page, split="val") for page in pages[:2]]
    train_genre([*held_out, *pages[2:]], tmp_path, OPTIONS)
    prediction = load_classifier("screenshot", tmp_path).predict(read(pages[0].page))
    assert sum(prediction.probabilities.values()) == pytest.approx(1)
    assert prediction.evidence == "screenshot"


def test_pages_of_a_site_that_is_kept_back_are_not_trained_on(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    kept_back = replace(pages[0], split="val")
    sister = replace(pages[1], id="sister", site=kept_back.site)
    train_genre([kept_back, sister, *pages[2:]], tmp_path / "with", OPTIONS)
    train_genre([kept_back, *pages[2:]], tmp_path / "without", OPTIONS)
    first, second = (tmp_path / name / "model.safetensors" for name in ("with", "without"))
    assert first.read_bytes() == second.read_bytes()


def test_a_folder_of_a_finished_run_can_be_trained_anew_on_other_pages(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    train_genre(pages, tmp_path, OPTIONS)
    first = (tmp_path / "model.safetensors").read_bytes()
    train_genre(pages[:6], tmp_path, OPTIONS)
    assert (tmp_path / "model.safetensors").read_bytes() != first
    train_genre(pages, tmp_path, OPTIONS)
    assert (tmp_path / "model.safetensors").read_bytes() == first


def test_a_run_on_other_pages_or_with_other_options_is_not_gone_on_with(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    inputs, none = inputs_of(pages, OPTIONS), np.array([], dtype=np.int64)
    rows = np.arange(len(pages))
    fit(inputs, rows, none, OPTIONS, tmp_path)
    with pytest.raises(TrainingError, match="other options or pages"):
        fit(inputs, rows[1:], none, OPTIONS, tmp_path)
    with pytest.raises(TrainingError, match="other options or pages"):
        fit(inputs, rows, none, replace(OPTIONS, epochs=3), tmp_path)


def test_a_run_cut_off_after_an_epoch_ends_as_if_it_were_not(
    pages: list[LabelledPage], tmp_path: Path
) -> None:
    inputs = inputs_of(pages, OPTIONS)
    rows, none = np.arange(len(pages)), np.array([], dtype=np.int64)
    whole = logits(fit(inputs, rows, none, OPTIONS), inputs, rows)
    fit(inputs, rows, none, OPTIONS, tmp_path)  # leaves the checkpoint of its last epoch
    again = logits(fit(inputs, rows, none, OPTIONS, tmp_path), inputs, rows)
    assert torch.allclose(whole, again, atol=1e-5)


def test_saved_model_predicts_as_before_but_for_rounding(tmp_path: Path) -> None:
    torch.manual_seed(0)
    net = build(NET).eval()
    picture = torch.randn(1, 3, 96, 64)
    save_model(net, NET, tmp_path)
    loaded = load_model(tmp_path)
    save_model(loaded.net, loaded.config, tmp_path / "again")
    again = load_model(tmp_path / "again")
    with torch.inference_mode():
        assert torch.allclose(net(picture), loaded.net(picture), atol=0.05)
        assert torch.equal(loaded.net(picture), again.net(picture))
    assert loaded.config == NET


def test_schedule_rises_then_falls_to_zero() -> None:
    rates = [schedule(step, 100, 0.1) for step in range(101)]
    assert rates[:10] == sorted(rates[:10])
    assert rates[10:] == sorted(rates[10:], reverse=True)
    assert max(rates) == pytest.approx(1)
    assert rates[-1] == pytest.approx(0)


def test_pages_without_pictures_cannot_train(pages: list[LabelledPage]) -> None:
    bare = [replace(page, page=Page(page.page.url, page.page.html)) for page in pages]
    with pytest.raises(TrainingError, match="none of the 10 pages has both a screenshot"):
        usable_pages(bare, NET)


def test_a_page_without_a_picture_is_refused_by_name() -> None:
    with pytest.raises(ImageError, match=r"https://x\.example/ has no screenshot: render it"):
        load_classifier("screenshot").predict(read(Page("https://x.example/", "<p>x</p>")))


@pytest.mark.parametrize(
    ("family", "start"),
    [("squeezenet1_1", "hub"), ("resnet18", "package"), ("nonesuch", "scratch")],
)
def test_impossible_starts_are_refused(family: str, start: str) -> None:
    with pytest.raises(WeightsError, match=family):
        build(replace(NET, family=family), start)  # type: ignore[arg-type]


def test_a_network_of_timm_can_be_built_and_distinguished() -> None:
    net = build(replace(NET, family="test_resnet")).eval()
    with torch.inference_mode():
        assert net(torch.zeros(1, 3, 96, 64)).shape == (1, 8)
