"""Prints the result of an operation: one renderer for each type of result."""

from collections.abc import Callable
from typing import Any

from rich.text import Text

from graphmem.clients.cli.answers import print_answer
from graphmem.clients.cli.decisions import (
    print_decisions,
    print_made,
    print_reconciled,
    print_recorded,
    print_retraction,
    print_retractions,
)
from graphmem.clients.cli.output import (
    console,
    error_console,
    indented,
    print_json,
    print_rows,
    shown,
)
from graphmem.clients.cli.receipts import print_receipt, print_turn_receipt
from graphmem.clients.cli.tool_tables import (
    print_comparison,
    print_contradictions,
    print_people_comparison,
    print_timeline,
)
from graphmem.model.answer import Answer
from graphmem.model.base import Frozen
from graphmem.model.decision import Decision
from graphmem.model.listing import Dialogue, EntityDetails, EntitySummary, TalkTurn, TurnInTalk
from graphmem.model.receipt import Receipt, ReconcileReceipt, TurnReceipt
from graphmem.model.retraction import Retraction
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    EntityTimeline,
    PeopleComparison,
)
from graphmem.operations.deciding import DecisionList, DecisionOnRecord, RetractionList
from graphmem.operations.directory import ConversationList, EntityList, PeopleList
from graphmem.operations.rendering import counted, render, text_with_image


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
    text = text_with_image(turn.text, turn.caption)
    console().print(
        Text.assemble(
            shown(turn.turn_id, "cyan"),
            f"  {turn.said_at:%d %b %Y %H:%M}  ",
            shown(turn.speaker, style),
            ": ",
            shown(text, style),
        )
    )


RENDERERS: dict[type[Frozen], Callable[[Any], None]] = {
    Answer: print_answer,
    Comparison: print_comparison,
    Contradictions: print_contradictions,
    ConversationList: print_conversations,
    Decision: print_made,
    DecisionList: print_decisions,
    DecisionOnRecord: print_recorded,
    Dialogue: print_dialogue,
    EntityDetails: print_entity,
    EntityList: print_entities,
    EntityTimeline: print_timeline,
    PeopleComparison: print_people_comparison,
    PeopleList: print_people,
    Receipt: print_receipt,
    ReconcileReceipt: print_reconciled,
    Retraction: print_retraction,
    RetractionList: print_retractions,
    TurnInTalk: print_turn_in_talk,
    TurnReceipt: print_turn_receipt,
}
"""Printers of results with colours or tables; any other result is the text for models."""


def print_result(result: Frozen, *, as_json: bool) -> None:
    """A result as one line of JSON or as its renderer shows it."""
    if as_json:
        print_json(_as_json(result))
    else:
        RENDERERS.get(type(result), _print_text)(result)


def print_items(result: Frozen, *, as_json: bool) -> int:
    """A list as one line of JSON for each item, or as its renderer shows it; how many there are."""
    (items,) = (value for _, value in result if isinstance(value, tuple))
    if as_json:
        for item in items:
            print_json(_as_json(item))
    else:
        print_result(result, as_json=False)
    return len(items)


def _as_json(result: Frozen) -> Frozen | dict[str, Any]:
    if isinstance(result, DecisionOnRecord):
        # One object, as a decision alone is.
        rest = {"in_force": result.in_force, "recorded_at": result.recorded_at.isoformat()}
        return result.decision.model_dump(mode="json") | rest
    return result


def _print_text(result: Frozen) -> None:
    console().print(shown(render(result)))
    for note in getattr(result, "notes", ()):
        error_console().print(shown(f"note: {note}"))
