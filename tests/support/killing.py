"""Kill the processes of a batch at random moments, and check what is left each time."""

import json
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from loopback import Site
from service import COMMAND

from pagesight.app.jobs.state import job_rows
from pagesight.render.errors import PagesightError


@dataclass(frozen=True, slots=True)
class Kill:
    """One kill: who, after how long, how many pages were done then, and how many of those earlier
    done were asked for again until then."""

    victim: str
    seconds: float
    done: int
    repeated: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How the job ended: rows in its output, distinct pages, and pages done that were lost."""

    rows: int
    pages: int
    errors: int
    lost: int
    repeated: int


class KilledJob:
    """A batch over the pages of a site, which is started again each time it was killed."""

    def __init__(self, site: Site, pages: int, folder: Path, options: Sequence[str] = ()) -> None:
        body = b"<title>Page</title>" + b"<p>A paragraph of plain words, of some length. " * 30
        site.pages |= {f"/{number}": body for number in range(pages)}
        self.addresses = [site.url(f"/{number}") for number in range(pages)]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "urls.txt").write_text("\n".join(self.addresses), "utf-8")
        self.site, self.out = site, folder / "out.jsonl"
        self._command = [
            str(COMMAND), "batch", str(folder / "urls.txt"), "--out", str(self.out),
            "--allow-private", "--workers", "2", *options,
        ]  # fmt: skip

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the command, or start it again."""
        return subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip

    def done(self) -> dict[str, str]:
        """Return the row of each page that is kept as done."""
        with suppress(PagesightError):  # it has not begun
            return {page.source: page.row for page in job_rows(self.out.with_name("out.jsonl.job"))}
        return {}

    def killed(
        self, kills: int, dice: random.Random, kill_other: Callable[[random.Random, int], str]
    ) -> Iterator[Kill]:
        """Kill the command itself or, as often, what `kill_other` kills; yield each of the kills.

        Each waits for a page that is done since the kill before, so that all fall into the work.
        """
        process = self.start()
        before: dict[str, str] = {}
        for _ in range(kills):
            asked = len(self.site.requested)
            began = time.monotonic()
            while len(self.done()) <= len(before) and process.poll() is None:
                time.sleep(0.05)
            time.sleep(dice.uniform(0, 1.0))
            repeated = self._repeated(before, asked)
            now = self.done()
            assert before.items() <= now.items()
            if process.poll() is not None:
                break
            victim = kill_other(dice, process.pid) if dice.random() < 0.5 else ""
            if not victim:
                process.kill()
                process.wait()
                victim = "command"
            yield Kill(victim, time.monotonic() - began, len(now), repeated)
            before = self.done()
            if victim == "command":
                process = self.start()
        self._last, self._process = before, process

    def ending(self) -> Ending:
        """Let the job end, and return what it has come to."""
        asked = len(self.site.requested)
        self._process.wait(900)
        if self._process.returncode != 0:
            self.start().wait(900)
        rows = [json.loads(line) for line in self.out.read_text("utf-8").splitlines()]
        kept = {row["source"]: row for row in rows}
        lost = sum(kept.get(page) != json.loads(row) for page, row in self._last.items())
        errors = sum(bool(row["error"]) for row in rows)
        return Ending(len(rows), len(kept), errors, lost, self._repeated(self._last, asked))

    def _repeated(self, done: dict[str, str], asked: int) -> int:
        again = Counter(self.site.requested[asked:])
        return sum(f"/{page.rpartition('/')[2]}" in again for page in done)


def kill_child(dice: random.Random, command: int) -> str:
    """Kill a process that the command has started, and return its name; "" if there is none."""
    with suppress(psutil.NoSuchProcess):
        children = [
            child
            for child in psutil.Process(command).children(recursive=True)
            if "resource_tracker" not in " ".join(child.cmdline())
        ]
        if children:
            victim = dice.choice(children)
            name = victim.name()
            victim.kill()
            return f"its {name}"
    return ""
