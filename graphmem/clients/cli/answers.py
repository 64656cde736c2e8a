"""Prints answers with their evidence, and what a search found."""

from collections.abc import Sequence

from rich.text import Text

from graphmem.clients.cli.output import console, error_console, indented, shown
from graphmem.clients.cli.trace_tree import written_parts
from graphmem.model.answer import Answer, Evidence, Status
from graphmem.model.search import SearchHit, SearchResult
from graphmem.operations.rendering import text_with_image


def print_answer(answer: Answer, *, explain: bool = False) -> None:
    """An answer for people: text, evidence, what its dates meant."""
    out = console()
    colour = "green" if answer.status is Status.ANSWERED else "yellow"
    # Asking back, it is sure of nothing yet.
    sure = "" if answer.candidates else f"  (confidence {answer.confidence:.2f})"
    out.print(
        Text.assemble(
            (answer.status.value.replace("_", " "), f"bold {colour}"),
            "  ",
            shown(answer.text),
            (sure, "dim"),
        )
    )
    for candidate in answer.candidates:
        out.print(indented(Text.assemble(shown(candidate.name, "bold"), ": ", candidate.apart), 4))
        _print_evidence(candidate.evidence, by=8)
        out.print(indented(shown(f"--about {candidate.uid}", "dim"), 8), soft_wrap=True)
    if not answer.candidates:
        _print_evidence(answer.evidence, by=4)
    for time in answer.times:
        out.print(indented(shown(f"“{time.expression}” meant {time.meaning}", "dim"), 4))
    if not explain:
        return
    if answer.routing is not None:
        out.print(indented(shown(f"read as: {answer.routing.told}", "dim"), 4))
    for step in answer.steps:
        out.print(indented(shown(step, "dim"), 4))
    for part in answer.confidence_parts:
        told = f"{part.name} {part.contribution:+.2f} ({part.weight:.2f} × {part.value:.2f})"
        out.print(indented(shown(told, "dim"), 4))


def _print_evidence(evidence: Sequence[Evidence], *, by: int) -> None:
    for item in evidence:
        told = f"{item.speaker}, {item.said_at:%d %b %Y}: “{item.quote}”"
        console().print(indented(Text.assemble(shown(item.turn_id, "cyan"), "  ", shown(told)), by))


def print_hits(found: SearchResult, *, parts: bool = False) -> None:
    """Turns, best first; with ``parts`` the addends of every score."""
    for hit in found.hits:
        _print_hit(hit, parts=parts)
    if not found.hits:
        console().print("Nothing found in this scope.")


def print_notes(found: SearchResult) -> None:
    """Says on standard error what could not be done, and whether turns wait."""
    for note in (*found.notes, *filter(None, [found.waiting_note])):
        error_console().print(shown(f"note: {note}"))


def _print_hit(hit: SearchHit, *, parts: bool) -> None:
    out = console()
    out.print(
        Text.assemble(
            (f"{hit.score:.2f}", "bold"),
            "  ",
            shown(hit.turn_id, "cyan"),
            "  ",
            shown(hit.speaker),
            f", {hit.said_at:%d %b %Y %H:%M}",
        )
    )
    out.print(indented(shown(text_with_image(hit.text, hit.caption)), 6))
    if parts:
        out.print(indented(shown(written_parts(hit), "dim"), 6))
