"""remember, assemble, people, entities."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import Json, Space, console, indented, print_json, shown
from graphmem.clients.cli.requests import LISTED, Limit, Offset, bounds, done, tell_rest
from graphmem.clients.cli.talk import AsOf, Conversation, KnownTo, Now, Since, Until
from graphmem.model.listing import EntityDetails, EntitySummary
from graphmem.model.workspace import EntityType
from graphmem.operations.directory import ENTITIES, ENTITY, PEOPLE
from graphmem.operations.querying import ASSEMBLE, AssembleRequest
from graphmem.operations.recording import ADD_TURN

entities_app = App(help="The things that the conversations speak of: list, show.")

OneConversation = Annotated[
    str | None, typer.Option("--conversation", "-c", metavar="ID", help="Only this conversation.")
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
    zone: Annotated[
        str | None, typer.Option("--zone", metavar="ZONE", help="Time zone of --said-at.")
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
    receipt = done(
        ADD_TURN,
        space,
        quiet=as_json,
        conversation_id=conversation,
        text=text,
        speaker=speaker,
        person_id=person_id,
        caption=caption,
        said_at=said_at,
        zone=zone,
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
    speaker: Annotated[
        str, typer.Option("--speaker", metavar="NAME", help="Who said it: a name, or a role.")
    ] = "user",
    budget: Annotated[
        int,
        typer.Option(
            "--tokens",
            metavar="N",
            help="The most tokens that the text may have.",
            **bounds(AssembleRequest, "token_budget"),
        ),
    ] = 1_500,
    conversation: Conversation = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    now: Now = None,
    at_hand: Annotated[
        str | None,
        typer.Option("--at-hand", metavar="ID", help="The recorded conversation that goes on."),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Put what memory holds for the talk at hand into a text for a prompt."""
    made = done(
        ASSEMBLE,
        space,
        quiet=as_json,
        messages=[{"speaker": speaker, "text": message}],
        token_budget=budget,
        conversations=conversation,
        since=since,
        until=until,
        as_of=as_of,
        known_to=known_to,
        now=now,
        at_hand=at_hand,
    )
    if as_json:
        print_json(made)
    else:
        console().print(shown(made.text))


def people(
    conversation: OneConversation = None,
    limit: Limit = LISTED,
    offset: Offset = 0,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """List who takes part in the conversations of the space."""
    found = done(
        PEOPLE, space, quiet=as_json, conversation=conversation, limit=limit, offset=offset
    )
    table = Table("person", "conversations", "uid", box=None)
    for person in found.people:
        if as_json:
            print_json(person)
            continue
        table.add_row(
            shown(", ".join(person.names)),
            shown(", ".join(person.conversation_ids)),
            shown(person.uid, "dim"),
        )
    if not as_json:
        console().print(table)
    tell_rest(len(found.people), found.total, offset)


@entities_app.command("list", help=ENTITIES.summary)
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
    offset: Offset = 0,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """List the things that the conversations speak of, those of most facts first."""
    found = done(
        ENTITIES,
        space,
        quiet=as_json,
        conversation=conversation,
        person=person,
        type=type,
        named=named,
        limit=limit,
        offset=offset,
    )
    table = Table("entity", "type", "of", "facts", "conversations", "uid", box=None)
    for entity in found.entities:
        if as_json:
            print_json(entity)
            continue
        table.add_row(
            shown(entity.name),
            entity.type.value,
            shown(", ".join(entity.owners)),
            f"{entity.facts:,}",
            shown(", ".join(entity.conversation_ids)),
            shown(entity.uid, "dim"),
        )
    if not as_json:
        console().print(table)


@entities_app.command("show", help=ENTITY.summary)
def show_entity(
    uid: Annotated[str, typer.Argument(help="The entity's uid, of any layer.")],
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Show one thing: what is known of it, whose it is, and what it is made of."""
    found = done(ENTITY, space, quiet=as_json, uid=uid)
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
