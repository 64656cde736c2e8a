"""A small memory held in the hand: people, facts, things and turns of an invented yard."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from graphmem.assembly.sources import Place, Vector
from graphmem.language.keys import entity_key
from graphmem.model.assembly import RecordedTurn, Thing
from graphmem.model.listing import Participant
from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit, SearchResult
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.workspace import EntityType, Kind, Modality, Network, Polarity
from graphmem.retrieval.question import ParsedQuestion

BEGIN = datetime(2024, 3, 1, 18, 0)
MAY_2023 = TimeInterval(
    start=datetime(2023, 5, 1), end=datetime(2023, 6, 1), precision=Precision.MONTH
)


def participant(name: str, *names: str, conversation: str = "yard") -> Participant:
    return Participant(
        uid=f"person:{conversation}/{name}",
        name=name,
        names=(name, *names),
        conversation_ids=(conversation,),
    )


NADIA, OLE = participant("Nadia"), participant("Ole")


def fact(
    text: str,
    turn: str = "D1:1",
    *,
    speaker: Participant = NADIA,
    kind: Kind = Kind.FACT,
    interval: TimeInterval | None = None,
    turns: tuple[str, ...] = (),
) -> KnownStatement:
    minutes = int(turn.partition(":")[2])
    return KnownStatement(
        uid=f"answer:{turn}/{text}",
        conversation_id="yard",
        session_id="S1",
        speaker_uid=speaker.uid,
        subject_uid=speaker.uid,
        text=text,
        predicate="do",
        object="",
        kind=kind,
        network=Network.WORLD,
        polarity=Polarity.POSITIVE,
        modality=Modality.SAID,
        interval=interval,
        said_at=BEGIN + timedelta(minutes=minutes),
        turn_ids=turns or (turn,),
        quote=text,
        names=(),
        confidence=0.8,
    )


def hit(turn: str, text: str, *, speaker: Participant = NADIA) -> SearchHit:
    return SearchHit(
        conversation_id="yard",
        session_id="S1",
        dia_id=turn,
        speaker=speaker.name,
        speaker_uid=speaker.uid,
        said_at=BEGIN + timedelta(minutes=int(turn.partition(":")[2])),
        zone="unknown",
        text=text,
        score=1.0,
    )


def recorded(turn: str, speaker: str, text: str) -> RecordedTurn:
    minutes = int(turn.partition(":")[2])
    return RecordedTurn("yard", turn, speaker, text, None, BEGIN + timedelta(minutes=minutes))


def thing(
    name: str,
    *facts: KnownStatement,
    owner: Participant | None = None,
    aliases: tuple[str, ...] = (),
    proper: bool = False,
    similarity: float | None = 0.5,
    people: tuple[str, ...] = (),
    number: int = 1,
) -> Thing:
    return Thing(
        uid=f"entity:{name}/{number}",
        name=name,
        type=EntityType.THING,
        aliases=aliases,
        proper=proper,
        owner_uids=(owner.uid,) if owner else (),
        people=people,
        similarity=similarity,
        facts=facts,
    )


@dataclass
class Held:
    """Sources that hold what a test gives them, and remember what they were asked."""

    hits: Sequence[SearchHit] = ()
    stated: Mapping[Place, Sequence[KnownStatement]] = field(default_factory=dict)
    people: Mapping[str, Sequence[KnownStatement]] = field(default_factory=dict)
    named: Sequence[Thing] = ()
    how: Sequence[KnownStatement] = ()
    talk: Sequence[RecordedTurn] = ()
    replaced: Mapping[str, KnownStatement] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    asked: list[ParsedQuestion] = field(default_factory=list)

    def vector(self, text: str) -> Vector:
        return [float(len(text))]

    def search(self, asked: ParsedQuestion, limit: int) -> SearchResult:
        self.asked.append(asked)
        return SearchResult(
            question=asked.text, space="yard", hits=tuple(self.hits[:limit]), notes=self.notes
        )

    def things(self, keys: Sequence[str], vector: Vector) -> Sequence[Thing]:
        return [
            one
            for one in self.named
            if {entity_key(name) for name in (one.name, *one.aliases)} & set(keys)
        ]

    def same_people(self, _: Iterable[str]) -> Mapping[str, str]:
        return self.same

    def facts_about(
        self, people: Sequence[str], vector: Vector, limit: int
    ) -> Mapping[str, Sequence[KnownStatement]]:
        return {uid: self.people[uid][:limit] for uid in people if uid in self.people}

    def facts_of(self, turns: Sequence[Place]) -> Mapping[Place, Sequence[KnownStatement]]:
        return {place: self.stated[place] for place in turns if place in self.stated}

    def replaced_by(self, facts: Sequence[KnownStatement]) -> Mapping[str, KnownStatement]:
        return {fact.uid: self.replaced[fact.uid] for fact in facts if fact.uid in self.replaced}

    def processes(self, vector: Vector, limit: int) -> Sequence[KnownStatement]:
        return self.how[:limit]

    def recent(self, limit: int) -> Sequence[RecordedTurn]:
        return self.talk[-limit:]
