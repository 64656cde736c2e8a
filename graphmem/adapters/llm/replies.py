"""A model's text as a response model, and what to say to it where it does not fit."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)

_MOST_MISTAKES = 20


class UnfitReply(Exception):
    """A reply that does not fit; the message is for the model, and says what is wrong."""


def read_reply(text: str | None, response_model: type[M], *, cut_off: bool = False) -> M:
    """Read a reply, also one that is fenced or has words around it; raises `UnfitReply`."""
    if not text or not text.strip():
        raise UnfitReply("The answer is empty.")
    try:
        return response_model.model_validate_json(_object(text))
    except ValidationError as error:
        if cut_off:
            raise UnfitReply("The answer was cut off before its end: write less.") from error
        raise UnfitReply(_mistakes(error)) from error


def repair_request(unfit: UnfitReply) -> str:
    """What is sent back, once."""
    return (
        f"That answer cannot be used.\n{unfit}\n"
        "Give the whole answer again, corrected, as one JSON object and nothing else."
    )


def _object(text: str) -> str:
    """From the first brace to the last; small models put a fence or a sentence around it."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def _mistakes(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_input=False, include_context=False)
    lines = [
        f"- {'.'.join(str(part) for part in item['loc']) or 'the answer'}: {item['msg']}"
        for item in found[:_MOST_MISTAKES]
    ]
    if len(found) > _MOST_MISTAKES:
        lines.append(f"- and {len(found) - _MOST_MISTAKES} more")
    return "\n".join(lines)
