"""Base classes of every model of graphmem, and what is wrong with given values, in words."""

from enum import Enum
from types import NoneType
from typing import Any, Self, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic.fields import FieldInfo

from graphmem.errors import InputError


class Frozen(BaseModel):
    """An immutable value that refuses fields it does not know, and numbers that are none."""

    # Built when first used: a command needs a few of the hundred models that it imports.
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class UserInput(Frozen):
    """What callers make themselves: what it refuses is an `InputError` that says what it takes.

    A check of a subclass over several fields runs outside of this one, and raises its own.
    """

    @model_validator(mode="wrap")
    @classmethod
    def _tell(cls, given: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(given)
        except ValidationError as error:
            raise InputError(
                f"These {cls.__name__} cannot be used: {faults(error)}.",
                next_step=allowed(cls, error),
            ) from error


_REASONS = {"extra_forbidden": "there is no such field", "missing": "it is missing"}
_OF_A_CHECK = "Value error, "
_KINDS = {int: "a whole number", float: "a finite number", str: "a text", bool: "true or false"}
_BOUNDS = (("ge", "from"), ("gt", "above"), ("le", "to"), ("lt", "under"))


def faults(error: ValidationError) -> str:
    """Every field that was refused with the reason, on one line."""
    return "; ".join(
        ": ".join(part for part in (".".join(map(str, fault["loc"])), _reason(fault)) if part)
        for fault in error.errors(include_url=False, include_context=False, include_input=False)
    )


def allowed(model: type[BaseModel], error: ValidationError) -> str:
    """Allowed values of the refused fields; all of its fields where one is not among them."""
    names = {str(fault["loc"][0]) if fault["loc"] else "" for fault in error.errors()}
    takes = [
        f"{name}: {_takes(field.annotation)}{_bounds(field)}"
        for name, field in model.model_fields.items()
        if name in names
    ]
    if not names <= model.model_fields.keys():
        takes.append(f"the fields {', '.join(model.model_fields)}")
    return f"Allowed are {'; '.join(takes)}."


def _reason(fault: Any) -> str:
    message = str(fault["msg"]).removeprefix(_OF_A_CHECK)
    return _REASONS.get(fault["type"], f"{message[0].lower()}{message[1:]}")


def _takes(kind: Any) -> str:
    inside = get_args(kind)
    if get_origin(kind) is frozenset:
        return f"some of {_takes(inside[0])}"
    if inside:
        return " or ".join(map(_takes, inside))
    if kind is NoneType:
        return "None"
    if issubclass(kind, Enum):
        return " | ".join(str(item.value) for item in kind)
    return _KINDS.get(kind) or str(kind.__name__)


def _bounds(field: FieldInfo) -> str:
    return "".join(
        f" {word} {bound:,g}"
        for key, word in _BOUNDS
        for item in field.metadata
        if (bound := getattr(item, key, None)) is not None
    )


def require_texts(**given: object) -> None:
    """Raise `InputError` for what is no text, by the argument's name."""
    for name, value in given.items():
        if not isinstance(value, str):
            raise InputError(
                f"{name} is no text: {type(value).__name__}.", next_step=f"Give {name} as a str."
            )
