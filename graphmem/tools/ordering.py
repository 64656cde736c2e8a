"""One total order of what a snapshot holds: by what people see of it, and by uid last of all.

A uid depends on the name of its space, and so must nothing that breaks a tie: one dialogue gives
one memory in every space, and in whatever order it came.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from graphmem.model.memory import KnownEntity, KnownPerson, KnownQuestion, KnownStatement

_NUMBER = re.compile(r"(\d+)")

Places = Mapping[str, int]


def people_in_order(people: Iterable[KnownPerson]) -> list[KnownPerson]:
    """By the conversations that they take part in, then by name."""
    return sorted(
        people,
        key=lambda item: (
            sorted(map(by_number, item.conversation_ids)),
            item.name,
            item.person_id or "",
            sorted(item.names),
            item.uid,
        ),
    )


def person_order(person: KnownPerson) -> tuple[Any, ...]:
    """A key that sorts people and that no other conversation of theirs changes.

    Whom the caller knows come first, by name; the others by their one conversation.
    """
    if person.person_id is not None:
        return 0, (), person.name, person.person_id, person.uid
    return 1, tuple(map(by_number, person.conversation_ids[:1])), person.name, "", person.uid


def entities_in_order(entities: Iterable[KnownEntity], places: Places) -> list[KnownEntity]:
    """By conversation, then by where they are spoken of first; ``places`` are of the people."""
    return sorted(
        entities,
        key=lambda item: (
            by_number(item.conversation_id),
            item.first_said_at,
            by_number(item.session_id),
            _first(item.mention_turns),
            item.key,
            _place(item.owner_uid, places),
            item.name,
            item.uid,
        ),
    )


def statements_in_order(
    statements: Iterable[KnownStatement], places: Places
) -> list[KnownStatement]:
    """By when and where they were said; ``places`` are of people and entities."""
    return sorted(
        statements,
        key=lambda item: (
            item.said_at,
            by_number(item.conversation_id),
            by_number(item.session_id),
            *map(by_number, item.turn_ids[:1]),
            _place(item.speaker_uid, places),
            item.text,
            item.predicate,
            item.object,
            item.name or "",
            _place(item.subject_uid, places),
            _place(item.entity_uid, places),
            item.uid,
        ),
    )


def questions_in_order(questions: Iterable[KnownQuestion], places: Places) -> list[KnownQuestion]:
    """By when and where they were asked."""
    return sorted(
        questions,
        key=lambda item: (
            item.said_at,
            by_number(item.conversation_id),
            _first(item.turn_ids),
            item.text,
            _place(item.asked_by_uid, places),
            item.uid,
        ),
    )


@lru_cache(maxsize=50_000)
def by_number(text: str) -> tuple[Any, ...]:
    """A key that sorts ids as people count: D2:9 before D2:10."""
    parts = _NUMBER.split(text)
    return tuple(
        (len(part.lstrip("0")), part.lstrip("0"), part) if place % 2 else part
        for place, part in enumerate(parts)
    )


def _first(turn_ids: Iterable[str]) -> tuple[Any, ...]:
    return min(map(by_number, turn_ids), default=())


def _place(uid: str | None, places: Places) -> tuple[int, str]:
    """Nobody's first; whatever is not in the snapshot last, by uid."""
    if uid is None:
        return -1, ""
    place = places.get(uid)
    return (len(places), uid) if place is None else (place, "")
