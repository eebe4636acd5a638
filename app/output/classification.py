"""Write a prediction: as a line for people, or as JSON."""

import json
from typing import Any

from pagesight.datasets.genres import Genre
from pagesight.extract.text.safe import printable, safe_cell
from pagesight.vision.prediction import Prediction, Side

_SHOWN = 0.005  # genres less likely than that are left out of a line: they would show as 0.00


def classification_line(source: str, prediction: Prediction) -> str:
    """Return the source, its genre and the probabilities, separated by tabs."""
    shares = [(genre, prediction.probabilities[genre]) for genre in _by_probability(prediction)]
    likely = " ".join(f"{genre}={share:.3f}" for genre, share in shares if share > _SHOWN)
    return "\t".join(map(_cell, [source, prediction.genre, likely, *prediction.warnings]))


def explanation(prediction: Prediction) -> str:
    """Return a line a side: what it predicts alone, its weight, and what that does to the odds.

    The odds are those of the predicted genre against the second likeliest: a surer side moves them
    further. The picture's weight is by the genre that the HTML predicts.
    """
    genre, rival = _by_probability(prediction)[:2]
    if not prediction.sides:
        return f"  {prediction.evidence} alone"
    return "\n".join(_side(side, genre, rival) for side in prediction.sides)


def _side(side: Side, genre: Genre, rival: Genre) -> str:
    alone = side.prediction
    shares = " ".join(
        f"{each}={alone.probabilities[each]:.3f}" for each in _by_probability(alone)[:3]
    )
    if side.weight == 0:
        return f"  {alone.evidence}: {shares}; left out: {', '.join(alone.warnings)}"
    moved = f"{side.log_odds(genre, rival):+.2f} for {genre} against {rival}"
    return f"  {alone.evidence}: {shares}; weight {side.weight:.2f}, log-odds {moved}"


def _by_probability(prediction: Prediction) -> list[Genre]:
    return sorted(prediction.probabilities, key=lambda genre: -prediction.probabilities[genre])


def _cell(text: str) -> str:
    return safe_cell(" ".join(printable(text).split()))


def classification_json(source: str, prediction: Prediction, explained: bool = False) -> str:
    """Return the same as a JSON object; `explained` with each side's own, and its weight."""
    values = {"source": source, **_values(prediction)}
    if explained:
        values["sides"] = [
            {**_values(side.prediction), "weight": round(side.weight, 4)}
            for side in prediction.sides
        ]
    return json.dumps(values, ensure_ascii=False)


def _values(prediction: Prediction) -> dict[str, Any]:
    return {
        "genre": prediction.genre,
        "confidence": round(prediction.confidence, 4),
        "probabilities": {str(g): round(p, 4) for g, p in prediction.probabilities.items()},
        "evidence": prediction.evidence,
        "warnings": list(prediction.warnings),
    }
