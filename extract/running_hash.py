"""Compare stretches of a sequence without walking them."""

from collections.abc import Sequence


class RunningHash:
    """Tells in constant time whether two stretches of a sequence are alike (Karp and Rabin 1987).

    What lies between the members of one group overlaps what lies between those of others: to
    compare it block by block would take quadratic time.
    """

    _PRIME = (1 << 61) - 1
    _BASE = 0x1F3D5B79A2C4E681
    nothing = 0, 0  # of an empty stretch

    def __init__(self, numbers: Sequence[int]) -> None:
        """Take a sequence of numbers from 0 on."""
        self._sums, self._powers = [0], [1]
        for number in numbers:
            self._sums.append((self._sums[-1] * self._BASE + number + 1) % self._PRIME)
            self._powers.append(self._powers[-1] * self._BASE % self._PRIME)

    def between(self, start: int, end: int) -> tuple[int, int]:
        """Return the length and hash of the stretch from `start` to `end` (exclusive)."""
        if end <= start:
            return self.nothing
        length = end - start
        return length, (self._sums[end] - self._sums[start] * self._powers[length]) % self._PRIME
