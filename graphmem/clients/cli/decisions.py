"""Prints decisions and retractions: what is one and what is not, what was taken back, and why."""

import re
from collections.abc import Iterable

from rich.text import Text

from graphmem.clients.cli.output import console, error_console, indented, shown
from graphmem.model.check import Derived, LayerCheck
from graphmem.model.decision import Decision, Layer, Verdict
from graphmem.model.receipt import ReconcileReceipt
from graphmem.model.retraction import Retraction
from graphmem.operations.deciding import DecisionList, DecisionOnRecord, RetractionList
from graphmem.operations.rendering import counted, render, short_uid, side_text

_SHOWN_UID = 8
_LONG_UID = re.compile(rf"\b([a-z]+:[0-9a-f]{{{_SHOWN_UID}}})[0-9a-f]{{24}}\b")
_HEADINGS = {
    Layer.SESSION: "Within a session",
    Layer.CONVERSATION: "Within a conversation",
    Layer.PERSON: "Across conversations",
}
_PLURALS = {Derived.ENTITY: "entities", Derived.SKETCH: "sketches"}
_LAYERS = tuple(_HEADINGS)


def print_check(found: LayerCheck) -> None:
    """Differences between what stands and what is planned, and how much was compared."""
    for item in found.differences:
        if item.planned is None:
            told = "stands, and is not planned"
        elif item.standing is None:
            told = "is planned, and does not stand"
        else:
            told = "; ".join(
                f"{name} is {left!r}, planned {right!r}"
                for name, (left, right) in item.fields.items()
            )
        console().print(shown(f"{item.kind} {item.what}: {told}"))
    compared = ", ".join(
        counted(count, kind, _PLURALS.get(kind)) for kind, count in found.compared.items()
    )
    console().print(f"compared {compared}: {counted(len(found.differences), 'difference')}")
    if found.stale:
        console().print(
            f"{counted(found.stale, 'conversation')} changed since; graphmem reconcile"
            " brings the layers up to date"
        )


def print_reconciled(receipt: ReconcileReceipt) -> None:
    """Prints in a line what reconciliation came to."""
    console().print(shown(render(receipt)))
    for note in receipt.notes:
        error_console().print(Text.assemble(("note:", "yellow"), " ", shown(note)))


def print_decisions(found: DecisionList) -> None:
    """Decisions, layer by layer."""
    print_by_layer((item.decision, item.in_force) for item in found.decisions)
    if not found.total:
        console().print("There are no such decisions in this space.")


def print_recorded(recorded: DecisionOnRecord) -> None:
    """A decision with its inputs, score, calls of tools and reason."""
    decision = recorded.decision
    print_decision(decision, in_force=recorded.in_force)
    out = console()
    out.print(indented(shown(f"uid {decision.uid}", "dim"), 4))
    decider = decision.model or decision.decided_by.value
    out.print(
        indented(
            shown(
                f"{decision.layer.value} layer, decided by {decider} on "
                f"{recorded.recorded_at:%d %b %Y %H:%M}, score {decision.score:.2f}",
                "dim",
            ),
            4,
        )
    )
    for part in decision.parts:
        told = f"{part.name} {part.contribution:+.3f} ({part.weight:g} × {part.value:.3f})"
        out.print(indented(shown(told), 6))
    for call in decision.tools:
        given = _LONG_UID.sub(r"\1", ", ".join(call.arguments.values()))
        out.print(indented(Text.assemble(shown(f"{call.tool}({given})", "cyan")), 6))
        out.print(indented(shown(call.result), 8))
    for line in decision.transcript:
        out.print(indented(shown(line, "dim"), 6))
    for word, other in (("replaces", decision.replaces), ("undoes", decision.undoes)):
        if other:
            out.print(indented(shown(f"{word} {other}", "dim"), 4))


def print_retractions(found: RetractionList) -> None:
    """Retractions, each in a few lines."""
    for item in found.retractions:
        print_retraction(item)
    if not found.total:
        console().print("Nothing was taken back in this space.")


def print_retraction(made: Retraction) -> None:
    """A retraction in a few lines: what, by whom, when and why."""
    word = "corrected" if made.corrected_to else "taken back"
    past = "" if made.in_force else "  (undone)"
    console().print(
        Text.assemble(
            shown(made.uid, "dim"), "  ", (word, "bold yellow"), "  ", shown(made.text), past
        )
    )
    if made.corrected_to:
        console().print(indented(shown(f"instead: {made.corrected_to}"), 4))
    why = f": {made.reason}" if made.reason else ""
    turns = ", ".join(made.turn_ids)
    told = f"by {made.by or 'hand'} on {made.recorded_at:%d %b %Y %H:%M}{why} [{turns}]"
    console().print(indented(shown(told), 4))


def print_by_layer(decisions: Iterable[tuple[Decision, bool]]) -> None:
    """Decisions by layer, sure ones first, each with whether it is in force."""
    listed = sorted(
        decisions,
        key=lambda item: (
            _LAYERS.index(item[0].layer),
            not item[0].confident,
            item[0].left.conversation_ids,
            item[0].left.name.casefold(),
            item[0].uid,
        ),
    )
    heading = None
    for decision, in_force in listed:
        if decision.layer is not heading:
            heading = decision.layer
            console().print(shown(_HEADINGS[heading], "bold"))
        print_decision(decision, in_force=in_force)


def print_decision(decision: Decision, *, in_force: bool = True) -> None:
    """A decision in two lines: what, and why."""
    merged = decision.verdict is Verdict.MERGE
    word, colour = _word(decision)
    past = "" if in_force else "  (no longer in force)"
    console().print(
        Text.assemble(
            shown(short_uid(decision.uid), "dim"),
            "  ",
            (f"{word:<9}", f"bold {colour}"),
            "  ",
            shown(side_text(decision.left)),
            " = " if merged else " ≠ ",
            shown(side_text(decision.right)),
            (past, "dim"),
        )
    )
    console().print(indented(shown(decision.reason), 10))


def _word(decision: Decision) -> tuple[str, str]:
    """Verdict of a decision in a word, and its colour."""
    if decision.is_withdrawal:
        return "withdrawn", "yellow"
    if not decision.confident:
        return "undecided", "yellow"
    return decision.verdict.value, "green" if decision.verdict is Verdict.MERGE else "red"


def print_made(decision: Decision) -> None:
    """A decision that was made just now, and which it replaces or takes back."""
    print_decision(decision)
    for word, other in (("replaces", decision.replaces), ("takes back", decision.undoes)):
        if other:
            console().print(indented(shown(f"{word} {short_uid(other)}", "dim"), 10))
