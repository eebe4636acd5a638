"""Drop the sentences that a language model finds too improbable: PyPlexity's filter.

(Fernandez-Pichel et al. 2023, section 3.) It works on raw text, on the text of a page without its
tags, and as a last step after any extractor. It drops sentences whole and changes none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import sentencex

from pagesight.extract.errors import NoTextError
from pagesight.extract.extraction import Extraction, page_handle
from pagesight.extract.models.folder import model_folder
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.inline.escape import literal, resolve_pointers
from pagesight.extract.papers.perplexity.model import (
    KIND,
    PerplexityModel,
    language_tokens,
)

_DEFAULT_LANGUAGE = "en"


def sentences(text: str, language: str = "") -> tuple[str, ...]:
    """Return the sentences of `text`, trimmed; a line break ends one too.

    `language` is an ISO 639-1 code; it says which abbreviations end no sentence.
    """
    found = (
        sentence.strip()
        for line in text.splitlines()
        for sentence in sentencex.segment(language or _DEFAULT_LANGUAGE, line)
    )
    return tuple(sentence for sentence in found if sentence)


@dataclass(frozen=True, slots=True)
class TextPerplexity:
    """The perplexity of a text, 1 to a million, and of each of its sentences in their order."""

    perplexity: float
    sentences: tuple[tuple[str, float], ...]


def score_text(
    text: str, model: PerplexityModel, language: str = "", name: str = "the text"
) -> TextPerplexity:
    """Return how improbable the text is: 2^(-mean log2 P) over the tokens of all its sentences.

    `language` as in `sentences`. Raises NoTextError, which calls the text `name`, if it has none.
    """
    parts = sentences(text, language)
    own = model.perplexities(parts)
    lengths = np.array([len(language_tokens(part)) for part in parts])
    total = int(lengths.sum())
    if not total:
        raise NoTextError(f"{name} holds no words: give a text to score")
    whole = float(np.exp2((np.log2(own) * lengths).sum() / total))
    return TextPerplexity(whole, tuple(zip(parts, own.tolist(), strict=True)))


# The paper's default. It also suits the packaged model on CleanEval's development pages.
THRESHOLD = 8000.0


def filter_text(
    text: str, model: PerplexityModel, threshold: float = THRESHOLD, language: str = ""
) -> str:
    """Return the text without the sentences of perplexity `threshold` or more, line by line.

    `language` (ISO 639-1) helps to find where sentences end. Lines that lose all are dropped.
    """
    lines = [sentences(line, language) for line in text.splitlines()]
    kept = _kept(lines, model, threshold)
    return "\n".join(" ".join(line) for line in kept if line)


def filter_extraction(
    extraction: Extraction, model: PerplexityModel, threshold: float = THRESHOLD
) -> Extraction:
    """Return the extraction without improbable sentences in its blocks; records stay.

    Blocks without text, which are images, stay too.
    A block that loses some but not all of its sentences also loses its Markdown's links and
    emphasis.
    """
    parts = [sentences(block.text, extraction.metadata.language) for block in extraction.blocks]
    kept = _kept(parts, model, threshold)
    rows = [
        (_with_sentences(block, left) if len(left) < len(all_) else block, probability)
        for block, all_, left, probability in zip(
            extraction.blocks, parts, kept, extraction.probabilities, strict=True
        )
        if left or not block.text
    ]
    return replace(
        extraction,
        blocks=tuple(block for block, _ in rows),
        probabilities=tuple(probability for _, probability in rows),
    )


def load(model: Path | None = None) -> Callable[[Document], Extraction]:
    """Return the extractor that takes all text of a page, tags stripped, and filters it.

    `model` is a model folder; None means the packaged one.
    """
    return filtered(strip_tags, model=model)


def filtered(
    extract: Callable[[Document], Extraction],
    threshold: float = THRESHOLD,
    model: Path | None = None,
) -> Callable[[Document], Extraction]:
    """Return the extractor with the filter as its last step; `model` as in `load`."""
    known = load_perplexity(model)
    return lambda document: filter_extraction(extract(document), known, threshold)


def load_perplexity(model: Path | None = None) -> PerplexityModel:
    """Return the language model of a model folder, or the packaged one. Raises ModelError."""
    return PerplexityModel.load(model or model_folder(KIND))


def strip_tags(document: Document) -> Extraction:
    """Return all text of the page, each of its blocks certain to be kept."""
    ones = (1.0,) * len(document.blocks)
    return Extraction(KIND, tuple(document.blocks), ones, page=page_handle(document))


def _kept(
    parts: Sequence[Sequence[str]], model: PerplexityModel, threshold: float
) -> list[tuple[str, ...]]:
    """Return, of each list of sentences, those below the threshold."""
    found = iter(model.perplexities([sentence for part in parts for sentence in part]).tolist())
    return [tuple(sentence for sentence in part if next(found) < threshold) for part in parts]


def _with_sentences(block: Block, kept: Sequence[str]) -> Block:
    text = ("\n" if block.tag == "pre" else " ").join(kept)
    return replace(block, text=text, rewritten=resolve_pointers(literal(text)))
