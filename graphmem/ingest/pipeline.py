"""Recording conversations: plan what is new, encode it in large groups, write it.

A transaction holds whole sessions of one conversation. Killed anywhere, the database holds whole
sessions only, and the same input again adds the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from graphmem.ingest.clock import Clock
from graphmem.ingest.encoding import Encode, encode_by_length
from graphmem.ingest.plan import SessionPlan, plan_session
from graphmem.model.conversation import Conversation, LeftOut, Refusal, Session, SourceItem
from graphmem.model.progress import Progress, after, silent
from graphmem.model.receipt import ChangedTurn, Receipt
from graphmem.store import record
from graphmem.store.database import Database, Work

# Turns that are encoded before the next write: encoding wants the processor to itself, and a kill
# loses at most this much work.
ENCODE_GROUP = 4_096


class Pending(NamedTuple):
    """A session with something new in it; ``given`` numbers the conversations of the ingest."""

    given: int
    conversation: Conversation
    session: Session
    new_ids: tuple[str, ...]


class Recorder:
    """One ingest into one space; `record` may be called once."""

    def __init__(
        self,
        database: Database,
        encode: Encode,
        *,
        space: str,
        embedding_model: str,
        progress: Progress = silent,
        clock: Clock | None = None,
    ) -> None:
        self._database = database
        self._encode = encode
        self._space = space
        self._embedding_model = embedding_model
        self._progress = progress
        self._clock = clock or Clock()
        self._conversations = 0
        self._sessions = 0
        self._stored = 0
        self._written = 0  # of the turns that were encoded
        self._skipped = 0
        self._changed: list[ChangedTurn] = []
        self._refused: list[Refusal] = []
        self._left_out: list[LeftOut] = []

    def record(self, items: Iterable[SourceItem]) -> Receipt:
        """Record what is new of these conversations; what was refused on reading is passed on."""
        pending: list[Pending] = []
        waiting = 0
        for item in self._reading(items):
            if isinstance(item, Refusal):
                self._refused.append(item)
                continue
            if isinstance(item, LeftOut):
                self._left_out.append(item)
                continue
            self._conversations += 1
            with self._clock.stage("plan"):
                found = self._plan(item)
            for entry in found:
                pending.append(entry)
                waiting += len(entry.new_ids)
                if waiting >= ENCODE_GROUP:
                    self._flush(pending)
                    pending, waiting = [], 0
        self._flush(pending)
        return Receipt(
            space=self._space,
            conversations=self._conversations,
            sessions_written=self._sessions,
            turns_stored=self._stored,
            turns_skipped=self._skipped,
            changed=tuple(self._changed),
            refused=tuple(self._refused),
            left_out=tuple(self._left_out),
            seconds=self._clock.stages(),
        )

    def _reading(self, items: Iterable[SourceItem]) -> Iterator[SourceItem]:
        iterator = iter(items)
        while True:
            with self._clock.stage("read"):
                item = next(iterator, None)
            if item is None:
                return
            yield item

    def _plan(self, conversation: Conversation) -> list[Pending]:
        plans = self._database.read(
            lambda work: plan_sessions(
                work, self._space, conversation.conversation_id, conversation.sessions
            )
        )
        pending = []
        for session, plan in zip(conversation.sessions, plans, strict=True):
            self._skipped += plan.skipped
            self._changed += plan.changed
            if plan.change is not None:
                new_ids = tuple(turn.dia_id for turn in plan.change.new)
                pending.append(Pending(self._conversations, conversation, session, new_ids))
        return pending

    def _flush(self, pending: Sequence[Pending]) -> None:
        if not pending:
            return
        contents = [
            [turn.content for turn in entry.session.turns if turn.dia_id in set(entry.new_ids)]
            for entry in pending
        ]
        texts = [text for texts in contents for text in texts]
        total = self._written + len(texts)
        with self._clock.stage("encode"):
            vectors = iter(
                encode_by_length(
                    self._encode,
                    texts,
                    stage="encoded",
                    progress=after(self._progress, self._written),
                )
            )
        for _, entries in groupby(pending, key=lambda entry: entry.given):
            group = list(entries)
            embeddings = {dia_id: next(vectors) for entry in group for dia_id in entry.new_ids}
            with self._clock.stage("write"):
                plans = self._database.write(
                    partial(
                        write_sessions,
                        space=self._space,
                        embedding_model=self._embedding_model,
                        conversation=group[0].conversation,
                        sessions=[entry.session for entry in group],
                        embeddings=embeddings,
                    )
                )
            for entry, plan in zip(group, plans, strict=True):
                self._count(entry, plan)
            self._written += len(embeddings)
            self._progress("recorded", self._written, total)

    def _count(self, entry: Pending, plan: SessionPlan) -> None:
        stored = len(plan.change.new) if plan.change is not None else 0
        # In the meantime another client, or this batch itself, may have recorded some of them.
        changed = [change for change in plan.changed if change.dia_id in entry.new_ids]
        self._sessions += 1 if stored else 0
        self._stored += stored
        self._skipped += len(entry.new_ids) - stored - len(changed)
        self._changed += changed


def plan_sessions(
    work: Work, space: str, conversation_id: str, sessions: Sequence[Session]
) -> list[SessionPlan]:
    """Compare sessions of one conversation with what is recorded of them."""
    known: dict[str, list[record.KnownTurn]] = {}
    for turn in record.known_turns(
        work, space, conversation_id, [session.session_id for session in sessions]
    ):
        known.setdefault(turn.session_id, []).append(turn)
    places = [(session.session_id, turn.dia_id) for session in sessions for turn in session.turns]
    elsewhere = record.known_elsewhere(work, space, conversation_id, places)
    return [
        plan_session(
            conversation_id,
            session,
            known=known.get(session.session_id, []),
            elsewhere=elsewhere,
        )
        for session in sessions
    ]


def write_sessions(
    work: Work,
    *,
    space: str,
    embedding_model: str,
    conversation: Conversation,
    sessions: Sequence[Session],
    embeddings: dict[str, list[float]],
) -> list[SessionPlan]:
    """Write what is still new of these sessions, under their conversation's lock."""
    record.lock_conversation(work, space, conversation, embedding_model=embedding_model)
    plans = plan_sessions(work, space, conversation.conversation_id, sessions)
    changes = [plan.change for plan in plans if plan.change is not None]
    if changes:
        record.write_sessions(
            work, space, conversation.conversation_id, changes, embeddings=embeddings
        )
    return plans
