"""The part of a memory that the links of some statements depend on, loaded by uid."""

from collections.abc import Collection, Iterable

from graphmem.model.memory import KnownPerson, KnownStatement, Snapshot
from graphmem.store.database import Work
from graphmem.store.memory_snapshot import known_answers, known_entities, known_roles
from graphmem.store.workspace_rows import is_person
from graphmem.tools import Index
from graphmem.tools.about import About

LinkPart = tuple[Index, About]
"""Statements with all that they are about, and what that is by what reconciliation makes of it."""


def load_link_part(work: Work, space: str, uids: Collection[str]) -> LinkPart:
    """These answers and roles, what they name and who says them, and what that is in the end."""
    answers = known_answers(work, space, [uid for uid in uids if not is_role(uid)])
    roles = known_roles(work, space, [uid for uid in uids if is_role(uid)])
    named = _named((*answers, *roles))
    things = sorted(uid for uid in named if not is_person(uid))
    meant = {
        record["uid"]: record["meant"]
        for record in work.run("things_meant", space=space, uids=things)
    }
    wanted = {uid for uid in (*named, *meant.values()) if is_person(uid)}
    people, canonical = _people(work, space, wanted)
    snapshot = Snapshot(
        space=space,
        people=people,
        entities=known_entities(work, space, things),
        roles=roles,
        answers=answers,
    )
    index = Index(snapshot, canonical)
    return index, About(index, meant)


def is_role(uid: str) -> bool:
    """Whether a uid is a role's."""
    return uid.startswith("role:")


def _named(statements: Iterable[KnownStatement]) -> set[str]:
    return {
        uid
        for item in statements
        for uid in (item.subject_uid, item.speaker_uid, item.entity_uid, *item.names)
        if uid is not None
    }


def _people(
    work: Work, space: str, uids: Collection[str]
) -> tuple[tuple[KnownPerson, ...], dict[str, str]]:
    """These people and those who stand for them; conversations apart, which can be very many."""
    people: dict[str, KnownPerson] = {}
    canonical: dict[str, str] = {}
    missing = set(uids)
    while missing:
        for record in work.run("people_meant", space=space, uids=sorted(missing)):
            uid, names = record["uid"], tuple(record["names"])
            people[uid] = KnownPerson(uid, record["name"], names, record["person_id"], ())
            if record["human"] is not None:
                canonical[uid] = record["human"]
        missing = canonical.values() - people.keys() - missing
    return tuple(people.values()), canonical
