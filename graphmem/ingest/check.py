"""Comparing what stands of a space with what planning it from nothing gives."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress

from graphmem.model.check import Derived, Difference, LayerCheck
from graphmem.model.decision import Decider, Decision, MergePolicy, MergeWeights, Plan
from graphmem.model.links import StatementLink
from graphmem.reconciliation import make_plan
from graphmem.reconciliation.blocking import Encode
from graphmem.store.answer_links import relink, standing_links
from graphmem.store.database import Database, Work
from graphmem.store.layer_rows import profile_digest, read_decision
from graphmem.store.layers import load_layers
from graphmem.store.lock import ConflictError, changes_so_far, lock_space
from graphmem.store.memory_snapshot import load_standing

_EVERYTHING = 2**31 - 1

Contents = Mapping[str, str]
"""Content by what it is of."""


def check_layers(
    database: Database,
    space: str,
    *,
    policy: MergePolicy,
    weights: MergeWeights,
    vectors: Encode,
    embedding_model: str,
) -> LayerCheck:
    """Plan a space from nothing, and tell what stands otherwise; nothing is written.

    What a person or a model decided is taken as given, so no model is asked. A vector is compared
    by the digest of its text, and not encoded anew. Reads the whole space. Raises `ConflictError`
    where the space changes meanwhile.
    """
    standing = load_standing(database, space)
    plan = make_plan(
        standing.snapshot,
        [item for item in standing.ledger if item.decided_by is not Decider.RULE],
        vectors=vectors,
        policy=policy,
        weights=weights,
    )

    def read(work: Work) -> tuple[dict[Derived, Contents], int]:
        stale = work.run("stale_conversations", space=space, uids=[], most=_EVERYTHING)
        return _standing(work, space), len(stale)

    found, stale = database.read(read)
    wanted = _planned(plan)
    found[Derived.ANSWER_LINK] = _answer_links(
        database.read(lambda work: standing_links(work, space))
    )
    wanted[Derived.ANSWER_LINK] = _answer_links(_derived(database, space, embedding_model))
    if database.read(lambda work: changes_so_far(work, space)) != standing.version:
        raise ConflictError(
            "The space has changed while it was checked.",
            next_step="Check again when nothing is written to it.",
        )
    return LayerCheck(
        space=space,
        stale=stale,
        compared={kind: len(items) for kind, items in wanted.items()},
        differences=tuple(
            difference
            for kind in Derived
            for difference in _differ(kind, found[kind], wanted[kind])
        ),
    )


def _planned(plan: Plan) -> dict[Derived, Contents]:
    links = [
        *((item.uid, "RECONCILED_INTO", item.into, item.decision_uid) for item in plan.reconciled),
        *(
            (item.entity_uid, "IS_PERSON", item.person_uid, item.decision_uid)
            for item in plan.is_person
        ),
        *(
            (item.uid, "SAME_PERSON_AS", item.canonical_uid, item.decision_uid)
            for item in plan.same_person
        ),
    ]
    return {
        Derived.ENTITY: {item.uid: item.model_dump_json() for item in plan.entities},
        Derived.LINK: _links(links),
        Derived.DECISION: _decisions(plan.decisions),
        Derived.SKETCH: {
            f"{item.person_uid} in {item.conversation_id}": item.sketch for item in plan.sketches
        },
        Derived.VECTOR: _vectors((item.uid, profile_digest(item)) for item in plan.entities),
    }


def _standing(work: Work, space: str) -> dict[Derived, Contents]:
    links = work.run("layer_links", space=space)
    decisions = [row["properties"] for row in work.run("read_decisions", space=space, past=False)]
    return {
        Derived.ENTITY: {item.uid: item.model_dump_json() for item in load_layers(work, space)},
        Derived.LINK: _links(
            (row["source"], row["type"], row["target"], row["decision_uid"]) for row in links
        ),
        Derived.DECISION: _decisions(read_decision(item) for item in decisions if item["in_force"]),
        Derived.SKETCH: {
            f"{row['person_uid']} in {row['conversation_id']}": row["sketch"]
            for row in work.run("standing_sketches", space=space)
        },
        Derived.VECTOR: _vectors(
            (row["uid"], row["profile_digest"]) for row in work.run("standing_vectors", space=space)
        ),
    }


def _links(links: Iterable[tuple[str, str, str, str | None]]) -> Contents:
    return {
        f"{source} {kind} {target}": json.dumps({"decision_uid": decision})
        for source, kind, target, decision in links
    }


def _decisions(decisions: Iterable[Decision]) -> Contents:
    # What a decision took the place of is told by the way that it came.
    return {
        item.uid: item.model_copy(update={"replaces": None}).model_dump_json() for item in decisions
    }


def _vectors(texts: Iterable[tuple[str, str]]) -> Contents:
    return {uid: json.dumps({"profile_digest": digest}) for uid, digest in texts}


def _answer_links(links: Iterable[StatementLink]) -> Contents:
    return {
        f"{link.source} {link.kind} {link.target} {link.about}": json.dumps({"about": link.about})
        for link in links
    }


class _Rollback(Exception):
    """Nothing of a transaction is kept."""


def _derived(database: Database, space: str, embedding_model: str) -> set[StatementLink]:
    """The links between answers derived from nothing."""
    found: set[StatementLink] = set()

    def derive(work: Work) -> None:
        lock_space(work, space, embedding_model=embedding_model)
        relink(work, space, all=True)
        found.update(standing_links(work, space))
        raise _Rollback

    with suppress(_Rollback):
        database.write(derive)
    return found


def _differ(kind: Derived, standing: Contents, planned: Contents) -> Iterable[Difference]:
    for what in sorted({*standing, *planned}):
        left, right = standing.get(what), planned.get(what)
        if left != right:
            yield Difference(kind=kind, what=what, standing=left, planned=right)
