"""JSON of label files, and how a value that cannot be used is told."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from graphmem.errors import InputError
from graphmem.model.conversation import Conversation, LeftOut, Refusal, SourceItem
from graphmem.sources import SourceFormat, read
from graphmem.sources.json_stream import UnreadableError, elements
from graphmem.sources.json_values import Literal


def records(path: Path) -> Iterator[dict[str, object]]:
    """The objects of a JSON document, one after the other; `InputError` where it cannot be read."""
    try:
        with path.open("rb") as stream:
            for element in elements(stream):
                yield an_object(element.value, what=f"{path.name}:{element.line}")
    except UnreadableError as error:
        place = "" if error.line is None else f" (line {error.line})"
        raise unfit(f"{path.name} cannot be read: {error.reason}{place}.") from error
    except OSError as error:
        raise unfit(f"{path} cannot be read: {error.strerror or error}.") from error


def conversations(path: Path, form: SourceFormat) -> Iterator[Conversation | Refusal]:
    """The conversations of a file, without their labels; `InputError` where it holds none."""
    some = False
    for item in read(path, format=form):
        some = some or isinstance(item, Conversation)
        if not isinstance(item, LeftOut):  # the formats of label files leave nothing out
            yield item
    if not some:
        raise unfit(f"{path} holds no conversation in the format {form.value}.")


def apart(
    items: Iterable[SourceItem],
) -> tuple[tuple[Conversation, ...], tuple[Refusal, ...]]:
    """Conversations, and what was refused."""
    talks: list[Conversation] = []
    refused: list[Refusal] = []
    for item in items:
        if isinstance(item, Conversation):
            talks.append(item)
        elif isinstance(item, Refusal):
            refused.append(item)
    return tuple(talks), tuple(refused)


def an_object(value: object, *, what: str) -> dict[str, object]:
    """The value as a JSON object."""
    if not isinstance(value, dict):
        raise unfit(f"{what} is not an object.")
    return value


def a_list(value: object, *, what: str) -> list[object]:
    """The value as a list; nothing is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise unfit(f"{what} is not a list.")
    return value


def text(value: object, *, what: str) -> str:
    """The value as a text; a number as it was written.

    A lone surrogate, which no file of results can hold, becomes ``?``, as in a question asked.
    """
    if isinstance(value, Literal):
        return value.written
    if value is None:
        raise unfit(f"{what} is missing.")
    if not isinstance(value, str):
        raise unfit(f"{what} is not a text.")
    return value.encode("utf-8", "replace").decode("utf-8")


def texts(value: object, *, what: str) -> tuple[str, ...]:
    """The value as a list of texts; one text alone is a list of it."""
    if isinstance(value, str):
        return (text(value, what=what),)
    return tuple(text(item, what=f"an item of {what}") for item in a_list(value, what=what))


def unfit(problem: str) -> InputError:
    """The error for a file that does not hold what it should."""
    return InputError(problem, next_step="Give a file in the official format, or mend it.")
