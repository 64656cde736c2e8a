"""What a judge sees of a pair: what is said of the two, and nothing else of the space.

So a judgement depends on its two sides alone, and holds until one of them changes.
"""

from collections.abc import Collection, Iterable, Mapping

from graphmem.model.memory import Content, KnownPerson, KnownStatement, Snapshot
from graphmem.tools import Index


def view(
    space: str,
    statements: Iterable[KnownStatement],
    bases: Iterable[str],
    people: Iterable[KnownPerson],
    content: Content,
    *,
    places: Collection[str],
    canonical: Mapping[str, str],
) -> Index:
    """An index of these statements with what they name, as two conversations or lives show it.

    ``places`` are the conversations in sight, ``canonical`` who is one human.
    """
    said = list(statements)
    named = {
        uid
        for item in said
        for uid in (item.subject_uid, item.entity_uid, *item.names)
        if uid is not None
    }
    wanted = (named | set(bases)) & content.entities.keys()
    here = set(places)
    snapshot = Snapshot(
        space=space,
        people=tuple(
            person._replace(
                conversation_ids=tuple(one for one in person.conversation_ids if one in here)
            )
            for person in people
        ),
        entities=tuple(content.entities[uid] for uid in wanted),
        roles=tuple(item for item in said if item.name is not None),
        answers=tuple(item for item in said if item.name is None),
    )
    return Index(snapshot, canonical)


def about(bases: Collection[str], content: Content) -> list[KnownStatement]:
    """The statements about any of these session-layer entities."""
    wanted = set(bases)
    return [
        item
        for item in content.statements.values()
        if not wanted.isdisjoint((item.subject_uid, item.entity_uid or "", *item.names))
    ]
