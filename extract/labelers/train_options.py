"""How BoilerNet and MultiBoilerNet are trained: as in their papers, or on larger corpora."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from pagesight.extract.labelers.boilernet import BoilerNetConfig
from pagesight.extract.labelers.fit import FitOptions
from pagesight.extract.labelers.multiboilernet import MultiBoilerNetConfig
from pagesight.extract.labelers.text_encoders import EncoderConfig

_SMALL_CORPUS = 300  # pages; the papers train on about 55
_LARGE_HIDDEN = 96  # less than half BoilerNet's width: a fifth of the time
_LARGE_EPOCHS = 5
_LARGE_DROPOUT = 0.1  # of MultiBoilerNet: as in its paper; few rounds do not overfit


def _boilernet_fit() -> FitOptions:
    """Return options found on CleanEval's dev pages: halves of them agree that 120 steps serve.

    The paper has 50 epochs of 16 pages, the best on 5 pages set aside.
    """
    return FitOptions(epochs=20, batch_pages=8, validation_folds=0)


@dataclass(frozen=True, slots=True)
class BoilerNetOptions:
    """Network and training of BoilerNet; the network is the paper's."""

    network: BoilerNetConfig = field(default_factory=BoilerNetConfig)
    fit: FitOptions = field(default_factory=_boilernet_fit)


def _many_epochs() -> FitOptions:
    """Return 60 epochs of small batches; section IV.A has 20 and does not tell the batch size.

    With more dropout than the paper's, macro F1 still rises between the 20th and the 60th.
    """
    return FitOptions(
        epochs=60, batch_pages=8, balanced=False, average=0.98, patience=60, validation_folds=0
    )


@dataclass(frozen=True, slots=True)
class MultiBoilerNetOptions:
    """Network and training of MultiBoilerNet; the defaults are the paper's where it tells."""

    network: MultiBoilerNetConfig = field(default_factory=MultiBoilerNetConfig)
    fit: FitOptions = field(default_factory=_many_epochs)
    cache: Path | None = None  # of a frozen encoder's vectors; by default beside the model


def boilernet_options(pages: int) -> BoilerNetOptions:
    """Return the paper's options for a corpus of its size, smaller and fewer rounds for others."""
    options = BoilerNetOptions()
    if pages <= _SMALL_CORPUS:
        return options
    network = replace(options.network, hidden=_LARGE_HIDDEN)
    return replace(options, network=network, fit=_few_rounds(options.fit))


def multiboilernet_options(
    pages: int, encoder: str = "ngrams", depth_weight: float = 0.5
) -> MultiBoilerNetOptions:
    """Return the same for MultiBoilerNet with that text encoder; `depth_weight` 0: one task."""
    options = MultiBoilerNetOptions()
    network = replace(options.network, encoder=EncoderConfig(encoder), depth_weight=depth_weight)
    if pages <= _SMALL_CORPUS:
        return replace(options, network=network)
    network = replace(network, hidden=_LARGE_HIDDEN, dropout=_LARGE_DROPOUT)
    return replace(options, network=network, fit=_few_rounds(options.fit))


def _few_rounds(options: FitOptions) -> FitOptions:
    return replace(options, epochs=_LARGE_EPOCHS, average=0.95, validation_folds=10)
