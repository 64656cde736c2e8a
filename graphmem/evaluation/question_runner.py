"""Runs the questions of a batch against a memory. Labels do not come here."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from graphmem.answering.settings import AnswerSettings
from graphmem.evaluation.cases import Batch, EvaluationQuery
from graphmem.evaluation.metrics import DEPTH
from graphmem.evaluation.question_records import QuestionTiming
from graphmem.model.answer import Answer
from graphmem.model.search import SearchHit, SearchOptions, SearchResult, SearchWeights


class Subject(Protocol):
    """The system under evaluation: whatever searches and answers."""

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
        """The turns that bear on a question, best first; a trace where it is to be explained."""

    def ask(
        self,
        question: str,
        *,
        conversation: str | None,
        now: datetime | None,
        settings: AnswerSettings,
    ) -> Answer:
        """An answer, the reason why there is none, or a question back."""


class Answered(NamedTuple):
    """Result of one question; ``ranked`` are turns as people read them."""

    ranked: tuple[str, ...]
    answer: Answer
    seconds: QuestionTiming


class Ranking(NamedTuple):
    """The turns that a search found, as people read them, best first; and how long it took."""

    turns: tuple[str, ...]
    seconds: float


class QuestionRunner(NamedTuple):
    """Asks the questions of one batch.

    ``weights`` rank where ``left_out`` has none for the conversation: those of conversations that
    were part of the fit. ``last`` is when the last turn in scope was said, which is "now" for a
    question without a date.
    """

    subject: Subject
    options: SearchOptions
    weights: SearchWeights
    left_out: Mapping[str | None, SearchWeights]
    last: Callable[[str | None], datetime | None]

    def search(self, query: EvaluationQuery, *, scoped: bool) -> Ranking:
        """Search alone; ``scoped`` False gives no conversation."""
        begun = time.perf_counter()
        hits = self.candidates(query, scoped=scoped, limit=DEPTH)
        seconds = time.perf_counter() - begun
        return Ranking(distinct_turns(hits), seconds)

    def candidates(
        self, query: EvaluationQuery, *, scoped: bool, limit: int
    ) -> Sequence[SearchHit]:
        """The first ``limit`` hits of a search, with the parts of their scores."""
        conversation = query.conversation if scoped else None
        return self.subject.search(
            query.question,
            limit=limit,
            conversation=conversation,
            now=query.asked_at or self.last(conversation),
            options=self.options.model_copy(update={"weights": self._weights(query)}),
        ).hits

    def ask(self, query: EvaluationQuery, *, scoped: bool) -> Answered:
        """Search and answer."""
        ranking = self.search(query, scoped=scoped)
        conversation = query.conversation if scoped else None
        begun = time.perf_counter()
        answer = self.subject.ask(
            query.question,
            conversation=conversation,
            now=query.asked_at or self.last(conversation),
            settings=AnswerSettings(search_weights=self._weights(query)),
        )
        seconds = QuestionTiming(search=ranking.seconds, ask=time.perf_counter() - begun)
        return Answered(ranking.turns, answer, seconds)

    def _weights(self, query: EvaluationQuery) -> SearchWeights:
        return self.left_out.get(query.conversation, self.weights)


def distinct_turns(hits: Iterable[SearchHit]) -> tuple[str, ...]:
    """The first turns, as people read them, each once."""
    return tuple(dict.fromkeys(hit.turn_id for hit in hits))[:DEPTH]


def last_turn(batch: Batch) -> Callable[[str | None], datetime | None]:
    """Time of the last turn of a conversation; of all of them for None."""
    times = {
        talk.conversation_id: max(
            turn.said_at for session in talk.sessions for turn in session.turns
        )
        for talk in batch.conversations
    }
    latest = max(times.values(), default=None)

    def last(conversation: str | None) -> datetime | None:
        return latest if conversation is None else times.get(conversation)

    return last
