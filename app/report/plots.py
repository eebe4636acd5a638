"""The plots of an evaluation's report, as SVG to put into its page."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagesight.app.report import charts
from pagesight.app.report.columns import MAIN_FIGURE
from pagesight.app.report.tables import as_name, ranked

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _NARROW = 7.2, 4.65  # inches, at 72 points each in SVG; the second is a phone's
_ROW = 0.34  # inches a system takes
_NAME = 28  # characters of a system's name


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
    drawn = [_plot(f"{name}, with 95 % intervals", lambda a: charts.bars(a, systems, figure), tall)]
    if _has_groups(systems, "by_genre") and results["task"] == "extract":
        by_genre = _plot(
            f"{name} by genre", lambda a: charts.by_genre(a, systems, figure), tall + 0.4
        )
        drawn.append(by_genre)
    if _any(systems, "word_f1_deciles"):
        drawn.append(_plot("How the pages are spread", lambda a: charts.curves(a, systems), 4.2))
    if _any(systems, "reliability"):
        drawn.append(_plot("Calibration", lambda a: charts.reliability(a, systems), 4.2))
    if _any(systems, "ms_per_page_median"):
        drawn.append(_plot("Quality against cost", lambda a: charts.cost(a, systems, figure), 4.2))
    return (*drawn, *_confusions(systems))


def _shortened(systems: charts.Systems) -> charts.Systems:
    """Return the systems under names that a plot has room for: a model's may be a long path."""
    short = [n if len(n) <= _NAME else f"{n[:8]}…{n[9 - _NAME :]}" for n in systems]
    if len(set(short)) < len(short):
        short = [f"{number}. {name}" for number, name in enumerate(short, 1)]
    return dict(zip(short, systems.values(), strict=True))


def _confusions(systems: charts.Systems) -> list[Plot]:
    return [
        _plot(f"Confusion: {name}", lambda a, m=matrix: charts.confusion(a, m), 5.2)  # type: ignore[misc]
        for name, figures in systems.items()
        if isinstance(matrix := figures.get("confusion"), Mapping)
    ]


def _any(systems: charts.Systems, figure: str) -> bool:
    return any(figures.get(figure) for figures in systems.values())


def _has_groups(systems: charts.Systems, grouping: str) -> bool:
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


_EDGE, _GRID = "#9aa7b0", "#e6ebee"
# Colour -> what the report's page has it follow: it is light or dark as its reader's system is.
_THEMED: Mapping[str, str] = {
    charts.INK: "currentColor", _EDGE: "var(--axis)", _GRID: "var(--grid)",
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
    "text.color": charts.INK,
    "axes.labelcolor": charts.INK,
    "xtick.color": charts.INK,
    "ytick.color": charts.INK,
}
