"""Reconciling a space: read what has changed, plan what it can reach, apply in one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from graphmem.ingest.check import check_layers
from graphmem.ingest.clock import Clock
from graphmem.ingest.curate import Make
from graphmem.ingest.encoding import Encode, encode_by_length
from graphmem.model.check import LayerCheck
from graphmem.model.decision import (
    Decision,
    MergePolicy,
    MergeWeights,
    Plan,
    Verdict,
)
from graphmem.model.ids import content_digest
from graphmem.model.memory import Snapshot
from graphmem.model.progress import Progress, after, silent
from graphmem.model.receipt import ReconcileReceipt
from graphmem.reconciliation import Judge, make_plan, plan_changes
from graphmem.reconciliation.blocking import name_to_embed
from graphmem.store.answer_links import relink
from graphmem.store.database import Database, Work
from graphmem.store.layers import Planned, apply_plan, keep_name_vectors, profiles_to_encode
from graphmem.store.lock import ConflictError, LedgerState, ledger_state
from graphmem.store.memory_snapshot import ChangedConversations, load_changed, load_standing
from graphmem.store.neighbourhood import StoredNeighbourhood

_ATTEMPTS = 8
_EVERYTHING = 2**31 - 1
# Conversations and their turns that are planned together: memory grows with these, here and there.
_AT_ONCE = 64
_TURNS_AT_ONCE = 4_000


class Reconciling(NamedTuple):
    """How a space is reconciled; without a ``judge`` the rules decide across conversations.

    ``judged_by`` names the model that the judge asks.
    """

    policy: MergePolicy = MergePolicy.DECIDE
    weights: MergeWeights = MergeWeights()
    judge: Judge | None = None
    judged_by: str | None = None

    @property
    def digest(self) -> str:
        """Digest of a plan's inputs: the rules, then the model, if any."""
        rules = content_digest(self.policy, self.weights.model_dump_json())
        return rules if self.judge is None else f"{rules} {self.judged_by}"

    def takes(self, planned_with: str | None) -> bool:
        """Tells whether what was planned so can stay.

        A model that is set, left out or changed undoes nothing of it: it judges what comes.
        """
        return planned_with is None or _rules_of(planned_with) == _rules_of(self.digest)


class AffectedParts(NamedTuple):
    """What a run has changed: conversations by id, and by uid the people and session-layer
    entities that stand for something else since.
    """

    conversations: set[str]
    moved: set[str]


class _Applied(NamedTuple):
    new: int
    notes: tuple[str, ...]


class _Planned(NamedTuple):
    """A plan with what it was made from, and the vectors of names that the space does not have."""

    plan: Plan
    since: Planned
    names: Mapping[str, tuple[str, Sequence[float]]]


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
        self._names = 0
        self.reached = AffectedParts(set(), set())

    def decide(self, make: Make) -> Decision:
        """Keep a decision that a person makes, and bring the layers up to date with it.

        It is made anew where others change the space meanwhile. Raises what `reconcile` raises,
        and `InputError` where it cannot be beside what stands.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            version = self._state().version
            made = make(self._database, self._space)
            try:
                self._apply_plan(self._plan(made, most=_AT_ONCE, version=version))
            except ConflictError:
                if attempt == _ATTEMPTS:
                    raise
                continue
            self.reconcile()
            return made
        raise AssertionError("unreachable")

    def reconcile(self, *, anew: bool = False) -> ReconcileReceipt:
        """Bring the layers up to date.

        What has changed is planned anew, with all that the change can reach; with ``anew``
        everything, which puts right what others changed behind graphmem's back, unless its digest
        stayed the same. Raises `ConflictError` where others keep changing the space meanwhile, and
        `LlmSetupError` where the judge cannot be asked at all; then nothing is changed.
        """
        new, notes = 0, dict[str, None]()
        while True:
            found = self._apply_next(anew=anew)
            anew = False
            if found is None:
                break
            new += found.new
            notes |= dict.fromkeys(found.notes)
        state = self._state()
        return ReconcileReceipt(
            merges=state.merges,
            separations=state.separations,
            undecided=state.undecided,
            new_decisions=new,
            entities=state.entities,
            notes=tuple(notes),
        )

    def dry_run(self) -> ReconcileReceipt:
        """Plans the whole space without changing anything."""
        plan = self._plan(None, most=_EVERYTHING, anew=True).plan
        merges = sum(decision.verdict is Verdict.MERGE for decision in plan.decisions)
        undecided = sum(not decision.confident for decision in plan.decisions)
        return ReconcileReceipt(
            merges=merges,
            separations=len(plan.decisions) - merges - undecided,
            undecided=undecided,
            new_decisions=self._count_new(plan),
            entities=len(plan.entities),
            applied=False,
            plan=plan,
            notes=plan.notes,
        )

    def check(self) -> LayerCheck:
        """Plan everything anew, and tell what stands otherwise; changes nothing, asks no model.

        Raises `ConflictError` where others change the space meanwhile.
        """
        return check_layers(
            self._database,
            self._space,
            policy=self._how.policy,
            weights=self._how.weights,
            vectors=self._timed_encode,
            embedding_model=self._embedding_model,
        )

    def _count_new(self, plan: Plan) -> int:
        uids = [decision.uid for decision in plan.decisions]
        known = self._database.query("decision_states", space=self._space, uids=uids)
        return len(uids) - sum(bool(record["in_force"]) for record in known)

    def _apply_next(self, *, anew: bool) -> _Applied | None:
        """Plan and apply some of what has changed; None where nothing has."""
        for attempt in range(1, _ATTEMPTS + 1):
            planned = self._plan(None, most=_AT_ONCE, anew=anew)
            if planned.plan.reach is not None and not planned.plan.reach.conversations:
                return None
            try:
                return self._apply_plan(planned)
            except ConflictError:
                if attempt == _ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def _apply_plan(self, planned: _Planned) -> _Applied:
        vectors = self._vectors(planned.plan)
        with self._clock.stage("store"):
            new: int = self._database.write(partial(self._apply, planned, vectors))
        return _Applied(new, planned.plan.notes)

    def _state(self) -> LedgerState:
        return self._database.read(lambda work: ledger_state(work, self._space))

    def _apply(self, planned: _Planned, vectors: Mapping[str, Sequence[float]], work: Work) -> int:
        # First the plan, which makes sure that the space is still the one that was read.
        applied = apply_plan(
            work,
            self._space,
            planned.plan,
            embeddings=vectors,
            planned=planned.since,
            embedding_model=self._embedding_model,
        )
        keep_name_vectors(work, planned.names)
        relink(work, self._space, moved=applied.moved, all=planned.plan.reach is None)
        self.reached.moved.update(applied.moved)
        self.reached.conversations.update(_changed(planned))
        new: int = applied.decisions.new
        return new

    def _plan(
        self, by_hand: Decision | None, *, most: int, version: int | None = None, anew: bool = False
    ) -> _Planned:
        with self._clock.stage("reconcile"):
            changed = load_changed(
                self._database,
                self._space,
                most=most,
                turns=_TURNS_AT_ONCE,
                besides=_conversations(by_hand),
            )
            if version is not None and changed.state.version != version:
                raise ConflictError("The space has changed.", next_step="Decide again.")
            if anew or not self._how.takes(changed.state.planned_with):
                return self._plan_whole(by_hand, changed)
            if changed.parts:
                self._progress("reconciling", 0, len(changed.parts))
            vectors = _KnownVectors(changed.names, self._timed_encode)
            plan = plan_changes(
                changed.parts,
                changed.people,
                StoredNeighbourhood(self._database, self._space),
                changed.ledger if by_hand is None else (*changed.ledger, by_hand),
                space=self._space,
                ruled=_about(by_hand),
                vectors=vectors,
                policy=self._how.policy,
                weights=self._how.weights,
                judge=self._how.judge,
            )
            if changed.parts:
                self._progress("reconciling", len(changed.parts), len(changed.parts))
        how = self._how.digest
        if self._how.judge is None:
            # What a model decided stays although this plan asked none; so does that it was asked.
            how = changed.state.planned_with or how
        since = Planned(changed.state.version, changed.changes, how)
        return _Planned(plan, since, vectors.new_names(changed.parts.values()))

    def _plan_whole(self, by_hand: Decision | None, changed: ChangedConversations) -> _Planned:
        """The plan of the whole space, where the rules are others than before, or on demand."""
        standing = load_standing(self._database, self._space)
        ledger = standing.ledger if by_hand is None else (*standing.ledger, by_hand)
        self._progress("reconciling", 0, len(standing.snapshot.entities))
        plan = make_plan(
            standing.snapshot,
            ledger,
            vectors=self._timed_encode,
            policy=self._how.policy,
            weights=self._how.weights,
            judge=self._how.judge,
        )
        return _Planned(plan, Planned(standing.version, changed.changes, self._how.digest), {})

    def _timed_encode(self, texts: Sequence[str]) -> list[list[float]]:
        with self._clock.inner_stage("encode_texts", of="reconcile"):
            progress = after(self._progress, self._names)
            self._names += len(set(texts))
            return encode_by_length(
                self._encode_name, texts, stage="encoded names", progress=progress
            )

    def _vectors(self, plan: Plan) -> dict[str, list[float]]:
        with self._clock.stage("store"):
            changed = profiles_to_encode(self._database, self._space, plan)
        with self._clock.stage("encode_texts"):
            encoded = encode_by_length(
                self._encode,
                [entity.profile_text for entity in changed],
                stage="encoded profiles",
                progress=self._progress,
            )
        return {entity.uid: vector for entity, vector in zip(changed, encoded, strict=True)}


class _KnownVectors:
    """An encoder that the vectors of some names are known to."""

    def __init__(self, names: Mapping[str, Sequence[float]], encode: Encode) -> None:
        self._names = names
        self._encode = encode
        self._made: dict[str, Sequence[float]] = {}

    def __call__(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector for each text, in order."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._names]
        made = dict(zip(missing, self._encode(missing), strict=True)) if missing else {}
        self._made |= made
        return [made[text] if text in made else self._names[text] for text in texts]

    def new_names(self, parts: Iterable[Snapshot]) -> dict[str, tuple[str, Sequence[float]]]:
        """Names of these entities that were encoded, with their vectors, by who bears them."""
        bearers: dict[str, str] = {}
        for part in parts:
            for entity in part.entities:
                name = name_to_embed(entity)
                if name is not None and name in self._made:
                    bearers.setdefault(name, entity.uid)
        return {uid: (name, self._made[name]) for name, uid in bearers.items()}


def _changed(planned: _Planned) -> Iterable[str]:
    """The conversations that a plan decides about; of a plan of the whole space all of them."""
    reach = planned.plan.reach
    if reach is not None:
        return reach.conversations
    return {item.conversation_id for item in planned.plan.sketches} | planned.since.changes.keys()


def _rules_of(planned_with: str) -> str:
    return planned_with.partition(" ")[0]


def _about(decision: Decision | None) -> frozenset[str]:
    if decision is None:
        return frozenset()
    return frozenset([*decision.left.uids, *decision.right.uids])


def _conversations(decision: Decision | None) -> list[str]:
    """The conversations that are planned anew because of what a person decided."""
    sides = (decision.left, decision.right) if decision else ()
    return [one for side in sides if side.kind == "entity" for one in side.conversation_ids]
