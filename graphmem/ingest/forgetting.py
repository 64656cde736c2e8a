"""Taking back what was said: which turns go, all that rests on them, and what is made anew.

One transaction takes the turns and what was read from them. What stands above them is then
planned without them, what is empty goes, and the sessions that are left are read again. Whatever
ends the process in between, the tombstone is unfinished, and the next run goes on.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple
from uuid import uuid4

from graphmem.errors import LlmError
from graphmem.ingest.forget_plan import (
    ForgettingPlan,
    SessionLeft,
    SpeakerLeft,
    TurnPlace,
    plan_forgetting,
    renamed_in,
)
from graphmem.model.ids import uid
from graphmem.model.retraction import ForgetReceipt, ForgetSort
from graphmem.model.thought import OPINIONS_SESSION
from graphmem.store import forgetting
from graphmem.store.database import Database, Work
from graphmem.store.forgetting import FoundTurn
from graphmem.store.lock import ledger_state, lock_space
from graphmem.store.record import conversation_uid, session_uid
from graphmem.store.waiting import Place
from graphmem.store.workspace import mark_stale
from graphmem.store.workspace_writing import write_chunks


class MakingAnew(NamedTuple):
    """How the layers are planned (``surely``: by whoever can), and sessions are read again."""

    reconcile: Callable[[], None]
    reconcile_surely: Callable[[], None]
    extract: Callable[[frozenset[Place]], None]


class Forgetter:
    """Takes turns of one space back; whoever uses it holds the lease of the space."""

    def __init__(
        self, database: Database, anew: MakingAnew, *, space: str, embedding_model: str
    ) -> None:
        self._database = database
        self._anew = anew
        self._space = space
        self._embedding_model = embedding_model

    def preview(self, sort: ForgetSort, turns: Sequence[FoundTurn]) -> ForgetReceipt:
        """Previews what would go; writes nothing."""
        return self._database.read(lambda work: self._receipt(work, sort, self._plan(work, turns)))

    def forget(
        self, sort: ForgetSort, turns: Sequence[FoundTurn], *, by: str | None
    ) -> ForgetReceipt:
        """Take the turns, and make anew what was made of them."""
        receipt = self._database.write(partial(self._take, sort, turns, by))
        return receipt.model_copy(update={"notes": self.follow_up()})

    def follow_up(self) -> tuple[str, ...]:
        """Bring all up to date with what was taken; what is left to the next run, and why."""
        begun = forgetting.unfinished(self._database, self._space)
        if not begun:
            return ()
        places = sorted({place for one in begun for place in one.places})
        touched = {one for tombstone in begun for one in tombstone.touched}
        planned = self._database.read(lambda work: ledger_state(work, self._space).planned_with)
        if planned is not None:
            # While what is empty still stands: whatever it was compared with is looked at again.
            self._anew.reconcile_surely()
        self._database.write(lambda work: forgetting.sweep(work, places))
        notes: tuple[str, ...] = ()
        if planned is not None:
            notes = self._read_again(places)
        self._database.write(lambda work: self._finish(work, touched, [one.uid for one in begun]))
        forgetting.checkpoint(self._database)
        return notes

    def _read_again(self, places: Sequence[str]) -> tuple[str, ...]:
        try:
            again = forgetting.sessions_to_read(self._database, self._space, places)
            if again:
                self._anew.extract(again)
            else:
                self._anew.reconcile()
        except LlmError as error:
            self._anew.reconcile_surely()
            return (f"What is left waits to be read again. {error.problem}",)
        return ()

    def _finish(self, work: Work, touched: Iterable[str], tombstones: Sequence[str]) -> None:
        lock_space(work, self._space, embedding_model=self._embedding_model)
        forgetting.clean_ledger(work, self._space, frozenset(touched))
        forgetting.finish(work, tombstones)

    def _plan(self, work: Work, chosen: Sequence[FoundTurn]) -> ForgettingPlan:
        turns = self._with_opinions(work, chosen)
        uids = frozenset(turn.uid for turn in turns)
        speakers = [SpeakerLeft(**row) for row in forgetting.speakers_of(work, self._space, uids)]
        places = {turn.conversation_id for turn in turns} | renamed_in(speakers)
        held = forgetting.places_of_turns(work, self._space, places)
        return plan_forgetting(
            {one: [TurnPlace(**row) for row in rows] for one, rows in held.items()},
            speakers,
            uids,
        )

    def _with_opinions(self, work: Work, turns: Sequence[FoundTurn]) -> list[FoundTurn]:
        """These, and those in which opinions were kept that rest on them, which may say them."""
        found = {turn.uid: turn for turn in turns}
        new = dict(found)
        while new:
            resting = forgetting.opinions_resting_on(
                work, self._space, new, session_id=OPINIONS_SESSION
            )
            new = {turn.uid: turn for turn in resting if turn.uid not in found}
            found |= new
        return list(found.values())

    def _receipt(self, work: Work, sort: ForgetSort, plan: ForgettingPlan) -> ForgetReceipt:
        resting = forgetting.resting_on(work, self._space, plan.turns)
        gone = {person.uid for person in plan.people if person.gone}
        about = forgetting.decisions_about(work, self._space, gone | set(resting.thing_uids))
        return ForgetReceipt(
            space=self._space,
            sort=sort,
            turns=len(plan.turns),
            sessions=sum(session.empty for session in plan.sessions),
            conversations=len(plan.emptied),
            people=len(gone),
            statements=resting.statements,
            things=resting.things,
            facts=sum(self._chunks(work, plan).values()),
            decisions=len(about),
            links=resting.links,
            sessions_anew=sum(not session.empty for session in plan.sessions),
            dry_run=True,
        )

    def _chunks(self, work: Work, plan: ForgettingPlan) -> dict[str, bool]:
        return forgetting.chunks_of(
            work,
            [self._session_uid(item) for item in plan.sessions],
            [self._session_uid(item) for item in plan.sessions if item.empty],
            plan.turns,
            {person.uid for person in plan.people if person.gone or person.left},
        )

    def _take(
        self, sort: ForgetSort, turns: Sequence[FoundTurn], by: str | None, work: Work
    ) -> ForgetReceipt:
        lock_space(work, self._space, embedding_model=self._embedding_model)
        # The locks of the conversations come with it, so that nobody speaks meanwhile.
        mark_stale(work, self._space, {turn.conversation_id for turn in turns})
        plan = self._plan(work, turns)
        receipt = self._receipt(work, sort, plan)
        mark_stale(work, self._space, plan.stale)
        held = {item.conversation_id for item in plan.sessions}
        tombstone = uid(self._space, "forgotten", uuid4().hex)
        touched = forgetting.sides_of(work, self._space, held)
        write_chunks(work, self._space, gone=sorted(self._chunks(work, plan)), moved=[], new=[])
        forgetting.bury(
            work,
            self._space,
            tombstone,
            plan.turns,
            sort=sort.value,
            by=by,
            sessions=receipt.sessions,
            conversations=receipt.conversations,
            people=receipt.people,
            places=forgetting.place_uids(self._space, plan.stale),
            touched=sorted(touched),
        )
        self._shrink(work, plan)
        return receipt.model_copy(
            update={
                "dry_run": False,
                "uid": tombstone,
                "forgotten_at": datetime.now(UTC),
                "by": by,
            }
        )

    def _shrink(self, work: Work, plan: ForgettingPlan) -> None:
        forgetting.reorder(
            work,
            [
                {"uid": turn, "position": position}
                for item in plan.sessions
                for turn, position in item.moved
            ],
            [
                {"before": before, "after": after}
                for item in plan.sessions
                for before, after in item.link
            ],
        )
        forgetting.shrink(
            work,
            [
                {
                    "uid": self._session_uid(item),
                    "empty": item.empty,
                    "last_turn_uid": item.last,
                    "started_at": item.started_at,
                }
                for item in plan.sessions
            ],
            [
                {
                    "uid": person.uid,
                    "names": list(person.names),
                    "left": [conversation_uid(self._space, one) for one in person.left],
                }
                for person in plan.people
            ],
        )

    def _session_uid(self, item: SessionLeft) -> str:
        return session_uid(self._space, item.conversation_id, item.session_id)
