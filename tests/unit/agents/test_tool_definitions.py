"""The tools over a part of a memory, as a language model calls them."""

import json
from typing import Any, cast

import pytest

from graphmem.agents.tool_use import define, render_json, run_call
from graphmem.errors import AmbiguousNameError, NameCandidate, StoreError
from graphmem.model.tools import Contradictions, ConversationContext, PeopleComparison, PersonSide
from graphmem.store.database import Database
from graphmem.toolbox import Toolbox, tool_definitions
from graphmem.tools.definitions import TOOLBOX


class Asked(Toolbox):
    """Tools that remember what they were asked."""

    def __init__(self) -> None:
        super().__init__(cast(Database, None), "nowhere")
        self.calls: list[tuple[object, ...]] = []

    def get_conversation_context(
        self, conv_id: str, entity_id: str, **_: Any
    ) -> ConversationContext:
        raise StoreError("The server is gone.", next_step="Start it.")

    def detect_contradictions(self, entity_id: str, **_: Any) -> Contradictions:
        lea = NameCandidate("person:1", "Lea", "takes part in hills")
        raise AmbiguousNameError("Which Lea?", next_step="Say which.", candidates=[lea])

    def compare_people(
        self, topic: str, person_A: str, person_B: str, **seen: Any
    ) -> PeopleComparison:
        self.calls.append((topic, person_A, person_B, seen))
        return PeopleComparison(
            topic=topic, a=PersonSide(person=person_A), b=PersonSide(person=person_B)
        )


def called(on: Asked, name: str, arguments: str) -> str:
    return run_call(name, arguments, TOOLBOX, lambda item, asked: item.run(on, asked), render_json)


def test_five_tools_are_defined_as_functions() -> None:
    found = {one["function"]["name"]: one for one in define(TOOLBOX)}
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
    assert json.loads(json.dumps(define(TOOLBOX))) == define(TOOLBOX)


@pytest.mark.parametrize("more", [{}, {"as_of": None, "known_to": None}, {"known_to": "Cy"}])
def test_a_call_is_run_with_what_it_may_see(more: dict[str, str | None]) -> None:
    asked = Asked()
    written = {"topic": "tea", "person_A": "Ana", "person_B": "Bo"} | more
    told = called(asked, "compare_people", json.dumps(written))
    seen = {"as_of": None, "known_to": None} | more
    assert asked.calls == [("tea", "Ana", "Bo", seen)]
    assert json.loads(told)["a"]["person"] == "Ana"


def test_the_former_names_still_work_and_warn() -> None:
    asked = Asked()
    with pytest.warns(DeprecationWarning, match="function_definitions"):
        assert tool_definitions() == define(TOOLBOX)
    with pytest.warns(DeprecationWarning, match="function_definitions"):
        assert Toolbox.definitions() == define(TOOLBOX)
    with pytest.warns(DeprecationWarning, match="call_operation"):
        told = asked.call("compare_people", {"topic": "tea", "person_A": "Ana", "person_B": "Bo"})
    assert json.loads(told)["topic"] == "tea"


def test_a_question_back_is_told_with_its_candidates() -> None:
    told = called(Asked(), "detect_contradictions", '{"entity_id": "Lea"}')
    assert told.startswith("Which Lea?")
    assert "person:1: Lea, takes part in hills" in told


@pytest.mark.parametrize("written", ["", "[]", '{"entity_name": "job"}', '{"x": 1}'])
def test_arguments_that_do_not_fit_are_told(written: str) -> None:
    assert "cannot be used" in called(Asked(), "get_entity_timeline", written)


def test_a_fault_of_the_database_is_not_the_models() -> None:
    with pytest.raises(StoreError):
        called(Asked(), "get_conversation_context", '{"conv_id": "a", "entity_id": "b"}')
