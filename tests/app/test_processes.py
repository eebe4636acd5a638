"""What processes of ours make of their memory, and what becomes of them."""

import ctypes
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

_COUNT_HEAPS = """
import ctypes, re, sys, threading
from pathlib import Path
from pagesight.app.processes import use_one_heap

if "one" in sys.argv:
    use_one_heap()
together = threading.Barrier(8)

def allocate():
    together.wait()
    kept = [bytes(10_000) for _ in range(1000)]
    together.wait()

threads = [threading.Thread(target=allocate) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = libc.fopen(sys.argv[1].encode(), b"w")
libc.malloc_info(0, ctypes.c_void_p(file))
libc.fclose(ctypes.c_void_p(file))
print(len(re.findall("<heap nr", Path(sys.argv[1]).read_text())))
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="needs glibc")
def test_threads_share_a_heap_where_asked_to(tmp_path: Path) -> None:
    def heaps(*how: str) -> int:
        command = [sys.executable, "-c", _COUNT_HEAPS, str(tmp_path / "heaps.xml"), *how]
        return int(subprocess.run(command, capture_output=True, check=True).stdout)

    assert heaps() > 1
    assert heaps("one") == 1


_WORK_ON = """
import os, time
from pagesight.app.evaluate.systems.processes import map_in_processes

def work(seconds):
    print(os.getpid(), flush=True)
    time.sleep(seconds)

if __name__ == "__main__":
    map_in_processes(work, [600], processes=1)
"""


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a process of its parent's end"
)
def test_work_of_a_command_that_is_killed_ends_with_it(tmp_path: Path) -> None:
    script = tmp_path / "work_on.py"
    script.write_text(_WORK_ON, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as command:
        assert command.stdout
        worker = Path("/proc", command.stdout.readline().strip())
        assert worker.exists()
        command.send_signal(signal.SIGKILL)
    until = time.monotonic() + 20
    while _runs(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(worker)


def _runs(process: Path) -> bool:
    """Return whether a process is there that is more than its exit status."""
    try:
        return "State:\tZ" not in (process / "status").read_text(encoding="ascii")
    except OSError:
        return False
