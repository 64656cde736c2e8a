"""What a language model is shown of the arguments of an operation."""

import json

import pytest
from jsonschema import Draft202012Validator

from graphmem.adapters.llm.protocol import tool_parameters
from graphmem.adapters.tokens import count_carefully
from graphmem.model.base import Frozen
from graphmem.model.operation import Right
from graphmem.operations import FOR_MODELS, RECALL, Operation, function_definitions
from graphmem.operations.deciding import FORGET
from graphmem.operations.functions import ToolSet, offered_tools


@pytest.mark.parametrize("item", FOR_MODELS, ids=lambda item: item.name)
def test_it_is_whole_and_takes_the_example(item: Operation[Frozen]) -> None:
    schema = tool_parameters(item.request)
    written = json.dumps(schema)
    assert "$ref" not in written
    assert '"null"' not in written
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(dict(item.example))
    whole = item.request.model_json_schema()
    assert schema["properties"].keys() == whole["properties"].keys()
    assert schema.get("required") == whole.get("required")
    for name, field in whole["properties"].items():
        assert schema["properties"][name].get("description") == field.get("description")


def test_the_few_to_recall_are_short() -> None:
    written = json.dumps(function_definitions(RECALL))
    assert [item.tool for item in RECALL] == ["remember", "ask", "assemble", "profile"]
    assert count_carefully(written) < 3_000
    whole = sum(len(json.dumps(item.request.model_json_schema())) for item in RECALL)
    assert sum(len(json.dumps(tool_parameters(item.request))) for item in RECALL) < 0.6 * whole


def test_a_set_is_kept_to_what_one_person_may_do() -> None:
    assert offered_tools(ToolSet.ALL) == list(FOR_MODELS)
    assert offered_tools(ToolSet.RECALL, person="ana") == list(RECALL)
    names = {item.name for item in offered_tools(ToolSet.ALL, person="ana")}
    assert "decisions" not in names
    assert "forget" not in names
    for rights in ({Right.READ}, {Right.WRITE, Right.FORGET}, frozenset(Right)):
        offered = offered_tools(ToolSet.ALL, rights=rights)
        assert offered == [item for item in (*FOR_MODELS, FORGET) if item.right in rights]
    assert FORGET in offered_tools(ToolSet.RECALL, rights={Right.FORGET})
    assert not offered_tools(ToolSet.ALL, person="ana", rights={Right.FORGET})
