"""Base classes of every model of graphmem."""

from typing import Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)

from graphmem.errors import InputError
from graphmem.model.faults import allowed, faults


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
