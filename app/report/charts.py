"""Draw a report's charts: one function each, onto axes that it is given."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pagesight.app.evaluate.render.systems import RENDERERS
from pagesight.app.evaluate.systems.rivals import RIVALS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Systems = Mapping[str, Mapping[str, Any]]

INK = "#22303a"  # of text on the page: the report has it follow its theme
_ON_COLOUR = "#14202a"  # of text on light bars and fields, whatever the theme
_OURS = "#1f7a8c"
_THEIRS = "#b9c6cf"
_THEIR_NAMES = RIVALS.keys() | RENDERERS.keys() - {"pagesight"}
_EMPHASIS = 3  # so many of the best systems are drawn in strong lines


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
