"""Jobs on a Ray cluster of two nodes on this machine: the same results, whatever dies."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import psutil
import pytest
import ray
from loopback import Exchange, Site

from pagesight.app.config import Options
from pagesight.app.jobs.batch import export
from pagesight.app.jobs.job import Job
from pagesight.app.jobs.run import PageDone, run_job
from pagesight.app.jobs.store import Item, Store
from pagesight.app.jobs.workers.pool import START_SECONDS
from pagesight.render.options import RenderOptions

from ..conftest import WORDS

READ = Options(render=False, rendering=RenderOptions(allow_private=True))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head without processors, and two nodes with one each."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    made.nodes_of_work = [made.add_node(num_cpus=1), made.add_node(num_cpus=1)]
    ray.init(address=made.address, log_to_driver=False)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def on_cluster(job: Job, sources: list[str]) -> list[PageDone]:
    with Store(job.state, job.key) as store:
        store.add(map(Item, sources))
        done = list(run_job(job, store))
        export(store.finished(), job.state / "out.jsonl")
    return done


def pages_of(site: Site, count: int) -> list[str]:
    site.pages |= {f"/{number}": f"<p>{number} {WORDS}".encode() for number in range(count)}
    return [site.url(f"/{number}") for number in range(count)]


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_a_cluster_gives_the_same_rows_as_this_machine(site: Site, tmp_path: Path) -> None:
    sources = [*pages_of(site, 6), site.url("/none")]
    rows = {}
    for engine in ("local", "ray"):
        job = Job(state=tmp_path / engine, options=READ, workers=2, engine=engine)
        on_cluster(job, sources)
        lines = (tmp_path / engine / "out.jsonl").read_text("utf-8").splitlines()
        rows[engine] = [
            {k: v for k, v in json.loads(line).items() if k not in ("seconds", "captured_at")}
            for line in lines
        ]
    assert rows["ray"] == rows["local"]
    assert [row.get("error_kind") for row in rows["ray"]] == [None] * 6 + ["http 404"]


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_pages_of_a_killed_worker_are_done_by_another(site: Site, tmp_path: Path) -> None:
    sources = pages_of(site, 8)
    killed = Event()

    def kill(exchange: Exchange) -> None:
        """Kill the actor that asks for the page, once."""
        if not killed.is_set():
            killed.set()
            os.kill(asker(exchange), signal.SIGKILL)
        exchange.answer(f"<p>{WORDS}".encode())

    site.pages["/3"] = kill
    done = on_cluster(Job(state=tmp_path, options=READ, workers=2, engine="ray"), sources)
    assert sorted(page.source for page in done) == sorted(sources)
    assert [page.error_kind for page in done] == [""] * 8


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_a_worker_that_the_cluster_has_no_place_for_keeps_no_pages(
    site: Site, tmp_path: Path
) -> None:
    began = time.monotonic()
    sources = pages_of(site, 9)
    done = on_cluster(Job(state=tmp_path, options=READ, workers=3, engine="ray"), sources)
    assert [page.error_kind for page in done] == [""] * 9
    assert time.monotonic() - began < START_SECONDS


@pytest.mark.slow
def test_pages_of_a_node_that_dies_are_done_by_the_other(
    cluster: Any, site: Site, tmp_path: Path
) -> None:
    sources = pages_of(site, 8)
    killed = Event()

    def kill(exchange: Exchange) -> None:
        """Take down one of the nodes, with all that runs there, once."""
        if not killed.is_set():
            killed.set()
            cluster.remove_node(cluster.nodes_of_work[0], allow_graceful=False)
        exchange.answer(f"<p>{WORDS}".encode())

    site.pages["/2"] = kill
    done = on_cluster(Job(state=tmp_path, options=READ, workers=2, engine="ray"), sources)
    assert sorted(page.source for page in done) == sorted(sources)
    assert [page.error_kind for page in done] == [""] * 8


def asker(exchange: Exchange) -> int:
    """Return the process that the request came from."""
    return next(
        connection.pid
        for connection in psutil.net_connections("tcp")
        if connection.laddr[1:] == (exchange.client_address[1],) and connection.pid
    )
