"""Processes of our own: deaf to Ctrl-C, gone with their parent, one thread, one heap, memory."""

import ctypes
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

# One thread: milliseconds of processor time then mean the same for all, and cores are not shared.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}

_M_ARENA_MAX = -8  # of glibc's malloc.h
_PR_SET_PDEATHSIG = 1  # of Linux's prctl.h


@contextmanager
def children_ignore_sigint() -> Iterator[None]:
    """Let processes that the block starts hear no Ctrl-C: who started them ends them."""
    resource_tracker.ensure_running()  # it lifts the mask when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_child(
    work: Callable[..., None], *args: object, daemon: bool = True
) -> tuple[SpawnProcess, Connection]:
    """Return a process at `work(*args, connection)`, deaf to Ctrl-C, and our end of its pipe."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(*args, theirs), daemon=daemon)
    with children_ignore_sigint():
        process.start()
    theirs.close()
    return process, ours


def use_one_thread() -> None:
    """Keep the libraries that this process loads from now on to one thread each."""
    os.environ.update(_ONE_THREAD)


def end_with_parent() -> None:
    """Let this process end, where the system is Linux, as soon as the one that started it has.

    A training of half an hour would go on after its command was killed.
    """
    with suppress(AttributeError, OSError):  # another system
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def use_one_heap() -> None:
    """Let threads that this process starts from now on share a heap, where the C library is glibc.

    It gives each thread a heap of its own, which stays as large as the largest page that the thread
    ever had: 8 threads that read 300 pages in turns held 75 MB more, and it went on growing.
    """
    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


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


def tree_memory_mb(pid: int) -> float:
    """Return the MiB that a process and all that it started hold, shared pages by their share.

    (The proportional set size.) 0 where the system is not Linux, and of what has ended meanwhile.
    """
    own, children = 0.0, 0.0
    process = Path(f"/proc/{pid}")
    with suppress(OSError):
        rollup = (process / "smaps_rollup").read_text("ascii").splitlines()
        own = sum(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024
    with suppress(OSError):
        for task in (process / "task").iterdir():
            started = (task / "children").read_text("ascii").split()
            children += sum(tree_memory_mb(int(child)) for child in started)
    return own + children
