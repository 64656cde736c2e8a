"""How people name what they merge or keep apart: ``conv-1/Ana``, ``conv-1/Ana/job``, or a uid."""

from collections.abc import Iterable

from graphmem.errors import InputError, NotFoundError
from graphmem.language.keys import entity_key
from graphmem.model.decision import Layer, LayerEntity
from graphmem.model.memory import KnownPerson, Snapshot, key_uid

_HOW = (
    "Name a person as CONVERSATION/NAME, a thing as CONVERSATION/OWNER/NAME "
    "(CONVERSATION//NAME where nobody owns it), or give a uid."
)


def find_uid(reference: str, snapshot: Snapshot, layers: Iterable[LayerEntity]) -> str:
    """The uid that a reference stands for, of a Person or an entity.

    Raises `NotFoundError` where it fits nothing and `InputError` where it fits several.
    """
    entities = tuple(layers)
    found = _by_uid(reference, snapshot, entities) or _by_place(reference, snapshot, entities)
    if not found:
        raise NotFoundError(f"Nothing here is called {reference!r}.", next_step=_HOW)
    if len(found) > 1:
        listed = ", ".join(found[:5])
        raise InputError(
            f"{reference!r} fits {len(found)} things: {listed}.", next_step="Give one of the uids."
        )
    return found[0]


def _by_uid(reference: str, snapshot: Snapshot, entities: tuple[LayerEntity, ...]) -> list[str]:
    uids = [
        *(person.uid for person in snapshot.people),
        *(entity.uid for entity in entities),
        *(entity.uid for entity in snapshot.entities),
        # What decisions about things are on.
        *(
            key_uid(snapshot.space, entity.conversation_id, entity.owner_uid, entity.key)
            for entity in snapshot.entities
        ),
    ]
    if reference in uids:
        return [reference]
    if ":" not in reference:
        return []
    return sorted({uid for uid in uids if uid.startswith(reference)})


def _by_place(reference: str, snapshot: Snapshot, entities: tuple[LayerEntity, ...]) -> list[str]:
    # A conversation's id may hold a slash, a name hardly ever does.
    conversation_id, _, name = reference.rpartition("/")
    people = [
        person.uid
        for person in snapshot.people
        if conversation_id in person.conversation_ids and _bears(person, name)
    ]
    conversation_id, _, owner = conversation_id.rpartition("/")
    owners = {
        person.uid
        for person in snapshot.people
        if conversation_id in person.conversation_ids and _bears(person, owner)
    }
    key = entity_key(name) if name else ""
    things = [
        entity.uid
        for entity in entities
        if entity.layer is Layer.CONVERSATION
        and entity.conversation_id == conversation_id
        and (owners & set(entity.owner_uids) if owner else not entity.owner_uids)
        and key in {entity.key, *(entity_key(alias) for alias in entity.aliases)}
    ]
    return sorted({*people, *things})


def _bears(person: KnownPerson, name: str) -> bool:
    return name.casefold() in {known.casefold() for known in (person.name, *person.names)}
