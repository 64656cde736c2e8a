"""Shared by readers of JSON documents: records in, conversations and placed refusals out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from graphmem.model.conversation import Conversation, Refusal, Turn
from graphmem.sources import checks
from graphmem.sources.json_stream import Element, UnreadableError, elements
from graphmem.sources.json_values import JsonPath, lines_of


@dataclass(frozen=True, slots=True)
class UnplacedRefusal:
    """A refusal before its line is known.

    ``at`` is the place in the record; ``first``, if given, that of the same id, whose line ends
    the reason.
    """

    where: str | None
    reason: str
    at: JsonPath = ()
    first: JsonPath | None = None


TurnMaker = Callable[[dict[str, object], str], Turn]


@dataclass(slots=True)
class RecordSoFar:
    """One record while it is read: the turns that go in, and the problems of those that do not."""

    conversation_id: str
    sessions: dict[str, list[Turn]] = field(default_factory=dict)
    problems: list[UnplacedRefusal] = field(default_factory=list)
    _taken: dict[str, JsonPath] = field(default_factory=dict)

    def add(self, turn: Turn, *, session_id: str, at: JsonPath) -> None:
        """Take ``turn``, unless its id is taken."""
        first = self._taken.setdefault(turn.dia_id, at)
        if first is not at:
            reason = f"turn id {turn.dia_id} was already given"
            self.refuse(f"/{turn.dia_id}", reason, at=at, first=first)
            return
        self.sessions.setdefault(session_id, []).append(turn)

    def read_turns(
        self,
        values: list[object],
        make: TurnMaker,
        *,
        keys: frozenset[str],
        session: int,
        at: JsonPath,
    ) -> None:
        """Take the turns of a session, as ``make`` makes them of these ``keys`` and of an id.

        The id is the ``dia_id`` of a turn, where that is a key and given, else told by its place.
        """
        for position, value in enumerate(values, 1):
            dia_id, here = f"D{session}:{position}", (*at, position - 1)
            try:
                given = checks.record(value, name="the turn", used=keys)
                if "dia_id" in keys and given.get("dia_id") is not None:
                    dia_id = checks.identifier(given["dia_id"], name="dia_id")
                turn = make(given, dia_id)
            except checks.UnfitError as error:
                self.refuse(f"/{dia_id}", str(error), at=here)
                continue
            self.add(turn, session_id=f"S{session}", at=here)

    def refuse(
        self, what: str, reason: str, *, at: JsonPath, first: JsonPath | None = None
    ) -> None:
        """Note that ``what`` of this conversation does not go in."""
        self.problems.append(UnplacedRefusal(f"{self.conversation_id}{what}", reason, at, first))


RecordReader = Callable[[object], RecordSoFar]
"""Reads one record; UnfitError where nothing of it can be read."""


def read_document(
    stream: BinaryIO, *, path: str, source: str, read_record: RecordReader
) -> Iterator[Conversation | Refusal]:
    """The conversations of a JSON document, each after the refusals of its parts."""
    lines_by_id: dict[str, int] = {}
    empty = True
    try:
        for element in elements(stream):
            empty = False
            record, problems = _read_element(element, read_record, lines_by_id)
            yield from _placed(problems, element, path=path)
            if record is None:
                continue
            read = checks.conversation(
                record.conversation_id, source=source, sessions=record.sessions
            )
            if read is not None:
                yield read
    except UnreadableError as error:
        yield Refusal(path=path, line=error.line, reason=error.reason)
    else:
        if empty:
            yield Refusal(path=path, reason="the list holds no conversation")


def _read_element(
    element: Element, read_record: RecordReader, lines_by_id: dict[str, int]
) -> tuple[RecordSoFar | None, list[UnplacedRefusal]]:
    try:
        record = read_record(element.value)
    except checks.UnfitError as error:
        return None, [UnplacedRefusal(None, str(error))]
    conversation_id = record.conversation_id
    if conversation_id in lines_by_id:
        line = lines_by_id[conversation_id]
        reason = f"conversation id {conversation_id} was already given at line {line}"
        return None, [UnplacedRefusal(conversation_id, reason)]
    lines_by_id[conversation_id] = element.line
    if not record.sessions and not record.problems:
        return None, [UnplacedRefusal(conversation_id, "the conversation has no turns")]
    return record, record.problems


def _placed(problems: list[UnplacedRefusal], element: Element, *, path: str) -> Iterator[Refusal]:
    if not problems:
        return
    wanted = {place for p in problems for place in (p.at, p.first) if place is not None}
    lines = lines_of(element.source, wanted)
    for problem in problems:
        line = element.line + lines.get(problem.at, 1) - 1
        reason = problem.reason
        if problem.first is not None:
            reason += f" at line {element.line + lines.get(problem.first, 1) - 1}"
        yield Refusal(path=path, line=line, where=problem.where, reason=reason)
