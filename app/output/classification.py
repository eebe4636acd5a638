"""Write a prediction: as a line for people, or as JSON."""

import json

from pagesight.extract.text.safe import printable, safe_cell
from pagesight.vision.prediction import Prediction

_SHOWN = 0.005  # genres less likely than that are left out of a line: they would show as 0.00


def classification_line(source: str, prediction: Prediction) -> str:
    """Return the source, its genre and the probabilities, separated by tabs."""
    shares = sorted(prediction.probabilities.items(), key=lambda item: -item[1])
    likely = " ".join(f"{genre}={share:.3f}" for genre, share in shares if share > _SHOWN)
    return "\t".join(map(_cell, [source, prediction.genre, likely, *prediction.warnings]))


def _cell(text: str) -> str:
    return safe_cell(" ".join(printable(text).split()))


def classification_json(source: str, prediction: Prediction) -> str:
    """Return the same as a JSON object."""
    values = {
        "source": source,
        "genre": prediction.genre,
        "confidence": round(prediction.confidence, 4),
        "probabilities": {str(g): round(p, 4) for g, p in prediction.probabilities.items()},
        "evidence": prediction.evidence,
        "warnings": list(prediction.warnings),
    }
    return json.dumps(values, ensure_ascii=False)
