"""A worker that does pages: the same for processes of this machine and for actors of a cluster.

A worker owns its browser, and ends it. Several threads may give it pages: what waits for servers
then waits together, while one page after the other is extracted.
"""

import gc
import logging
import os
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime

from pagesight.app.errors import BLOCKED, BUG, CONSENT
from pagesight.app.jobs.job import OUT_OF_MEMORY, Html, Job, Outcome, Task, failed, row_json
from pagesight.app.jobs.schedule import Robots, asked_wait
from pagesight.app.output.result_json import result_json
from pagesight.app.pipeline import Pipeline, one_list, pages_of_list
from pagesight.app.processes import memory_mb, use_one_heap
from pagesight.app.result import Result
from pagesight.app.sources import filtered_text, is_raw_text
from pagesight.render.browser.pool import BackgroundBrowsers
from pagesight.render.errors import PagesightError, is_passing
from pagesight.render.page import Capture, Page, http_error
from pagesight.render.sources.address import own_address
from pagesight.render.sources.body import decode_html
from pagesight.render.sources.source import captured
from pagesight.render.store import is_kept

_LOOK_SECONDS = 0.5  # between looks at the memory in use
_ALLOCATIONS = 20_000  # between looks for garbage: a page makes many objects, and few in circles

logger = logging.getLogger(__name__)


class Worker:
    """Makes outcomes of tasks. Raises BrowserError if the job needs a browser and there is none."""

    def __init__(self, job: Job) -> None:
        use_one_heap()
        gc.set_threshold(_ALLOCATIONS, 20, 20)
        self._job = job
        self._pipeline = Pipeline(job.options)
        self._extracting = threading.Lock()
        self._robots = Robots(job.options.rendering)  # of pages that lists go on with
        self._browser = None
        if job.options.render:
            self._browser = BackgroundBrowsers(1, job.options.rendering)
            self._browser.start()
        threading.Thread(target=self._watch_memory, daemon=True).start()

    def do(self, task: Task) -> Outcome:
        """Return what becomes of the page. It raises nothing: a fault of one page is its own."""
        try:
            outcome = self._do(task)
        except PagesightError as error:
            outcome = failed(task, error.kind, str(error), permanent=error.permanent)
        except Exception as error:  # whatever it is: the pages after it are to be done
            logger.exception("a fault of Pagesight, please report it")
            outcome = failed(task, BUG, f"{type(error).__name__}: {error}")
        return outcome

    def close(self) -> None:
        """End the browser."""
        self._robots.close()
        if self._browser is not None:
            self._browser.close()

    def _do(self, task: Task) -> Outcome:
        threshold = self._job.options.perplexity
        if threshold is not None and task.html is None and is_raw_text(task.source):
            with self._extracting:
                text = filtered_text(task.source, self._pipeline.models.perplexity(), threshold)
            return Outcome(task.number, row_json({"source": task.source, "text": text}))
        capture = self._capture(task)
        wait = asked_wait(capture.retry_after, datetime.now(UTC))
        try:
            result = self._extract(capture)
            error_kind, error = _error(result)
            if self._job.follow_pages and not error_kind:
                result = self._whole_list(result)
            with self._extracting:
                row = {"source": task.source}
                if error_kind:
                    row |= {"error": error, "error_kind": error_kind}
                row |= result_json(result)
        except PagesightError:
            error = http_error(capture.status)
            if not error:
                raise
            return failed(
                task,
                f"http {capture.status}",
                error,
                permanent=not is_passing(capture.status or 0),
                retry_after=wait,
            )
        return Outcome(
            number=task.number,
            row=row_json(row),
            error_kind=error_kind,
            permanent=not is_passing(capture.status or 0),
            screenshot=capture.page.screenshot if self._job.screenshots != "none" else None,
            retry_after=wait,
            memory_mb=memory_mb(),
        )

    def _extract(self, capture: Capture) -> Result:
        with self._extracting:
            return self._pipeline.extract_capture(capture)

    def _whole_list(self, first: Result) -> Result:
        """Return the result with the records of the pages that the list goes on with, too.

        A page that cannot be had ends it, with a warning.
        """
        faults: list[str] = []

        def get(address: str) -> Result | None:
            fault = self._refusal(address)
            try:
                result = None if fault else self._extract(self._capture(Task(0, address)))
            except PagesightError as error:
                result, fault = None, str(error)
            if result is not None and (fault := _error(result)[1]):
                result = None
            if fault:
                faults.append(f"the list goes on at {address}, which cannot be had: {fault}")
            return result

        pages = list(pages_of_list(first, get, self._job.follow_pages))
        with self._extracting:
            whole = one_list(pages)
        return replace(whole, warnings=(*whole.warnings, *faults))

    def _refusal(self, address: str) -> str:
        """Return why robots.txt keeps from a page, "" if it does not; wait as its host asks."""
        politeness = self._job.politeness
        delay = politeness.delay
        if politeness.robots:
            rules = self._robots.awaited(address)
            if rules.unavailable or not rules.allows(address):
                return "its host's robots.txt forbids it, or cannot be had"
            delay = max(delay, rules.delay)
        time.sleep(min(delay, politeness.longest_delay))
        return ""

    def _capture(self, task: Task) -> Capture:
        if task.html is not None:
            return _capture_of(task.html, task.source)
        if self._browser is not None and not is_kept(task.source):
            return self._browser.render(task.source).result()
        return self._pipeline.capture(task.source)

    def _watch_memory(self) -> None:
        """End this process where one page takes all memory: better it than its neighbours."""
        while memory_mb() < self._job.worker_mb:
            time.sleep(_LOOK_SECONDS)
        os._exit(OUT_OF_MEMORY)  # its browser ends when it finds itself alone


def _error(result: Result) -> tuple[str, str]:
    """Return the kind of error of a page that has come, and its description; "" for none."""
    status = result.capture.status
    if error := http_error(status):
        return f"http {status}", error
    if result.capture.consent_wall:
        return CONSENT, "it asks for consent in place of the page"
    if result.capture.blocked:
        return BLOCKED, f"in place of the page there is {result.capture.blocked}"
    return "", ""


def _capture_of(html: Html, source: str) -> Capture:
    body = html.body
    text = body if isinstance(body, str) else decode_html(body, html.content_type or None)
    text = text.replace("\x00", "")
    page = Page(html.url or own_address(text), text)
    return captured(page, source, html.status, html.warning)
