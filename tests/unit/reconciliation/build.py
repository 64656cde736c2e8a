"""Hand-made snapshots: people talk, things are said of them, all invented."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from graphmem.language.keys import entity_key
from graphmem.language.words import stems
from graphmem.model.decision import Decision, LayerEntity, Plan, Verdict
from graphmem.model.ids import person_uid, uid
from graphmem.model.memory import (
    KnownEntity,
    KnownPerson,
    KnownState,
    KnownStatement,
    Snapshot,
)
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.workspace import EntityType, Kind, Modality, Network, Polarity

SPACE = "test"
DIMENSION = 64


def vectors(texts: Sequence[str]) -> list[list[float]]:
    """Unit vectors that are alike where texts share words; the same for a text every time."""
    return [_vector(text) for text in texts]


def _vector(text: str) -> list[float]:
    row = [0.0] * DIMENSION
    for word in stems(text) or {text}:
        place = hashlib.blake2b(word.encode(), digest_size=4).digest()
        row[int.from_bytes(place) % DIMENSION] += 1.0
    length = math.sqrt(sum(value * value for value in row)) or 1.0
    return [value / length for value in row]


def days(start: datetime, end: datetime) -> TimeInterval:
    return TimeInterval(start=start, end=end, precision=Precision.DAY)


def since(start: datetime) -> TimeInterval:
    return TimeInterval(start=start, end=datetime.max, precision=Precision.DAY, open_end=True)


class World:
    """Collects what is said and gives a snapshot of it."""

    def __init__(self) -> None:
        self.people: dict[str, KnownPerson] = {}
        self.entities: dict[str, KnownEntity] = {}
        self.roles: list[KnownStatement] = []
        self.answers: list[KnownStatement] = []
        self._turns = 0

    def talk(self, conversation_id: str, *names: str, ids: Sequence[str | None] = ()) -> list[str]:
        """People who talk in a conversation; their uids."""
        given = [*ids, *([None] * (len(names) - len(ids)))]
        found = []
        for name, person_id in zip(names, given, strict=True):
            one = person_uid(SPACE, conversation_id=conversation_id, name=name, person_id=person_id)
            before = self.people.get(one)
            places = {conversation_id, *(before.conversation_ids if before else ())}
            self.people[one] = KnownPerson(one, name, (name,), person_id, tuple(sorted(places)))
            found.append(one)
        return found

    def thing(
        self,
        speaker: str,
        name: str,
        *,
        at: datetime,
        conversation: str,
        session: str = "S1",
        owner: str | None = None,
        proper: bool = False,
        aliases: Iterable[str] = (),
        type: EntityType = EntityType.THING,
    ) -> str:
        """A session's entity; the same one again where it was there before."""
        key = entity_key(name)
        one = uid(SPACE, "entity", conversation, session, owner or "", key)
        before = self.entities.get(one)
        turn = self._turn()
        self.entities[one] = KnownEntity(
            uid=one,
            conversation_id=conversation,
            session_id=session,
            key=key,
            name=name,
            type=type,
            aliases=tuple(sorted({*aliases, *(before.aliases if before else ())})),
            owner_uid=owner,
            proper=proper,
            mentioned_by=tuple(sorted({speaker, *(before.mentioned_by if before else ())})),
            mention_turns=(*(before.mention_turns if before else ()), turn),
            first_said_at=min(at, before.first_said_at) if before else at,
            last_said_at=max(at, before.last_said_at) if before else at,
        )
        return one

    def say(
        self,
        speaker: str,
        text: str,
        *,
        at: datetime,
        conversation: str,
        session: str = "S1",
        subject: str | None = None,
        predicate: str = "be",
        object: str = "",
        names: Sequence[str] = (),
        quote: str = "",
        **more: Any,
    ) -> KnownStatement:
        """An answer, or with ``entity_uid`` and ``name`` a role."""
        turn = self._turn()
        statement = KnownStatement(
            uid=uid(SPACE, "answer", conversation, turn, speaker, text),
            conversation_id=conversation,
            session_id=session,
            speaker_uid=speaker,
            subject_uid=subject or speaker,
            text=text,
            predicate=predicate,
            object=object,
            kind=more.pop("kind", Kind.FACT),
            network=more.pop("network", Network.WORLD),
            polarity=more.pop("polarity", Polarity.POSITIVE),
            modality=more.pop("modality", Modality.SAID),
            interval=more.pop("interval", None),
            said_at=at,
            turn_ids=(turn,),
            quote=quote or text,
            names=tuple(names),
            confidence=0.9,
            **more,
        )
        (self.answers if statement.name is None else self.roles).append(statement)
        return statement

    def role(
        self,
        speaker: str,
        entity: str,
        name: str,
        text: str,
        *states: str,
        at: datetime,
        **more: Any,
    ) -> KnownStatement:
        """A role of an entity with its states."""
        known = self.entities[entity]
        found = tuple(
            KnownState(uid(SPACE, "state", entity, state), state, None) for state in states
        )
        return self.say(
            speaker,
            text,
            at=at,
            conversation=known.conversation_id,
            session=known.session_id,
            entity_uid=entity,
            name=name,
            states=found,
            **more,
        )

    def snapshot(self) -> Snapshot:
        return Snapshot(
            SPACE,
            tuple(self.people.values()),
            tuple(self.entities.values()),
            tuple(self.roles),
            tuple(self.answers),
        )

    def _turn(self) -> str:
        self._turns += 1
        return f"D1:{self._turns}"


def later(start: datetime, days_after: int) -> datetime:
    return start + timedelta(days=days_after)


def layers(plan: Plan) -> Plan:
    """The plan without its ledger."""
    return plan.model_copy(update={"decisions": (), "withdrawals": (), "notes": ()})


def entity_of(plan: Plan, base: str) -> LayerEntity:
    """The conversation-layer entity that a session-layer one ends in."""
    into = {edge.uid: edge.into for edge in plan.reconciled}
    entities = {entity.uid: entity for entity in plan.entities}
    while base not in entities:
        base = into[base]
    return entities[base]


def decisions(plan: Plan, verdict: Verdict) -> list[Decision]:
    return [item for item in plan.decisions if item.verdict is verdict]


def humans(plan: Plan) -> dict[str, str]:
    """Who stands for whom."""
    return {item.uid: item.canonical_uid for item in plan.same_person}
