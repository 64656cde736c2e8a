"""Looks up who and what the names of a question may mean, and asks back where nothing tells."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.answering import disambiguation, entity_description
from graphmem.answering.disambiguation import Bearer, Known
from graphmem.answering.entity_description import Described
from graphmem.errors import NotFoundError
from graphmem.language.keys import entity_key
from graphmem.language.names import without_names
from graphmem.model.answer import Candidate
from graphmem.model.assembly import Thing
from graphmem.model.ids import turn_reference
from graphmem.model.listing import Participant
from graphmem.model.scope import Scope
from graphmem.retrieval.question import ParsedQuestion
from graphmem.store import about as about_store
from graphmem.store import bearers
from graphmem.store.bearers import Member, StatementHit
from graphmem.store.database import Database

_CLAUSES = 3  # of what is known of somebody
_STATEMENTS = 100  # of each bearer; what fits best comes first
_READ = 1_000  # of all of them, where hundreds bear a name
_UNREAD = 10  # turns of each that wait

Encode = Callable[[Sequence[str]], list[list[float]]]


class Meaning(NamedTuple):
    """The referents of a question's names.

    ``name`` is one that several bear: ``candidates`` are these where nothing tells which, else
    ``chosen`` is meant, and ``described`` says who that is. ``not_meant`` are the turns (as people
    read them) that speak of the others alone.
    """

    name: str | None = None
    candidates: tuple[Candidate, ...] = ()
    chosen: Bearer | None = None
    not_meant: frozenset[str] = frozenset()
    described: Candidate | None = None

    def narrow(self, question: ParsedQuestion) -> ParsedQuestion:
        """The question without those people who bear the name and are not meant."""
        chosen = frozenset() if self.chosen is None else self.chosen.people
        people = tuple(
            person
            for person in question.people
            if self.name not in person.names or person.uid in chosen
        )
        if len(people) == len(question.people):
            return question
        left = [name for person in people for name in person.names]
        return question._replace(
            people=people, neutral=without_names(question.text, left) or question.text
        )


class _Lookup(NamedTuple):
    question: ParsedQuestion
    scope: Scope
    participants: Sequence[Participant]
    clear_by: float
    about: tuple[str, ...]


class Clarifier:
    """Reads the names of questions against one space."""

    def __init__(self, database: Database, encode: Encode) -> None:
        self._database = database
        self._encode = encode

    def read(
        self,
        question: ParsedQuestion,
        scope: Scope,
        participants: Sequence[Participant],
        *,
        clear_by: float,
        about: tuple[str, ...] = (),
    ) -> Meaning:
        """Decide what each name means; the first that could mean several decides the outcome.

        ``clear_by`` is how much better than the next the one that is meant must fit (cosine);
        ``about`` are uids of candidates, which are meant whatever fits. Raises `NotFoundError`
        for one of these that no name of the question can mean.
        """
        asked = _Lookup(question, scope, participants, clear_by, about)
        shared = _shared_names(question)
        names = disambiguation.names_to_look_up(question.text)
        things = self._things(scope, names)
        open_to_doubt = [
            name
            for name in dict.fromkeys((*shared, *names))
            if name in shared or disambiguation.things_named(name, things)
        ]
        same = self._same(scope, participants, open_to_doubt)
        meaning, back = Meaning(), None
        meant = {person.uid for person in question.people}
        for name in open_to_doubt:
            humans = disambiguation.humans_named(name, participants, same)
            decided = self._decide(name, humans, things, asked)
            if decided.candidates and back is None:
                back = decided
            if decided.chosen is None:
                continue
            meant.update(uid for uid in about if decided.chosen.is_one_of((uid,)))
            if meaning.chosen is None:
                meaning = decided
            else:
                meaning = meaning._replace(not_meant=meaning.not_meant | decided.not_meant)
        for uid in about:
            if uid not in meant:
                raise NotFoundError(
                    f"No name of the question can mean {uid!r}.",
                    next_step="Give the uid of one of the candidates that were asked about.",
                )
        return back or meaning

    def describe(
        self,
        name: str,
        question: ParsedQuestion,
        scope: Scope,
        participants: Sequence[Participant],
        *,
        meant: Bearer | None = None,
    ) -> Described | None:
        """Describes the only one who bears a name; None where nobody does, or several do.

        ``meant`` is the one of several that was chosen.
        """
        neutral = question.neutral
        same = self._same(scope, participants, [name])
        found = [meant] if meant else disambiguation.humans_named(name, participants, same)
        if not found:
            things = self._things(scope, [name])
            members = bearers.members(self._database, scope, [thing.uid for thing in things])
            asked = _Lookup(question, scope, participants, 0.0, ())
            for group in self._different(things, members, asked):
                (bearer,) = disambiguation.bearers_of(name, group, members, ())
                found.append(bearer._replace(name=name))
        if len(found) != 1:
            return None
        told = bearers.told_of(
            self._database,
            scope,
            sorted(found[0].people | found[0].members),
            self._encode([neutral])[0],
            limit=_STATEMENTS,
        )
        speakers = {person.uid: person.name for person in participants}
        (known,) = disambiguation.known_of(found, told)
        return entity_description.described(known, speakers, most=_CLAUSES)

    def _decide(
        self, name: str, humans: list[Bearer], things: Sequence[Thing], asked: _Lookup
    ) -> Meaning:
        called = disambiguation.things_named(name, things)
        words = {thing.uid: self._qualifiers(name, thing, asked.scope) for thing in called}
        if len(humans) + len(called) < 2 and not any(words.values()):
            return Meaning()
        uids = [thing.uid for thing in called]
        members = bearers.members(self._database, asked.scope, uids)
        people = {uid for human in humans for uid in human.people}
        places = {
            place
            for person in asked.participants
            if person.uid in people
            for place in person.conversation_ids
        }
        called = [
            thing
            for thing in called
            if not disambiguation.means_participant(thing, members, places)
        ]
        found = list(humans)
        for group in self._different(called, members, asked):
            told_apart = dict.fromkeys(word for thing in group for word in words[thing.uid])
            found += disambiguation.bearers_of(name, group, members, tuple(told_apart))
        if len(found) < 2:
            return Meaning()
        neutral = without_names(asked.question.neutral, [name]) or asked.question.neutral
        vector = self._encode([neutral])[0]
        uids = _uids(found, members)
        each = min(_STATEMENTS, max(disambiguation.COMPARED, _READ // max(1, len(uids))))
        told = bearers.told_of(self._database, asked.scope, uids, vector, limit=each)
        unread = bearers.unread_of(
            self._database, asked.scope, people, places, vector, limit=_UNREAD
        )
        every = disambiguation.known_of(found, told, unread)
        known = [one for one in every if one.told or one.unread]
        chosen = next((one for one in every if one.bearer.is_one_of(asked.about)), None)
        if chosen is None:
            if len(known) < 2:
                return Meaning()
            chosen = disambiguation.meant(known, neutral, asked.clear_by)
        speakers = {person.uid: person.name for person in asked.participants}
        if chosen is None:
            candidates = tuple(entity_description.candidate(one, speakers, known) for one in known)
            return Meaning(name, candidates)
        described = entity_description.candidate(chosen, speakers, known)
        return Meaning(name, (), chosen.bearer, _of_others(chosen, known), described)

    def _things(self, scope: Scope, names: Sequence[str]) -> tuple[Thing, ...]:
        keys = tuple(dict.fromkeys(entity_key(name) for name in names))
        return about_store.things_named(self._database, scope, keys)

    def _different(
        self, called: Sequence[Thing], members: Sequence[Member], asked: _Lookup
    ) -> list[tuple[Thing, ...]]:
        if len(called) < 2:
            return [tuple(called)] if called else []
        space = asked.scope.space
        places = {member.conversation_id for member in members}
        beside = [one for one in asked.participants if not places.isdisjoint(one.conversation_ids)]
        return disambiguation.different(
            called,
            members,
            beside,
            about_store.same_people(self._database, space, (one.uid for one in beside)),
            bearers.kept_apart(self._database, space, [thing.uid for thing in called]),
        )

    def _same(
        self, scope: Scope, participants: Iterable[Participant], names: Iterable[str]
    ) -> dict[str, str]:
        """Who of those that bear one of these names are one human."""
        called = frozenset(names)
        people = (one.uid for one in participants if not called.isdisjoint(one.names))
        return about_store.same_people(self._database, scope.space, people)

    def _qualifiers(self, name: str, thing: Thing, scope: Scope) -> tuple[str, ...]:
        words = disambiguation.qualified_names(name, thing)
        if not words:
            return ()
        firms = self._things(scope, words)
        return tuple(word for word in words if disambiguation.qualifies(word, firms))


def _shared_names(question: ParsedQuestion) -> tuple[str, ...]:
    """Names of the question that several Person nodes bear."""
    counted: dict[str, int] = {}
    for person in question.people:
        for name in person.names:
            if name in question.text:
                counted[name] = counted.get(name, 0) + 1
    return tuple(name for name, count in counted.items() if count > 1)


def _uids(found: Iterable[Bearer], members: Iterable[Member]) -> list[str]:
    uids: Mapping[str, None] = dict.fromkeys(
        [
            *(uid for bearer in found for uid in sorted(bearer.people)),
            *(member.uid for member in members),
        ]
    )
    return list(uids)


def _of_others(chosen: Known, known: Sequence[Known]) -> frozenset[str]:
    mine = _turns(chosen.told)
    others = frozenset(turn for one in known if one is not chosen for turn in _turns(one.told))
    return others - mine


def _turns(told: Iterable[StatementHit]) -> frozenset[str]:
    return frozenset(
        turn_reference(one.statement.conversation_id, turn)
        for one in told
        for turn in one.statement.turn_ids
    )
