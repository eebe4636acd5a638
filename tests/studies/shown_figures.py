"""Check the figures that documents show: each is a registered run's.

A figure is a decimal number, or a whole number of milliseconds, MiB, pages/s or per cent. In the
documents and the cards of weights a table's row with figures is one of a run, word for word, and a
figure elsewhere is one that a run has: a run whose table the document shows, or that it names as
code, as `unseen`. What is no measurement of ours is marked: settings and published values are
written as code, and a column headed "paper" has what a paper says.
"""

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from registered_run import KEPT, ROOT, Run, registered, table_of
from registered_runs import RUNS
from run_tables import Kept, short, spanned

from pagesight.app.evaluate.run import corpora_of
from pagesight.extract.models.folder import weights_digest

_DOCUMENTS = ("README.md", "docs/**/*.md", "*/weights/*/README.md")
# Not of licences (CC-BY-4.0), prices, and versions of Python.
_find_figures = re.compile(
    r"(?<![\w.€$])(?<![A-Za-z]-)(?<![A-Z]\w-)(?<!Python )\d*\.\d+(?!\w|\.\d)"
    r"|\b\d[\d,]* ?(?:ms|MiB|pages/s|%)"
).findall
# Blocks of code (they run, or are compared with what runs), comments, code, and where links lead.
_without_code = re.compile(
    r"^```.*?^```|<!--.*?-->|`(?:[^`\n]|\n(?!\n))*`|\]\([^)]*\)", re.M | re.S
).sub
_find_programs = re.compile(r"pagesight \w+|tests/\S+\.py").findall
_is_rule = re.compile(r"\|[\s|:-]+\|").fullmatch


def faults() -> Iterator[str]:
    """Yield what is wrong with the figures that documents show, a sentence each."""
    for run in RUNS:
        if not (KEPT / f"{run.name}.json").exists():
            yield f"docs/figures has no {run.name}.json: run make figures"
            continue
        yield from stale(run)
        yield from unsaid(run, registered(run))
        for name in run.shown_in:
            if table_of(run) not in (ROOT / name).read_text("utf-8"):
                yield f"{name} has not the table of {run.name}.json, which is:\n\n{table_of(run)}"
    for kept in KEPT.glob("*.json"):
        if kept.stem not in {run.name for run in RUNS}:
            yield f"docs/figures/{kept.name} is of no run: remove it"
    for pattern in _DOCUMENTS:
        for path in sorted(ROOT.glob(pattern)):
            text = path.read_text("utf-8")
            yield from unregistered(path.relative_to(ROOT).as_posix(), text, lines_for(text))
    yield from card_faults()
    if systems_table() not in (ROOT / "docs/evaluation.md").read_text("utf-8"):
        yield f"docs/evaluation.md has not the table of claims, which is:\n\n{systems_table()}"


def made_runs() -> list[Run]:
    return [run for run in RUNS if (KEPT / f"{run.name}.json").exists()]


def lines_for(text: str) -> set[str]:
    """Return the lines that a text may have figures of: its runs' tables, and what they printed.

    Its runs are those whose table it shows, and those that it names as code.
    """
    tables = [systems_table()] if systems_table() in text else []
    for run in made_runs():
        if f"`{run.name}`" in text or table_of(run) in text:
            tables += [table_of(run), *registered(run)["printed"]]
    return {line for table in tables for line in table.splitlines()}


def stale(run: Run) -> Iterator[str]:
    """Yield in what the run is another than the one that was made."""
    kept = registered(run)
    if kept["command"] != run.command:
        yield f"{run.name}.json is of another command: make figures"
    for weights in run.weights:
        if kept["weights"].get(weights) != weights_digest(ROOT / weights):
            yield f"{weights} is not what {run.name}.json of {kept['made']} measured: make figures"


def unsaid(run: Run, kept: Kept) -> Iterator[str]:
    """Yield the corpora of a run that a measured model learned from where the text says nothing.

    Also what would make that check pass unseen: a measured corpus without a row, and a model whose
    card names no corpus.
    """
    learned = set[str]()
    for weights in run.weights:
        of_card = corpora_of(ROOT / weights)
        if not of_card:
            yield f"{run.name}: the card of {weights} names no corpus that the model learned from"
        learned |= of_card
    if run.other_sites:  # pages of sites that were learned from are left out
        return
    if run.measured:
        by_corpus = {name for of in kept["results"].values() for name in of.get("by_corpus", ())}
        for source in by_corpus - {*run.measured}:
            yield f"{run.name}: it measured {source}, of which the documents have no row"
        said = run.measured
    else:
        said = dict.fromkeys(kept["sources"], f"{run.claim} {run.not_claimed}")
    for source, what in said.items():
        if source in learned and "in-sample" not in what:
            yield f"{run.name}: a model learned from {source}; it does not say in-sample"


def unregistered(name: str, text: str, rows: Collection[str]) -> Iterator[str]:
    """Yield the figures of a text that are in none of these lines of registered runs."""
    registered_rows = {_without_code("``", row) for row in rows}
    known = {plain(figure) for row in rows for figure in _find_figures(row)}
    papers: list[int] = []  # columns of the table that is being read
    before: list[str] = []
    for line in _without_code("``", text).splitlines():
        cells = cells_of(line)
        if _is_rule(line):
            papers = [at for at, heading in enumerate(before) if "paper" in heading]
        before = cells
        if line.startswith("|"):
            own = (cell for at, cell in enumerate(cells) if at not in papers)
            shown = [each for cell in own for each in _find_figures(cell)]
            shown = [] if line in registered_rows else shown
        else:
            shown = [each for each in _find_figures(line) if plain(each) not in known]
        for figure in shown:
            yield f"{name} shows {figure}, which no run that it names has: {line.strip()[:70]}"


def plain(figure: str) -> str:
    """Return a figure so that .5 and 0.5, 12 % and 12% are the same."""
    return figure.replace(" ", "").removeprefix("0")


def card_faults() -> Iterator[str]:
    """Yield the cards of genre models that do not have the figures that were measured."""
    (run,) = (run for run in RUNS if run.name == "genre-val")
    cards = {"both": "fusion", "html": "html", "screenshot": "screenshot", "goce-svm": "svm"}
    for system, folder in cards.items():
        of = registered(run)["results"][system]
        low, high = map(short, of["accuracy_ci95"])
        seven, error = short(of["seven_accuracy"]), short(of["ece"])
        wanted = f"{short(of['accuracy'])} (95 % {low}-{high}), seven {seven}, ECE {error}"
        if wanted not in (ROOT / "vision/weights" / folder / "README.md").read_text("utf-8"):
            yield f"the card of vision/weights/{folder} has not {wanted} of {run.name}.json"


def systems_table() -> str:
    """Return what is claimed, a row a run, and how each is made."""
    claims = [
        "| run | claim | figure (95 %) | win share against | not claimed |",
        "|---|---|---|---|---|",
    ]
    made = [
        "| run | made | corpora | corpora, weights, code (SHA-256) | command |",
        "|---|---|---|---|---|",
    ]
    for run in made_runs():
        kept = registered(run)
        claims.append(
            f"| {run.name} | {run.claim} | {_main_figure(run, kept)} "
            f"| {_win_shares(run, kept)} | {run.not_claimed} |"
        )
        hashes = (_joined(kept["corpora"]), _joined(kept["weights"]), _first(kept["code"]))
        corpora = ", ".join(kept["corpora"]) or "none"
        programs = ", ".join(f"`{name}`" for name in dict.fromkeys(_find_programs(run.command)))
        cells = (run.name, kept["made"], corpora, ", ".join(hashes), programs)
        made.append(f"| {' | '.join(cells)} |")
    return "\n".join((*claims, "", *made))


def _joined(digests: Mapping[str, str]) -> str:
    """Return the first digits of a digest of all; of a run that measures no model there is none."""
    return _first(hashlib.sha256("".join(digests.values()).encode()).hexdigest() if digests else "")


def _first(digest: str) -> str:
    return f"`{digest[:8]}`" if digest else "none"


def _main_figure(run: Run, kept: Kept) -> str:
    """Return the main figure of the main system, or the main row of the run's table."""
    system = _main_system(run, kept)
    figures: Mapping[str, Any] = kept["results"].get(system, {})
    for name in ("word_f1", "f1", "accuracy", "macro_f1", "text_kept"):
        if f"{name}_ci95" in figures:
            return f"{system} {spanned(figures[name], figures[f'{name}_ci95'])}"
    if price := figures.get("price"):
        return f"{system} price {spanned(price['right'], price['right_ci95'])}"
    headings, _, first, *others = map(cells_of, table_of(run).splitlines())
    row = next((row for row in others if run.main and row[0] == run.main), first)
    named = (f"{heading} {cell}".strip() for heading, cell in zip(headings, row, strict=True))
    return ", ".join(named)


def _main_system(run: Run, kept: Kept) -> str:
    return run.main or next(iter(kept["results"]), "")


def cells_of(row: str) -> list[str]:
    """Return the cells of a table's row."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _win_shares(run: Run, kept: Kept) -> str:
    """Return how often the main system is the better one, ties halved; the closest other first."""
    main = _main_system(run, kept)
    found = []
    for pair in sorted(kept["pairs"], key=lambda pair: float(pair["difference"])):
        if main in (pair["system"], pair["against"]):
            first = pair["system"] == main
            other = pair["against"] if first else pair["system"]
            wins = pair["better"] if first else pair["worse"]
            pages = pair["better"] + pair["equal"] + pair["worse"]
            found.append(f"{other} {short((wins + pair['equal'] / 2) / pages)}")
    return ", ".join(found) or "none"
