"""The report of an evaluation: Markdown, one HTML page that needs nothing from outside, plots."""

import importlib.util
import io
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from graphmem.evaluation.metrics import DEPTHS
from graphmem.evaluation.provenance import write_text
from graphmem.evaluation.question_records import QUESTIONS, QuestionRecord, read_lines
from graphmem.evaluation.sections import ReportSection, label, number, sections
from graphmem.evaluation.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKDOWN = "report.md"
HTML = "report.html"
_NO_PLOTS = 'For the plots: pip install "graphmem[evaluation]".'
_CARDS = {
    "recall@5": "Recall@5, turns",
    "recall@10": "Recall@10, turns",
    "session_recall@10": "session R@10",
    "f1": "token F1",
    "judge": "judged right",
}
_INK, _QUIET, _GRID = "#22303c", "#6b7a88", "#e3e8ec"
_BLUE, _ORANGE, _GREEN = "#2f6fb0", "#d9822b", "#3a8f6b"
_SIZE = (5.6, 3.4)
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # words stay words, which can be read out and searched
    "font.family": ["sans-serif"],
    "font.size": 10,
    "axes.edgecolor": _QUIET,
    "axes.labelcolor": _INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": _GRID,
    "xtick.color": _QUIET,
    "ytick.color": _QUIET,
    "text.color": _INK,
    "legend.frameon": False,
}
_PROLOGUE = re.compile(r"\A.*?(?=<svg\b)", re.DOTALL)
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
Draw = Callable[["Axes"], object]


def write_reports(summary: Summary, out: Path) -> None:
    """Write ``report.md`` and ``report.html`` beside the result files of ``out``."""
    seconds = [line.seconds for line in read_lines(out / QUESTIONS, QuestionRecord)]
    drawn = plots(summary, seconds) if can_draw() else {}
    write_text(out / MARKDOWN, markdown(summary))
    write_text(out / HTML, page(summary, drawn))


def title(summary: Summary) -> str:
    """What was evaluated on what."""
    return f"graphmem on {summary.benchmark}"


def lead(summary: Summary) -> str:
    """How much was asked of how much."""
    return (
        f"{summary.questions:,} questions about {summary.conversations:,} conversations of "
        f"{summary.turns:,} turns ({summary.basis.get('file', '')})."
    )


def markdown(summary: Summary) -> str:
    """The report as Markdown."""
    parts = [f"# {title(summary)}\n\n{lead(summary)}\n"]
    for section in sections(summary):
        parts.append(f"## {section.title}\n")
        parts += [f"{_plain(text)}\n" for text in section.text]
        if section.table:
            parts.append(_markdown_table(section.table))
    return "\n".join(parts)


def page(summary: Summary, drawn: Mapping[str, str]) -> str:
    """The report as one HTML page; ``drawn`` are titles and SVG elements."""
    figures = "".join(
        f"<figure><figcaption>{escape(name)}</figcaption>{drawing}</figure>"
        for name, drawing in drawn.items()
    )
    return _template().substitute(
        title=escape(title(summary)),
        lead=escape(lead(summary)),
        cards="".join(_cards(summary)),
        plots=figures or f"<p>{escape(_NO_PLOTS)}</p>",
        sections="\n".join(_html_section(section) for section in sections(summary)),
    )


def _cards(summary: Summary) -> list[str]:
    percent = summary.with_conversation.answerable.percent
    return [
        f'<div class="card"><b>{number(percent[name])}</b><span>{escape(shown)}</span></div>'
        for name, shown in _CARDS.items()
        if name in percent
    ]


def _html_section(section: ReportSection) -> str:
    text = "".join(f"<p>{escape(part)}</p>" for part in section.text)
    return f"<section><h2>{escape(section.title)}</h2>{text}{_html_table(section.table)}</section>"


def _html_table(table: Sequence[Sequence[str]]) -> str:
    if not table:
        return ""
    head, *body = table
    kind = ' class="text"' if len(head) == 2 else ""  # names and values rather than figures
    return (
        f'<div class="wide"><table{kind}><thead>{_html_row(head, "th")}</thead>'
        f"<tbody>{''.join(_html_row(row, 'td') for row in body)}</tbody></table></div>"
    )


def _html_row(cells: Sequence[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"


def _markdown_table(table: Sequence[Sequence[str]]) -> str:
    head, *body = table
    ruler = ["---", *["---:"] * (len(head) - 1)]
    return (
        "\n".join(f"| {' | '.join(_plain(cell) for cell in row)} |" for row in (head, ruler, *body))
        + "\n"
    )


def _plain(text: str) -> str:
    """One line that no table and no markup takes for its own."""
    return " ".join(text.replace("|", "\\|").split())


@cache
def _template() -> Template:
    return Template(files("graphmem.evaluation").joinpath("page.html").read_text("utf-8"))


def can_draw() -> bool:
    """Tells whether matplotlib is installed; imports nothing."""
    return importlib.util.find_spec("matplotlib") is not None


def plots(summary: Summary, seconds: Sequence[float]) -> dict[str, str]:
    """Title → SVG element; ``seconds`` are of each question. Needs matplotlib."""
    drawn: dict[str, Draw] = {
        "Evidence found among the first k turns": lambda axes: _curves(axes, summary),
        "Recall@10 by category": lambda axes: _categories(axes, summary),
    }
    if summary.abstention.curve:
        drawn["Abstaining rightly and wrongly"] = lambda axes: _abstention(axes, summary)
    if seconds:
        drawn["Time for a question"] = lambda axes: _histogram(axes, seconds)
    return {title: svg(title, draw) for title, draw in drawn.items()}


def svg(title: str, draw: Draw) -> str:
    """One plot as an SVG element; the same data give the same text."""
    return _PROLOGUE.sub("", _rendered(title, draw, "svg").decode())


def png(title: str, draw: Draw) -> bytes:
    """One plot as a picture, for looking at it without a browser."""
    return _rendered(title, draw, "png")


def _rendered(title: str, draw: Draw, form: str) -> bytes:
    import matplotlib
    from matplotlib.figure import Figure

    out = io.BytesIO()
    # Ids that two plots of one page shared would clip one by the other's frame.
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": title}):
        figure = Figure(figsize=_SIZE, layout="constrained")
        draw(figure.add_subplot())
        metadata: Mapping[str, None] | None = _NO_METADATA if form == "svg" else None
        figure.savefig(out, format=form, metadata=metadata, dpi=110)
    return out.getvalue()


def _curves(axes: "Axes", summary: Summary) -> None:
    rows = [("conversation given", _BLUE, summary.with_conversation)]
    if summary.without_conversation is not None:
        rows.append(("no conversation given", _ORANGE, summary.without_conversation))
    # Each figure stands on the outer side of its curve.
    for (name, colour, table), shift in zip(rows, (8, -17), strict=False):
        percent = table.answerable.percent
        values = [percent.get(f"recall@{k}", 0.0) for k in DEPTHS]
        axes.plot(DEPTHS, values, marker="o", color=colour, label=name)
        axes.annotate(
            f"{values[2]:.1f}",
            (DEPTHS[2], values[2]),
            xytext=(0, shift),
            textcoords="offset points",
            color=colour,
            ha="center",
        )
    axes.set(xlabel="k", ylabel="recall@k, percent", ylim=(0, 103), xticks=DEPTHS)
    axes.legend(loc="lower right")


def _categories(axes: "Axes", summary: Summary) -> None:
    rows = [row for row in summary.with_conversation.by_category if "recall@10" in row.percent]
    rows.reverse()  # a bar chart is drawn from below
    names = [f"{label(row)} ({row.scored:,})" for row in rows]
    values = [row.percent["recall@10"] for row in rows]
    colours = [_QUIET if _to_refuse(row.name) else _BLUE for row in rows]
    bars = axes.barh(names, values, color=colours, height=0.65)
    axes.bar_label(bars, fmt="%.1f", padding=3, color=_INK)
    axes.set(xlabel="recall@10, percent", xlim=(0, 109))
    axes.grid(visible=False, axis="y")


def _to_refuse(name: str) -> bool:
    return name.endswith("refused") or name == "adversarial"


def _abstention(axes: "Axes", summary: Summary) -> None:
    points = summary.abstention.curve
    false = [point.false for point in points]
    right = [point.right for point in points]
    axes.plot([0, 100], [0, 100], color=_GRID, linewidth=1.5)
    axes.plot(false, right, marker=".", color=_GREEN)
    axes.plot(false[:1], right[:1], marker="o", markersize=9, color=_GREEN)
    axes.annotate(
        "on its own",
        (false[0], right[0]),
        xytext=(9, 5),
        textcoords="offset points",
        color=_GREEN,
    )
    axes.set(
        xlabel="falsely abstained, percent of questions with an answer",
        ylabel="rightly abstained, percent",
        xlim=(0, 103),
        ylim=(0, 103),
    )


def _histogram(axes: "Axes", seconds: Sequence[float]) -> None:
    milliseconds = sorted(1_000 * value for value in seconds)
    # One slow question would press all others into one bar.
    most = milliseconds[int(0.99 * (len(milliseconds) - 1))] * 1.05 + 1
    axes.hist([min(value, most) for value in milliseconds], bins=40, range=(0, most), color=_BLUE)
    middle = milliseconds[len(milliseconds) // 2]
    axes.axvline(middle, color=_ORANGE)
    axes.annotate(
        f"median {middle:.0f} ms",
        (middle, 1),
        xycoords=("data", "axes fraction"),
        xytext=(5, -12),
        textcoords="offset points",
        color=_ORANGE,
    )
    axes.set(xlabel="search and answer, milliseconds", ylabel="questions")
