"""The tools as a language model of anybody's is told of them, and its calls."""

import json

import pytest

from graphmem.agents.tool_use import SeenAs, call_tool, tool_definitions
from graphmem.errors import AmbiguousNameError, NameCandidate, StoreError
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    PeopleComparison,
    PersonSide,
)


class Asked:
    """Tools that remember what they were asked, and under which sight."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.sight = SeenAs()

    def seen(self, sight: SeenAs) -> "Asked":
        self.sight = sight
        return self

    def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
        self.calls.append((entity_name, person_id))
        return EntityTimeline(entity_name=entity_name, person=person_id)

    def get_conversation_context(self, conv_id: str, entity_id: str) -> ConversationContext:
        raise StoreError("The server is gone.", next_step="Start it.")

    def compare_entities_across_conversations(
        self, entity_name: str, conv_A: str, conv_B: str
    ) -> Comparison:
        raise AssertionError

    def detect_contradictions(self, entity_id: str) -> Contradictions:
        lea = NameCandidate("person:1", "Lea", "takes part in hills")
        raise AmbiguousNameError("Which Lea?", next_step="Say which.", candidates=[lea])

    def compare_people(self, topic: str, person_A: str, person_B: str) -> PeopleComparison:
        self.calls.append((topic, person_A, person_B))
        return PeopleComparison(
            topic=topic, a=PersonSide(person=person_A), b=PersonSide(person=person_B)
        )


def test_five_tools_are_defined_as_functions() -> None:
    found = {one["function"]["name"]: one for one in tool_definitions()}
    assert found.keys() == {
        "get_entity_timeline",
        "get_conversation_context",
        "compare_entities_across_conversations",
        "detect_contradictions",
        "compare_people",
    }
    for one in found.values():
        assert one["type"] == "function"
        assert one["function"]["description"]
        parameters = one["function"]["parameters"]
        assert parameters["additionalProperties"] is False
        assert all(item["description"] for item in parameters["properties"].values())
    # As API's take it: plain JSON.
    assert json.loads(json.dumps(tool_definitions())) == tool_definitions()


def test_a_call_is_run_with_what_it_may_see() -> None:
    asked = Asked()
    written = {"topic": "tea", "person_A": "Ana", "person_B": "Bo", "known_to": "Cy"}
    told = call_tool(asked.seen, "compare_people", json.dumps(written))
    assert asked.calls == [("tea", "Ana", "Bo")]
    assert asked.sight == SeenAs(known_to="Cy")
    assert json.loads(told)["a"]["person"] == "Ana"


def test_as_of_and_known_to_may_be_left_out_or_null() -> None:
    asked = Asked()
    for more in ({}, {"as_of": None, "known_to": None}):
        written = json.dumps({"entity_name": "job", "person_id": "Ana"} | more)
        assert call_tool(asked.seen, "get_entity_timeline", written).startswith("{")
    assert asked.sight == SeenAs()


def test_a_question_back_is_told_with_its_candidates() -> None:
    told = call_tool(Asked().seen, "detect_contradictions", '{"entity_id": "Lea"}')
    assert told.startswith("Which Lea?")
    assert "person:1: Lea, takes part in hills" in told


@pytest.mark.parametrize("written", ["", "[]", '{"entity_name": "job"}', '{"x": 1}'])
def test_arguments_that_do_not_fit_are_told(written: str) -> None:
    assert "cannot be used" in call_tool(Asked().seen, "get_entity_timeline", written)


def test_a_fault_of_the_database_is_not_the_models() -> None:
    with pytest.raises(StoreError):
        call_tool(Asked().seen, "get_conversation_context", '{"conv_id": "a", "entity_id": "b"}')
