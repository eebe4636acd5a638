"""Check the figures that documents show: each is a registered run's, or says how it was made.

README, the first page and the guides show figures of registered runs alone. In the other documents
and in the cards of weights a figure that no run has stands beside the date, and under the command,
of its measurement. The notebooks in docs/studies say that they are notebooks.
"""

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from registered_runs import IN_SAMPLE, KEPT, ROOT, RUNS, Run, registered, short, spanned

from pagesight.app.evaluate.run import corpora_of
from pagesight.extract.models.folder import weights_digest

find_scores = re.compile(r"(?<![\d.])\.\d{3}\b").findall
# What was measured: scores, times, memory, rates; in tables any decimal.
find_measures = re.compile(r"(?<![\d.])\.\d{3}\b|\d[\d.,]* (?:ms|MiB|pages/s)\b").findall
find_decimals = re.compile(r"(?<![\w.-])\d*\.\d+(?![\w.])").findall
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
shorten_code = re.compile(r"^(```\w*).*?^```", re.M | re.S).sub  # to its first line
has_date = re.compile(rf"\b(?:\d{{1,2}}\s(?:{_MONTHS})\s20\d\d|20\d\d-\d\d-\d\d)\b").search
has_command = re.compile(
    r"^```sh|`(?:pagesight|python|make|taskset) |`[A-Z_]+=\d+ python |`tests/[\w/]+\.py", re.M
).search
_NOTEBOOK = "> A notebook:"
_STRICT = ("README.md", "docs/index.md", "docs/how-to/*.md")
_DATED = ("docs/*.md", "extract/weights/*/README.md", "vision/weights/*/README.md")


def faults() -> Iterator[str]:
    """Yield what is wrong with the figures that documents show, a sentence each."""
    runs = made_runs()
    for run in RUNS:
        if run not in runs:
            yield f"docs/figures has no {run.name}.json: run make figures"
            continue
        yield from stale(run)
        yield from unsaid(run, registered(run)["results"])
        table = run.table(run, registered(run)["results"])
        for name in run.shown_in:
            if table not in (ROOT / name).read_text("utf-8"):
                yield f"{name} has not the table of {run.name}.json, which is:\n\n{table}"
    known = {short(figure) for run in runs for figure in numbers(registered(run))}
    for name, text in documents(_STRICT):
        yield from unregistered(name, text, known)
    for name, text in documents(_DATED):
        yield from undated(name, text, known)
    for name, text in documents(("docs/studies/*.md",)):
        if _NOTEBOOK not in text:
            yield f"{name} does not say that it is a notebook: {_NOTEBOOK}"
    yield from card_faults()
    if systems_table() not in (ROOT / "docs/evaluation.md").read_text("utf-8"):
        yield f"docs/evaluation.md has not the table of claims, which is:\n\n{systems_table()}"


def made_runs() -> list[Run]:
    return [run for run in RUNS if (KEPT / f"{run.name}.json").exists()]


def documents(patterns: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of documents."""
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def stale(run: Run) -> Iterator[str]:
    """Yield the weights that are not those that the run measured."""
    kept = registered(run)
    for weights in run.weights:
        if kept["weights"].get(weights) != weights_digest(ROOT / weights):
            yield f"{weights} is not what {run.name}.json of {kept['made']} measured: make figures"


def unsaid(run: Run, results: Mapping[str, Any]) -> Iterator[str]:
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
    for source in {name for of in results.values() for name in of.get("by_corpus", ())}:
        if source not in run.measured:
            yield f"{run.name}: it measured {source}, of which the documents have no row"
    for source, what in run.measured.items():
        if source in learned and IN_SAMPLE not in what:
            yield f"{run.name}: a model learned from {source}; its row does not say in-sample"


def unregistered(name: str, text: str, known: Collection[str]) -> Iterator[str]:
    """Yield the figures of a text that no registered run has."""
    for figure in find_scores(text):
        if figure not in known:
            yield f"{name} shows {figure}, which no registered run has"


def undated(name: str, text: str, known: Collection[str]) -> Iterator[str]:
    """Yield the passages whose figures are of no run and do not say when and how they were made.

    The date is in the passage or in one beside it, the command is in its section. Blocks of code
    are left out: they run, or are compared with what runs.
    """
    for section in re.split(r"^(?=#+ )", shorten_code(r"\n\1\n", text), flags=re.M):
        passages = [
            each
            for each in re.split(r"\n\s*\n", section)
            if each.strip() and not each.lstrip().startswith("```")
        ]
        for number, passage in enumerate(passages):
            if not (shown := [each for each in _measures(passage) if each not in known]):
                continue
            beside = passages[max(0, number - 1) : number + 2]
            lacking = [] if any(map(has_date, beside)) else ["a date beside it"]
            lacking += [] if has_command(section) else ["a command in its section"]
            if lacking:
                start = " ".join(passage.split())[:60]
                yield f"{name}: {', '.join(shown[:3])} without {' and '.join(lacking)}: {start}"


def _measures(passage: str) -> list[str]:
    """Return the figures in a passage."""
    found: list[str] = find_measures(passage)
    return found + (find_decimals(passage) if passage.lstrip().startswith("|") else [])


def numbers(value: object) -> Iterator[float]:
    """Yield all numbers in what JSON holds."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers(each)


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
        main = run.systems[0]
        claims.append(
            f"| {run.name} | {run.claim} | {_main_figure(main, kept['results'][main])} "
            f"| {_win_shares(main, kept['pairs'])} | {run.not_claimed} |"
        )
        hashes = (_joined(kept["corpora"]), _joined(kept["weights"]), f"`{kept['code'][:8]}`")
        corpora = ", ".join(Path(name).stem.replace("*", "genre/*") for name in run.corpora)
        made.append(
            f"| {run.name} | {kept['made']} | {corpora} | {', '.join(hashes)} "
            f"| `python tests/studies/figures.py make DATA FOLDER {run.name}` |"
        )
    return "\n".join((*claims, "", *made))


def _joined(digests: Mapping[str, str]) -> str:
    """Return the first digits of a digest of all; of a run that measures no model there is none."""
    joined = hashlib.sha256("".join(digests.values()).encode()).hexdigest()
    return f"`{joined[:8]}`" if digests else "none"


def _main_figure(system: str, figures: Mapping[str, Any]) -> str:
    for name in ("word_f1", "f1", "accuracy"):
        if name in figures:
            return f"{system} {spanned(figures[name], figures[f'{name}_ci95'])}"
    price = figures["price"]
    return f"{system} price {spanned(price['right'], price['right_ci95'])}"


def _win_shares(main: str, pairs: Collection[Mapping[str, Any]]) -> str:
    """Return how often the main system is the better one, ties halved; the closest other first."""
    found = []
    for pair in sorted(pairs, key=lambda pair: float(pair["difference"])):
        if main in (pair["system"], pair["against"]):
            first = pair["system"] == main
            other = pair["against"] if first else pair["system"]
            wins = pair["better"] if first else pair["worse"]
            pages = pair["better"] + pair["equal"] + pair["worse"]
            found.append(f"{other} {short((wins + pair['equal'] / 2) / pages)}")
    return ", ".join(found) or "no other system was measured"
