"""Participants of a conversation, found by any of their names."""

from collections.abc import Iterable

from graphmem.extraction.admission import ProposalRejected
from graphmem.language.words import words
from graphmem.model.chunk import ChunkParticipant, ChunkTurn


class ParticipantNames:
    """The participants; letters of a name count as read (casefolded), a uid as written."""

    def __init__(self, people: Iterable[ChunkParticipant], turns: Iterable[ChunkTurn]) -> None:
        self._by_uid = {person.uid: person.name for person in people}
        self._by_name: dict[str, set[str]] = {}
        self._names_of: dict[str | None, dict[str, None]] = {}
        self.names: dict[str, None] = {}
        for person in people:
            for name in (person.name, *person.names):
                self._add(name, person.uid)
        for turn in turns:
            self._by_uid.setdefault(turn.speaker_uid, turn.speaker)
            self._add(turn.speaker, turn.speaker_uid)
        self.words = frozenset(word for name in self.names for word in words(name))

    def find(self, name: str) -> str | None:
        """The uid of the participant of this name or uid; None where nobody bears it.

        Raises `ProposalRejected` for a name that several bear.
        """
        if name in self._by_uid:
            return name
        found = self._by_name.get(_folded(name), set())
        if len(found) > 1:
            raise ProposalRejected(f"several participants are called {name!r}: give the uid")
        return next(iter(found), None)

    def require(self, name: str, *, what: str) -> str:
        """The uid of the participant, who would be ``what``; `ProposalRejected` without one."""
        found = self.find(name)
        if found is None:
            raise ProposalRejected(f"its {what} {name!r} does not take part")
        return found

    def name_of(self, uid: str) -> str:
        """The name of a participant; empty for somebody else."""
        return self._by_uid.get(uid, "")

    def names_of(self, uid: str | None) -> tuple[str, ...]:
        """All names of a participant, the longest first."""
        return tuple(sorted(self._names_of.get(uid, ()), key=len, reverse=True))

    def bears(self, name: str) -> bool:
        """Tells whether anybody who takes part is called that."""
        return _folded(name) in self._by_name

    def _add(self, name: str, uid: str) -> None:
        self._by_name.setdefault(_folded(name), set()).add(uid)
        self._names_of.setdefault(uid, {})[_folded(name)] = None
        self.names[name] = None


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
