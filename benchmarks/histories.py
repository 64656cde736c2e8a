"""Short histories of a space, made to trip reconciliation: for `benchmarks.incremental` and tests.

Few names, borne by several: people of one name in different conversations, some with an id; people
who talk in one conversation and are spoken of in another; sisters with and without a name; firms
that are renamed, dogs of one name, races that may be one. Sessions come in any order and in parts,
some turns late and in between; people decide and take back. A seed decides all of it, and nothing
here touches a database.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.model.conversation import Conversation, Session, Turn
from graphmem.model.decision import MergePolicy, Verdict
from graphmem.model.workspace import ProposedAnswer, ProposedWorkspace, Quote, Reference

_START = datetime(2024, 1, 8, 18)
_PEOPLE = ("Ana", "Ben", "Cleo", "Ana Ruiz", "ANA", "Dan")
_WORDS = {
    "person": ("Ana", "Cleo", "Dan", "Ines", "Lena"),
    "kin": ("Ines", "Rosa", "Lena"),
    "firm": ("Tern", "Quillworks", "Quillworks Labs"),
    "place": ("Porto", "Lisbon", "Graz"),
    "project": ("Heron", "Kestrel"),
    "pet": ("Rex", "Otto"),
    "race": ("race", "charity race", "boat race"),
    "car": ("car", "red car", "blue car"),
    "job": ("nurse", "teacher"),
    "day": ("yesterday", "last Friday", "last month"),
}
_EXCHANGES: tuple[tuple[str, ...], ...] = (
    ("My sister {kin} works as a {job} at {firm}.", "Where does your sister live?"),
    ("My sister {kin} moved to {place} {day}.",),
    ("My sister visited me {day}. She brought her dog.", "Is {kin} still in {place}?"),
    ("My mum lives in {place}.", "My mother lives in {place} as well."),
    ("I work as a {job} at {firm}.", "I work at {firm} too."),
    ("I left {firm} {day}. I'm a {job} at {firm2} now.", "Do you miss {firm}?"),
    ("Do you still work at {firm}?", "No, I left {firm} {day}."),
    ("I was promoted at {firm} {day}!", "Congratulations! {firm} is lucky."),
    ("{firm} is called {firm2} now.", "I liked the name {firm}."),
    ("I live in {place} now.", "I moved from {place} to {place2} {day}."),
    ("I ran the {race} {day}.", "The {race} raised money for the school."),
    ("The {race} was cancelled {day}.", "I wanted to run the {race2}."),
    ("I met {person} in {place} {day}. {person} asked about you.", "How is {person}?"),
    ("{person} told me about the {race}.", "{person} works at {firm}."),
    ("My colleague {person} bought a {car} {day}.", "I sold my {car} {day}."),
    ("My {car} broke down {day}.", "I love my {car}."),
    ("My dog is called {pet}.", "My cat is called {pet} as well."),
    ("{pet} ate my shoe {day}.", "I took {pet} to the vet {day}."),
    ("I'm working on {project} at {firm}.", "What is {project} about?"),
    ("{project} is called {project2} now.", "We finished {project} {day}."),
    ("I'm dating {kin}.", "I broke up with {kin} {day}."),
    ("My partner {kin} and I got engaged {day}.", "I saw {kin} at the {race}."),
    ("I love the violin.", "I hate the violin."),
    ("I'm vegetarian now.", "I ate a steak {day}."),
)
# What a caller may state of a turn that says it: the turn, the fact, its predicate and its object.
_FACTS = (
    ("I keep bees at {firm}.", "{A} keeps bees at {firm}", "keep_bees_at", "{firm}"),
    ("I teach {kin} to swim.", "{A} teaches {kin} to swim", "teach", "{kin}"),
    ("I own a boat in {place}.", "{A} owns a boat in {place}", "own", "boat"),
)


class Take(NamedTuple):
    """Record a part of a conversation; with ``read``, extract and reconcile it as well."""

    conversation: Conversation
    read: bool


class Say(NamedTuple):
    """One live turn."""

    conversation_id: str
    session_id: str
    turn: Turn


class State(NamedTuple):
    """Facts that the caller made of turns that were said."""

    conversation_id: str
    facts: ProposedWorkspace


class Decide(NamedTuple):
    """Two of the people, or of the things, are one or are not; which two, from 0 to 1 of a list."""

    verdict: Verdict
    of_people: bool
    left: float
    right: float


class Undo(NamedTuple):
    """Take one of the decisions back; which, from 0 to 1 of their list."""

    which: float


class Reconcile(NamedTuple):
    """Bring the layers up to date."""


class Delete(NamedTuple):
    """Remove everything of the space."""


Operation = Take | Say | State | Decide | Undo | Reconcile | Delete


class History(NamedTuple):
    """What happens to a space under one policy, in order."""

    seed: int
    policy: MergePolicy
    operations: tuple[Operation, ...]


def history(seed: int) -> History:
    """The history of a seed."""
    made = random.Random(seed)
    policy = made.choice([*MergePolicy, MergePolicy.DECIDE, MergePolicy.DECIDE])
    return History(seed, policy, tuple(_Maker(made).operations()))


def order_of(conversations: Sequence[Conversation], seed: int) -> History:
    """The sessions of real talk in an order of chance, recorded one by one, read in batches."""
    chance = random.Random(seed)
    parts = [_of(talk, session) for talk in conversations for session in talk.sessions]
    chance.shuffle(parts)
    often = chance.choice([0.05, 0.1, 0.2])
    operations = [Take(part, read=chance.random() < often) for part in parts[:-1]]
    return History(seed, MergePolicy.DECIDE, (*operations, Take(parts[-1], read=True)))


class _Maker:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._talks = [self._talk(number) for number in range(chance.randint(2, 4))]

    def operations(self) -> Iterator[Operation]:
        chance = self._chance
        waiting = list(self._parts())
        while waiting:
            draw = chance.random()
            if draw < 0.55:
                yield Take(waiting.pop(), read=chance.random() < 0.7)
            elif draw < 0.63:
                yield self._live()
            elif draw < 0.69:
                yield from self._facts()
            elif draw < 0.85:
                yield self._decision()
            elif draw < 0.93:
                yield Undo(chance.random())
            elif draw < 0.985:
                yield Reconcile()
            else:
                yield Delete()
        yield Take(self._talks[-1], read=True)

    def _parts(self) -> list[Conversation]:
        """The sessions in any order, some first without turns in between, then whole."""
        chance = self._chance
        parts = []
        for talk in self._talks:
            for session in talk.sessions:
                if chance.random() < 0.3 and len(session.turns) > 2:
                    kept = sorted(chance.sample(range(len(session.turns)), len(session.turns) // 2))
                    early = tuple(session.turns[place] for place in kept)
                    parts.append(_of(talk, Session(session_id=session.session_id, turns=early)))
                parts.append(_of(talk, session))
        chance.shuffle(parts)
        return parts

    def _talk(self, number: int) -> Conversation:
        chance = self._chance
        names = chance.sample(_PEOPLE, chance.choice([2, 2, 3]))
        ids = [f"id-{name[:3].lower()}" if chance.random() < 0.2 else None for name in names]
        people = list(zip(names, ids, strict=True))
        begin = _START + timedelta(days=30 * number)
        sessions = tuple(
            Session(
                session_id=f"S{place}",
                turns=tuple(self._turns(people, place, begin + timedelta(days=7 * place))),
            )
            for place in range(1, chance.randint(2, 4))
        )
        return Conversation(conversation_id=f"c{number}", source="history", sessions=sessions)

    def _turns(
        self, people: Sequence[tuple[str, str | None]], session: int, begin: datetime
    ) -> Iterator[Turn]:
        chance = self._chance
        lines = []
        for _ in range(chance.randint(2, 4)):
            words = self._words()
            speakers = chance.sample(people, 2)
            exchange = chance.choice(_EXCHANGES)
            lines += [
                (speakers[place % 2], text.format(**words)) for place, text in enumerate(exchange)
            ]
        for place, ((name, person_id), text) in enumerate(lines, start=1):
            yield Turn(
                dia_id=f"D{session}:{place}",
                speaker=name,
                person_id=person_id,
                text=text,
                said_at=begin + timedelta(minutes=place),
            )

    def _words(self) -> dict[str, str]:
        found = {}
        for name, words in _WORDS.items():
            found[name], found[f"{name}2"] = self._chance.sample(words, 2)
        return found

    def _place(self) -> tuple[Conversation, Turn]:
        talk = self._chance.choice(self._talks)
        session = self._chance.choice(talk.sessions)
        return talk, session.turns[0]

    def _live(self) -> Say:
        talk, first = self._place()
        text = self._chance.choice(self._chance.choice(_EXCHANGES)).format(**self._words())
        at = first.said_at + timedelta(days=200)
        turn = first.model_copy(update={"text": text, "said_at": at})
        return Say(talk.conversation_id, "live", turn)

    def _facts(self) -> Iterator[Operation]:
        """A turn that says it, then the fact: it is refused where the space was deleted between."""
        talk, first = self._place()
        words = {**self._words(), "A": first.speaker}
        said, fact, predicate, filler = (part.format(**words) for part in self._choice_of_fact())
        dia_id = f"F{self._chance.randrange(10**6)}"
        turn = first.model_copy(update={"dia_id": dia_id, "text": said})
        session = Session(session_id="facts", turns=(turn,))
        yield Take(_of(talk, session), read=self._chance.random() < 0.5)
        answer = ProposedAnswer(
            speaker=first.speaker,
            subject=Reference(name=first.speaker),
            text=fact,
            predicate=predicate,
            object=filler,
            names=(Reference(name=filler),),
            evidence=(Quote(turn_id=dia_id, text=said.rstrip(".")),),
        )
        yield State(talk.conversation_id, ProposedWorkspace(answers=(answer,)))

    def _choice_of_fact(self) -> tuple[str, str, str, str]:
        return self._chance.choice(_FACTS)

    def _decision(self) -> Decide:
        chance = self._chance
        verdict = chance.choice([Verdict.MERGE, Verdict.SEPARATE])
        return Decide(verdict, chance.random() < 0.4, chance.random(), chance.random())


def _of(talk: Conversation, session: Session) -> Conversation:
    return talk.model_copy(update={"sessions": (session,)})
