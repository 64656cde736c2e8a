"""The report of an evaluation: Markdown, and one HTML page that needs nothing from outside."""

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from graphmem.evaluation.output_files import write_text
from graphmem.evaluation.plots import can_draw, plots
from graphmem.evaluation.question_records import QUESTIONS, QuestionRecord, read_lines
from graphmem.evaluation.sections import ReportSection, number, sections
from graphmem.evaluation.summary import Summary

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
