"""Read corpora: Parquet files of labelled pages in the format of `pagesight.datasets.schema`.

Digests of pages say whether a model or a run is of the same ones. Pages are split so that no site
and no family of templates is on both sides.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pagesight.datasets.schema import CorpusError, Genre, LabelledPage, SplitError
from pagesight.render.page import Page
from pagesight.render.sources.body import decode_html
from pagesight.render.store import unpacked_layout

UNLABELLED = -1  # label of a text node that its annotators left without one
_ROWS_AT_ONCE = 16  # a row may hold megabytes of HTML


def load(*paths: Path, layouts: bool = False) -> Iterator[LabelledPage]:
    """Yield the pages of the corpus files in order, reading a few rows at a time.

    Layouts, which take time and memory, are read where they are asked for. A `.txt` file is one
    page of gold text without HTML: enough to train a language model on.
    Raises CorpusError for a file that is missing, is not Parquet or lacks `id` or `html`.
    """
    for path in paths:
        if path.suffix == ".txt":
            yield _text_page(path)
        else:
            yield from _labelled_pages(path, layouts=layouts)


def _text_page(path: Path) -> LabelledPage:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise CorpusError(f"{path} is not a readable text file: {error.strerror}") from error
    return LabelledPage(path.name, Page("", ""), path.name, text=text, source=path.name)


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with pq.ParquetFile(path) as file:
            missing = {"id", "html"} - set(file.schema_arrow.names)
            if missing:
                raise CorpusError(
                    f"{path} lacks the column(s) {', '.join(sorted(missing))}; "
                    "pagesight/datasets/schema.py has all columns"
                )
            for batch in file.iter_batches(_ROWS_AT_ONCE):
                yield from batch.to_pylist()
    except FileNotFoundError:
        raise CorpusError(f"no corpus file at {path}") from None
    except (pa.ArrowException, OSError) as error:
        raise CorpusError(f"{path} is not a readable Parquet file: {error}") from error


def _labelled_pages(path: Path, *, layouts: bool) -> Iterator[LabelledPage]:
    for number, row in enumerate(_rows(path), start=1):
        try:
            page = _labelled_page(row, layouts=layouts)
        except (ValueError, TypeError) as error:
            raise CorpusError(f"{path}, row {number}, id {row['id']!r}: {error}") from error
        yield page


def _labelled_page(row: Mapping[str, Any], *, layouts: bool) -> LabelledPage:
    _check(row, "id", str)
    if row["html"] is not None:
        _check(row, "html", bytes)
    extra = _object(row.get("extra") or "{}", "extra")
    charset = extra.get("charset")
    content_type = f"text/html; charset={charset}" if charset else None
    stated: dict[str, Any] = {
        **{name: row.get(name) for name in ("text", "title", "author", "date")},
        **{name: row.get(name) or "" for name in ("lang", "split", "source", "license")},
    }
    return LabelledPage(
        id=row["id"],
        page=Page(
            url=row.get("url") or "",
            html=decode_html(row["html"] or b"", content_type),
            screenshot=row.get("screenshot"),
            layout=unpacked_layout(row.get("layout")) if layouts else None,
        ),
        site=row.get("site") or row["id"],
        genre=Genre(row["genre"]) if row.get("genre") else None,
        records=_records(row.get("records"), extra),
        block_labels=_block_labels(extra),
        extra=extra,
        **stated,
    )


def _check(row: Mapping[str, Any], column: str, wanted: type) -> None:
    if not isinstance(row[column], wanted):
        raise TypeError(f"{column} is {type(row[column]).__name__}, not {wanted.__name__}")


def _object(text: str, column: str) -> Mapping[str, Any]:
    parsed = json.loads(text)
    if not isinstance(parsed, dict):
        raise TypeError(f"{column} is no JSON object")
    return parsed


def _records(given: Any, extra: Mapping[str, Any]) -> tuple[Mapping[str, object], ...] | None:
    """Return the records of a column's JSON, else those in `extra`, which may mean other things."""
    records = json.loads(given) if given else extra.get("records")
    are_records = isinstance(records, list) and all(isinstance(record, dict) for record in records)
    if given and not are_records:
        raise TypeError("records are not JSON objects")
    return tuple(records) if records and are_records else None


def _block_labels(extra: Mapping[str, Any]) -> tuple[tuple[str, int], ...] | None:
    labels = extra.get("node_labels")
    if not labels:
        return None
    return tuple((text, UNLABELLED if label is None else int(label)) for text, label in labels)


def page_digest(page: LabelledPage) -> str:
    """Return a digest of all the page holds, its labels among it."""
    return hashlib.sha256(repr(page).encode("utf-8", "surrogatepass")).hexdigest()


def joint_digest(digests: Iterable[str]) -> str:
    """Return a digest of digests, in their order."""
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:16]


def groups_of(pages: Sequence[LabelledPage]) -> list[str]:
    """Return the group of each page, the unit of splitting: see `group_by_site`."""
    group = group_by_site(pages)
    return [group[page.site] for page in pages]


def training_pages(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """Return the pages that may be learned from: those whose group has no page of split "val".

    Corpora overlap: one holds copies of another's pages, under other ids and without the split.
    """
    groups = groups_of(pages)
    held_out = {group for page, group in zip(pages, groups, strict=True) if page.split == "val"}
    return [page for page, group in zip(pages, groups, strict=True) if group not in held_out]


def group_by_site(pages: Iterable[LabelledPage]) -> Mapping[str, str]:
    """Return the group of each site: sites that share a template family, directly or by others.

    A group is named by its first family; a site without one is a group of its own name.
    """
    families: dict[str, set[str]] = defaultdict(set)
    sites: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        family = str(page.extra.get("family") or page.site)
        families[page.site].add(family)
        sites[family].add(page.site)
    group_of: dict[str, str] = {}
    for site in families:
        if site not in group_of:
            joined = _joined(site, families, sites)
            known = set().union(*(families[each] for each in joined))
            name = min(known - joined or known)
            group_of.update(dict.fromkeys(joined, name))
    return group_of


def group_folds(groups: Sequence[str], labels: Sequence[str], folds: int, seed: int) -> list[int]:
    """Return the fold, 0 to folds-1, of each item, whole groups together.

    Greedy and balanced: groups go, largest first, to the fold that has the fewest of the group's
    labels so far; ties are broken by a hash of the group's name and the seed, so the folds depend
    neither on the order of the items nor on the process. Raises SplitError if there are fewer
    groups than folds.
    """
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for group, label in zip(groups, labels, strict=True):
        counts[group][label] += 1
    if len(counts) < folds:
        raise SplitError(f"{folds} folds need at least as many groups; there are {len(counts)}")
    totals = [dict.fromkeys(labels, 0) for _ in range(folds)]
    fold_of: dict[str, int] = {}
    for group in sorted(counts, key=lambda g: (-sum(counts[g].values()), _hash(g, seed))):
        fold = min(range(folds), key=lambda f: _load(totals[f], counts[group]))
        fold_of[group] = fold
        for label, count in counts[group].items():
            totals[fold][label] += count
    return [fold_of[group] for group in groups]


def _joined(site: str, families: Mapping[str, set[str]], sites: Mapping[str, set[str]]) -> set[str]:
    """Return the site and all that families lead to from it."""
    joined, ahead = {site}, [site]
    while ahead:
        beside = set().union(*(sites[family] for family in families[ahead.pop()])) - joined
        joined |= beside
        ahead += beside
    return joined


def _load(total: dict[str, int], group: dict[str, int]) -> tuple[int, int]:
    """Return how full a fold is of the group's labels, then how full it is altogether."""
    return sum(total[label] * count for label, count in group.items()), sum(total.values())


def _hash(group: str, seed: int) -> str:
    return hashlib.sha256(f"{seed}:{group}".encode()).hexdigest()
