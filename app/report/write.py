"""Write the report of an evaluation: figures, predictions, and pages for people."""

import gzip
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagesight.app.evaluate.render.systems import RENDERERS
from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.app.report.cases import Case
from pagesight.app.report.tables import (
    MAIN_FIGURE,
    ReportTable,
    as_name,
    headline,
    notes,
    ranked,
    tables,
)
from pagesight.extract.page.inline.marks import literal, resolve_escapes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


Systems = Mapping[str, Mapping[str, Any]]

INK = "#22303a"  # of text on the page: the report has it follow its theme
_ON_COLOUR = "#14202a"  # of text on light bars and fields, whatever the theme
_OURS = "#1f7a8c"
_THEIRS = "#b9c6cf"
_THEIR_NAMES = RIVALS.keys() | RENDERERS.keys() - {"pagesight"}
_EMPHASIS = 3  # so many of the best systems are drawn in strong lines
_WIDTH, _NARROW = 7.2, 4.65  # inches, at 72 points each in SVG; the second is a phone's
_ROW = 0.34  # inches a system takes
_NAME = 28  # characters of a system's name
_EDGE, _GRID = "#9aa7b0", "#e6ebee"
# Colour -> what the report's page has it follow: it is light or dark as its reader's system is.
_THEMED: Mapping[str, str] = {
    INK: "currentColor", _EDGE: "var(--axis)", _GRID: "var(--grid)",
}  # fmt: skip
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name may hold dollar signs
    "svg.hashsalt": "pagesight",  # the same figures give the same file
    "font.family": "sans-serif",
    "font.size": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _EDGE,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": _GRID,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def bars(axes: "Axes", systems: Systems, figure: str) -> None:
    """Draw one figure of every system with its interval, the best on top."""
    names = list(systems)[::-1]
    values = [_number(systems[name], figure) for name in names]
    spans = [systems[n].get(f"{figure}_ci95") or (v, v) for n, v in zip(names, values, strict=True)]
    below = [max(0.0, value - low) for value, (low, _) in zip(values, spans, strict=True)]
    above = [max(0.0, high - value) for value, (_, high) in zip(values, spans, strict=True)]
    colours = [_THEIRS if name in _THEIR_NAMES else _OURS for name in names]
    axes.barh(names, values, xerr=[below, above], color=colours, ecolor=INK, height=0.72)
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        colour = INK if value < 0.1 else _ON_COLOUR if name in _THEIR_NAMES else "white"
        axes.text(0.012, place, f"{value:.3f}", va="center", color=colour, fontsize=9)
    axes.set_xlim(0, 1)
    axes.grid(axis="y", visible=False)


def curves(axes: "Axes", systems: Systems) -> None:
    """Draw word F1 of the pages in rising order: how many fail wholly, how many are perfect."""
    for place, (name, figures) in enumerate(systems.items()):
        deciles = figures.get("word_f1_deciles", [])
        strong = place < _EMPHASIS
        axes.plot(
            range(0, 10 * len(deciles), 10), deciles, label=name,
            lw=2.2 if strong else 1.0, ls="-" if name not in _THEIR_NAMES else "--",
        )  # fmt: skip
    axes.set_xlabel("share of pages, worst first (%)")
    axes.set_ylabel("word F1")
    axes.set_ylim(0, 1.01)
    axes.legend(fontsize=8, frameon=False, ncol=2, loc="lower right")


def cost(axes: "Axes", systems: Systems, figure: str) -> None:
    """Draw quality against the time of a page."""
    from matplotlib.ticker import LogLocator, NullFormatter

    for name, figures in systems.items():
        speed = _number(figures, "ms_per_page_median")
        if speed <= 0:
            continue
        point = (speed, _number(figures, figure))
        axes.scatter(*point, color=_THEIRS if name in _THEIR_NAMES else _OURS, s=52, ec=INK, lw=0.5)
        axes.annotate(name, point, xytext=(7, 3), textcoords="offset points", fontsize=8)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter("{x:g}")  # the default writes powers as TeX, which SVG has not
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.margins(x=0.3, y=0.12)
    axes.set_xlabel("milliseconds a page (median, one core)")


def reliability(axes: "Axes", systems: Systems) -> None:
    """Draw how often answers of each confidence are right: the diagonal, if calibrated."""
    axes.plot([0, 1], [0, 1], color=INK, lw=0.8, ls=":")
    for name, figures in systems.items():
        bins = figures.get("reliability", [])
        points = [(each["confidence"], each["accuracy"]) for each in bins]
        axes.plot(*zip(*points, strict=True), marker="o", ms=4, label=name)
    axes.set_xlabel("confidence")
    axes.set_ylabel("accuracy")
    axes.legend(fontsize=8, frameon=False, loc="upper left")


def by_genre(axes: "Axes", systems: Systems, figure: str) -> None:
    """Draw one figure as a field of colour, systems by genres."""
    groups = list(next(iter(systems.values())).get("by_genre", {}))
    grid = [
        [_number(figures.get("by_genre", {}).get(group, {}), figure) for group in groups]
        for figures in systems.values()
    ]
    _field(axes, grid, list(systems), groups)


def confusion(axes: "Axes", matrix: Mapping[str, Mapping[str, int]]) -> None:
    """Draw a confusion matrix: each row the true genre, as shares of it."""
    labels = list(matrix)
    rows = [[float(matrix[true].get(predicted, 0)) for predicted in labels] for true in labels]
    shares = [[value / (sum(row) or 1.0) for value in row] for row in rows]
    _field(axes, shares, labels, labels)
    axes.set_xlabel("predicted")
    axes.set_ylabel("true")


def _field(
    axes: "Axes", grid: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str]
) -> None:
    axes.imshow(grid, cmap="YlGnBu", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), columns, rotation=30, ha="right")
    axes.set_yticks(range(len(rows)), rows)
    axes.grid(visible=False)
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            colour = "white" if value > 0.6 else _ON_COLOUR
            axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=8, color=colour)


def _number(figures: Mapping[str, Any], name: str) -> float:
    return float(figures.get(name) or 0.0)


@dataclass(frozen=True, slots=True)
class Plot:
    """A titled picture, drawn for a desk and again for a phone, where it is not shrunk to fit."""

    title: str
    wide: str
    narrow: str


def plots(results: Mapping[str, Any]) -> tuple[Plot, ...]:
    """Return the plots that suit the task and the figures there are."""
    systems = _shortened(ranked(results))
    figure = MAIN_FIGURE.get(results["task"], "")
    name = as_name(figure)
    tall = _ROW * len(systems) + 0.9
    drawn = [_plot(f"{name}, with 95 % intervals", lambda a: bars(a, systems, figure), tall)]
    if _has_groups(systems, "by_genre") and results["task"] == "extract":
        parted = _plot(f"{name} by genre", lambda a: by_genre(a, systems, figure), tall + 0.4)
        drawn.append(parted)
    if _any(systems, "word_f1_deciles"):
        drawn.append(_plot("How the pages are spread", lambda a: curves(a, systems), 4.2))
    if _any(systems, "reliability"):
        drawn.append(_plot("Calibration", lambda a: reliability(a, systems), 4.2))
    if _any(systems, "ms_per_page_median"):
        drawn.append(_plot("Quality against cost", lambda a: cost(a, systems, figure), 4.2))
    return (*drawn, *_confusions(systems))


def _shortened(systems: Systems) -> Systems:
    """Return the systems under names that a plot has room for: a model's may be a long path."""
    short = [n if len(n) <= _NAME else f"{n[:8]}…{n[9 - _NAME :]}" for n in systems]
    if len(set(short)) < len(short):
        short = [f"{number}. {name}" for number, name in enumerate(short, 1)]
    return dict(zip(short, systems.values(), strict=True))


def _confusions(systems: Systems) -> list[Plot]:
    return [
        _plot(f"Confusion: {name}", lambda a, m=matrix: confusion(a, m), 5.2)  # type: ignore[misc]
        for name, figures in systems.items()
        if isinstance(matrix := figures.get("confusion"), Mapping)
    ]


def _any(systems: Systems, figure: str) -> bool:
    return any(figures.get(figure) for figures in systems.values())


def _has_groups(systems: Systems, grouping: str) -> bool:
    """Return whether there are groups to compare: a field of one column says what the bars say."""
    return any(len(figures.get(grouping, ())) > 1 for figures in systems.values())


def _plot(title: str, draw: Callable[["Axes"], None], height: float) -> Plot:
    return Plot(title, _svg(draw, _WIDTH, height), _svg(draw, _NARROW, height))


def _svg(draw: Callable[["Axes"], None], width: float, height: float) -> str:
    """Return what `draw` draws as an SVG element, its text as text."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    written = buffer.getvalue()
    for colour, themed in _THEMED.items():
        written = written.replace(colour, themed)
    return written[written.index("<svg") :]


def write_report(
    results: Mapping[str, Any],
    predictions: Iterable[Mapping[str, object]],
    out: Path,
    cases: Sequence[Case] = (),
    pictures: Mapping[str, str] = {},
) -> None:
    """Write `results.json`, `predictions.jsonl.gz`, `report.md` and `report.html` to `out`.

    The page shows the `cases`: systems on pages, the worst first, with the pages' `pictures`.
    """
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(results, indent=2, ensure_ascii=False) + "\n"
    # The largest file comes last: where the disk is full, the figures are on it.
    (out / "results.json").write_text(text, encoding="utf-8")
    (out / "report.md").write_text(markdown(results), encoding="utf-8")
    (out / "report.html").write_text(html(results, cases, pictures), encoding="utf-8")
    write_predictions(predictions, out / "predictions.jsonl.gz")


def write_predictions(predictions: Iterable[Mapping[str, object]], path: Path) -> None:
    """Write predictions as compressed JSON Lines."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for row in predictions:
            file.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")


def markdown(results: Mapping[str, Any]) -> str:
    """Return the report as Markdown: its tables and notes, no plots."""
    parts = [f"# {_as_text(headline(results))}"]
    for table in tables(results):
        parts.append(f"## {_as_text(table.title)}\n\n{_markdown_table(table)}")
    parts.append("\n".join(f"* {_as_text(note)}" for note in notes(results)))
    return "\n\n".join(parts) + "\n"


def html(
    results: Mapping[str, Any], cases: Sequence[Case] = (), pictures: Mapping[str, str] = {}
) -> str:
    """Return the report as one HTML page that needs no other file."""
    from jinja2 import Environment, PackageLoader

    page: str = (
        Environment(
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            loader=PackageLoader("pagesight.app", "templates"),
        )
        .get_template("report.html.j2")
        .render(
            headline=headline(results),
            results=results,
            tables=tables(results),
            plots=plots(results),
            notes=notes(results),
            cases=[asdict(case) for case in cases],
            pictures=dict(pictures),
            systems=list(ranked(results)),
        )
    )
    return page


def _markdown_table(table: ReportTable) -> str:
    rows = [list(map(_as_cell, row)) for row in (table.headers, *table.rows)]
    for row, place in table.best:
        rows[row + 1][place] = f"**{rows[row + 1][place]}**"
    rows.insert(1, ["---"] + ["---:"] * (len(table.headers) - 1))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _as_cell(text: str) -> str:
    return _as_text(text).replace("|", "\\|")


def _as_text(text: str) -> str:
    """Return a name or text so that Markdown shows it as it is: a file may be named as markup."""
    return resolve_escapes(literal(" ".join(text.split())))
