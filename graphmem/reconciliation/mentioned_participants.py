"""Somebody mentioned who turns out to take part in a conversation."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from graphmem.model.decision import (
    Decider,
    Decision,
    IsPerson,
    Judgement,
    Layer,
    LayerEntity,
    MergeWeights,
    Side,
    Verdict,
)
from graphmem.model.sketch import Card
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.across import PersonClusters
from graphmem.reconciliation.decision_log import DecisionLog, UserDecision
from graphmem.reconciliation.neighbourhood import PlanningView
from graphmem.reconciliation.people import Humans
from graphmem.reconciliation.rulings import decision
from graphmem.reconciliation.scoring import total
from graphmem.reconciliation.things import from_layer
from graphmem.tools.ordering import by_number, person_order


class SpokenOf(NamedTuple):
    """Which entities are participants, and why.

    ``reach`` are the entities that were looked at, ``touched`` the uids of decisions about them.
    """

    is_person: tuple[IsPerson, ...]
    decisions: tuple[Decision, ...]
    reach: frozenset[str]
    touched: frozenset[str]


def find_participants(
    known: PlanningView,
    humans: Humans,
    people: PersonClusters,
    ruled: Collection[str],
    ledger: DecisionLog,
    weights: MergeWeights,
) -> SpokenOf:
    """Decide for every name of a person in reach whether it is that of somebody who takes part.

    Sure within a conversation; elsewhere only where whoever says the name talks to that one.
    ``ruled`` are uids of things about which a person has just decided.
    """
    old, new = known.changed_entities()
    entities = {**new, **{it.uid: it for it in known.entities(ruled).values()}}
    # Whoever became one human with others now talks to those to whom these talk.
    met = _whom_they_talk_to(humans.moved, known)
    entities |= {it.uid: it for it in _naming(known.changed_people() | humans.moved | met, known)}
    entities |= {it.uid: it for it in _said_by(humans.moved, known)}
    # Who takes part in what is planned anew may be new there.
    entities |= {it.uid: it for it in known.entities_of(known.anew) if _is_somebody(it)}
    here = {uid: item for uid, item in entities.items() if _is_somebody(item)}
    reach = {*here, *old, *entities}
    touched = [
        item
        for item in known.decisions_on(reach)
        if {item.left.kind, item.right.kind} == {"person", "entity"}
        and _entity_side(item).uids[0] in reach
    ]
    ledger.remember(touched)
    bearers = _Bearers(known, people, here.values())
    found: list[IsPerson] = []
    made: list[Decision] = []
    for item in sorted(here.values(), key=lambda it: from_layer(it).place):
        rulings = _rulings(item, ledger)
        found += [
            IsPerson(entity_uid=item.uid, person_uid=uid, decision_uid=ruling.decision_uid)
            for uid, ruling in rulings.items()
            if ruling.verdict is Verdict.MERGE
        ]
        settled = {people.canonical(uid) for uid in rulings}
        candidates = [
            one for one in bearers.of(item) if people.canonical(one.person.uid) not in settled
        ]
        # Two people of that name whom the speaker knows: it could be either.
        several = len(candidates) > 1
        for one in candidates:
            decided = _decide(item, one, bearers, ledger, weights, several)
            made.append(decided)
            if decided.verdict is Verdict.MERGE:
                found.append(
                    IsPerson(
                        entity_uid=item.uid, person_uid=one.person.uid, decision_uid=decided.uid
                    )
                )
    return SpokenOf(
        tuple(found), tuple(made), frozenset(reach), frozenset(item.uid for item in touched)
    )


def _is_somebody(entity: LayerEntity) -> bool:
    return entity.type is EntityType.PERSON


def _entity_side(item: Decision) -> Side:
    return item.left if item.left.kind == "entity" else item.right


def _rulings(entity: LayerEntity, ledger: DecisionLog) -> dict[str, UserDecision]:
    return {
        uid: ruling
        for uid, ruling in ledger.ruled_with([*entity.units, *entity.members])
        if uid.startswith("person:")
    }


def _naming(people: Collection[str], known: PlanningView) -> list[LayerEntity]:
    """Entities that bear the names of people, now or before."""
    keys = {
        key
        for uid in people
        for item in (known.cards([uid]).get(uid), known.before(uid))
        if item is not None
        for key in item.names
    }
    blocks = {f"key:{key}" for key in keys}
    return [
        item
        for item in known.entities_anywhere(blocks)
        if _is_somebody(item) and not keys.isdisjoint(item.proper_keys)
    ]


def _whom_they_talk_to(people: Collection[str], known: PlanningView) -> set[str]:
    cards = known.cards(people).values()
    places = {place for item in cards for place in item.person.conversation_ids}
    return {uid for some in known.participants(places).values() for uid in some}


def _said_by(people: Collection[str], known: PlanningView) -> list[LayerEntity]:
    places = {
        place for item in known.cards(people).values() for place in item.person.conversation_ids
    }
    wanted = set(people)
    return [
        item
        for item in (known.entities_of(places) if places else ())
        if _is_somebody(item) and not wanted.isdisjoint(item.mentioned_by)
    ]


class _Bearers:
    """Who bears a name, of whoever takes part or talks to the speaker; one Person a human."""

    def __init__(
        self, known: PlanningView, people: PersonClusters, entities: Iterable[LayerEntity]
    ) -> None:
        self._known, self._people = known, people
        entities = list(entities)
        # All speakers at once: `meeting` asks for them one entity after another.
        said_by = people.bearers({uid for entity in entities for uid in entity.mentioned_by})
        known.cards({uid for human in said_by.values() for uid in human})
        keys = {key for entity in entities for key in entity.proper_keys}
        self._named: defaultdict[str, dict[str, Card]] = defaultdict(dict)
        for uid, item in known.cards(known.people_in(f"key:{key}" for key in keys)).items():
            for key in keys.intersection(item.names):
                self._named[key][uid] = item

    def of(self, entity: LayerEntity) -> list[Card]:
        """In order; of one human the Person who takes part here, else the first."""
        named = {
            uid: item
            for key in entity.proper_keys
            for uid, item in self._named.get(key, {}).items()
        }
        owner = next(iter(entity.owner_uids), None)
        found = [
            item
            for uid, item in named.items()
            if uid != owner
            and (self.is_here(entity, item) or self.meeting(entity, item) is not None)
        ]
        found.sort(key=lambda it: (not self.is_here(entity, it), person_order(it.person)))
        one: dict[str, Card] = {}
        for item in found:
            one.setdefault(self._people.canonical(item.person.uid), item)
        return list(one.values())

    def is_here(self, entity: LayerEntity, item: Card) -> bool:
        """Tells whether somebody takes part where the name is said."""
        return entity.conversation_id in item.person.conversation_ids

    def meeting(self, entity: LayerEntity, item: Card) -> str | None:
        """The first conversation in which whoever says the name talks to somebody."""
        said_by = self._people.bearers(entity.mentioned_by)
        speakers = {uid for human in said_by.values() for uid in human} - {item.person.uid}
        cards = self._known.cards(speakers)
        theirs = {place for one in cards.values() for place in one.person.conversation_ids}
        both = theirs.intersection(item.person.conversation_ids)
        return min(both, key=by_number, default=None)


def _decide(
    entity: LayerEntity,
    item: Card,
    bearers: _Bearers,
    ledger: DecisionLog,
    weights: MergeWeights,
    several: bool,
) -> Decision:
    here = bearers.is_here(entity, item)
    place = (entity.conversation_id if here else bearers.meeting(entity, item)) or ""
    score = total(
        [
            ("name", 1.0 if here else 0.5, weights.person_name),
            ("anchors", 1.0 if here else 0.8, weights.person_anchors),
            ("several", float(several), weights.several),
        ]
    )
    merge = not several and score.value >= weights.person_merge
    why = "takes part here" if here else f"talks to whoever says so, in {place}"
    doubt = "" if not several else ", but so does another of that name"
    judgement = Judgement(
        verdict=Verdict.MERGE if merge else Verdict.SEPARATE,
        confident=merge,
        score=score.value,
        parts=score.parts,
        reason=f"{_shown(entity)} bears the name of {item.person.name}, who {why}{doubt}.",
    )
    sides = (
        Side(
            kind="entity",
            uids=entity.units,
            name=entity.name,
            conversation_ids=(entity.conversation_id or "",),
            owner=next(iter(entity.owner_uids), None),
            owner_name=None,
        ),
        Side(
            kind="person",
            uids=(item.person.uid,),
            name=item.person.name,
            conversation_ids=(place,),
        ),
    )
    layer = Layer.CONVERSATION if here else Layer.PERSON
    return decision(ledger.space, layer, sides, judgement, Decider.RULE)


def _shown(entity: LayerEntity) -> str:
    """An entity with the first words of its profile."""
    if not entity.profile:
        return f"“{entity.name}” (from {entity.first_said_at:%d %B %Y})"
    line = entity.profile[0]
    return f"“{entity.name}”, as in “{line.text}” ({line.turn_id})"
