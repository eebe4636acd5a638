"""What processes of ours make of their memory."""

import ctypes
import subprocess
import sys
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
