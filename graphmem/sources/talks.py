"""The conversations of a file while it is read: turns by day, refusals by line, and what is left.

For readers whose file holds several conversations in any order; what is refused is looked up in
the text only at the end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from graphmem.errors import InputError
from graphmem.model.conversation import LeftOut, MessageSettings, Refusal, SourceItem, Speaker, Turn
from graphmem.sources import checks
from graphmem.sources.json_stream import Element
from graphmem.sources.json_values import JsonPath, lines_of
from graphmem.sources.times import instant, zone_name

# What is said to a model by nobody: instructions, and what its tools give it.
UNSPOKEN = frozenset({"developer", "function", "system", "tool"})


class Spot(NamedTuple):
    """Where something stands: on a line, or on the way ``at`` into the text that begins there.

    ``path`` is of a file of its own among several of one conversation.
    """

    line: int
    source: str = ""
    at: JsonPath = ()
    path: str | None = None

    def inside(self, *steps: str | int) -> "Spot":
        """Further on the way."""
        return self._replace(at=(*self.at, *steps))


def listed_in(value: object, spot: Spot, keys: Iterable[str]) -> Iterator[tuple[object, Spot]]:
    """Elements of the list that an object holds under the first of ``keys``; else itself."""
    for key in keys:
        held = value.get(key) if isinstance(value, dict) else None
        if isinstance(held, list):
            for number, one in enumerate(held):
                yield one, spot.inside(key, number)
            return
    yield value, spot


class _Refused(NamedTuple):
    where: str | None
    reason: str
    spot: Spot | None


@dataclass(slots=True)
class ConversationBuilder:
    """One conversation; ``refuse`` and ``leave_out`` note what of it does not go in, and why."""

    conversation_id: str
    turns: dict[str, list[Turn]] = field(default_factory=dict)
    refused: list[_Refused] = field(default_factory=list)
    left: Counter[str] = field(default_factory=Counter)
    _taken: set[str] = field(default_factory=set)

    def add(self, turn: Turn, *, spot: Spot | None, session_id: str | None = None) -> None:
        """Take ``turn``, unless its id is taken; without a ``session_id``, in that of its day."""
        if turn.dia_id in self._taken:
            self.refuse(f"/{turn.dia_id}", f"turn id {turn.dia_id} was already given", spot)
            return
        self._taken.add(turn.dia_id)
        self.turns.setdefault(session_id or day_of(turn.said_at), []).append(turn)

    def refuse(self, what: str, reason: str, spot: Spot | None) -> None:
        """Note that ``what`` of this conversation does not go in."""
        self.refused.append(_Refused(f"{self.conversation_id}{what}", reason, spot))

    def leave_out(self, reason: str, *, count: int = 1) -> None:
        """Count what nobody says."""
        if count:
            self.left[reason] += count

    def put_in_order(self) -> None:
        """Order the sessions, and the turns of each, by when they were said."""
        self.turns = {
            session_id: sorted(turns, key=lambda turn: instant((turn.said_at, turn.zone)))
            for session_id, turns in sorted(self.turns.items())
        }


class Talks:
    """All conversations of a file that is called ``path``, and what of it belongs to none."""

    def __init__(self, *, path: str, source: str) -> None:
        self._path = path
        self._source = source
        self._talks: dict[str, ConversationBuilder] = {}
        self._refused: list[_Refused] = []
        self._left: Counter[str] = Counter()

    def __iter__(self) -> Iterator[ConversationBuilder]:
        return iter(self._talks.values())

    def talk(self, conversation_id: str) -> ConversationBuilder:
        """The conversation of that id, begun where it is new."""
        return self._talks.setdefault(conversation_id, ConversationBuilder(conversation_id))

    def refuse(self, reason: str, spot: Spot | None, *, where: str | None = None) -> None:
        """Note that something that is of no known conversation does not go in."""
        self._refused.append(_Refused(where, reason, spot))

    def leave_out(self, reason: str, *, count: int = 1) -> None:
        """Count what is of no conversation."""
        if count:
            self._left[reason] += count

    def items(self) -> Iterator[SourceItem]:
        """Refusals, what was left out, then the conversations; never nothing."""
        refused = [*self._refused, *(one for talk in self for one in talk.refused)]
        some = bool(refused)
        yield from _placed(refused, self._path)
        for reason, count in self._left.items():
            some = True
            yield LeftOut(path=self._path, reason=reason, count=count)
        for talk in self:
            for reason, count in talk.left.items():
                some = True
                yield LeftOut(
                    path=self._path, where=talk.conversation_id, reason=reason, count=count
                )
            read = checks.conversation(
                talk.conversation_id, source=self._source, sessions=talk.turns
            )
            some = some or read is not None
            if read is not None:
                yield read
        if not some:
            yield Refusal(path=self._path, reason="nobody says anything")


def day_of(said_at: datetime) -> str:
    """The session of a day."""
    return said_at.date().isoformat()


def spot_of(element: Element) -> Spot:
    """Start of an element of a document."""
    return Spot(element.line, element.source)


def zone_of(settings: MessageSettings) -> str | None:
    """The zone that the settings name; `InputError` for what is none."""
    try:
        return zone_name(settings.zone)
    except checks.UnfitError as error:
        raise InputError(
            f"The talk cannot have been there: {error}.",
            next_step="Give a zone such as Europe/Lisbon, or an offset such as +02:00.",
        ) from error


def said_by_nobody(role: object) -> str:
    """The reason that the messages of a role are left out."""
    return f"said by nobody: role {role}"


def speaker_of(name: object, settings: MessageSettings, *, what: str) -> Speaker:
    """The speaker so called in the settings, else the name's bearer; ``unknown`` without one."""
    kept = checks.speaker(name, name=what)
    return settings.speakers.get(kept) or Speaker(name=kept)


def _placed(refused: Iterable[_Refused], path: str) -> Iterator[Refusal]:
    listed = list(refused)
    wanted: dict[tuple[int, str], set[JsonPath]] = {}
    for one in listed:
        if one.spot is not None and one.spot.source:
            wanted.setdefault(one.spot[:2], set()).add(one.spot.at)
    lines = {text: lines_of(text[1], ways) for text, ways in wanted.items()}
    for one in listed:
        line, file = None, path
        if one.spot is not None:
            line = one.spot.line + lines.get(one.spot[:2], {}).get(one.spot.at, 1) - 1
            file = one.spot.path or path
        yield Refusal(path=file, line=line, where=one.where, reason=one.reason)
