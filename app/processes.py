"""Processes of our own: deaf to Ctrl-C, one thread a library, the memory they hold."""

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path

# One thread: milliseconds of processor time then mean the same for all, and cores are not shared.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}


@contextmanager
def deaf_children() -> Iterator[None]:
    """Let processes that the block starts hear no Ctrl-C: who started them ends them."""
    resource_tracker.ensure_running()  # it lifts the mask when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def use_one_thread() -> None:
    """Keep the libraries that this process loads from now on to one thread each."""
    os.environ.update(_ONE_THREAD)


def memory_mb(figure: str = "VmRSS") -> float:
    """Return the MiB of memory that this process holds; "VmHWM" is the most it has held.

    Not by getrusage where it can be helped: on Linux its figure outlives exec, and would be the
    parent's.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2  # macOS: in bytes
    kilobytes = next(line for line in status.splitlines() if line.startswith(f"{figure}:"))
    return int(kilobytes.split()[1]) / 1024
