"""The layers above the sessions, and the ledger: a plan applied in one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.model.decision import LayerEntity, Plan
from graphmem.store.conflict import ConflictError
from graphmem.store.counted import batches, run_counted
from graphmem.store.database import Database, Work, as_vector
from graphmem.store.layer_rows import (
    entity_digest,
    entity_properties,
    profile_digest,
    read_entity,
)
from graphmem.store.ledger import LedgerChange, link_ledger, write_ledger
from graphmem.store.lock import count_change, lock_space
from graphmem.store.workspace_rows import Links, Row


class Applied(NamedTuple):
    """What a plan changed: entities and links of the layers, and decisions."""

    written: int
    removed: int
    linked: int
    unlinked: int
    decisions: LedgerChange

    @property
    def nothing(self) -> bool:
        """Whether everything stood already."""
        return not any((*self[:4], *self.decisions))


class _Digests(NamedTuple):
    entity: str
    profile: str


Link = tuple[str, str, str, str | None]  # type, from, to, decision

_QUERIES = {
    "RECONCILED_INTO": ("link_reconciled", "unlink_reconciled"),
    "IS_PERSON": ("link_is_person", "unlink_is_person"),
    "SAME_PERSON_AS": ("link_same_person", "unlink_same_person"),
}


def profiles_to_encode(
    database: Database, space: str, entities: Iterable[LayerEntity]
) -> list[LayerEntity]:
    """Those whose profile text is new or has changed: `apply_plan` needs their vectors."""
    standing = database.read(lambda work: _digests(work, space))
    return [entity for entity in entities if _profile_is_new(entity, standing)]


def apply_plan(
    work: Work,
    space: str,
    plan: Plan,
    *,
    embeddings: Mapping[str, Sequence[float]],
    version: int,
    embedding_model: str,
) -> Applied:
    """Make the layers and the ledger what the plan says; what stands already is not touched.

    ``embeddings`` are of the profiles that `profiles_to_encode` names, by uid; ``version`` is of
    the `Standing` that the plan was computed from. Raises `ConflictError` where the space has
    changed since: plan again.
    """
    found = lock_space(work, space, embedding_model=embedding_model)
    if found != version:
        raise ConflictError(
            f"The space has changed {found - version} times since the plan was made.",
            next_step="Plan again.",
        )
    decisions = write_ledger(work, space, plan.decisions, plan.withdrawals)
    written, removed = _write_entities(work, space, plan.entities, embeddings)
    linked, unlinked = _write_links(work, space, plan)
    on = link_ledger(
        work,
        space,
        people=[
            record["uid"] for record in work.run("participants", space=space, conversation_ids=None)
        ],
        keys={record["uid"]: record["key_uid"] for record in work.run("entity_keys", space=space)},
        entities=plan.entities,
    )
    applied = Applied(written, removed, linked + on, unlinked, decisions)
    if not applied.nothing:
        count_change(work, space)
    return applied


def load_layers(
    work: Work, space: str, uids: Sequence[str] | None = None
) -> tuple[LayerEntity, ...]:
    """The entities of the upper layers, or those of these uids, by uid."""
    wanted = None if uids is None else list(uids)
    return tuple(
        read_entity(record) for record in work.run("read_layers", space=space, uids=wanted)
    )


def canonical_people(work: Work, space: str) -> dict[str, str]:
    """Who stands for whom: the uid of each Person that is one human with another, and whose."""
    return {record["source"]: record["target"] for record in work.run("same_people", space=space)}


def _write_entities(
    work: Work,
    space: str,
    entities: Sequence[LayerEntity],
    embeddings: Mapping[str, Sequence[float]],
) -> tuple[int, int]:
    standing = _digests(work, space)
    gone = sorted(standing.keys() - {entity.uid for entity in entities})
    if gone:
        work.run("delete_entities", uids=gone)
    changed = [
        entity
        for entity in entities
        if entity.uid not in standing or standing[entity.uid].entity != entity_digest(entity)
    ]
    rows: list[Row] = [
        {"uid": entity.uid, "properties": entity_properties(space, entity)} for entity in changed
    ]
    links = Links({})
    for entity in changed:
        for owner in dict.fromkeys(entity.owner_uids):
            links.add("link_entity_owners", entity.uid, owner)
        for person in dict.fromkeys(entity.shared_with):
            links.add("link_shared_with", entity.uid, person)
    run_counted(work, "write_layer_entities", rows)
    for query, linked in links.rows.items():
        run_counted(work, query, linked)
    encoded: list[Row] = [
        {"uid": entity.uid, "embedding": as_vector(embeddings[entity.uid])}
        for entity in changed
        if _profile_is_new(entity, standing)
    ]
    for some in batches(encoded):
        work.run("set_entity_embeddings", rows=some)
    return len(changed), len(gone)


def _write_links(work: Work, space: str, plan: Plan) -> tuple[int, int]:
    wanted: set[Link] = {
        *(("RECONCILED_INTO", i.uid, i.into, i.decision_uid) for i in plan.reconciled),
        *(("IS_PERSON", i.entity_uid, i.person_uid, i.decision_uid) for i in plan.is_person),
        *(("SAME_PERSON_AS", i.uid, i.canonical_uid, i.decision_uid) for i in plan.same_person),
    }
    # Read after what is gone was deleted, whose links went with it.
    standing = _links(work, space)
    for kind, (link, unlink) in _QUERIES.items():
        gone = [{"from": item[1], "to": item[2]} for item in standing - wanted if item[0] == kind]
        if gone:
            work.run(unlink, space=space, rows=gone)
        new: list[Row] = [
            {"from": item[1], "to": item[2], "properties": {"decision_uid": item[3]}}
            for item in sorted(wanted - standing, key=lambda item: item[:3])
            if item[0] == kind
        ]
        run_counted(work, link, new, space=space)
    return len(wanted - standing), len(standing - wanted)


def _links(work: Work, space: str) -> set[Link]:
    return {
        (record["type"], record["source"], record["target"], record["decision_uid"])
        for record in work.run("layer_links", space=space)
    }


def _digests(work: Work, space: str) -> dict[str, _Digests]:
    return {
        record["uid"]: _Digests(record["digest"], record["profile_digest"])
        for record in work.run("layer_digests", space=space)
    }


def _profile_is_new(entity: LayerEntity, standing: Mapping[str, _Digests]) -> bool:
    known = standing.get(entity.uid)
    return known is None or known.profile != profile_digest(entity)
