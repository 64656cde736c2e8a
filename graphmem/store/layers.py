"""The layers above the sessions, and the ledger: a plan applied in one transaction."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.model.decision import Layer, LayerEntity, Plan, PlanReach
from graphmem.model.ids import token
from graphmem.store.counted import batches, run_counted
from graphmem.store.database import Database, Work, as_vector
from graphmem.store.layer_rows import (
    entity_digest,
    entity_properties,
    profile_digest,
    read_entity,
)
from graphmem.store.ledger import LedgerChange, link_decisions, write_ledger
from graphmem.store.lock import ConflictError, count_change, ledger_uid, lock_space
from graphmem.store.record import conversation_uid
from graphmem.store.workspace_rows import RelationshipRows, Row


class Applied(NamedTuple):
    """What a plan changed: entities and links of the layers, and decisions.

    ``moved`` are the session-layer entities and the people that stand for something else now.
    """

    written: int
    removed: int
    linked: int
    unlinked: int
    decisions: LedgerChange
    moved: frozenset[str]

    @property
    def nothing(self) -> bool:
        """True if everything stood already."""
        return not any((*self[:4], *self.decisions[:3]))


class Planned(NamedTuple):
    """What a plan was computed from: the count of the space's changes, those of conversations.

    ``how`` tells with which settings.
    """

    version: int
    changes: Mapping[str, int]
    how: str


class _Digests(NamedTuple):
    """Of what stands of an entity; ``profile`` is None where there is no vector of it."""

    entity: str
    profile: str | None


_CLAUSES = 400  # Lucene takes 1,024 in a query

Link = tuple[str, str, str, str | None]  # type, from, to, decision

_QUERIES = {
    "RECONCILED_INTO": ("link_reconciled", "unlink_reconciled"),
    "IS_PERSON": ("link_is_person", "unlink_is_person"),
    "SAME_PERSON_AS": ("link_same_person", "unlink_same_person"),
}


def profiles_to_encode(database: Database, space: str, plan: Plan) -> list[LayerEntity]:
    """The entities whose profile has no vector, or one of another text: `apply_plan` needs it."""
    uids = [entity.uid for entity in plan.entities]
    standing = database.read(lambda work: _digests(work, space, uids=uids))
    return [entity for entity in plan.entities if _profile_is_new(entity, standing)]


def apply_plan(
    work: Work,
    space: str,
    plan: Plan,
    *,
    embeddings: Mapping[str, Sequence[float]],
    planned: Planned,
    embedding_model: str,
) -> Applied:
    """Make the layers and the ledger what the plan says; what stands already is not touched.

    ``embeddings`` are of the profiles that `profiles_to_encode` names, by uid. Raises
    `ConflictError` where the space has changed since the plan was computed: plan again.
    """
    found = lock_space(work, space, embedding_model=embedding_model)
    if found != planned.version:
        raise ConflictError(
            f"The space has changed {found - planned.version} times since the plan was made.",
            next_step="Plan again.",
        )
    reach = plan.reach or _whole(work, space, plan)
    decisions = write_ledger(work, space, plan.decisions, plan.withdrawals, touched=reach.decisions)
    entities = _write_entities(work, space, plan, reach, embeddings)
    new, old = _write_links(work, space, plan, reach)
    on = link_decisions(work, space, plan.decisions, _entity_of(work, space, plan))
    _write_people(work, space, plan)
    work.run(
        "settle_conversations",
        rows=[
            {"uid": conversation_uid(space, one), "changes": planned.changes.get(one, 0)}
            for one in reach.conversations
        ],
    )
    created, gone, written, uprooted = entities
    work.run(
        "count_planned",
        ledger_uid=ledger_uid(space),
        how=planned.how,
        merges=decisions.merges,
        separations=decisions.separations,
        undecided=decisions.undecided,
        entities=created - gone,
    )
    moved = uprooted | _moved(work, {link[1] for link in new ^ old})
    applied = Applied(written, gone, len(new - old) + on, len(old - new), decisions, moved)
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


def keep_name_vectors(work: Work, rows: Mapping[str, tuple[str, Sequence[float]]]) -> None:
    """Keep vectors of names, by the uid of a session-layer entity that bears the name."""
    written = [
        {"uid": uid, "name": name, "vector": as_vector(vector)}
        for uid, (name, vector) in sorted(rows.items())
    ]
    for some in batches(written):
        work.run("set_name_vectors", rows=some)


def canonical_people(work: Work, space: str) -> dict[str, str]:
    """Canonical people: the uid of each Person that is one human with another, and whose."""
    return {record["source"]: record["target"] for record in work.run("same_people", space=space)}


def _whole(work: Work, space: str, plan: Plan) -> PlanReach:
    """The reach of a plan of the whole space."""
    (record,) = work.run("space_reach", space=space)
    entities = {item.uid for item in plan.entities if item.layer is Layer.CONVERSATION}
    entities |= set(record["entities"])
    return PlanReach(
        conversations=tuple(record["conversations"]),
        people=tuple(record["people"]),
        mentioned=tuple(entities),
        entities=tuple(entities),
        above=tuple(record["above"]),
        decisions=tuple(record["decisions"]),
    )


def _write_entities(
    work: Work,
    space: str,
    plan: Plan,
    reach: PlanReach,
    embeddings: Mapping[str, Sequence[float]],
) -> tuple[int, int, int, frozenset[str]]:
    """How many are new, gone and written, and what stood in those that are gone."""
    planned = {entity.uid: entity for entity in plan.entities}
    standing = _digests(
        work, space, uids={*planned, *reach.above}, conversations=reach.conversations
    )
    gone = sorted(standing.keys() - planned.keys())
    uprooted = _moved(work, gone)
    if gone:
        work.run("delete_entities", uids=gone)
    changed = [
        entity
        for entity in plan.entities
        if _profile_is_new(entity, standing) or standing[entity.uid].entity != entity_digest(entity)
    ]
    rows: list[Row] = [
        {"uid": entity.uid, "properties": entity_properties(space, entity)} for entity in changed
    ]
    links = RelationshipRows({})
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
    return len(planned.keys() - standing.keys()), len(gone), len(changed), uprooted


def _write_links(
    work: Work, space: str, plan: Plan, reach: PlanReach
) -> tuple[set[Link], set[Link]]:
    """Make the links that the reach decides about; those wanted and those that stood."""
    wanted: set[Link] = {
        *(("RECONCILED_INTO", i.uid, i.into, i.decision_uid) for i in plan.reconciled),
        *(("IS_PERSON", i.entity_uid, i.person_uid, i.decision_uid) for i in plan.is_person),
        *(("SAME_PERSON_AS", i.uid, i.canonical_uid, i.decision_uid) for i in plan.same_person),
    }
    # Read after what is gone was deleted, whose links went with it.
    standing: set[Link] = {
        (record["type"], record["source"], record["target"], record["decision_uid"])
        for record in work.run(
            "links_from",
            space=space,
            conversation_ids=list(reach.conversations),
            entities=list(reach.entities),
            mentioned=list(reach.mentioned),
            people=list(reach.people),
        )
    }
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
    return wanted, standing


def _entity_of(work: Work, space: str, plan: Plan) -> dict[str, set[str]]:
    """By the uid of a part: itself where it is one of a session, else the entity in which it is."""
    found: dict[str, set[str]] = {}

    def add(entity: LayerEntity) -> None:
        for part in (entity.uid, *entity.units):
            found[part] = {entity.uid}
        for member in entity.members:
            found[member] = {member}

    for entity in plan.entities:
        if entity.layer is Layer.CONVERSATION:
            add(entity)
    sides = (side for item in plan.decisions for side in (item.left, item.right))
    uids = {uid for side in sides if side.kind == "entity" for uid in side.uids}
    missing = sorted(uids - found.keys())
    for start in range(0, len(missing), _CLAUSES):
        some = missing[start : start + _CLAUSES]
        lucene = " ".join(token(space, "part", uid) for uid in some)
        known = [row["uid"] for row in work.run("layer_in_blocks", space=space, lucene=lucene)]
        for entity in load_layers(work, space, known):
            add(entity)
    return found


def _write_people(work: Work, space: str, plan: Plan) -> None:
    work.run(
        "write_sketches",
        rows=[
            {
                "person_uid": item.person_uid,
                "conversation_uid": conversation_uid(space, item.conversation_id),
                "sketch": item.sketch,
                "sketched_until": item.last,
            }
            for item in plan.sketches
        ],
    )
    work.run(
        "write_person_blocks",
        rows=[
            {
                "uid": item.person_uid,
                "blocks": " ".join(token(space, "person", block) for block in item.blocks),
            }
            for item in plan.blocks
        ],
    )


def _moved(work: Work, sources: Collection[str]) -> frozenset[str]:
    """The session-layer entities and people whose way up changed, from where it did."""
    if not sources:
        return frozenset()
    below = {record["uid"] for record in work.run("entities_below_all", uids=sorted(sources))}
    return frozenset(below | set(sources))


def _digests(
    work: Work, space: str, *, uids: Iterable[str] = (), conversations: Iterable[str] = ()
) -> dict[str, _Digests]:
    records = work.run(
        "standing_layers",
        space=space,
        uids=sorted(set(uids)),
        conversation_ids=sorted(set(conversations)),
    )
    return {
        record["uid"]: _Digests(record["digest"], record["profile_digest"]) for record in records
    }


def _profile_is_new(entity: LayerEntity, standing: Mapping[str, _Digests]) -> bool:
    known = standing.get(entity.uid)
    return known is None or known.profile != profile_digest(entity)
