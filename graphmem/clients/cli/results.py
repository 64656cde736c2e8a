"""Prints the result of an operation: one renderer for each type of result."""

from collections.abc import Callable
from typing import Any

from graphmem.clients.cli.answers import print_answer
from graphmem.clients.cli.decisions import (
    print_decisions,
    print_made,
    print_reconciled,
    print_recorded,
    print_retraction,
    print_retractions,
)
from graphmem.clients.cli.directory_tables import (
    print_conversations,
    print_dialogue,
    print_entities,
    print_entity,
    print_people,
    print_turn_in_talk,
)
from graphmem.clients.cli.output import console, error_console, print_json, shown
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
from graphmem.model.listing import Dialogue, EntityDetails, TurnInTalk
from graphmem.model.receipt import Receipt, ReconcileReceipt, TurnReceipt
from graphmem.model.retraction import Retraction
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    EntityTimeline,
    PeopleComparison,
)
from graphmem.operations.deciding import DecisionList, DecisionOnRecord
from graphmem.operations.directory import ConversationList, EntityList, PeopleList
from graphmem.operations.rendering import render
from graphmem.operations.retraction import RetractionList

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
