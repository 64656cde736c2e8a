"""A new operation is a command without a line of its own; every result can be printed."""

from enum import StrEnum
from typing import Annotated, get_args

import pytest
from pydantic import Field
from typer.testing import CliRunner

from graphmem.clients.cli import requests
from graphmem.clients.cli.help import App
from graphmem.clients.cli.operation_commands import command_of, example_of, made_of
from graphmem.clients.cli.requests import Call
from graphmem.clients.cli.results import RENDERERS, print_result
from graphmem.model.base import Frozen
from graphmem.model.operation import Listed, Name, Right
from graphmem.operations import OPERATIONS, Operation, operation
from graphmem.operations.rendering import _told


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Beds(Listed):
    """Flower beds to list."""

    garden: Name = Field(description="The garden.")
    conversations: tuple[Name, ...] = Field((), description="Only of these conversations.")
    colours: tuple[Colour, ...] = Field((), description="Only of these colours.")
    least_width: Annotated[int, Field(ge=1, le=9)] = Field(2, description="At least so wide.")
    watered: bool = Field(False, description="Only what is watered.")


class Bed(Frozen):
    name: str


class BedList(Frozen):
    beds: tuple[Bed, ...]
    total: int


class Told(Frozen):
    text: str


BEDS = Operation(
    name="flower_beds",
    summary="List flower beds.",
    request=Beds,
    result=BedList,
    right=Right.READ,
    handle=lambda _, asked: BedList(
        beds=(Bed(name=f"{asked.garden} {asked.colours} {asked.limit}"),), total=3
    ),
    command=("flower-beds",),
    example={"garden": "by the sea", "colours": ["red", "blue"], "watered": True},
    listing=True,
)


class Opened:
    def __enter__(self) -> "Opened":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def is_empty(self) -> bool:
        return False


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setattr(requests, "opened", lambda *_, **__: Opened())
    made = App(name="graphmem")
    made.callback()(lambda: None)
    made.command("flower-beds")(command_of(BEDS))
    return made


def test_a_field_is_an_argument_or_an_option_with_its_help_bounds_and_default(app: App) -> None:
    told = CliRunner().invoke(app, ["flower-beds", "--help"], env={"COLUMNS": "100"}).output
    words = " ".join(told.split())
    assert "[OPTIONS] GARDEN" in told
    assert "-c, --conversation ID Only of these conversations. May be given again." in words
    assert "--colours red|blue Only of these colours. May be given again." in words
    assert "--least-width N At least so wide. [default: 2; 1<=x<=9]" in words
    assert "--watered Only what is watered." in words
    assert "--no-watered" not in words
    assert "[default: 1000; 1<=x<=1000]" in words
    refused = CliRunner().invoke(app, ["flower-beds", "sea", "--least-width", "10"])
    assert refused.exit_code == 2


def test_a_list_is_one_object_a_line_and_says_that_it_goes_on(app: App) -> None:
    ended = CliRunner().invoke(app, ["flower-beds", "sea", "--colours", "red", "--json"])
    assert ended.exit_code == 0, ended.output
    assert ended.stdout == '{"name": "sea (<Colour.RED: \'red\'>,) 1000"}\n'
    assert ended.stderr == "note: 1 of 3 listed; --offset 1 goes on\n"


def test_a_result_without_a_renderer_is_the_text_for_models(app: App) -> None:
    ended = CliRunner().invoke(app, ["flower-beds", "sea"])
    assert ended.stdout == '{"beds":[{"name":"sea () 1000"}],"total":3}\n'


def test_an_example_is_a_command_line_unless_a_value_cannot_stand_on_one() -> None:
    assert example_of(BEDS) == (
        'graphmem flower-beds "by the sea" --colours red --colours blue --watered'
    )
    assert example_of(operation("assemble")) is None


def test_a_field_that_a_command_fills_in_itself_has_no_option(app: App) -> None:
    @made_of(BEDS, without={"garden"})
    def flow(call: Call, *, here: bool = False) -> None:
        request = call.request(garden="roof" if here else "cellar")
        print_result(Told(text=request.garden), as_json=True)

    app.command("roof-beds")(flow)
    ended = CliRunner().invoke(app, ["roof-beds", "--here"])
    assert ended.stdout == '{"text": "roof"}\n'


@pytest.mark.parametrize("item", OPERATIONS, ids=lambda item: item.name)
def test_people_get_more_than_json_of_every_operation(item: Operation[Frozen]) -> None:
    for kind in get_args(item.result) or (item.result,):
        assert kind in RENDERERS or _told.dispatch(kind) is not _told.dispatch(Frozen), kind
