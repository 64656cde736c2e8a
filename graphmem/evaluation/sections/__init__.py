"""A summary as sections of text and tables, for any kind of report; pure."""

from graphmem.evaluation.results import Summary
from graphmem.evaluation.sections import figures, grounds
from graphmem.evaluation.sections.shape import ReportSection


def sections(summary: Summary) -> tuple[ReportSection, ...]:
    """Everything that a report tells, in order."""
    return (*figures.sections(summary), *grounds.sections(summary))
