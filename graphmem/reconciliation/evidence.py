"""Evidence on two things of different conversations: names, words, owners."""

from collections.abc import Callable
from typing import NamedTuple

from graphmem.language.words import stem
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.blocking import CandidatePair
from graphmem.reconciliation.facts import Facts, overlap
from graphmem.reconciliation.layers import names_one_thing
from graphmem.reconciliation.names import NameRelation
from graphmem.reconciliation.things import EntityCluster
from graphmem.reconciliation.vocabulary import kin, only_one
from graphmem.tools import slots
from graphmem.tools.slot_values import claims_of

Certainty = Callable[[str, str], float]


class PairEvidence(NamedTuple):
    """Signs from 0 to 1, and what the tools are to be asked.

    ``own_names`` are what each side is called by name (Biscuit), where it is called by a word
    besides (dog); ``slot`` is the one that both stand for, as a job does for work.
    ``right_first``: the right one was spoken of before the left.
    """

    asked: str
    person: str
    owned: bool
    relation: NameRelation
    name: float
    owner: float
    unique: float
    words: float
    slot: str | None
    event: bool
    own_names: tuple[tuple[str, ...], tuple[str, ...]]
    right_first: bool


def evidence(pair: CandidatePair, human: str, facts: Facts, certainty: Certainty) -> PairEvidence:
    """The signs of a pair; ``human`` is the person through whom both are known.

    ``certainty`` tells how surely two Persons of one human are.
    """
    left, right = pair.left, pair.right
    both_keys = sorted(left.keys & right.keys)
    shared_name = left.proper_keys & right.proper_keys
    asked = left.name if left.key in both_keys or not both_keys else both_keys[0]
    return PairEvidence(
        asked=asked,
        person=facts.index.person_name(human),
        owned=left.owner_uid is not None or right.owner_uid is not None,
        relation=pair.likeness.relation,
        name=pair.likeness.value - (0.4 if pair.several else 0.0),
        owner=_owner(left, right, human, facts, certainty),
        unique=_unique(left, right, bool(shared_name), facts),
        words=overlap(facts.words(left), facts.words(right)),
        slot=_slot(left, right),
        event=left.type is EntityType.EVENT and right.type is EntityType.EVENT,
        own_names=(_own_names(left), _own_names(right)),
        right_first=right.first < left.first,
    )


def _owner(
    left: EntityCluster, right: EntityCluster, human: str, facts: Facts, certainty: Certainty
) -> float:
    if left.owner_uid is not None and right.owner_uid is not None:
        return certainty(left.owner_uid, right.owner_uid)
    bearers = facts.index.bearers(human)
    found = [
        certainty(one, other)
        for one in sorted(left.mentioned_by & bearers)
        for other in sorted(right.mentioned_by & bearers)
    ]
    # Known where that human is, if not from them.
    return max(found, default=0.5)


def _unique(left: EntityCluster, right: EntityCluster, shared_name: bool, facts: Facts) -> float:
    if shared_name:
        # A single first name is borne by many, unless both say whose sister or partner she is.
        tells = names_one_thing(left) or left.type is not EntityType.PERSON
        same_kin = bool({kin(key) for key in left.keys} & {kin(key) for key in right.keys} - {None})
        couple = _partners(left, facts) & _partners(right, facts)
        return 1.0 if tells or same_kin or couple else 0.5
    if _slot(left, right) in {slots.WORK, slots.HOME}:
        return 1.0
    return float(only_one(left.key) and only_one(right.key))


def _partners(thing: EntityCluster, facts: Facts) -> frozenset[tuple[str | None, frozenset[str]]]:
    """Whose partner it is said to be, if anybody's."""
    called = slots.value_key(thing.name)
    return frozenset(
        (facts.index.human(claim.statement.subject_uid), claim.key)
        for claim in claims_of(facts.statements(thing.bases), facts.index)
        if claim.slot == slots.PARTNER and claim.key == called
    )


def _slot(left: EntityCluster, right: EntityCluster) -> str | None:
    slot = slots.slot_of_key(left.key)
    return slot if slot == slots.slot_of_key(right.key) else None


def _own_names(thing: EntityCluster) -> tuple[str, ...]:
    """Names only where a common word is among its keys too: a firm's second name parts nothing."""
    if len(thing.keys) == len(thing.proper_keys):
        return ()
    if slots.slot_of_key(thing.key) is not None:
        return ()
    return tuple(sorted(thing.proper_keys))


def names_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tells whether each side bears names and no word of them is shared."""
    words = [{stem(word) for name in names for word in name.split("_")} for names in (one, other)]
    return bool(one and other) and not words[0] & words[1]
