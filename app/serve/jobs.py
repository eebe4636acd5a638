"""Jobs of the service: many addresses each, done in turns, kept until they are deleted.

A job is a folder. Once its `request.json` is there it has been taken on, and any later start of
the service goes on with it; once that is gone again, so is the job. `caller.json` says whose it is:
for all others there is no such job.
"""

import fcntl
import json
import logging
import os
import re
import shutil
import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from threading import Condition, Event, Thread
from uuid import uuid4

from pagesight.app.errors import BusyError, JobError, ResultsError, words_of
from pagesight.app.jobs.job import Job
from pagesight.app.jobs.run import run_job
from pagesight.app.jobs.state import job_rows, job_status
from pagesight.app.jobs.store import Item, Store
from pagesight.app.serve.access import Caller
from pagesight.app.serve.routes.schemas import JobAnswer, JobRequest
from pagesight.app.serve.service import as_asked
from pagesight.app.serve.settings import Settings

logger = logging.getLogger(__name__)
_REQUEST, _CALLER, _DONE = "request.json", "caller.json", "done"
_TURN_SECONDS = 60.0  # of a job while others' wait: starting its workers takes some 5 s of them
_PAUSE = 30.0  # seconds until a job is tried again that could not go on: the disk may be full
_PART_CHARS = 1_000_000  # of results that are read at once
_BUSY_SECONDS = 60  # told in Retry-After; by hand
_is_ours = re.compile(r"\.?[0-9a-f]{32}").fullmatch  # with a dot while it is made


class JobTurns:
    """The jobs that are to be done, by caller. Used from any thread."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[str]] = OrderedDict()  # the next caller first
        self._changed = Condition()
        self._closed = False

    def add(self, caller: str, job: str, *, goes_on: bool = False) -> None:
        """Put a job at the end of its caller's; before all others of the caller if it `goes_on`."""
        with self._changed:
            jobs = self._jobs.setdefault(caller, deque())
            if goes_on:
                jobs.appendleft(job)
            else:
                jobs.append(job)
            self._changed.notify_all()

    def next(self) -> tuple[str, str] | None:
        """Return the next caller and job, once there is one; None once this is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._jobs)
            if self._closed:
                return None
            caller, jobs = self._jobs.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._jobs[caller] = jobs
            return caller, job

    def others_wait(self, caller: str) -> bool:
        """Return whether a job of somebody else is to be done."""
        with self._changed:
            return any(other != caller for other in self._jobs)

    def close(self) -> None:
        """Give out no more jobs."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Jobs:
    """Does jobs in a thread, which starts processes. Raises ResultsError where another does."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self._folder = settings, folder
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(self._folder, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise ResultsError(
                f"{self._folder} has the jobs of a service that runs; give --jobs another folder"
            ) from error
        self._turns = JobTurns()
        self._stopped = Event()
        self._running = ""
        self._changed = Condition()  # what is running
        self._thread = Thread(target=self._run, name="jobs", daemon=True)
        self.problem = ""  # what keeps jobs from being done, in words

    def start(self) -> None:
        """Go on with the jobs that are not done, the oldest first; drop what is left of others."""
        for folder in filter(lambda each: _is_ours(each.name), self._folder.iterdir()):
            if folder.name.startswith(".") or not (folder / _REQUEST).exists():
                shutil.rmtree(folder, ignore_errors=True)
        for folder in self._undone():
            self._turns.add(_caller_of(folder).name, folder.name)
        self._thread.start()

    def stop(self) -> None:
        """Stop at once; pages under way are done again at the next start."""
        self._stopped.set()
        self._turns.close()
        if self._thread.is_alive():
            self._thread.join()
        os.close(self._lock)

    def create(self, asked: JobRequest, caller: Caller) -> str:
        """Return the id of a new job, which is on the disk. Raises BusyError if there are many."""
        if len(self._own(caller)) >= self._settings.kept_jobs_each:
            raise BusyError("one caller keeps as many jobs as are allowed", _BUSY_SECONDS)
        undone = [_caller_of(folder) for folder in self._undone()]
        if len(undone) >= self._settings.max_jobs:
            raise BusyError("there are as many jobs as are allowed", _BUSY_SECONDS)
        if undone.count(caller) >= self._settings.jobs_each:
            raise BusyError("there are as many jobs of one caller as are allowed", _BUSY_SECONDS)
        name = uuid4().hex
        unfinished = self._folder / f".{name}"
        job = _job(unfinished, asked, self._settings)
        with Store(job.state, job.key) as store:
            store.add(Item(url) for url in asked.urls)
        (unfinished / _CALLER).write_text(json.dumps(asdict(caller)), "utf-8")
        with (unfinished / _REQUEST).open("w", encoding="utf-8") as file:
            file.write(asked.model_dump_json())
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(self._folder / name)
        os.fsync(self._lock)  # the folder's own entry
        self._turns.add(caller.name, name)
        return name

    def of(self, caller: Caller) -> list[JobAnswer]:
        """Return how far the jobs of the caller are, the newest first."""
        newest = sorted(self._own(caller), key=lambda folder: -(folder / _REQUEST).stat().st_mtime)
        return [self.status(folder.name, caller) for folder in newest]

    def status(self, name: str, caller: Caller) -> JobAnswer:
        """Return how far a job is. Raises JobError if the caller has none of that id."""
        with self._existing(name, caller) as folder:
            done = (folder / _DONE).exists()
            status = job_status(folder)
        left = None if status.seconds_left is None else round(status.seconds_left, 1)
        return JobAnswer(
            id=name,
            state="done" if done else "running" if name == self._running else "waiting",
            done=status.done,
            failed=status.failed,
            waiting=status.waiting,
            error_kinds=dict(status.error_kinds),
            seconds_left=None if done else left,
        )

    def delete(self, name: str, caller: Caller) -> None:
        """End a job, and drop all that is kept of it. Raises JobError if there is none."""
        with self._existing(name, caller) as folder:
            (folder / _REQUEST).unlink()  # by which it knows that it is to end
        with self._changed:
            self._changed.wait_for(lambda: self._running != name)
        shutil.rmtree(folder, ignore_errors=True)

    def lines(self, name: str, caller: Caller, after: float) -> tuple[str, float]:
        """Return results of a job as lines of JSON, and the time to ask for the next ones after.

        Raises JobError if there is none of that id.
        """
        lines, chars = [], 0
        with self._existing(name, caller) as folder, closing(job_rows(folder, after)) as rows:  # type: ignore[type-var]
            for row in rows:
                if chars > _PART_CHARS and row.at > after:
                    break
                line = f"{_opaque(row.row)}\n"
                lines.append(line)
                chars, after = chars + len(line), row.at
        return "".join(lines), after

    @contextmanager
    def _existing(self, name: str, caller: Caller) -> Iterator[Path]:
        """Give the folder of a job. Raises JobError if there is none, or soon none any more."""
        folder = self._folder / name
        try:
            if not (folder / _REQUEST).is_file() or _caller_of(folder).owner != caller.owner:
                raise JobError(f"{folder} is no job")
            yield folder
        except (OSError, ResultsError) as error:
            if (folder / _REQUEST).is_file():
                raise
            raise JobError(f"{folder} was deleted") from error

    def _own(self, caller: Caller) -> list[Path]:
        """Return the folders of the jobs of a caller, those that are done among them."""
        folders = [each.parent for each in self._folder.glob(f"*/{_REQUEST}")]
        return [folder for folder in folders if _caller_of(folder) == caller]

    def _undone(self) -> list[Path]:
        """Return the folders of the jobs that are not done, the oldest first."""
        requests = sorted(self._folder.glob(f"*/{_REQUEST}"), key=os.path.getmtime)
        return [each.parent for each in requests if not (each.parent / _DONE).exists()]

    def _run(self) -> None:
        while turn := self._turns.next():
            caller, name = turn
            self._is_running(name)
            done = False
            try:
                done = self._do(self._folder / name, caller)
                self.problem = ""
            except Exception:  # whatever stops one job: this thread does all others too
                logger.exception("job %s cannot go on; it is tried again", name)
                self.problem = "a job cannot go on"
                self._is_running("")
                self._stopped.wait(_PAUSE)
            self._is_running("")
            if not done:
                self._turns.add(caller, name, goes_on=True)

    def _is_running(self, name: str) -> None:
        with self._changed:
            self._running = name
            self._changed.notify_all()

    def _do(self, folder: Path, caller: str) -> bool:
        """Do a job for as long as it is its turn; return whether it is done, or was deleted."""
        request = folder / _REQUEST
        try:
            asked = JobRequest.model_validate_json(request.read_bytes())
        except FileNotFoundError:
            return True
        ends = time.monotonic() + _TURN_SECONDS

        def is_over() -> bool:
            if self._stopped.is_set() or not request.exists():
                return True
            return time.monotonic() > ends and self._turns.others_wait(caller)

        job = _job(folder, asked, self._settings)
        with Store(job.state, job.key) as store:
            store.add(Item(url) for url in asked.urls)  # the service may have other options now
            with closing(run_job(job, store, is_over)) as pages:
                for _ in pages:
                    pass
            left = store.status.waiting
        if not left and request.exists():
            (folder / _DONE).touch()
        return not left or not request.exists()


def _caller_of(folder: Path) -> Caller:
    """Return whose job it is; nobody's if it was taken on before jobs belonged to somebody."""
    try:
        return Caller(**json.loads((folder / _CALLER).read_bytes()))
    except FileNotFoundError:
        return Caller("")


def _job(folder: Path, asked: JobRequest, settings: Settings) -> Job:
    options = replace(as_asked(settings.options, asked), render=asked.render)
    return Job(
        state=folder,
        options=options,
        workers=max(1, settings.workers // 2),
        follow_pages=asked.follow_pages,
    )


def _opaque(row: str) -> str:
    """Return the row; the error in words that hold nothing for those who run the service alone."""
    values = json.loads(row)
    if not values.get("error_kind"):
        return row
    shown = words_of(values["error_kind"]).sentence(values["source"], values["error"])
    return json.dumps({**values, "error": shown}, ensure_ascii=False)
