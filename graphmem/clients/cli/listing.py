"""remember, assemble, people, entities."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import Json, Space, console, indented, opened, print_json, shown
from graphmem.clients.cli.talk import AsOf, Conversation, Since, Until
from graphmem.model.listing import EntityDetails, EntitySummary
from graphmem.model.workspace import EntityType
from graphmem.operations import operation
from graphmem.operations.fields import MOST_LISTED

entities_app = App(help="The things that the conversations speak of: list, show.")

OneConversation = Annotated[
    str | None, typer.Option("--conversation", "-c", metavar="ID", help="Only this conversation.")
]
Limit = Annotated[
    int, typer.Option("--limit", "-n", metavar="N", min=1, max=MOST_LISTED, help="At most so many.")
]


def remember(
    conversation: Annotated[str, typer.Argument(help="The conversation that it belongs to.")],
    text: Annotated[str, typer.Argument(help="What is said, word for word.")],
    speaker: Annotated[
        str | None, typer.Option("--speaker", metavar="NAME", help="Who says it.")
    ] = None,
    person_id: Annotated[
        str | None, typer.Option("--person-id", metavar="ID", help="Your own id of the speaker.")
    ] = None,
    caption: Annotated[
        str | None,
        typer.Option("--caption", metavar="TEXT", help="What an image shared with it shows."),
    ] = None,
    said_at: Annotated[
        str | None,
        typer.Option("--said-at", metavar="DATE", help="2024-03-01T18:01:00; now without it."),
    ] = None,
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="ID", help="The sitting; that of the day without it."),
    ] = None,
    turn_id: Annotated[
        str | None,
        typer.Option("--turn-id", metavar="ID", help="Its id; the session's next without it."),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Record one turn as it is said; it can be found at once."""
    with opened(space, quiet=as_json) as memory:
        receipt = memory.add_turn(
            conversation,
            text,
            speaker=speaker,
            person_id=person_id,
            caption=caption,
            said_at=said_at,
            session_id=session,
            turn_id=turn_id,
        )
    if as_json:
        print_json(receipt)
    elif receipt.changed is not None:
        console().print(shown(f"{receipt.turn_id} was kept as it was: {receipt.changed.reason}"))
    else:
        console().print(shown(receipt.turn_id))
    if receipt.changed is not None:
        raise typer.Exit(1)


def assemble(
    message: Annotated[str, typer.Argument(help="What was said last in the talk at hand.")],
    budget: Annotated[
        int,
        typer.Option(
            "--tokens", metavar="N", min=1, help="The most tokens that the text may have."
        ),
    ] = 1_500,
    conversation: Conversation = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    at_hand: Annotated[
        str | None,
        typer.Option("--at-hand", metavar="ID", help="The recorded conversation that goes on."),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Put what memory holds for the talk at hand into a text for a prompt."""
    with opened(space, quiet=as_json) as memory:
        made = memory.assemble(
            message,
            budget,
            conversation=conversation,
            since=since,
            until=until,
            as_of=as_of,
            at_hand=at_hand,
        )
    if as_json:
        print_json(made)
    else:
        console().print(shown(made.text))


def people(
    conversation: OneConversation = None, space: Space = None, as_json: Json = False
) -> None:
    """List who takes part in the conversations of the space."""
    with opened(space, quiet=as_json) as memory:
        found = memory.people(conversation=conversation)
    if as_json:
        for person in found:
            print_json(person)
        return
    table = Table("person", "conversations", "uid", box=None)
    for person in found:
        table.add_row(
            shown(", ".join(person.names)),
            shown(", ".join(person.conversation_ids)),
            shown(person.uid, "dim"),
        )
    console().print(table)


@entities_app.command("list", help=operation("entities").summary)
def list_entities(
    conversation: OneConversation = None,
    person: Annotated[
        str | None, typer.Option("--person", "-p", metavar="NAME", help="Only what is theirs.")
    ] = None,
    type: Annotated[
        EntityType | None,
        typer.Option(
            "--type", metavar="TYPE", help=f"Only those of this type: {', '.join(EntityType)}."
        ),
    ] = None,
    named: Annotated[
        str | None, typer.Option("--named", metavar="TEXT", help="Only those with this in a name.")
    ] = None,
    limit: Limit = 100,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """List the things that the conversations speak of, those of most facts first."""
    with opened(space, quiet=as_json) as memory:
        found = memory.entities(
            conversation=conversation, person=person, type=type, named=named, limit=limit
        )
    if as_json:
        for entity in found:
            print_json(entity)
        return
    table = Table("entity", "type", "of", "facts", "conversations", "uid", box=None)
    for entity in found:
        table.add_row(
            shown(entity.name),
            entity.type.value,
            shown(", ".join(entity.owners)),
            f"{entity.facts:,}",
            shown(", ".join(entity.conversation_ids)),
            shown(entity.uid, "dim"),
        )
    console().print(table)


@entities_app.command("show", help=operation("entity").summary)
def show_entity(
    uid: Annotated[str, typer.Argument(help="The entity's uid, of any layer.")],
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Show one thing: what is known of it, whose it is, and what it is made of."""
    with opened(space, quiet=as_json) as memory:
        found = memory.entity(uid)
    if as_json:
        print_json(found)
    else:
        _print_entity(found)


def _print_entity(found: EntityDetails) -> None:
    out = console()
    out.print(Text.assemble(shown(found.entity.name, "bold"), f"  {_of(found.entity)}"))
    for line in found.profile:
        told = Text.assemble(shown(line.text), "  ", shown(line.turn_id, "cyan"))
        out.print(indented(told, 4))
    for part in found.parts:
        place = part.session_id or part.conversation_id or ""
        where = f"{part.layer.value}  {part.name}  {place}  {part.uid}"
        out.print(indented(shown(where, "dim"), 4))


def _of(entity: EntitySummary) -> str:
    owners = f", of {', '.join(entity.owners)}" if entity.owners else ""
    return f"{entity.type.value}{owners}, {', '.join(entity.conversation_ids)}"
