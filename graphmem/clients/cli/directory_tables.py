"""Prints what a memory holds: people, conversations, entities, turns."""

from rich.text import Text

from graphmem.clients.cli.output import console, indented, print_rows, shown
from graphmem.model.listing import Dialogue, EntityDetails, EntitySummary, TalkTurn, TurnInTalk
from graphmem.operations.directory import ConversationList, EntityList, PeopleList
from graphmem.operations.rendering import counted


def print_people(found: PeopleList) -> None:
    """Participants with their names, conversations and uid."""
    print_rows(
        ("person", "conversations", "uid"),
        (
            (", ".join(one.names), ", ".join(one.conversation_ids), shown(one.uid, "dim"))
            for one in found.people
        ),
    )


def print_conversations(found: ConversationList) -> None:
    """Conversations with their people, counts, and first and last day."""
    print_rows(
        ("conversation", "people", "sessions", "turns", "from", "to"),
        (
            (
                one.conversation_id,
                ", ".join(one.people),
                f"{one.sessions:,}",
                f"{one.turns:,}",
                f"{one.first_said_at:%d %b %Y}" if one.first_said_at else "",
                f"{one.last_said_at:%d %b %Y}" if one.last_said_at else "",
            )
            for one in found.conversations
        ),
    )


def print_entities(found: EntityList) -> None:
    """Entities with their type, owners, number of facts, conversations and uid."""
    print_rows(
        ("entity", "type", "of", "facts", "conversations", "uid"),
        (
            (
                one.name,
                one.type.value,
                ", ".join(one.owners),
                f"{one.facts:,}",
                ", ".join(one.conversation_ids),
                shown(one.uid, "dim"),
            )
            for one in found.entities
        ),
    )


def print_entity(found: EntityDetails) -> None:
    """One entity: its facts, and the parts that it is made of."""
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


def print_turn_in_talk(found: TurnInTalk) -> None:
    """A turn between those before and after it."""
    for one in found.before:
        _print_turn(one)
    _print_turn(found.turn, style="bold")
    for one in found.after:
        _print_turn(one)


def print_dialogue(found: Dialogue) -> None:
    """The sessions of a conversation, then the turns of one of them."""
    for one in found.sessions:
        here = "bold" if one.session_id == found.session_id else "dim"
        line = f"{one.session_id}  {one.started_at:%d %b %Y}  {counted(one.turns, 'turn')}"
        console().print(shown(line, here))
    for said in found.turns:
        _print_turn(said)


def _print_turn(turn: TalkTurn, *, style: str = "") -> None:
    text = f"{turn.text} [image: {turn.caption}]" if turn.caption else turn.text
    console().print(
        Text.assemble(
            shown(turn.turn_id, "cyan"),
            f"  {turn.said_at:%d %b %Y %H:%M}  ",
            shown(turn.speaker, style),
            ": ",
            shown(text, style),
        )
    )
