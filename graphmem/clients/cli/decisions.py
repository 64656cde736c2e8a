"""reconcile, decisions, merge, separate: what is one and what is not, and why."""

import re
import sys
from collections.abc import Iterable
from typing import Annotated

import typer
from rich.text import Text

from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import (
    Json,
    Space,
    console,
    counted,
    error_console,
    indented,
    print_json,
    progress,
    shown,
)
from graphmem.clients.cli.requests import (
    LISTED,
    Limit,
    Offset,
    done,
    perform,
    require_something,
    tell_rest,
)
from graphmem.clients.cli.retraction import print_retraction
from graphmem.errors import SameConversationError
from graphmem.memory import Memory
from graphmem.model.check import Derived, LayerCheck
from graphmem.model.decision import Decision, Layer, Side, Verdict
from graphmem.model.receipt import ReconcileReceipt
from graphmem.model.retraction import Retraction
from graphmem.operations.deciding import (
    DECISION,
    DECISIONS,
    MERGE,
    RECONCILE,
    SEPARATE,
    UNDO,
    DecisionOnRecord,
)
from graphmem.operations.retraction import RETRACTIONS

app = App(help="What was merged or kept apart, and why: list, show, undo.")

Reason = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="Why; kept with the decision.")
]
Left = Annotated[
    str,
    typer.Argument(
        metavar="ONE", help="CONVERSATION/NAME, CONVERSATION/OWNER/NAME for a thing, or a uid."
    ),
]
Right = Annotated[str, typer.Argument(metavar="OTHER", help="The other one, named the same way.")]

_SHOWN_UID = 8
_LONG_UID = re.compile(rf"\b([a-z]+:[0-9a-f]{{{_SHOWN_UID}}})[0-9a-f]{{24}}\b")
_HEADINGS = {
    Layer.SESSION: "Within a session",
    Layer.CONVERSATION: "Within a conversation",
    Layer.PERSON: "Across conversations",
}
_PLURALS = {Derived.ENTITY: "entities", Derived.SKETCH: "sketches"}
_LAYERS = tuple(_HEADINGS)


def reconcile(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would be decided; change nothing.")
    ] = False,
    anew: Annotated[
        bool,
        typer.Option(
            "--anew",
            help="Plan everything, and put to a model, if one is set, what rules decided.",
        ),
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Plan from nothing, and print what stands otherwise; change nothing."
        ),
    ] = False,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Reconcile sessions into conversations, and conversations into people's memories.

    With --check it ends with 1 where anything differs: entities, links, decisions, sketches, links
    between answers, and vectors, of which is compared that they are there and of which text. No
    model is asked.
    """
    if check:
        _check(space, as_json)
        return
    asked = RECONCILE.asked(dry_run=dry_run, anew=anew)
    with progress(quiet=as_json) as report, Memory(space=space, progress=report) as memory:
        require_something(memory)
        receipt = perform(memory, RECONCILE, asked, progress=report)
    if as_json:
        print_json(receipt)
        return
    if receipt.plan is not None:
        _print_by_layer((decision, True) for decision in receipt.plan.decisions)
    print_reconciled(receipt)


def _check(space: str | None, as_json: bool) -> None:
    with progress(quiet=as_json) as report, Memory(space=space, progress=report) as memory:
        require_something(memory)
        found = memory.check_layers(progress=report)
    if as_json:
        print_json(found)
    else:
        _print_check(found)
    if found.differences:
        raise typer.Exit(1)


def _print_check(found: LayerCheck) -> None:
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
    would = "" if receipt.applied else "would be "
    console().print(
        f"{counted(receipt.merges, 'merge')}, {counted(receipt.separations, 'separation')} and "
        f"{receipt.undecided:,} undecided {would}in force, {receipt.new_decisions:,} of them new; "
        f"{counted(receipt.entities, 'entity', 'entities')} in the layers"
    )
    for note in receipt.notes:
        error_console().print(Text.assemble(("note:", "yellow"), " ", shown(note)))


@app.command("list", examples=("graphmem decisions list --undecided",), help=DECISIONS.summary)
def list_(
    undecided: Annotated[
        bool, typer.Option("--undecided", help="Only what awaits a person's decision.")
    ] = False,
    past: Annotated[
        bool, typer.Option("--past", help="Also what was undone, replaced or fell away.")
    ] = False,
    about: Annotated[
        str | None,
        typer.Option("--about", metavar="UID", help="Only those on this person or entity, by uid."),
    ] = None,
    limit: Limit = LISTED,
    offset: Offset = 0,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """List the decisions in force, each with its reason."""
    found = done(
        DECISIONS,
        space,
        quiet=as_json,
        undecided=undecided,
        past=past,
        about=about,
        limit=limit,
        offset=offset,
    )
    if as_json:
        for item in found.decisions:
            _print_recorded(item)
    else:
        _print_by_layer((item.decision, item.in_force) for item in found.decisions)
        if not found.total:
            nothing = "Nothing is undecided" if undecided else "Nothing was merged or kept apart"
            console().print(f"{nothing} in this space.")
    tell_rest(len(found.decisions), found.total, offset)


@app.command("show", help=DECISION.summary)
def show(
    uid: Annotated[str, typer.Argument(help="The decision's uid, or the beginning of it.")],
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Show one decision: inputs, score, tools called, reason."""
    recorded = done(DECISION, space, quiet=as_json, uid=uid)
    if as_json:
        _print_recorded(recorded)
        return
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


@app.command("undo", examples=("graphmem decisions undo a6d0dbaa",), help=UNDO.summary)
def undo(
    uid: Annotated[
        str,
        typer.Argument(help="The uid of a decision or of a retraction, or the beginning of it."),
    ],
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Take a decision back, for good; your own separation is withdrawn, and judged anew."""
    made = done(UNDO, space, quiet=as_json, uid=uid)
    if isinstance(made, Retraction):
        print_retraction(made, as_json=as_json)
    else:
        _print_made(made, as_json=as_json)


@app.command("retractions", help=RETRACTIONS.summary)
def retractions(
    past: Annotated[bool, typer.Option("--past", help="Also what was undone.")] = False,
    limit: Limit = LISTED,
    offset: Offset = 0,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """List what was taken back or corrected, by whom and why."""
    found = done(RETRACTIONS, space, quiet=as_json, past=past, limit=limit, offset=offset)
    for item in found.retractions:
        print_retraction(item, as_json=as_json)
    if not found.total and not as_json:
        console().print("Nothing was taken back in this space.")
    tell_rest(len(found.retractions), found.total, offset)


def merge(
    left: Left,
    right: Right,
    reason: Reason = "",
    yes: Annotated[
        bool,
        typer.Option("--yes", "-y", help="Also two people who talk to each other; do not ask."),
    ] = False,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Decide that two people or two things are one; no later run overrules it."""

    def decide(*, confirmed: bool) -> Decision:
        return done(
            MERGE,
            space,
            quiet=as_json,
            left=left,
            right=right,
            reason=reason,
            allow_same_conversation=confirmed,
        )

    try:
        made = decide(confirmed=yes)
    except SameConversationError as error:
        if as_json or not sys.stdin.isatty():
            raise
        error_console().print(shown(error.problem))
        if not typer.confirm("Are they one human all the same?", err=True):
            raise typer.Exit(1) from None
        made = decide(confirmed=True)
    _print_made(made, as_json=as_json)


def separate(
    left: Left, right: Right, reason: Reason = "", space: Space = None, as_json: Json = False
) -> None:
    """Decide that two people or two things are not one; no later run overrules it."""
    made = done(SEPARATE, space, quiet=as_json, left=left, right=right, reason=reason)
    _print_made(made, as_json=as_json)


def _print_by_layer(decisions: Iterable[tuple[Decision, bool]]) -> None:
    """What is sure first, then by name; each with whether it is in force."""
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
            shown(_side(decision.left)),
            " = " if merged else " ≠ ",
            shown(_side(decision.right)),
            (past, "dim"),
        )
    )
    console().print(indented(shown(decision.reason), 10))


def _word(decision: Decision) -> tuple[str, str]:
    """What the decision says in a word, and its colour."""
    if decision.is_withdrawal:
        return "withdrawn", "yellow"
    if not decision.confident:
        return "undecided", "yellow"
    return decision.verdict.value, "green" if decision.verdict is Verdict.MERGE else "red"


def short_uid(uid: str) -> str:
    """Enough of the uid to name the decision by."""
    return uid.removeprefix("decision:")[:_SHOWN_UID]


def _side(side: Side) -> str:
    return f"{side.name} ({', '.join(side.conversation_ids)})"


def _print_made(decision: Decision, *, as_json: bool) -> None:
    if as_json:
        print_json(decision)
        return
    print_decision(decision)
    for word, other in (("replaces", decision.replaces), ("takes back", decision.undoes)):
        if other:
            console().print(indented(shown(f"{word} {short_uid(other)}", "dim"), 10))


def _print_recorded(recorded: DecisionOnRecord) -> None:
    print_json(
        recorded.decision.model_dump(mode="json")
        | {"in_force": recorded.in_force, "recorded_at": recorded.recorded_at.isoformat()}
    )
