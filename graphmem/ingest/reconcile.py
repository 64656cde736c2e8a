"""Reconciling a space: read what stands, plan without the database, apply in one transaction."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from graphmem.ingest.clock import Clock
from graphmem.ingest.encoding import Encode, encode_by_length
from graphmem.model.decision import Decision, MergePolicy, MergeWeights, Plan, Verdict
from graphmem.model.links import StatementLink
from graphmem.model.memory import Snapshot
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import ReconcileReceipt
from graphmem.reconciliation import Judge, make_plan
from graphmem.store.answer_links import set_answer_links
from graphmem.store.conflict import ConflictError
from graphmem.store.database import Database, Work
from graphmem.store.layers import apply_plan, profiles_to_encode
from graphmem.store.memory_snapshot import Standing, load_standing
from graphmem.tools import Index
from graphmem.tools.links import answer_links

_ATTEMPTS = 5


class Reconciling(NamedTuple):
    """How a space is reconciled; without a ``judge`` the rules decide across conversations."""

    policy: MergePolicy = MergePolicy.DECIDE
    weights: MergeWeights = MergeWeights()
    judge: Judge | None = None


class Reconciler:
    """Reconciles one space."""

    def __init__(
        self,
        database: Database,
        encode: Encode,
        encode_name: Encode,
        how: Reconciling,
        *,
        space: str,
        embedding_model: str,
        clock: Clock,
        progress: Progress = silent,
    ) -> None:
        self._database = database
        self._encode = encode
        self._encode_name = encode_name
        self._how = how
        self._space = space
        self._embedding_model = embedding_model
        self._clock = clock
        self._progress = progress

    def reconcile(self, *, by_hand: Decision | None = None) -> ReconcileReceipt:
        """Bring the layers up to date, with one more decision of a person where given.

        Raises `ConflictError` where others keep changing the space meanwhile, and `LlmSetupError`
        where the judge cannot be asked at all; then nothing is changed.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            standing, plan = self._plan(by_hand)
            vectors = self._vectors(plan)
            with self._clock.stage("reconcile"):
                links = links_between_answers(standing.snapshot, plan)
            apply = partial(
                apply_plan,
                space=self._space,
                plan=plan,
                embeddings=vectors,
                version=standing.version,
                embedding_model=self._embedding_model,
            )
            try:
                with self._clock.stage("store"):
                    self._database.write(partial(self._apply, apply, links))
            except ConflictError:
                if attempt == _ATTEMPTS:
                    raise
                continue
            return _receipt(plan, standing, applied=True)
        raise AssertionError("unreachable")

    def _apply(
        self, apply: Callable[[Work], object], links: Sequence[StatementLink], work: Work
    ) -> None:
        # First the plan, which makes sure that the space is still the one that was read.
        apply(work)
        set_answer_links(work, self._space, links)

    def dry_run(self) -> ReconcileReceipt:
        """What would be decided, without changing anything."""
        standing, plan = self._plan(None)
        return _receipt(plan, standing, applied=False)

    def _plan(self, by_hand: Decision | None) -> tuple[Standing, Plan]:
        with self._clock.stage("reconcile"):
            standing = load_standing(self._database, self._space)
            self._progress("reconciling", 0, len(standing.snapshot.entities))
            ledger = standing.ledger if by_hand is None else (*standing.ledger, by_hand)
            plan = make_plan(
                standing.snapshot,
                ledger,
                vectors=self._timed_encode,
                policy=self._how.policy,
                weights=self._how.weights,
                judge=self._how.judge,
            )
            total = len(standing.snapshot.entities)
            self._progress("reconciling", total, total)
        return standing, plan

    def _timed_encode(self, texts: Sequence[str]) -> list[list[float]]:
        with self._clock.inner_stage("encode_texts", of="reconcile"):
            return encode_by_length(
                self._encode_name, texts, stage="encoded names", progress=self._progress
            )

    def _vectors(self, plan: Plan) -> dict[str, list[float]]:
        with self._clock.stage("store"):
            changed = profiles_to_encode(self._database, self._space, plan.entities)
        with self._clock.stage("encode_texts"):
            encoded = encode_by_length(
                self._encode,
                [entity.profile_text for entity in changed],
                stage="encoded profiles",
                progress=self._progress,
            )
        return {entity.uid: vector for entity, vector in zip(changed, encoded, strict=True)}


def links_between_answers(snapshot: Snapshot, plan: Plan) -> tuple[StatementLink, ...]:
    """How answers stand to each other, where a plan says who and what is one."""
    into = {edge.uid: edge.into for edge in plan.reconciled}
    into |= {edge.entity_uid: edge.person_uid for edge in plan.is_person}
    meant = {entity.uid: _last(entity.uid, into) for entity in snapshot.entities}
    canonical = {item.uid: item.canonical_uid for item in plan.same_person}
    return answer_links(Index(snapshot, canonical), meant)


def _last(uid: str, into: Mapping[str, str]) -> str:
    while uid in into:
        uid = into[uid]
    return uid


def _receipt(plan: Plan, standing: Standing, *, applied: bool) -> ReconcileReceipt:
    before = {decision.uid for decision in standing.ledger}
    merges = sum(decision.verdict is Verdict.MERGE for decision in plan.decisions)
    undecided = sum(not decision.confident for decision in plan.decisions)
    return ReconcileReceipt(
        merges=merges,
        separations=len(plan.decisions) - merges - undecided,
        undecided=undecided,
        new_decisions=sum(decision.uid not in before for decision in plan.decisions),
        entities=len(plan.entities),
        applied=applied,
        plan=None if applied else plan,
        notes=plan.notes,
    )
