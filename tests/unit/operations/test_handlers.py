"""What an operation makes of its request, and of what the memory answers."""

import inspect
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from graphmem.errors import NotFoundError, StoreError
from graphmem.memory import Memory
from graphmem.model.conversation import Refusal
from graphmem.model.decision import Decider, Decision, Layer, Side, Verdict
from graphmem.model.receipt import Receipt, TurnReceipt
from graphmem.model.search import Expansion, SearchPath, SearchResult
from graphmem.operations import OPERATIONS, Operation, call_operation, operation
from graphmem.operations.deciding import DecisionList
from graphmem.store.ledger import RecordedDecision
from tests.unit.operations.fakes import fake

FOUND = SearchResult(question="q", space="s", hits=())


def ran(name: str, memory: Any, **arguments: Any) -> Any:
    item = operation(name)
    return item.run(memory, item.request.model_validate(arguments))


def decided(number: int, *, confident: bool = True) -> RecordedDecision:
    side = Side(kind="person", uids=("person:1",), name="Ana", conversation_ids=("kitchen",))
    return RecordedDecision(
        Decision(
            uid=f"decision:{number:032x}",
            layer=Layer.PERSON,
            verdict=Verdict.SEPARATE,
            confident=confident,
            left=side,
            right=side.model_copy(update={"name": "Anna"}),
            score=0.1,
            reason="Two gardens.",
            decided_by=Decider.RULE,
        ),
        in_force=True,
        recorded_at=datetime(2024, 1, 1, tzinfo=UTC),
    )


def test_search_asks_with_no_model_and_every_path_unless_some_are_named() -> None:
    memory, seen = fake(search=FOUND)
    ran("search", memory, question="Who planted tulips?", conversations=["kitchen"])
    options = seen.asked[0][2]["options"]
    assert options.paths == frozenset(SearchPath)
    assert options.rerank is None
    assert options.expansion is Expansion.NONE
    assert seen.asked[0][2]["explain"] is False
    with pytest.raises(ValidationError):
        ran("search", memory, question="x", expansion="llm")
    with pytest.raises(ValidationError):
        ran("search", memory, question="x", rerank="some/model")


def test_a_trace_is_a_search_explained() -> None:
    memory, seen = fake(search=FOUND)
    ran("trace", memory, question="Who planted tulips?")
    assert seen.asked[0][2]["explain"] is True


def test_ingest_reads_turns_and_names_no_file_of_ours() -> None:
    written: list[str] = []

    def ingest(path: Path, **_: Any) -> Receipt:
        written.extend(path.read_text(encoding="utf-8").splitlines())
        refusal = Refusal(path=str(path), line=2, reason="text is missing")
        return Receipt(space="s", turns_stored=1, refused=(refusal,))

    memory, _ = fake(ingest=ingest)
    turns = [{"conversation_id": "kitchen", "text": "Hello Ana"}, {"text": None}]
    receipt = ran("ingest", memory, turns=turns)
    assert [json.loads(line) for line in written] == turns
    assert str(receipt.refused[0]) == "turns:2: text is missing"


def test_ingest_without_anything_reads_what_waits() -> None:
    memory, seen = fake(ingest=Receipt(space="s"))
    ran("ingest", memory)
    assert seen.asked[0][1] == ()


def test_ingest_takes_turns_or_a_document_never_both() -> None:
    memory, _ = fake(ingest=Receipt(space="s"))
    with pytest.raises(ValidationError, match="not both"):
        ran("ingest", memory, turns=[{"text": "x"}], document="y")


def test_decisions_are_given_in_parts_and_counted() -> None:
    all_of_them = (decided(1), decided(2, confident=False), decided(3))
    memory, _ = fake(decisions=all_of_them, turns_waiting=2)
    found = ran("decisions", memory, limit=1, offset=1)
    assert isinstance(found, DecisionList)
    assert found.waiting == 2
    assert [item.decision.uid for item in found.decisions] == [all_of_them[1].decision.uid]
    assert found.total == 3
    undecided = ran("decisions", memory, undecided=True)
    assert [item.decision.confident for item in undecided.decisions] == [False]


def test_a_model_is_told_what_it_got_wrong_and_faults_are_raised() -> None:
    memory, _ = fake(
        add_turn=TurnReceipt(turn_id="kitchen/S1:1", stored=True),
        ask=NotFoundError("No such conversation.", next_step="Name another."),
        turn=StoreError("Neo4j is away.", next_step="Start it."),
    )
    said = call_operation(memory, "remember", {"conversation_id": "kitchen", "text": "Hi Ana"})
    assert said == "Remembered as kitchen/S1:1."
    assert "There is no tool" in call_operation(memory, "guess", {})
    assert "question" in call_operation(memory, "ask", {})
    assert call_operation(memory, "ask", '{"question": "When?"}') == (
        "No such conversation. Name another."
    )
    with pytest.raises(StoreError):
        call_operation(memory, "turn", {"turn_id": "kitchen/D1:1"})


def test_a_model_may_for_one_person_only_what_they_may() -> None:
    memory, seen = fake()
    told = call_operation(memory, "ask", {"question": "?", "known_to": "bo-9"}, person="ana-7")
    assert told.startswith("This access is for 'ana-7' alone")
    assert "more than one person's memory" in call_operation(
        memory, "decisions", {}, person="ana-7"
    )
    assert seen.asked == []


def test_no_model_confirms_that_two_who_talk_to_each_other_are_one() -> None:
    pair = {"left": "garden/Ana", "right": "garden/Ben", "allow_same_conversation": True}
    memory, asked = fake()
    assert call_operation(memory, "merge", pair).startswith("Only a person may merge that.")
    assert asked.asked == []


@pytest.mark.parametrize(
    "item",
    [item for item in OPERATIONS if "calls" in item.handle.__qualname__],
    ids=lambda item: item.name,
)
def test_the_fields_of_a_request_are_those_of_the_method(item: Operation[Any]) -> None:
    request = item.request.model_validate(dict(item.example))
    nothing: dict[Any, Any] = {None: "x", (): ("x",)}
    given = {name: nothing.get(value, value) for name, value in request}
    memory, seen = fake(**dict.fromkeys(dir(Memory)))
    item.run(memory, request.model_copy(update=given))
    ((name, args, kwargs),) = seen.asked
    inspect.signature(getattr(Memory, name)).bind(memory, *args, **kwargs)
    assert len(args) + len(kwargs) == len(given) + item.reports
