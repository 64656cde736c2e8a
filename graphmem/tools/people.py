"""`compare_people`: two people side by side on a topic."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.errors import InputError
from graphmem.language.keys import entity_key
from graphmem.language.words import content_stems
from graphmem.model.memory import KnownStatement
from graphmem.model.tools import PeopleComparison, PersonSide
from graphmem.tools import slots
from graphmem.tools.claims import claims_of, told_slot
from graphmem.tools.comparison import differences, names_in, order, split
from graphmem.tools.contradictions import opinions_among
from graphmem.tools.index import Index
from graphmem.tools.said import in_time, moment, said


class Topic(NamedTuple):
    """What a topic is told by: the exact key of a thing, words of a statement, or a slot."""

    name: str
    key: str
    stems: frozenset[str]
    slot: str | None

    @classmethod
    def read(cls, name: str) -> "Topic":
        """From the words of whoever asks."""
        key = entity_key(name)
        return cls(name, key, content_stems(name), slots.slot_asked_for(key))

    def touches(self, statement: KnownStatement, index: Index) -> bool:
        """Whether a statement speaks of the topic."""
        if self.slot is not None and told_slot(statement, index) in slots.told_of(self.slot):
            return True
        spoken_of = (statement.subject_uid, statement.entity_uid or "", *statement.names)
        if any(self.key in index.keys_of.get(uid, ()) for uid in spoken_of):
            return True
        return bool(self.stems) and self.stems <= content_stems(statement.text)


def compare_people(
    topic: str, person_a: frozenset[str], person_b: frozenset[str], index: Index
) -> PeopleComparison:
    """What each says, or is said to be, in what touches the topic.

    Each is given by the Person uids of one human; raises `InputError` where both are the same.
    """
    if person_a & person_b:
        raise InputError(
            f"{index.names_of(person_a)} and {index.names_of(person_b)} are one human.",
            next_step="Name two people.",
        )
    read = Topic.read(topic)
    touching = [item for item in index.statements if read.touches(item, index)]
    told_a, told_b = _told(touching, person_a, person_b), _told(touching, person_b, person_a)
    people = person_a | person_b
    a, b = (
        _side(told, person, people, read, index)
        for told, person in ((told_a, person_a), (told_b, person_b))
    )
    both, only_a, only_b = split(a.named, b.named)
    claims_a = claims_of((item for item in told_a if item.subject_uid in person_a), index)
    claims_b = claims_of((item for item in told_b if item.subject_uid in person_b), index)
    either = {item.uid for item in (*told_a, *told_b)}
    told = [item for item in touching if item.uid in either]
    return PeopleComparison(
        topic=topic,
        a=a,
        b=b,
        overlap=tuple(f"named {name}" for name in both),
        differences=tuple(differences(claims_a, claims_b)),
        only_a=tuple(f"named {name}" for name in only_a),
        only_b=tuple(f"named {name}" for name in only_b),
        order=order(a, b),
        disagreements=tuple(opinions_among(told, index)),
    )


def _told(
    statements: Sequence[KnownStatement], person: frozenset[str], other: frozenset[str]
) -> list[KnownStatement]:
    """Of the person, or by the person and not of the other."""
    return [
        item
        for item in statements
        if item.subject_uid in person
        or (item.speaker_uid in person and item.subject_uid not in other)
    ]


def _side(
    told: Sequence[KnownStatement],
    person: frozenset[str],
    people: frozenset[str],
    topic: Topic,
    index: Index,
) -> PersonSide:
    here = in_time(told, index)
    moments = [moment(item) for item in here]
    return PersonSide(
        person=index.names_of(person),
        conversation_ids=tuple(dict.fromkeys(item.conversation_id for item in here)),
        named=tuple(
            name
            for name in names_in(here, index, aside=people, keys=[topic.key])
            if slots.value_key(name) != slots.value_key(topic.name)
        ),
        statements=tuple(said(item, index) for item in here),
        first_said_at=min(moments, default=None),
        last_said_at=max(moments, default=None),
    )
