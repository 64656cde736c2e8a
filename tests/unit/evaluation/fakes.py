"""A memory that finds turns by shared words, and remembers everything that it was told."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from graphmem.evaluation.cases import Batch
from graphmem.evaluation.question_runner import Subject
from graphmem.evaluation.spaces import Ingested, Prepared
from graphmem.language.words import stems
from graphmem.model.answer import Answer, Evidence, Status
from graphmem.model.ids import turn_reference
from graphmem.model.search import SearchHit, SearchOptions, SearchResult, SearchWeights
from graphmem.retrieval.weights import Shipped

SHIPPED = Shipped(origin={"made": "by hand"}, weights=SearchWeights(meaning=1.0))


class WordsMemory:
    """Ranks every turn by the share of the question's words in it; refuses where there is none."""

    def __init__(self, batch: Batch) -> None:
        self.told: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self._hits = [
            SearchHit(
                conversation_id=talk.conversation_id,
                session_id=session.session_id,
                dia_id=turn.dia_id,
                speaker=turn.speaker,
                speaker_uid=turn.speaker,
                said_at=turn.said_at,
                zone=turn.zone,
                text=turn.text,
                score=0.0,
            )
            for talk in batch.conversations
            for session in talk.sessions
            for turn in session.turns
        ]

    def search(
        self,
        question: str,
        *,
        limit: int,
        conversation: str | None,
        now: datetime | None,
        options: SearchOptions,
        explain: bool = False,
    ) -> SearchResult:
        self.told.append(
            {"question": question, "conversation": conversation, "now": now, "options": options}
        )
        asked = stems(question)
        inside = [hit for hit in self._hits if conversation in (None, hit.conversation_id)]
        ranked = sorted(inside, key=lambda hit: -len(asked & stems(hit.text)))
        return SearchResult(question=question, space="fake", hits=tuple(ranked[:limit]))

    def ask(self, question: str, *, conversation: str | None, **more: Any) -> Answer:
        self.asked.append({"question": question, "conversation": conversation, **more})
        options = SearchOptions()
        (best,) = self.search(
            question, limit=1, conversation=conversation, now=None, options=options
        ).hits
        known = bool(stems(question) & stems(best.text))
        evidence = Evidence(
            turn_id=turn_reference(best.conversation_id, best.dia_id),
            conversation_id=best.conversation_id,
            dia_id=best.dia_id,
            speaker=best.speaker,
            said_at=best.said_at,
            quote=best.text,
        )
        return Answer(
            question=question,
            status=Status.ANSWERED if known else Status.ABSTAINED,
            text=best.text if known else "Nobody said so.",
            confidence=0.75 if known else 0.0,
            evidence=(evidence,) if known else (),
        )


class Opener:
    """Opens a `WordsMemory` for each batch, and keeps them all."""

    def __init__(self, ingested: Ingested = Ingested()) -> None:  # noqa: B008 - immutable
        self.opened: list[WordsMemory] = []
        self._ingested = ingested

    @contextmanager
    def __call__(self, batch: Batch) -> Iterator[tuple[Subject, Prepared]]:
        memory = WordsMemory(batch)
        self.opened.append(memory)
        yield (
            memory,
            Prepared(
                space=f"fake-{batch.name}",
                held=False,
                turns=3,
                seconds=0.5,
                ingested=self._ingested,
            ),
        )

    @property
    def told(self) -> list[dict[str, Any]]:
        return [call for memory in self.opened for call in memory.told]

    @property
    def asked(self) -> list[dict[str, Any]]:
        return [call for memory in self.opened for call in memory.asked]
