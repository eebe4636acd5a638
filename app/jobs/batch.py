"""A batch: a job whose pages an input names, and whose results go to a file.

The file is JSON Lines or Parquet, written whole or not at all.
"""

import base64
import errno
import hashlib
import json
import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import fields
from itertools import chain, islice
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, BinaryIO, get_args, get_type_hints

from pagesight.app.config import Screenshots
from pagesight.app.errors import ResultsError
from pagesight.app.jobs.inputs.read import Input, read_input
from pagesight.app.jobs.job import Job
from pagesight.app.jobs.run import PageDone, Watch, run_job
from pagesight.app.jobs.state import FILE, Finished, Status, job_options
from pagesight.app.jobs.store import Store
from pagesight.app.output.result_json import RESULT_KEYS, ResultRow
from pagesight.datasets.schema import Genre
from pagesight.extract.metadata.read import Metadata
from pagesight.render.page import picture_format

_MAPS = ("probabilities", "seconds")  # columns of pairs
_FORMATS = (".jsonl", ".ndjson", ".parquet")
_GROUP_BYTES = 64 * 2**20  # of rows, in memory, before they are written
_GROUP_ROWS = 2000  # of Parquet, held in memory at once


def export(rows: Iterable[Finished], out: Path, screenshots: Screenshots = "none") -> None:
    """Write the rows to `out`, in the format that its name ends with.

    Screenshots come within (Parquet: bytes, JSON: base64), or beside it as files, which rows name.
    """
    check_name(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    unfinished = out.with_name(f".{out.name}.unfinished")
    try:
        if out.suffix.lower() == ".parquet":
            _write_parquet(_with_pictures(rows, out, screenshots), unfinished)
        elif screenshots == "none":
            _write_lines((finished.row for finished in rows), unfinished)
        else:
            _write_lines(map(_as_line, _with_pictures(rows, out, screenshots)), unfinished)
        unfinished.replace(out)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def check_name(out: Path) -> None:
    """Raise ResultsError if the name says no format that can be written."""
    if out.suffix.lower() not in _FORMATS:
        raise ResultsError(
            f"{out} has no known format: its name is to end with {', '.join(_FORMATS)}"
        )


def _with_pictures(
    rows: Iterable[Finished], out: Path, screenshots: Screenshots
) -> Iterator[dict[str, Any]]:
    for finished in rows:
        row: dict[str, Any] = json.loads(finished.row)
        if screenshots == "within":
            row["screenshot"] = finished.screenshot
        if screenshots == "beside":
            row["screenshot"] = finished.screenshot and _picture_beside(finished, out)
        yield row


def _picture_beside(finished: Finished, out: Path) -> str:
    """Write the screenshot, if it is not there, and return its path, seen from the output's."""
    picture = finished.screenshot or b""
    digest = hashlib.sha256(picture).hexdigest()
    folder = out.with_name(f"{out.name}.screenshots")
    path = folder / digest[:2] / f"{digest[:32]}.{picture_format(picture)}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        with _new_file(unfinished) as file:
            file.write(picture)
        unfinished.replace(path)
    return str(path.relative_to(out.parent))


def _as_line(row: dict[str, Any]) -> str:
    if isinstance(picture := row.get("screenshot"), bytes):
        row = row | {"screenshot": base64.b64encode(picture).decode()}
    return json.dumps(row, ensure_ascii=False)


def _new_file(path: Path) -> BinaryIO:
    """Return a file that was not there before: what was, an old one or a planted link, is gone."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb")


def _write_lines(lines: Iterable[str], path: Path) -> None:
    with _new_file(path) as file:
        for line in lines:
            file.write(f"{line}\n".encode("utf-8", "backslashreplace"))
        file.flush()
        os.fsync(file.fileno())


def _write_parquet(rows: Iterator[dict[str, Any]], path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = _types()
    schema = _schema(types)
    with _new_file(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(_columns(row, types) for row in rows):
            writer.write_table(pa.Table.from_pylist(group, schema))


def _groups(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows in groups that memory has room for."""
    group: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        group.append(row)
        size += sum(len(value) for value in group[-1].values() if isinstance(value, str | bytes))
        if size > _GROUP_BYTES or len(group) == _GROUP_ROWS:
            yield group
            group, size = [], 0
    if group:
        yield group


def _columns(row: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row with values as Parquet's columns have them, some as JSON."""
    columns = dict(row)
    for name in types.keys() & {name for name, value in row.items() if value is not None}:
        if types[name] is None:
            columns[name] = json.dumps(row[name], ensure_ascii=False)
        elif name in _MAPS:
            columns[name] = list(row[name].items())
    if isinstance(columns.get("screenshot"), str):
        columns["screenshot_file"] = columns.pop("screenshot")
    return {name: _sound(value) for name, value in columns.items()}


def _sound(value: Any) -> Any:
    """Return text without lone surrogates, which Parquet has no place for."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return {key: _sound(each) for key, each in value.items()} if isinstance(value, dict) else value


def _types() -> Mapping[str, Any]:
    """Return the type of each field of a result; None of those whose shape is the page's own."""
    import pyarrow as pa

    text, number = pa.string(), pa.float64()
    known = {
        str: text, Genre: text, bool: pa.bool_(), int: pa.int64(), float: number,
        Sequence[str]: pa.list_(text), Mapping[str, float]: pa.map_(text, number),
        Metadata: pa.struct([(each.name, text) for each in fields(Metadata)]),
    }  # fmt: skip
    hints = get_type_hints(ResultRow)
    return {name: known.get(_without_none(hints[name])) for name in RESULT_KEYS}


def _without_none(hint: Any) -> Any:
    """Return what a value is if there is one."""
    types = [each for each in get_args(hint) if each is not NoneType]
    return types[0] if isinstance(hint, UnionType) and len(types) == 1 else hint


def _schema(types: Mapping[str, Any]) -> Any:
    """Return the columns: what each row has of a job, of its result, and its screenshot."""
    import pyarrow as pa

    text = pa.string()
    of_result = {name: text if type_ is None else type_ for name, type_ in types.items()}
    of_job = dict.fromkeys(("source", "error", "error_kind"), text)
    pictures = {"screenshot": pa.binary(), "screenshot_file": text}
    return pa.schema(list({**of_job, **of_result, **pictures}.items()))


def state_of(out: Path) -> Path:
    """Return the folder of the state of the job whose results go to `out`; itself for that."""
    return out if (out / FILE).is_file() else out.with_name(f"{out.name}.job")


def check_out(out: Path) -> None:
    """Raise an error if a job cannot write its results to `out`, or would overwrite something."""
    if out.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(out))
    check_name(out)
    if out.exists() and out.stat().st_size and not (state_of(out) / FILE).is_file():
        raise ResultsError(
            f"{out} is there already, and no state of a job in {state_of(out)}: "
            "to begin anew, remove it or name another file"
        )


def merge_jobs(parts: Sequence[Path], out: Path, screenshots: Screenshots) -> Status:
    """Write what the jobs whose outputs `parts` are have finished to `out`, each page once.

    Their states are merged into one of its own, which a batch with `out` goes on with. Raises
    ResultsError if they were not all done with the same options.
    """
    check_out(out)
    folders = [state_of(part) for part in parts]
    options = {job_options(folder) for folder in folders}
    if len(options) != 1:
        raise ResultsError(
            f"{', '.join(map(str, parts))} were done with different options: merge those alike"
        )
    with Store(state_of(out), options.pop()) as store:
        for folder in folders:
            store.merge(folder)
        export(store.finished(), out, screenshots)
        return store.status


class Batch:
    """A batch under way. Use as `with Batch(given, out, job) as batch`.

    With `out` None the pages are only yielded, and nothing is written but the job's state.
    """

    def __init__(
        self, given: Input, out: Path | None, job: Job, *, retry_failed: bool = False
    ) -> None:
        self._out, self._job = out, job
        items = read_input(given)
        first = list(islice(items, 1))  # raises, before anything is written, if it names none
        self._store = Store(job.state, job.key)
        try:
            if retry_failed:
                self._store.retry_failed()
            self._store.await_naming()
            self._store.add(chain(first, items), given.version)
        except BaseException:
            self._store.close()
            raise

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *error: object) -> None:
        self._store.close()

    @property
    def status(self) -> Status:
        """Return how far the job has come."""
        return self._store.status

    def pages(self, watch: Watch = lambda _: None) -> Generator[PageDone, None, None]:
        """Yield pages as they are done and kept; at the end, or if stopped, write the output.

        `watch` is given the sources under way several times a second.
        """
        try:
            with closing(run_job(self._job, self._store, watch=watch)) as pages:
                yield from pages
        except (GeneratorExit, KeyboardInterrupt):
            self._export()
            raise
        self._export()

    def _export(self) -> None:
        if self._out is not None:
            export(self._store.finished(), self._out, self._job.screenshots)
