"""Who talks with whom, and when: conversations by number."""

from collections.abc import Container, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import NamedTuple

from benchmarks.world.filling import Fillers
from benchmarks.world.people import Human, People
from benchmarks.world.said import Said, Sitting, Speech, cut
from benchmarks.world.words import chance, tail
from graphmem.model.conversation import Conversation

SOURCE = "generated"
_START = datetime(2022, 1, 3, 18)
_DAYS = 1_000  # in which conversations begin
_LATELY, _LAST = 0.6, 60  # of so many conversations the host is one of the last so many humans
_GROUPS = (0.62, 0.82, 0.94)  # of two, of three, of four; the rest of five


class Talk(NamedTuple):
    """A conversation, and how each of its sessions came about, by ``session_id``."""

    conversation: Conversation
    said: dict[str, tuple[Said, ...]]


class World:
    """The conversations of one seed; the same number gives the same one."""

    def __init__(self, seed: int = 7) -> None:
        self._seed = seed
        self.people = People(seed)
        self._speech = Speech(seed, Fillers(seed, self.people))

    def talks(self, turns: int, *, numbers: Container[int] | None = None) -> Iterator[Talk]:
        """The first conversations, as many as make so many turns; the last is cut short.

        With ``numbers`` only those of them.
        """
        left = turns
        for number, length in self.lengths(turns).items():
            if numbers is None or number in numbers:
                yield _shortened(self.talk(number), left)
            left -= length

    def lengths(self, turns: int) -> dict[int, int]:
        """How many turns each of the first conversations has, as many as make so many turns."""
        found: dict[int, int] = {}
        left = turns
        for number in count():
            if left <= 0:
                break
            whole = sum(self._length(number, session) for session in self._sessions(number))
            found[number] = min(whole, left)
            left -= whole
        return found

    def talk(self, number: int) -> Talk:
        """One conversation, as a rule of some 200 turns in ten sessions."""
        return self._talk(number, self._sessions(number), name=conversation_id(number))

    def further(self, number: int, session: int, *, turns: int, name: str | None = None) -> Talk:
        """One more session of a conversation, of so many turns and long after the others.

        Under another ``name`` the same people begin a new conversation with it.
        """
        return self._talk(number, [session], name=name or conversation_id(number), turns=turns)

    def participants(self, number: int) -> list[Human]:
        """Who takes part in a conversation, no two of one name."""
        among = self._population(number)
        host = self._host(number, among)
        known = self.people.circle(host, among=among) or [host + 1]
        start = tail(len(known), 1.5, self._seed, "guests", number)
        found: dict[str, Human] = {}
        for other in (host, *known[start:], *known[:start]):
            human = self.people.human(other)
            # Two of one name would be taken for one: the second is called by the full name.
            if human.called in found:
                human = human._replace(called=human.full)
            found.setdefault(human.called, human)
        group = self._chance("group", number)
        return list(found.values())[: 2 + sum(group > share for share in _GROUPS)]

    def _host(self, number: int, among: int) -> int:
        """Mostly one of those who came last, else whoever talks much."""
        if self._chance("lately", number) < _LATELY:
            return among - 1 - tail(min(_LAST, among), 2, self._seed, "host", number)
        return tail(among, 1.5, self._seed, "host", number)

    def _population(self, number: int) -> int:
        return 24 + int(0.8 * number)

    def _sessions(self, number: int) -> range:
        return range(1, 7 + int(8 * self._chance("sessions", number)))

    def _length(self, number: int, session: int) -> int:
        return 12 + int(20 * self._chance("length", number, session))

    def _talk(self, number: int, sessions: Sequence[int], *, name: str, turns: int = 0) -> Talk:
        humans = self.participants(number)
        first = _START + timedelta(days=int(_DAYS * self._chance("start", number)))
        made, said = [], {}
        for session in sessions:
            days = 9 * session + int(8 * self._chance("day", number, session))
            minutes = int(200 * self._chance("at", number, session))
            sitting = Sitting(
                conversation=number,
                session=session,
                humans=humans,
                begin=first + timedelta(days=days, minutes=minutes),
                turns=turns or self._length(number, session),
                population=self._population(number),
            )
            spoken, told = self._speech.session(sitting)
            made.append(spoken)
            said[spoken.session_id] = told
        conversation = Conversation(conversation_id=name, source=SOURCE, sessions=tuple(made))
        return Talk(conversation, said)

    def _chance(self, *parts: object) -> float:
        return chance(self._seed, *parts)


def conversation_id(number: int) -> str:
    """What a conversation is called."""
    return f"talk-{number:06}"


def _shortened(talk: Talk, turns: int) -> Talk:
    kept, said = [], {}
    for session in talk.conversation.sessions:
        if turns <= 0:
            break
        spoken, told = cut(session.session_id, session.turns, talk.said[session.session_id], turns)
        turns -= len(spoken.turns)
        kept.append(spoken)
        said[session.session_id] = told
    return Talk(talk.conversation.model_copy(update={"sessions": tuple(kept)}), said)
