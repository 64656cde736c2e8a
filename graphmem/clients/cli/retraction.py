"""retract, correct, forget: taking back what was said."""

import sys
from typing import Annotated

import typer
from rich.text import Text

from graphmem.clients.cli.output import (
    Json,
    Space,
    console,
    counted,
    error_console,
    indented,
    opened,
    print_json,
    shown,
)
from graphmem.clients.cli.requests import done, perform
from graphmem.errors import InputError
from graphmem.model.retraction import ForgetReceipt, Retraction
from graphmem.operations.retraction import CORRECT, FORGET, RETRACT


def forget(
    turn: Annotated[
        str | None, typer.Option("--turn", metavar="CONVERSATION/TURN", help="A turn.")
    ] = None,
    conversation: Annotated[
        str | None, typer.Option("--conversation", "-c", metavar="ID", help="A conversation.")
    ] = None,
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="ID", help="Only this session of the conversation."),
    ] = None,
    person: Annotated[
        str | None,
        typer.Option(
            "--person", "-p", metavar="NAME", help="A person: CONVERSATION/NAME, person_id or uid."
        ),
    ] = None,
    thing: Annotated[
        str | None, typer.Option("--thing", metavar="UID", help="A thing, by its uid.")
    ] = None,
    statement: Annotated[
        str | None,
        typer.Option("--statement", metavar="UID", help="A statement: the turn that states it."),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="NAME", help="Who takes it back; is kept.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count what would go; change nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Take back what was said, for good: a turn, talk, person, thing or statement."""
    asked = FORGET.asked(
        turn=turn,
        conversation=conversation,
        session=session,
        person=person,
        thing=thing,
        statement=statement,
        by=by,
        dry_run=dry_run,
    )
    confirmed = dry_run or yes
    if not confirmed and (as_json or not sys.stdin.isatty()):
        raise InputError(
            "What is forgotten does not come back, and nobody can be asked here.",
            next_step="Look with --dry-run first, then give --yes.",
        )
    with opened(space, quiet=as_json) as memory:
        if not confirmed:
            seen = perform(memory, FORGET, asked.model_copy(update={"dry_run": True}))
            error_console().print(shown(_told(seen)))
            if not typer.confirm("Nothing brings it back. Forget it?", err=True):
                raise typer.Exit(1)
        receipt = perform(memory, FORGET, asked)
    if as_json:
        print_json(receipt)
        return
    console().print(shown(_told(receipt)))
    for note in receipt.notes:
        error_console().print(shown(f"note: {note}"))


def _told(receipt: ForgetReceipt) -> str:
    goes = "would go" if receipt.dry_run else "forgotten"
    anew = "would be read" if receipt.dry_run else "read"
    return (
        f"{counted(receipt.turns, 'turn')} {goes}, and with that "
        f"{counted(receipt.sessions, 'session')}, "
        f"{counted(receipt.conversations, 'conversation')}, "
        f"{counted(receipt.people, 'person', 'people')}, "
        f"{counted(receipt.statements, 'statement')}, {counted(receipt.things, 'thing')}, "
        f"{counted(receipt.facts, 'set of added facts', 'sets of added facts')}, "
        f"{counted(receipt.decisions, 'decision')} and {counted(receipt.links, 'link')}; "
        f"{counted(receipt.sessions_anew, 'session')} {anew} anew"
    )


Uid = Annotated[
    str, typer.Argument(metavar="UID", help="The statement's uid (answer:… or role:…).")
]
Reason = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="Why; kept with the retraction.")
]
By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who says so; kept as well.")]


def retract(
    uid: Uid, reason: Reason = "", by: By = "", space: Space = None, as_json: Json = False
) -> None:
    """Take a statement back: it is never stated again, whatever reads the talk anew."""
    made = done(RETRACT, space, quiet=as_json, uid=uid, reason=reason, by=by)
    print_retraction(made, as_json=as_json)


def correct(
    uid: Uid,
    text: Annotated[
        str,
        typer.Argument(help="What holds instead, in a sentence that names whom it is about."),
    ],
    reason: Reason = "",
    by: By = "",
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Put what holds in the place of a statement, which is never stated again."""
    made = done(CORRECT, space, quiet=as_json, uid=uid, text=text, reason=reason, by=by)
    print_retraction(made, as_json=as_json)


def print_retraction(made: Retraction, *, as_json: bool) -> None:
    """A retraction in a few lines: what, by whom, when and why."""
    if as_json:
        print_json(made)
        return
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
