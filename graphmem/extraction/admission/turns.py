"""The turns that proposals may cite, and the participants, found by any of their names."""

from collections.abc import Iterable, Sequence

from graphmem.errors import InputError
from graphmem.extraction.admission import ProposalRejected
from graphmem.extraction.admission.quotes import find_words, require_words
from graphmem.language.pronouns import GrammaticalPerson, persons_in
from graphmem.language.words import content_stems, is_english, stem, words
from graphmem.model.chunk import ChunkParticipant, ChunkTurn
from graphmem.model.ids import uid
from graphmem.model.workspace import EvidenceSpan, Part, Quote, TurnField


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


_THIRD = frozenset(
    {GrammaticalPerson.HE, GrammaticalPerson.SHE, GrammaticalPerson.IT, GrammaticalPerson.THEY}
)


class Turns:
    """The turns of one conversation that are given, by ``dia_id``; a long one may be in parts."""

    def __init__(self, turns: Iterable[ChunkTurn], *, space: str, conversation_id: str) -> None:
        self._parts: dict[str, list[ChunkTurn]] = {}
        self._stems: dict[str, frozenset[str]] = {}
        for turn in turns:
            if turn.uid != uid(space, "turn", conversation_id, turn.dia_id):
                raise InputError(
                    f"Turn {turn.dia_id} ({turn.uid}) is not of conversation {conversation_id}.",
                    next_step="Give turns of that one conversation.",
                )
            self._parts.setdefault(turn.dia_id, []).append(turn)
        self.english = is_english(
            turn.text for parts in self._parts.values() for turn in parts if turn.text
        )

    def get(self, dia_id: str) -> ChunkTurn:
        """The turn, or the first part of it; `ProposalRejected` for one that was not given."""
        return self.parts(dia_id)[0]

    def parts(self, dia_id: str) -> Sequence[ChunkTurn]:
        """All given parts of a turn; `ProposalRejected` for one that was not given."""
        found = self._parts.get(dia_id)
        if found is None:
            raise ProposalRejected(f"there is no turn {dia_id!r} here")
        return found

    def cite(self, quote: Quote) -> EvidenceSpan:
        """The place that a quote names; `ProposalRejected` where its words do not stand there."""
        parts = self.parts(quote.turn_id)
        require_words(quote.text)
        for turn in parts:
            found = find_words(quote.text, written(turn, quote.field), start=quote.start)
            if found is None:
                continue
            shift = turn.offset if quote.field == "text" else 0
            return EvidenceSpan(
                turn_uid=turn.uid,
                dia_id=turn.dia_id,
                part=quote.part,
                field=quote.field,
                start=found[0] + shift,
                end=found[1] + shift,
            )
        where = "" if quote.start is None else f" at {quote.start}"
        raise ProposalRejected(
            f"{_short(quote.text)} does not stand in the {quote.field} of {quote.turn_id}{where}"
        )

    def cite_all(self, quotes: Sequence[Quote]) -> tuple[EvidenceSpan, ...]:
        """The places of all quotes, each once; `ProposalRejected` if one is not there."""
        return tuple(dict.fromkeys(self.cite(quote) for quote in quotes))

    def tell_of(self, name: str, dia_ids: Iterable[str] | None = None) -> bool:
        """True if a word of a name stands in one of these turns, or in what an image there shows.

        Without ``dia_ids`` any turn will do. Of talk that is not English, whose words may change
        their form, this is always said.
        """
        wanted = content_stems(name)
        places = self._parts if dia_ids is None else dia_ids
        return not self.english or any(
            not wanted.isdisjoint(self._stems_of(dia_id)) for dia_id in places
        )

    def refer_back(self, dia_ids: Iterable[str]) -> bool:
        """Tells whether a pronoun of the third person stands in one of these turns."""
        return any(
            not _THIRD.isdisjoint(persons_in(turn.text))
            for dia_id in dia_ids
            for turn in self.parts(dia_id)
        )

    def _stems_of(self, dia_id: str) -> frozenset[str]:
        found = self._stems.get(dia_id)
        if found is None:
            found = self._stems[dia_id] = frozenset(
                stem(word)
                for turn in self.parts(dia_id)
                for word in words(f"{turn.text} {turn.caption or ''}")
            )
        return found

    def check_stated(
        self, evidence: Sequence[EvidenceSpan], *, speaker_uid: str, people: ParticipantNames
    ) -> ChunkTurn:
        """The first statement turn; `ProposalRejected` without one or of somebody else."""
        stated = [self.get(one.dia_id) for one in evidence if one.part is Part.STATEMENT]
        if not stated:
            raise ProposalRejected("it has context only: no turn states it")
        for turn in stated:
            if turn.speaker_uid != speaker_uid:
                name = people.name_of(speaker_uid)
                raise ProposalRejected(f"{turn.dia_id} was spoken by {turn.speaker}, not by {name}")
        return stated[0]


def written(turn: ChunkTurn, field: TurnField) -> str:
    """The text of a turn, or what the image that it shares shows."""
    return turn.text if field == "text" else turn.caption or ""


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}…")
