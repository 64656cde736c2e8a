"""What a section of a report is made of, and how rows and figures are written."""

from typing import NamedTuple

from graphmem.evaluation.summary import MetricRow, MetricTable

NONE = "–"


class ReportSection(NamedTuple):
    """A heading, paragraphs, and a table (its first row the headings) that may be empty."""

    title: str
    text: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()


def rows_of(table: MetricTable) -> tuple[MetricRow, ...]:
    """Categories, then those with an answer together, the other kinds, and all."""
    others = tuple(row for row in (table.adversarial, table.to_clarify) if row is not None)
    return (*table.by_category, table.answerable, *others, *((table.together,) if others else ()))


def label(row: MetricRow) -> str:
    """A row's name: with its number where categories are numbered."""
    return f"{row.category} {row.name}" if isinstance(row.category, int) else row.name


def number(value: float | None) -> str:
    """A figure in percent with one decimal."""
    return NONE if value is None else f"{value:.1f}"
