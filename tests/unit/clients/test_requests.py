"""Commands speak from the operations: the same arguments, bounds and defaults as everywhere."""

import inspect
from enum import StrEnum
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest
from typer.main import get_command
from typer.models import OptionInfo
from typer.testing import CliRunner

from graphmem.clients.cli.app import command_line
from graphmem.errors import InputError
from graphmem.model.base import Frozen
from graphmem.model.operation import Listed
from graphmem.operations import OPERATIONS, Operation
from graphmem.operations.querying import SEARCH, TRACE
from graphmem.operations.recording import INGEST

APP = command_line()

each = pytest.mark.parametrize("item", OPERATIONS, ids=lambda item: item.name)

# Of those who may choose models there is more to choose from than of those who only ask; ingest
# takes files here, and their content elsewhere.
CHOSEN_APART = {
    INGEST.name: {"turns", "document", "messages"},
    SEARCH.name: {"expansion"},
    TRACE.name: {"expansion"},
}

# Options that make a command do something else than its operation.
OTHERWISE = {"reconcile": "--check"}


class Captured(BaseException):
    """The request that a command has made, before anything is opened."""

    def __init__(self, item: Operation[Any], request: Frozen) -> None:
        super().__init__(item.name)
        self.item = item
        self.request = request


@pytest.fixture(autouse=True)
def capturing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Operation.asked

    def capture(self: Operation[Any], **given: Any) -> None:
        raise Captured(self, asked(self, **given))

    monkeypatch.setattr(Operation, "asked", capture)


class Param(NamedTuple):
    """A parameter of a command: its option if it is one, what it takes, and its bounds."""

    option: str | None
    kind: Any
    required: bool
    bounds: tuple[int, int | None] | None

    @property
    def written(self) -> list[str]:
        """It on the command line, with something that it takes and that is not its default."""
        if self.kind is bool:
            return [str(self.option)]
        if isinstance(self.kind, type) and issubclass(self.kind, StrEnum):
            value = str(list(self.kind)[-1])
        else:
            value = "17" if self.kind is int else "2024-03-01"
        return [value] if self.option is None else [f"{self.option}={value}"]


def params_of(item: Operation[Any]) -> list[Param]:
    found: Any = get_command(APP)
    for word in item.command:
        found = found.commands[word]
    does = inspect.unwrap(found.callback)
    hints = get_type_hints(does, include_extras=True)
    return [
        _param(hints[name], one.default) for name, one in inspect.signature(does).parameters.items()
    ]


def _param(hint: Any, default: object) -> Param:
    kind, info = get_args(hint)
    kind = next((one for one in get_args(kind) if one is not type(None)), kind)
    kind = next(iter(get_args(kind)), kind)  # of many
    # Within `Annotated` the first of its names stands where a default does elsewhere.
    names = [str(one) for one in (info.default, *(info.param_decls or ()))]
    option = (
        next(one.split("/")[0] for one in names if one.startswith("--"))
        if isinstance(info, OptionInfo)
        else None
    )
    bounds = None if info.min is None else (info.min, info.max)
    return Param(option, kind, default is inspect.Parameter.empty, bounds)


def run(item: Operation[Any], arguments: list[str]) -> Frozen:
    with pytest.raises(Captured) as captured:
        CliRunner().invoke(APP, [*item.command, *arguments], catch_exceptions=False)
    assert captured.value.item is item
    return captured.value.request


@each
def test_what_is_not_given_is_as_everywhere(item: Operation[Any]) -> None:
    needed = [part for one in params_of(item) if one.required for part in one.written]
    made = run(item, needed)
    for name, field in item.request.model_fields.items():
        if not field.is_required() and not (name == "limit" and isinstance(made, Listed)):
            assert getattr(made, name) == field.get_default(call_default_factory=True), name


@each
def test_everything_that_can_be_asked_can_be_asked_here(item: Operation[Any]) -> None:
    everything = [
        part
        for one in params_of(item)
        if one.option is None or one.option != OTHERWISE.get(item.name)
        for part in one.written
    ]
    made = run(item, everything)
    missing = item.request.model_fields.keys() - made.model_fields_set
    assert missing == CHOSEN_APART.get(item.name, set())


@each
def test_numbers_have_the_bounds_of_the_request(item: Operation[Any]) -> None:
    needed = [part for one in params_of(item) if one.required for part in one.written]
    for one in params_of(item):
        if one.bounds is not None:
            least, most = one.bounds
            beyond = least - 1 if most is None else most + 1
            refused = CliRunner().invoke(APP, [*item.command, *needed, f"{one.option}={beyond}"])
            assert refused.exit_code == 2, one.option


def test_what_does_not_fit_is_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(InputError, match="question: ") as told:
        SEARCH.asked(question="", limit=None)
    assert told.value.next_step == "See `graphmem search --help`."
