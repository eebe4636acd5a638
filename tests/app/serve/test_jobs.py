"""Jobs of the service: taken on, done, streamed, and gone on with after the service has died."""

import json
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
from loopback import Exchange, Site
from service import WORDS, Served

OPTIONS = ("--allow-private", "--workers", 1)


def following(served: Served, job: str) -> AbstractContextManager[httpx.Response]:
    """Return the results of the job as they come, lines of JSON."""
    path = f"{served.url}/jobs/{job}/results"
    return httpx.stream("GET", path, params={"wait": True}, timeout=120)


def stream(served: Served, job: str) -> list[dict[str, str]]:
    """Return the results of the job, once it is done."""
    lines = served.client.get(f"/jobs/{job}/results", params={"wait": True}).text.splitlines()
    return [json.loads(line) for line in lines]


def serve_pages(site: Site, count: int) -> list[str]:
    """Let the site have so many pages, and return their addresses."""
    site.pages |= {f"/{n}": f"<h1>Page {n}</h1><p>{WORDS}".encode() for n in range(count)}
    return [site.url(f"/{n}") for n in range(count)]


def test_a_job_is_done_and_says_of_each_page_what_became_of_it(site: Site, tmp_path: Path) -> None:
    urls = serve_pages(site, 3)
    with Served(tmp_path, *OPTIONS) as served:
        created = served.post("/jobs", {"urls": [*urls, site.url("/missing"), "http://0.0.0.1/"]})
        assert created.status_code == 202
        job = created.json()["id"]
        assert created.headers["Location"] == f"/jobs/{job}"
        rows = {row["source"]: row for row in stream(served, job)}
        status = served.client.get(f"/jobs/{job}").json()
    assert [rows[url]["metadata"]["title"] for url in urls] == ["Page 0", "Page 1", "Page 2"]
    assert rows[site.url("/missing")]["error_kind"] == "http 404"
    assert "[Errno" not in rows["http://0.0.0.1/"]["error"]
    assert (status["state"], status["done"], status["failed"], status["waiting"]) == (
        "done", 3, 2, 0,
    )  # fmt: skip


def test_a_job_outlives_the_service_and_has_each_page_once(site: Site, tmp_path: Path) -> None:
    count, killed = 12, []

    def respond(exchange: Exchange) -> None:
        if exchange.path == "/5" and not killed:
            killed.append(exchange.path)
            first.process.kill()
        exchange.answer(f"<h1>Page {exchange.path}</h1><p>{WORDS}".encode())

    site.pages |= {f"/{n}": respond for n in range(count)}
    urls = [site.url(f"/{n}") for n in range(count)]
    with Served(tmp_path, *OPTIONS) as first:
        job = first.post("/jobs", {"urls": urls}).json()["id"]
        first.ended()
    with Served(tmp_path, *OPTIONS) as second:
        sources = [row["source"] for row in stream(second, job)]
    assert killed
    assert sorted(sources) == sorted(urls)


def test_sigterm_in_a_job_ends_the_service_and_the_next_one_goes_on(
    site: Site, tmp_path: Path
) -> None:
    urls = serve_pages(site, 30)
    with Served(tmp_path, *OPTIONS) as first:
        job = first.post("/jobs", {"urls": urls}).json()["id"]
        with following(first, job) as rows:
            next(rows.iter_lines())
            first.terminate()
        assert first.ended() == 0
    with Served(tmp_path, *OPTIONS) as second:
        sources = [row["source"] for row in stream(second, job)]
    assert sorted(sources) == sorted(urls)


def test_a_job_that_is_deleted_ends_and_its_files_and_results_are_gone(
    site: Site, tmp_path: Path
) -> None:
    urls = serve_pages(site, 200)
    with Served(tmp_path, *OPTIONS) as served:
        running, waiting = (served.post("/jobs", {"urls": urls}).json()["id"] for _ in range(2))
        with following(served, running) as rows:
            lines = rows.iter_lines()
            next(lines)
            for job in (waiting, running):
                assert served.client.delete(f"/jobs/{job}").status_code == 204
            assert len(list(lines)) < 200  # the stream of its results ends in order
        assert list((tmp_path / "jobs").iterdir()) == []
        for path in (f"/jobs/{running}", f"/jobs/{running}/results", f"/jobs/{waiting}"):
            assert served.client.get(path).status_code == 404
        assert served.client.delete(f"/jobs/{running}").status_code == 404
        after = served.post("/jobs", {"urls": urls[:1]}).json()["id"]
        assert [row["source"] for row in stream(served, after)] == urls[:1]
        assert "a fault of Pagesight" not in served.log.read_text("utf-8")
    asked = len(site.requested)
    assert asked < 200


def test_a_folder_that_is_no_job_is_left_alone(tmp_path: Path) -> None:
    job, other = tmp_path / "jobs" / ("0" * 32), tmp_path / "jobs" / "photos"
    for folder in (job, other):
        folder.mkdir(parents=True)
        (folder / "file").touch()
    with Served(tmp_path, *OPTIONS):
        assert not job.exists()  # its deletion was cut short
        assert (other / "file").exists()
