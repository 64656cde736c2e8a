"""Selects conversations that a question is about, and turns as evidence for a language model."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import chain, zip_longest
from typing import NamedTuple, TypeVar

from graphmem.answering.citations import about_any
from graphmem.answering.evidence import Passage
from graphmem.errors import IndexFaultError
from graphmem.model.ids import turn_reference
from graphmem.model.listing import Participant
from graphmem.model.scope import Scope
from graphmem.model.search import SearchPath
from graphmem.model.time import TimeInterval
from graphmem.retrieval.question import ParsedQuestion
from graphmem.store import about, paths
from graphmem.store.database import Database
from graphmem.tools.ordering import by_number

_OF_TALK = re.compile(
    r"\b(?:say|says|said|tell|tells|told|talk(?:ed|ing|s)?|mention(?:ed|s)?|discuss(?:ed|es)?|"
    r"speak|spoke|ask(?:ed|s)?|conversations?|chat(?:ted)?|session)\b",
    re.IGNORECASE,
)
_ONE_DAY = timedelta(days=1)
Between = Callable[[TimeInterval], Sequence[str]]


class Inferred(NamedTuple):
    """Conversations that the question itself points to, and from what; none means all."""

    conversations: tuple[str, ...] = ()
    why: str | None = None


def infer_conversations(
    asked: ParsedQuestion, participants: Iterable[Participant], between: Between
) -> Inferred:
    """From two names, those in which both take part; from a day of talk, those of that day.

    ``between`` looks up in which conversations something was said in an interval; it is asked only
    where the question speaks of talk on a day.
    """
    everywhere = {place for person in participants for place in person.conversation_ids}
    places = _places_by_name(asked)
    if len(places) > 1:
        shared = set.intersection(*places.values())
        if shared and shared != everywhere:
            return Inferred(tuple(sorted(shared)), f"{_listed(tuple(places))} take part")
    days = [time for time in asked.times if time.width <= _ONE_DAY]
    if len(days) == 1 and _OF_TALK.search(asked.neutral):
        found = tuple(between(days[0]))
        if found and set(found) != everywhere:
            return Inferred(found, f"talk of {days[0].start:%Y-%m-%d}")
    return Inferred()


def _places_by_name(asked: ParsedQuestion) -> dict[str, set[str]]:
    """Where whoever bears a name of the question takes part, by name."""
    places: dict[str, set[str]] = {}
    for person in asked.people:
        places.setdefault(person.name, set()).update(person.conversation_ids)
    return places


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


# Turns that statements bring besides those of a search: of somebody, and of everybody.
_OF_PEOPLE, _OF_ALL = 4, 12
_LINKED = 4  # turns that say something else of the same thing at another time
_NEAREST = 40  # statements among which those of different people are looked for
T = TypeVar("T", str, Passage)
LookUp = Callable[[Sequence[str]], Mapping[str, Passage]]


class Gatherer:
    """Gathers evidence for one question; ``look_up`` gives turns of its scope, with statements."""

    def __init__(
        self, database: Database, scope: Scope, question: ParsedQuestion, look_up: LookUp
    ) -> None:
        self._database = database
        self._scope = scope
        self._question = question
        self._look_up = look_up

    def first(
        self, found: Sequence[Passage], vector: Sequence[float], *, read: int
    ) -> tuple[Passage, ...]:
        """The best ``read`` turns of a search, those of statements, and what replaced these."""
        return self._with_linked((*found[:read], *self._of_statements(vector)))

    def further(
        self,
        shown: Sequence[Passage],
        found: Sequence[Passage],
        sought: Sequence[Sequence[Passage]],
        *,
        read: int,
    ) -> tuple[Passage, ...]:
        """Adds to what was shown up to ``read`` turns that were not.

        First come those ``sought`` by texts of the model's own, then those ``found`` of who is
        asked about, then the others.
        """
        people = {person.uid for person in self._question.people}
        theirs = [one for one in found if about_any(one, people)]
        ranked = dict.fromkeys(one.hit.turn_id for one in (*_in_turn(sought), *theirs, *found))
        seen = {one.hit.turn_id for one in shown}
        called = [turn for turn in ranked if turn not in seen][:read]
        return self._with_linked((*shown, *self._look_up(called).values()))

    def _of_statements(self, vector: Sequence[float]) -> list[Passage]:
        """The turns of statements about those asked about; of different people where it is open."""
        people = [person.uid for person in self._question.people]
        turns: list[str] = []
        if people:
            facts = about.facts_about_people(
                self._database, self._scope, people, vector, limit=_OF_PEOPLE
            )
            turns = _in_turn(
                [
                    [
                        turn_reference(one.conversation_id, turn)
                        for one in told
                        for turn in one.turn_ids[:1]
                    ]
                    for told in facts.values()
                ]
            )[: _OF_PEOPLE * len(people)]
        near_turns = self._near(vector)
        if len(people) == 1:  # others may tell of them as well
            return list(self._look_up([*turns, *near_turns[:_OF_PEOPLE]]).values())
        near = self._look_up([*turns, *near_turns])
        by_speaker: dict[str, list[Passage]] = {}
        for one in near.values():
            by_speaker.setdefault(one.hit.speaker_uid, []).append(one)
        return _in_turn(list(by_speaker.values()))[:_OF_ALL]

    def _near(self, vector: Sequence[float]) -> list[str]:
        try:
            near = paths.statements_near(
                self._database, self._scope, vector, paths={SearchPath.ANSWERS}, limit=_NEAREST
            )
        except IndexFaultError:  # the search has told it
            return []
        turns = list(dict.fromkeys(turn for one in near for turn in one.turns[:1]))
        called = paths.turn_ids(self._database, self._scope.space, turns)
        return [called[turn] for turn in turns if turn in called]

    def _with_linked(self, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """These in the order of talk, with turns whose statements replace one of theirs."""
        kept = {one.hit.turn_id: one for one in passages}
        owner = {said.uid: turn for turn, one in kept.items() for said in one.statements}
        linked = about.answers_linked(self._database, self._scope, list(owner))
        turns: dict[str, set[str]] = {}
        for uid, others in linked.items():
            for other in others:
                turn = turn_reference(other.conversation_id, other.turn_ids[0])
                if turn != owner[uid]:
                    turns.setdefault(turn, set()).add(owner[uid])
        missing = [turn for turn in turns if turn not in kept][:_LINKED]
        kept |= self._look_up(missing)
        see = {turn: set(owners) for turn, owners in turns.items() if turn in kept}
        for turn, owners in list(see.items()):
            for one in owners:
                see.setdefault(one, set()).add(turn)
        return tuple(
            one._replace(see_also=frozenset(see.get(turn, ())))
            for turn, one in sorted(kept.items(), key=lambda item: _place(item[1]))
        )


def _place(passage: Passage) -> tuple[object, ...]:
    hit = passage.hit
    return (by_number(hit.conversation_id), hit.said_at, by_number(hit.dia_id))


def _in_turn(lists: Collection[Sequence[T]]) -> list[T]:
    """The first of each, then the second of each, and so on."""
    every = chain.from_iterable(zip_longest(*lists))
    return [one for one in every if one is not None]
