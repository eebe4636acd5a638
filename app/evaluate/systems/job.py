"""Run one system on pages in a process of its own, each answer sent as it comes."""

import logging
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from pagesight.app.evaluate.evidence import EVIDENCE, GIVEN, with_evidence
from pagesight.app.evaluate.systems.system import Output, System, load_system
from pagesight.app.processes import memory_mb, use_one_thread
from pagesight.datasets.load import load
from pagesight.render.errors import MissingPackage
from pagesight.render.page import Page

# page id, output, milliseconds, peak memory in MB, error
Answer = tuple[str, Output, float, float, str]


@dataclass(frozen=True, slots=True)
class EvaluationJob:
    """A system, and the pages of the corpora to run it on, with the models to run it with."""

    system: str
    corpora: tuple[Path, ...]
    ids: tuple[str, ...]  # in the corpora's order
    split: str = ""  # the ids are those of this split; "" for all
    models: Path | None = None
    evidence: str = GIVEN  # of each page by itself: a name in EVIDENCE
    markdown: bool = False  # whether outputs have it too, which takes time

    @property
    def name(self) -> str:
        """Return what the figures of the runs stand under."""
        return with_evidence(self.system, self.evidence)


def serve(job: EvaluationJob, connection: Connection) -> None:
    """Send an Answer for each page, or the exception that kept the system from loading."""
    use_one_thread()
    logging.disable(logging.CRITICAL)  # rivals log every page they cannot read
    try:
        run = load_system(job.system, job.models, markdown=job.markdown)
        wanted, change = set(job.ids), EVIDENCE[job.evidence]
        for page in load(*job.corpora):
            if page.id in wanted and job.split in ("", page.split):
                (given,) = change([page])
                connection.send((page.id, *_answer(run, given.page)))
    except BrokenPipeError:  # the parent has gone
        return
    except Exception as error:  # whatever it is: the parent raises it
        connection.send(error)


def _answer(run: System, page: Page) -> tuple[Output, float, float, str]:
    started = time.process_time()
    try:
        output, error = run(page), ""
    except MissingPackage:
        raise
    except Exception as failure:  # rivals raise anything; a page that one fails at is a result
        output, error = Output(""), f"{type(failure).__name__}: {failure}"[:500]
    return output, (time.process_time() - started) * 1000, memory_mb("VmHWM"), error
