"""Makes a command of an operation: an argument or an option for each field of its request.

Help, bounds and defaults are the field's. A field without a default is an argument, any other an
option; the tables below hold what is called or written otherwise here than in a request.
"""

import inspect
import json
import shlex
from collections.abc import Callable, Collection, Iterator
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import typer
from pydantic.fields import FieldInfo

from graphmem.clients.cli.output import Json, Space
from graphmem.clients.cli.requests import Call, tell_rest
from graphmem.clients.cli.results import print_items, print_result
from graphmem.model.base import Frozen
from graphmem.model.operation import MOST_LISTED, Listed
from graphmem.operations import Operation

_WRITTEN = {
    "conv_A": "CONVERSATION_A",
    "conv_B": "CONVERSATION_B",
    "conv_id": "CONVERSATION",
    "conversation_id": "CONVERSATION",
    "conversations": "--conversation",
    "entity_id": "NAME",
    "entity_name": "NAME",
    "keep_opinion.agent": "--agent",
    "left": "ONE",
    "paths": "--path",
    "people": "--person",
    "right": "OTHER",
    "session_id": "--session",
    "timeline.person_id": "--person",
    "token_budget": "--tokens",
}
"""Fields under another name: an argument in capitals, or an option; of one operation or of all."""

_SHORT = {"--conversation": "-c", "--limit": "-n", "--person": "-p"}
_TAKES = {
    "CONVERSATION/TURN": ("--turn",),
    "DATE": ("--as-of", "--now", "--said-at", "--since", "--until"),
    "FORMAT": ("--format",),
    "ID": ("--at-hand", "--conversation", "--person-id", "--said-in", "--session", "--turn-id"),
    "NAME": ("--by", "--known-to", "--person", "--speaker"),
    "TYPE": ("--type",),
    "UID": ("--about", "--statement", "--thing"),
    "WAY": ("--path",),
    "ZONE": ("--zone",),
}
"""Values of options in the help; else N for a number, the choices, or TEXT."""
_METAVARS = {option: shown for shown, options in _TAKES.items() for option in options}

Command = Callable[..., None]
Flow = Callable[..., None]


def print_done(call: Call) -> None:
    """Runs the operation of a call and prints its result."""
    request = call.request()
    result = call.result(request)
    if not isinstance(request, Listed):
        print_result(result, as_json=call.as_json)
        return
    count = print_items(result, as_json=call.as_json)
    tell_rest(count, getattr(result, "total", 0), request.offset)


def made_of(item: Operation[Any], *, without: Collection[str] = ()) -> Callable[[Flow], Command]:
    """Decorates what a command does with a `Call`; gives the command for Typer.

    Options of its own are keyword arguments of what is decorated. Fields in ``without`` get no
    option: it fills them in itself.
    """

    def make(flow: Flow) -> Command:
        fields = [name for name in _in_order(item.request) if name not in without]
        _, *own = inspect.signature(flow).parameters.values()

        def command(*, space: str | None, as_json: bool, **given: Any) -> None:
            call = Call(item, {name: given.pop(name) for name in fields}, space, as_json)
            flow(call, **given)

        common = (_keyword("space", Space, None), _keyword("as_json", Json, False))
        taken = [*(_parameter(item, name) for name in fields), *own, *common]
        vars(command)["__signature__"] = inspect.Signature(taken)
        command.__annotations__ = {one.name: one.annotation for one in taken}
        return command

    return make


def command_of(item: Operation[Any]) -> Command:
    """The command that does an operation and prints what it gives."""
    return made_of(item)(print_done)


def example_of(item: Operation[Any]) -> str | None:
    """An operation's example as a command line; None where a value cannot be written on one."""
    arguments, options = [], []
    for name, value in item.example.items():
        values = value if isinstance(value, list) else [value]
        if any(isinstance(one, dict) for one in values):
            return None
        written = _written(item, name)
        if not written.startswith("-"):
            arguments.append(_quoted(value))
        elif value is True:
            options.append(written)
        else:
            options.extend(f"{written} {_quoted(one)}" for one in values)
    return " ".join(["graphmem", *item.command, *arguments, *options])


def _in_order(request: type[Frozen]) -> list[str]:
    """Fields as the help lists them: what many requests inherit stands behind their own."""

    def depth(name: str) -> int:
        if request.model_fields[name].is_required():
            return -1
        bases = enumerate(request.__mro__)
        return next(at for at, base in bases if name in inspect.get_annotations(base))

    return sorted(request.model_fields, key=depth)


def _parameter(item: Operation[Any], name: str) -> inspect.Parameter:
    field = item.request.model_fields[name]
    kind, repeated = _kind(field.annotation)
    written = _written(item, name)
    if not written.startswith("-"):
        told = typer.Argument(metavar=written, help=field.description)
        return _keyword(name, Annotated[kind, told], inspect.Parameter.empty)
    metavar = _METAVARS.get(written) or _values(kind)
    option = typer.Option(
        *filter(None, (written, _SHORT.get(written))),
        metavar=None if kind is bool else metavar,
        help=" ".join(_help(field, kind, metavar, repeated=repeated)),
        min=_bound(field, "ge"),
        max=_bound(field, "le"),
    )
    if field.is_required():
        return _keyword(name, Annotated[kind, option], inspect.Parameter.empty)
    if repeated or field.default is None:
        taken = list[kind] | None if repeated else kind | None  # type: ignore[valid-type]
        return _keyword(name, Annotated[taken, option], None)
    return _keyword(name, Annotated[kind, option], _default(item, name, field))


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, annotation=annotation, default=default)


def _written(item: Operation[Any], name: str) -> str:
    called = _WRITTEN.get(f"{item.name}.{name}") or _WRITTEN.get(name)
    if called:
        return called
    required = item.request.model_fields[name].is_required()
    return name.upper() if required else f"--{name.replace('_', '-')}"


def _default(item: Operation[Any], name: str, field: FieldInfo) -> Any:
    # Whole lists, since what a command prints can be paged and searched; not where a list does not
    # know how long it is, and could not say that it goes on.
    whole = issubclass(item.request, Listed) and "total" in getattr(item.result, "model_fields", ())
    return MOST_LISTED if name == "limit" and whole else field.default


def _kind(annotation: Any) -> tuple[Any, bool]:
    """Type of one value of a field, and whether there may be several."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _kind(parts[0])
    if origin in (Union, UnionType):
        (other,) = (part for part in parts if part is not NoneType)
        return _kind(other)
    if origin is tuple:
        return _kind(parts[0])[0], True
    return annotation, False


def _values(kind: Any) -> str:
    if issubclass(kind, StrEnum):
        return "|".join(kind)
    return "N" if kind is int else "TEXT"


def _help(field: FieldInfo, kind: Any, metavar: str, *, repeated: bool) -> Iterator[str]:
    yield field.description or ""
    if issubclass(kind, StrEnum) and metavar != _values(kind):
        *others, last = kind
        yield f"One of {', '.join(others)} or {last}."
    if repeated:
        yield "May be given again."


def _bound(field: FieldInfo, which: str) -> int | None:
    return next((getattr(held, which) for held in field.metadata if hasattr(held, which)), None)


def _quoted(value: Any) -> str:
    text = str(value)
    return text if shlex.quote(text) == text else json.dumps(text, ensure_ascii=False)
