"""Define a text encoder of MultiBoilerNet, and the cache of the vectors of frozen ones."""

import hashlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]

_TEXTS_AT_ONCE = 256  # a commit each, so that a long run that is cut off goes on where it was


class VectorCache:
    """A SQLite file of vectors under the hash of encoder and text; half precision.

    Use it as a context manager, or close it. One process writes at a time.
    """

    def __init__(self, path: Path, encoder: str) -> None:
        """Open the file, or make it. `encoder` names the model, so that models may share one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._encoder = encoder
        self._connection = sqlite3.connect(path, timeout=60)
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
        )

    def vectors(self, texts: Sequence[str], encode: Encode) -> Vectors:
        """Return a vector a text, (texts, dimensions); only texts not yet known are encoded."""
        keys = {text: self._key(text) for text in texts}
        known = {text: vector for text, key in keys.items() if (vector := self._read(key))}
        missing = sorted(keys.keys() - known.keys(), key=len)
        for start in range(0, len(missing), _TEXTS_AT_ONCE):
            chunk = missing[start : start + _TEXTS_AT_ONCE]
            for text, vector in zip(chunk, encode(chunk), strict=True):
                known[text] = vector.astype(np.float16).tobytes()
                self._write(keys[text], known[text])
            self._connection.commit()
        rows = [np.frombuffer(known[text], np.float16) for text in texts]
        return np.stack(rows).astype(np.float32)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> "VectorCache":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self._encoder}\0{text}".encode("utf-8", "replace")).digest()

    def _read(self, key: bytes) -> bytes | None:
        row = self._connection.execute(
            "SELECT vector FROM vectors WHERE key = ?", (key,)
        ).fetchone()
        return row[0] if row else None

    def _write(self, key: bytes, vector: bytes) -> None:
        self._connection.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (key, vector))


class TextEncoder(nn.Module, ABC):
    """A text in, a vector out, in two steps: what can be computed once, and what is trained.

    `prepare` turns texts into numbers, (texts, width), once a page; `forward` turns those into
    vectors, (..., texts, dimensions), at each training step. Frozen encoders have no parameters and
    do little in `forward`.
    """

    dimensions: int

    @abstractmethod
    def prepare(self, texts: Sequence[str]) -> Tensor:
        """Return numbers that stand for the texts, (texts, width)."""

    @abstractmethod
    def forward(self, prepared: Tensor) -> Tensor:
        """Return the vectors of prepared texts, (..., texts, dimensions)."""
