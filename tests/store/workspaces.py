"""Small workspaces by hand, as the check would let them through."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.memory import Memory
from graphmem.model.chunk import ChunkTurn
from graphmem.model.decision import Layer, LayerEntity, ProfileLine
from graphmem.model.ids import uid
from graphmem.model.links import StatementLink
from graphmem.model.memory import key_uid
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.workspace import (
    Answer,
    Entity,
    EntityType,
    EvidenceSpan,
    Kind,
    Modality,
    Network,
    Part,
    Polarity,
    Question,
    Role,
    State,
    Workspace,
)
from graphmem.store.answer_links import standing_links
from graphmem.store.database import Database, Work
from graphmem.store.sessions import SessionTurns, session_turns
from graphmem.store.workspace import ChunkChange, SessionChunks, replace_chunks
from graphmem.store.workspace_writing import StoredChunk
from tests.entities import plain_entity

MODEL = "all-MiniLM-L6-v2"
SPRING = TimeInterval(
    start=datetime(2024, 3, 1), end=datetime.max, precision=Precision.MONTH, open_end=True
)


class Session:
    """A recorded session, and workspaces of it that name turns and people as they are called."""

    def __init__(self, database: Database, space: str, conversation_id: str, session_id: str):
        self.database = database
        self.space = space
        self.read: SessionTurns = session_turns(database, space, conversation_id, [session_id])[0]
        self.turns = {turn.dia_id: turn for turn in self.read.turns}
        self.people = {person.name: person.uid for person in self.read.people}

    def entity(
        self,
        name: str,
        *mentions: str,
        owner: str | None = None,
        type: EntityType = EntityType.THING,
        aliases: tuple[str, ...] = (),
        key: str | None = None,
    ) -> Entity:
        owner_uid = self.people[owner] if owner else None
        key = key or name.casefold()
        place = (self.read.conversation_id, self.read.session_id)
        return Entity(
            uid=uid(self.space, "entity", *place, owner_uid or "", key),
            conversation_id=place[0],
            session_id=place[1],
            key=key,
            name=name,
            type=type,
            aliases=aliases,
            owner_uid=owner_uid,
            mention_uids=tuple(self.turns[dia_id].uid for dia_id in mentions),
        )

    def evidence(self, dia_id: str, words: str, part: Part = Part.STATEMENT) -> EvidenceSpan:
        turn = self.turns[dia_id]
        start = turn.text.index(words)
        return EvidenceSpan(
            turn_uid=turn.uid,
            dia_id=dia_id,
            part=part,
            field="text",
            start=start,
            end=start + len(words),
        )

    def answer(
        self,
        text: str,
        *evidence: EvidenceSpan,
        subject: str | None = None,
        names: Iterable[Entity] = (),
        polarity: Polarity = Polarity.POSITIVE,
        interval: TimeInterval | None = None,
        mentioned_by: Sequence[str] = (),
        worth: float | None = None,
    ) -> Answer:
        return Answer(
            **self._claim("answer", text, evidence, subject, worth),
            names=tuple(entity.uid for entity in names),
            polarity=polarity,
            interval=interval,
            mentioned_by=tuple(self.people[name] for name in mentioned_by),
        )

    def role(
        self, name: str, entity: Entity, *evidence: EvidenceSpan, states: Sequence[str]
    ) -> Role:
        claim = self._claim("role", f"the role of {name}", evidence, None)
        return Role(
            **claim,
            names=(),
            polarity=Polarity.POSITIVE,
            interval=SPRING,
            mentioned_by=(),
            entity_uid=entity.uid,
            name=name,
            states=tuple(
                State(
                    uid=uid(self.space, "state", str(claim["uid"]), state),
                    name=state,
                    interval=SPRING,
                    evidence=evidence,
                )
                for state in states
            ),
        )

    def question(
        self, text: str, asked_by: str, answers: Sequence[Answer], *evidence: EvidenceSpan
    ) -> Question:
        return Question(
            **self._claim("question", text, evidence, None),
            names=(),
            polarity=Polarity.POSITIVE,
            interval=None,
            mentioned_by=(),
            asked_by_uid=self.people[asked_by],
            answer_uids=tuple(answer.uid for answer in answers),
        )

    def _claim(
        self,
        kind: str,
        text: str,
        evidence: Sequence[EvidenceSpan],
        subject: str | None,
        worth: float | None = None,
    ) -> dict[str, object]:
        first = next(item for item in evidence if item.part is Part.STATEMENT)
        turn: ChunkTurn = self.turns[first.dia_id]
        return {
            "uid": uid(self.space, kind, self.read.conversation_id, first.dia_id, text),  # type: ignore[arg-type]
            "conversation_id": self.read.conversation_id,
            "session_id": self.read.session_id,
            "speaker_uid": turn.speaker_uid,
            "subject_uid": subject or turn.speaker_uid,
            "text": text,
            "predicate": "have",
            "object": "thing",
            "kind": Kind.FACT,
            "network": Network.WORLD,
            "modality": Modality.SAID,
            "time_text": None,
            "place": None,
            "confidence": 0.75,
            "worth": worth,
            "said_at": turn.said_at,
            "evidence": tuple(evidence),
            "extracted_by": "rules",
        }

    def chunk(
        self, first: str, last: str, workspace: Workspace | None, *, digest: str = "one"
    ) -> StoredChunk:
        uids = [
            item.uid for item in ((*workspace.answers, *workspace.questions) if workspace else ())
        ]
        return StoredChunk(
            uid=uid(self.space, "chunk", self.read.conversation_id, self.read.session_id, first),
            digest=digest,
            extracted_by="rules",
            first_dia_id=first,
            last_dia_id=last,
            place=list(self.turns).index(first),
            workspace=workspace,
            embeddings={item: [1.0] + [0.0] * 383 for item in uids},
        )

    def write(self, *chunks: StoredChunk, complete: bool = True) -> ChunkChange:
        session = SessionChunks(
            self.read.conversation_id,
            self.read.session_id,
            self.read.revision,
            len(self.read.turns),
            chunks,
            complete,
        )
        return self.database.write(
            lambda work: replace_chunks(work, self.space, [session], embedding_model=MODEL)
        )


A_FACT = ProfileLine(
    text="A fact.",
    statement_uid="answer:x",
    turn_id="D1:1",
    said_at=datetime(2024, 5, 4),
    weight=1.0,
)


def layer_entity(
    space: str, *members: Entity, layer: Layer = Layer.CONVERSATION, **changes: object
) -> LayerEntity:
    """What these session-layer entities are together in their conversation."""
    first = members[0]
    keys = [key_uid(space, item.conversation_id, item.owner_uid, item.key) for item in members]
    entity = plain_entity(
        uid=min(keys),
        layer=layer,
        conversation_id=first.conversation_id,
        key=first.key,
        name=first.name,
        type=first.type,
        aliases=(),
        proper=False,
        owner_uids=() if first.owner_uid is None else (first.owner_uid,),
        shared_with=(),
        tags=("garden",),
        profile=(A_FACT,),
        members=tuple(item.uid for item in members),
        units=tuple(sorted(set(keys))),
    )
    return entity.model_copy(update=dict(changes))


def write_links(database: Database, space: str, links: Iterable[StatementLink]) -> None:
    """Links between answers beside those that stand, whatever is said."""
    new = [
        {"from": link.source, "to": link.target, "kind": str(link.kind), "about": link.about}
        for link in links
    ]
    database.write(lambda work: work.run("link_answer_pairs", rows=new, space=space))


def take_links(database: Database, space: str) -> None:
    """Leave no link between answers."""

    def take(work: Work) -> None:
        gone = [
            {"from": link.source, "to": link.target, "kind": str(link.kind), "about": link.about}
            for link in standing_links(work, space)
        ]
        work.run("unlink_answer_pairs", rows=gone, space=space)

    database.write(take)


def rows(memory: Memory, query: str) -> list[tuple[object, ...]]:
    """Run a query over the memory's space."""
    return list(memory.cypher(query, parameters={"space": memory.space}, limit=10_000).rows)
