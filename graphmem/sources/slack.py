"""Slack: an exported workspace, a folder with a folder of day files for each channel.

Documented at https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports; what a
message holds, at https://docs.slack.dev/reference/events/message. ``users.json`` has the people;
``channels.json``, ``groups.json``, ``dms.json`` and ``mpims.json`` the conversations.

A channel is a conversation, called by its id, which stays when it is renamed. A turn is called by
its ``ts``, a session is a day; a thread stands where it was begun, however late its replies come,
so that an answer follows its question.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graphmem.model.conversation import LeftOut, MessageSettings, Refusal, SourceItem
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.json_stream import Element, UnreadableError, elements
from graphmem.sources.slack_messages import (
    SlackMessage,
    SlackWorkspace,
    message_of,
    person_name,
    read_channel,
)

_LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_PEOPLE = ("users.json", "org_users.json")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\.json")
_OTHER_FILES = "files that hold no day of talk"
_NO_CHANNEL = "no channel of the export holds a day of talk (a folder with 2024-03-01.json)"


@dataclass(slots=True)
class _Export:
    people: dict[str, str] = field(default_factory=dict)
    channel_ids: dict[str, str] = field(default_factory=dict)  # by the name of the folder
    channel_names: dict[str, str] = field(default_factory=dict)  # by id


def is_slack(folder: Path) -> bool:
    """True if a folder is an export: it lists conversations, and has people or days of talk."""
    if not any((folder / name).is_file() for name in _LISTS):
        return False
    return any((folder / name).is_file() for name in _PEOPLE) or any(_channels(folder))


def read_slack(folder: Path, *, shown_as: str, settings: MessageSettings) -> Iterator[SourceItem]:
    """The channels of an export in the order of their names; ``shown_as`` is what it is called."""
    export = _Export()
    for name in (*_PEOPLE, *_LISTS):
        if (folder / name).is_file():
            yield from _read_list(folder / name, export, path=f"{shown_as}/{name}")
    workspace = SlackWorkspace(people=export.people, channels=export.channel_names)
    some = False
    for channel in _channels(folder):
        some = True
        path = f"{shown_as}/{_printable(channel.name)}"
        try:
            conversation_id = checks.identifier(
                export.channel_ids.get(channel.name, channel.name), name="the channel"
            )
        except UnfitError as error:
            yield Refusal(path=path, reason=str(error))
            continue
        others = sum(not _DAY.fullmatch(file.name) for file in channel.iterdir())
        if others:
            yield LeftOut(path=path, where=conversation_id, reason=_OTHER_FILES, count=others)
        messages: list[SlackMessage] = []
        for day in _days(channel):
            for item in _read_day(day, path=f"{path}/{day.name}"):
                if isinstance(item, Refusal):
                    yield item
                else:
                    messages.append(item)
        yield from read_channel(
            conversation_id, messages, path=path, workspace=workspace, settings=settings
        )
    if not some:
        yield Refusal(path=shown_as, reason=_NO_CHANNEL)


def _channels(folder: Path) -> Iterator[Path]:
    for inside in sorted(folder.iterdir(), key=lambda file: file.name):
        if inside.is_dir() and any(_days(inside)):
            yield inside


def _days(channel: Path) -> Iterator[Path]:
    yield from sorted(
        (file for file in channel.iterdir() if _DAY.fullmatch(file.name) and file.is_file()),
        key=lambda file: file.name,
    )


def _read_day(file: Path, *, path: str) -> Iterator[SlackMessage | Refusal]:
    for element in _elements(file, path=path):
        yield element if isinstance(element, Refusal) else message_of(element, path=path)


def _elements(file: Path, *, path: str) -> Iterator[Element | Refusal]:
    try:
        with file.open("rb") as stream:
            yield from elements(stream)
    except UnreadableError as error:
        yield Refusal(path=path, line=error.line, reason=error.reason)
    except OSError as error:
        yield Refusal(path=path, reason=f"cannot be read: {error.strerror or error}")


def _read_list(file: Path, export: _Export, *, path: str) -> Iterator[Refusal]:
    """Note the people or conversations of a list, by their ids."""
    for element in _elements(file, path=path):
        if isinstance(element, Refusal):
            yield element
            continue
        try:
            given = checks.record(element.value, name="the entry", used=frozenset({"id", "name"}))
            known = checks.identifier(given.get("id"), name="id")
            if file.name in _PEOPLE:
                export.people[known] = person_name(given) or known
            else:
                name = given.get("name")
                # A direct message has no name, and its folder that of its id.
                name = checks.identifier(name, name="name") if name is not None else known
                export.channel_ids[name] = known
                export.channel_names[known] = name
        except UnfitError as error:
            yield Refusal(path=path, line=element.line, reason=str(error))


def _printable(name: str) -> str:
    return name.encode("utf-8", "backslashreplace").decode()
