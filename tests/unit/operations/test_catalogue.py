import re
from typing import Any

import pytest
import typer
from typer.main import get_command

from graphmem.clients.cli.app import command_line
from graphmem.clients.http.routes import path_of
from graphmem.model.operation import Right, SeenAs
from graphmem.operations import OPERATIONS, Operation, function_definitions, operation
from graphmem.tools.definitions import LOOKING

each = pytest.mark.parametrize("item", OPERATIONS, ids=lambda item: item.name)


def command_of(item: Operation[Any]) -> typer.core.TyperCommand:
    found = get_command(command_line())
    for word in item.command:
        found = found.commands[word]  # type: ignore[attr-defined]
    return found  # type: ignore[return-value]


def test_names_tools_paths_and_commands_are_each_of_one_operation() -> None:
    for what in (
        [item.name for item in OPERATIONS],
        [item.tool for item in OPERATIONS],
        [path_of(item) for item in OPERATIONS],
        [item.command for item in OPERATIONS],
    ):
        assert len(set(what)) == len(what)


@each
def test_the_example_is_a_request(item: Operation[Any]) -> None:
    request = item.request.model_validate(dict(item.example))
    assert request.model_dump(mode="json", exclude_unset=True) == dict(item.example)


@each
def test_every_field_of_a_request_is_described(item: Operation[Any]) -> None:
    for name, field in item.request.model_fields.items():
        assert field.description, f"{item.name}.{name}"


@each
def test_a_request_is_frozen_and_refuses_what_it_does_not_know(item: Operation[Any]) -> None:
    assert item.request.model_config["frozen"]
    assert item.request.model_config["extra"] == "forbid"


@each
def test_the_command_line_has_it_and_takes_its_line_of_help(item: Operation[Any]) -> None:
    assert (command_of(item).help or "").replace("\n", " ") == item.summary


@each
def test_summaries_are_sentences_of_a_line_or_two(item: Operation[Any]) -> None:
    assert re.fullmatch(r"[A-Z].{10,119}\.", item.summary)


def test_what_is_listed_neither_writes_nor_takes_what_somebody_said() -> None:
    for item in OPERATIONS:
        if item.listing:
            assert not item.writes
            assert not {"question", "text", "messages"} & item.request.model_fields.keys()


def test_what_changes_the_memory_needs_more_than_to_read() -> None:
    needs = {
        right: {item.name for item in OPERATIONS if item.right is right and item.writes}
        for right in Right
    }
    assert needs == {
        Right.READ: set(),
        Right.WRITE: {"add_turn", "ingest", "keep_opinion"},
        Right.DECIDE: {"undo", "merge", "separate", "reconcile"},
        Right.RETRACT: {"retract", "correct"},
        Right.FORGET: {"forget"},
    }


def test_an_operation_is_found_by_its_name() -> None:
    assert operation("ask").tool == "ask"
    with pytest.raises(KeyError):
        operation("guess")


def test_judges_are_told_of_the_same_tools_as_users_but_not_of_what_a_call_may_see() -> None:
    by_tool = {item.tool: item for item in OPERATIONS}
    for item in LOOKING:
        offered = by_tool[item.tool]
        assert (offered.name, offered.guidance) == (item.name, item.guidance)
        assert offered.request.model_fields.keys() - item.request.model_fields.keys() == (
            SeenAs.model_fields.keys()
        )


def test_functions_are_as_apis_of_language_models_take_them() -> None:
    for given in function_definitions():
        assert given["type"] == "function"
        assert re.fullmatch(r"[a-zA-Z_]{1,64}", given["function"]["name"])
        assert given["function"]["parameters"]["type"] == "object"
