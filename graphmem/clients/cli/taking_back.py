"""retract, correct: what a person takes back, and how it is told."""

from typing import Annotated

import typer
from rich.text import Text

from graphmem.clients.cli.doing import done
from graphmem.clients.cli.output import Json, Space, console, indented, print_json, shown
from graphmem.model.retraction import Retraction
from graphmem.operations.taking_back import CORRECT, RETRACT

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
