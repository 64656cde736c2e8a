"""Graphiti: episodes, as they are handed to ``add_episode`` or read back from its graph.

Documented at https://help.getzep.com/graphiti/core-concepts/adding-episodes: ``name``,
``episode_body`` (in the graph ``content``), ``source`` (message, text or json),
``source_description``, ``reference_time`` (in the graph ``valid_at``), ``group_id`` and ``uuid``;
in a list of their own or as ``episodes``. The body of a message has lines ``speaker: text``, and
``speaker(role): text`` where Graphiti's server wrote it.

A group is a conversation. A message gives a turn for each line that begins with a speaker; a text
is a turn by ``unknown``, since nothing tells who says it; JSON is said by nobody, and is counted.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from graphmem.model.conversation import MessageSettings, Refusal, SourceItem, Speaker
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat
from graphmem.sources.talks import (
    UNSPOKEN,
    ConversationBuilder,
    Spot,
    Talks,
    listed_in,
    said_by_nobody,
    speaker_of,
    spot_of,
    zone_of,
)
from graphmem.sources.times import Moment, in_zone, iso_time
from graphmem.sources.values import values

_USED = frozenset(
    {"uuid", "name", "group_id", "source", "content", "episode_body"}
    | {"reference_time", "valid_at", "created_at"}
)
_BODIES = ("content", "episode_body")
_DATES = ("valid_at", "reference_time", "created_at")
_JSON = "episodes of JSON"
# A speaker ends with the first colon that a space follows, and holds nothing that ends a sentence.
_SPOKEN = re.compile(r"(?P<name>[^\s:.!?;,][^:.!?;,\n]{0,59}):[ \t]+(?P<text>.*)", re.DOTALL)
_ROLED = re.compile(r"(?P<name>[^()]*)\((?P<role>[a-z]+)\)")
_GROUPLESS = "the episode has no group_id: give conversation_id for such"


class _Line(NamedTuple):
    name: str | None
    role: str | None
    text: str


def read_graphiti(
    stream: BinaryIO, *, path: str, name: str | None, settings: MessageSettings
) -> Iterator[SourceItem]:
    """A conversation for each group of episodes, in the order of time."""
    talks = Talks(path=path, source=SourceFormat.GRAPHITI.value)
    groupless = settings.conversation_id or name
    for found in values(stream, path=path):
        if isinstance(found, Refusal):
            yield found
            continue
        for value, spot in listed_in(found.value, spot_of(found), ("episodes",)):
            try:
                given = checks.record(value, name="the episode", used=_USED)
                talk = talks.talk(_conversation_of(given, groupless))
                key = _key_of(given)
            except UnfitError as error:
                talks.refuse(str(error), spot)
                continue
            try:
                _read_episode(talk, given, key, spot, settings)
            except UnfitError as error:
                talk.refuse(f"/{key}", str(error), spot)
    for talk in talks:
        talk.put_in_order()
    yield from talks.items()


def _conversation_of(given: dict[str, object], groupless: str | None) -> str:
    group = given.get("group_id")
    if group is not None and group != "":  # Graphiti's own default
        return checks.identifier(group, name="group_id")
    if groupless is None:
        raise UnfitError(_GROUPLESS)
    return groupless


def _key_of(given: dict[str, object]) -> str:
    """What the ids of an episode's turns begin with."""
    if given.get("uuid") is not None:
        return checks.identifier(given["uuid"], name="uuid")
    return checks.identifier(given.get("name"), name="name (there is no uuid)")


def _read_episode(
    talk: ConversationBuilder,
    given: dict[str, object],
    key: str,
    spot: Spot,
    settings: MessageSettings,
) -> None:
    source = given.get("source")
    if source == "json":
        talk.leave_out(_JSON)
        return
    if source not in ("message", "text"):
        raise UnfitError(f"source is {_shown(source)}, not message, text or json")
    body_key = next((one for one in _BODIES if given.get(one) is not None), "episode_body")
    body = checks.text(given.get(body_key), name=body_key, caption=None)
    date_key = next((one for one in _DATES if given.get(one) is not None), "reference_time")
    moment = in_zone(iso_time(given.get(date_key), name=date_key), zone_of(settings))
    lines = _lines_of(body) if source == "message" else [_Line(None, None, body)]
    for number, line in enumerate(lines, 1):
        _take(talk, line, f"{key}:{number}", moment, spot=spot, settings=settings)


def _shown(source: object) -> str:
    return checks.shown(source) if isinstance(source, str) else checks.kind_of(source)


def _lines_of(body: str) -> list[_Line]:
    """Who says what; a line without a speaker goes on with what the one before said."""
    found: list[_Line] = []
    for written in body.split("\n"):
        spoken = _SPOKEN.fullmatch(written)
        if spoken:
            found.append(_line(spoken["name"].strip(), spoken["text"]))
        elif found:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}\n{written}")
        elif written.strip():
            found.append(_Line(None, None, written))
    return [line._replace(text=line.text.rstrip()) for line in found]


def _line(label: str, text: str) -> _Line:
    roled = _ROLED.fullmatch(label)
    if roled is None:
        return _Line(label, label, text)
    # The server writes an empty name for one who has none: "(user): …".
    return _Line(roled["name"].strip() or roled["role"], roled["role"], text)


def _take(
    talk: ConversationBuilder,
    line: _Line,
    dia_id: str,
    moment: Moment,
    *,
    spot: Spot,
    settings: MessageSettings,
) -> None:
    if line.role in UNSPOKEN and line.role not in settings.speakers:
        talk.leave_out(said_by_nobody(line.role))
        return
    try:
        speaker: Speaker = speaker_of(line.name, settings, what="speaker")
        turn = checks.turn(
            dia_id=checks.identifier(dia_id, name="uuid"),
            speaker=speaker.name,
            person_id=speaker.person_id,
            text=checks.text(line.text, name="text", caption=None),
            said_at=moment[0],
            zone=moment[1],
        )
    except UnfitError as error:
        talk.refuse(f"/{dia_id}", str(error), spot)
        return
    talk.add(turn, spot=spot)
