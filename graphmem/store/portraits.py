"""Portraits: what one is made from, the one that was made last, and which a change may reach."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import TypeAdapter

from graphmem.model.ids import uid
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.memory import KnownEntity, KnownStatement
from graphmem.model.portrait import PortraitSentence, Worded
from graphmem.store.database import Database, Work
from graphmem.store.memory_snapshot import known_answers, known_entities, known_roles
from graphmem.store.record import conversation_uid
from graphmem.store.sight import Sight
from graphmem.store.workspace_rows import is_person

_SENTENCES = TypeAdapter(tuple[PortraitSentence, ...])
_RETRY_SECONDS = 300  # until a model that failed is asked for words again


class Input(NamedTuple):
    """A statement that a portrait is made from: all of it that counts, and when it holds.

    ``content`` is what the digest takes of it; ``links`` are from later answers.
    """

    uid: str
    content: tuple[str, ...]
    edges: tuple[datetime, ...]
    links: tuple[StatementLink, ...]


class StoredPortrait(NamedTuple):
    """A portrait as it was made last: whole, without a budget; ``worded`` where a model did."""

    name: str
    of: str
    sentences: tuple[PortraitSentence, ...]
    left_out: int
    version: int
    inputs_digest: str
    worded: Worded | None = None


def portrait_uid(space: str, of: str) -> str:
    """The uid of the portrait of a Person or an Entity."""
    return uid(space, "portrait", of)


def portrait_inputs(
    work: Work, space: str, about: Collection[str], named: Collection[str], sight: Sight
) -> tuple[Input, ...]:
    """Statements about these people or entities (uids), or that name one of ``named``; by uid."""
    records = work.run(
        "portrait_inputs",
        space=space,
        about=sorted(about),
        named=sorted(named),
        **sight.parameters,
    )
    return tuple(
        Input(
            record["uid"],
            (
                record["uid"],
                *(part or "" for part in record["content"]),
                *record["turns"],
                *((record["valid_from"], record["valid_to"]) if record["dated"] else ()),
                *(part for link in record["links"] for part in link),
            ),
            tuple(map(datetime.fromisoformat, (record["valid_from"], record["valid_to"])))
            if record["dated"]
            else (),
            tuple(
                StatementLink(later, record["uid"], LinkKind(kind), "")
                for kind, later in record["links"]
            ),
        )
        for record in records
    )


def statements_known(
    work: Work, space: str, uids: Iterable[str], *, until: datetime
) -> tuple[KnownStatement, ...]:
    """Answers and roles by uid, of roles the states that had begun ``until`` then."""
    wanted = sorted(set(uids))
    roles = known_roles(work, space, [one for one in wanted if one.startswith("role:")])
    return (
        *(
            role._replace(
                states=tuple(
                    one
                    for one in role.states
                    if one.interval is None or one.interval.start <= until
                )
            )
            for role in roles
        ),
        *known_answers(work, space, [one for one in wanted if one.startswith("answer:")]),
    )


def entities_named(
    work: Work, space: str, statements: Iterable[KnownStatement], known: Sequence[KnownEntity]
) -> tuple[KnownEntity, ...]:
    """The session-layer entities that statements speak of, beside those ``known``."""
    uids = {
        uid
        for one in statements
        for uid in (one.subject_uid, one.entity_uid, *one.names)
        if uid is not None and not is_person(uid)
    } - {one.uid for one in known}
    return (*known, *known_entities(work, space, sorted(uids)))


def read_portrait(work: Work, space: str, portrait: str) -> StoredPortrait | None:
    """A portrait by its uid, as it was made last."""
    records = work.run("read_portrait", space=space, uid=portrait)
    if not records:
        return None
    record = records[0]
    return StoredPortrait(
        record["name"],
        record["of_uid"],
        _SENTENCES.validate_json(record["sentences"]),
        record["left_out"],
        record["version"],
        record["inputs_digest"],
        None if record["worded"] is None else Worded.model_validate_json(record["worded"]),
    )


def write_portrait(
    work: Work,
    space: str,
    of: str,
    *,
    name: str,
    text: str,
    sentences: Sequence[PortraitSentence],
    left_out: int,
    inputs_digest: str,
) -> int | None:
    """Keep a portrait; its version, or None where what it is of is no longer there."""
    written = [one.model_dump(mode="json") for one in sentences]
    records = work.run(
        "write_portrait",
        space=space,
        uid=portrait_uid(space, of),
        of_uid=of,
        label=name,
        text=text,
        sentences=json.dumps(written, ensure_ascii=False),
        statement_uids=[uid for one in sentences for uid in one.statement_uids],
        left_out=left_out,
        inputs_digest=inputs_digest,
    )
    version: int | None = records[0]["version"] if records else None
    return version


def portraits_to_word(database: Database, space: str, *, most: int) -> tuple[str, ...]:
    """Portraits that no model has worded as they are now, by whom or what they are of."""
    records = database.query("portraits_to_word", space=space, most=most)
    return tuple(record["of_uid"] for record in records)


def word_portrait(
    database: Database, space: str, of: str, worded: Worded, *, inputs_digest: str
) -> bool:
    """Keep a portrait as a model worded it; False where what it is made from has changed."""
    written = worded.model_dump_json()

    def write(work: Work) -> bool:
        records = work.run(
            "word_portrait",
            space=space,
            uid=portrait_uid(space, of),
            worded=written,
            worded_by=worded.model,
            inputs_digest=inputs_digest,
        )
        return bool(records)

    return database.write(write)


def put_off_wording(database: Database, space: str, of: str | None = None) -> None:
    """Try no portrait, or not the one of this uid, again for some minutes."""
    database.write(
        lambda work: work.run("put_off_wording", space=space, of_uid=of, seconds=_RETRY_SECONDS)
    )


def portraits_touched(
    database: Database, space: str, conversations: Iterable[str], uids: Iterable[str]
) -> tuple[str, ...]:
    """Portraits that a change there may reach, by whom or what they are of.

    Those of what is gone go, those of who or what is one with another by now are emptied.
    ``uids`` are of people and session-layer entities.
    """
    places = sorted(set(conversations))

    def read(work: Work) -> tuple[str, ...]:
        work.run("delete_lone_portraits", space=space)
        work.run("empty_portraits_of_others", space=space)
        records = work.run(
            "portraits_touched",
            space=space,
            conversation_uids=[conversation_uid(space, one) for one in places],
            conversation_ids=places,
            uids=sorted(set(uids)),
        )
        return tuple(record["of_uid"] for record in records)

    return database.write(read)
