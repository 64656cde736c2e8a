"""Reads and writes retractions of a space, and statements aside or standing."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from neo4j import Record
from pydantic import TypeAdapter

from graphmem.errors import InputError, NotFoundError
from graphmem.model.ids import uid as make_uid
from graphmem.model.retraction import Retraction, StatementContent, TurnTakenBack, WordsOf
from graphmem.model.workspace import EvidenceSpan, Part, Polarity
from graphmem.store.counted import run_counted
from graphmem.store.database import Database, Work, as_vector
from graphmem.store.directory import native
from graphmem.store.record import turn_uid

_PREFIX = "retraction:"
_WORDS = TypeAdapter(tuple[WordsOf, ...])


class RetractableStatement(NamedTuple):
    """An answer or a role, standing or taken back (then by which retraction).

    ``subject`` is what its subject is called, ``owner_uid`` whose that is.
    """

    properties: Mapping[str, Any]
    evidence: tuple[EvidenceSpan, ...]
    retraction_uid: str | None
    subject: str
    owner_uid: str | None

    @property
    def stating(self) -> tuple[WordsOf, ...]:
        """The words that state it, in the order of talk."""
        return tuple(
            WordsOf(
                turn_uid=item.turn_uid,
                dia_id=item.dia_id,
                field=item.field,
                start=item.start,
                end=item.end,
            )
            for item in self.evidence
            if item.part is Part.STATEMENT
        )


def find_statement(work: Work, space: str, uid: str) -> RetractableStatement:
    """The answer or role of this uid; raises `NotFoundError`."""
    records = work.run("statements_to_take_back", space=space, uid=uid)
    if not records:
        raise NotFoundError(
            f"The space {space!r} holds no statement {uid!r}.",
            next_step="`graphmem graph PERSON --json` shows the uids of statements; what is taken "
            "back is an answer or a role.",
        )
    subject, owner_uid = records[0]["subject"] or ("", None)
    evidence = sorted(records[0]["evidence"], key=lambda item: (item[2] != Part.STATEMENT, item))
    return RetractableStatement(
        properties=records[0]["properties"],
        evidence=tuple(
            EvidenceSpan(turn_uid=turn, dia_id=dia_id, part=part, field=field, start=start, end=end)
            for turn, dia_id, part, field, start, end in evidence
        ),
        retraction_uid=records[0]["retraction"],
        subject=subject,
        owner_uid=owner_uid,
    )


def next_uid(work: Work, space: str, found: RetractableStatement) -> str:
    """A uid of its own for every word: people may take back, undo and take back again."""
    statement = found.properties["uid"]
    (record,) = work.run(
        "retractions_of_statement",
        space=space,
        conversation_id=found.properties["conversation_id"],
        statement_uid=statement,
    )
    return make_uid(space, "retraction", statement, str(record["made"]))


def write_retraction(work: Work, space: str, retraction: Retraction) -> None:
    """Put a new retraction on record."""
    properties = retraction.model_dump(mode="json", exclude={"recorded_at", "said_at", "words"})
    words = [item.model_dump() for item in retraction.words]
    (record,) = work.run(
        "write_retraction",
        properties=properties
        | {"space": space, "words": _WORDS.dump_json(retraction.words).decode()},
        recorded_at=retraction.recorded_at.isoformat(),
        said_at=retraction.said_at.isoformat(),
        words=words,
    )
    if record["written"] != len(words):
        raise NotFoundError(
            f"A turn of {retraction.statement_uid} is gone.", next_step="Read the statement again."
        )


def link_corrections(work: Work, retraction: Retraction) -> None:
    """Tie a correction to the statements that it gave."""
    work.run(
        "link_corrections", retraction_uid=retraction.uid, uids=list(retraction.corrected_uids)
    )


def end_retraction(work: Work, uid: str, *, at: datetime) -> None:
    """Let a retraction hold no longer; it stays on record."""
    work.run("end_retraction", uid=uid, undone_at=at.isoformat())


def standing_retractions(
    work: Work, space: str, conversation_ids: Sequence[str]
) -> tuple[Retraction, ...]:
    """The retractions in force of these conversations, in the order in which they were made."""
    records = work.run("retractions_of", space=space, conversation_ids=list(conversation_ids))
    return tuple(_read(record["properties"]) for record in records)


def stated_there(
    work: Work, space: str, conversation_ids: Sequence[str]
) -> tuple[StatementContent, ...]:
    """Statements at the turns of these conversations' retractions."""
    records = work.run(
        "statements_at_retractions", space=space, conversation_ids=list(conversation_ids)
    )
    return tuple(_stated(record) for record in records)


def set_aside(work: Work, taken: Mapping[str, str]) -> None:
    """Let statements be found no longer; ``taken`` gives the retraction of each."""
    rows = [{"uid": uid, "retraction_uid": by} for uid, by in sorted(taken.items())]
    if rows:
        work.run("leave_places_of_statements", uids=sorted(taken))
        run_counted(work, "set_statements_aside", rows)


class Aside(NamedTuple):
    """A statement that is kept aside, what it was (``Answer``, ``Role``, ``State``), its text."""

    uid: str
    stood_as: str
    text: str


def kept_aside(work: Work, uid: str) -> tuple[Aside, ...]:
    """Statements that a retraction keeps aside."""
    return tuple(Aside(*record.values()) for record in work.run("statements_set_aside", uid=uid))


def put_back(work: Work, uids: Sequence[str]) -> None:
    """Let statements stand again."""
    run_counted(work, "put_statements_back", [{"uid": uid} for uid in uids])
    work.run("leave_places_of_statements", uids=list(uids))


def embed(work: Work, vectors: Mapping[str, Sequence[float]]) -> None:
    """Give answers these vectors, by uid."""
    rows = [{"uid": uid, "embedding": as_vector(vector)} for uid, vector in vectors.items()]
    work.run("set_answer_embeddings", rows=rows)


def all_standing(work: Work, space: str) -> tuple[Retraction, ...]:
    """The retractions in force of a space."""
    records = work.run("read_retractions", space=space, past=False)
    return tuple(_read(record["properties"]) for record in records)


def list_retractions(
    database: Database, space: str, *, past: bool = False
) -> tuple[Retraction, ...]:
    """The retractions of a space by when they were made; ``past`` adds those that were undone."""
    records = database.query("read_retractions", space=space, past=past)
    return tuple(_read(record["properties"]) for record in records)


def get_retraction(database: Database, space: str, uid: str) -> Retraction:
    """The retraction of this uid, or the only one whose uid begins so.

    Raises `NotFoundError` where none does, `InputError` where several do.
    """
    begin = uid if uid.startswith(_PREFIX) else f"{_PREFIX}{uid}"
    records = database.query("find_retractions", space=space, begin=begin, limit=2)
    found = [_read(record["properties"]) for record in records]
    exact = [item for item in found if item.uid == begin]
    if not found:
        raise NotFoundError(
            f"There is no retraction {uid!r}.",
            next_step="`graphmem decisions list` shows what was taken back.",
        )
    if len(found) > 1 and not exact:
        raise InputError(
            f"Several retractions begin with {uid!r}.", next_step="Give more of the uid."
        )
    return (exact or found)[0]


def is_retraction(uid: str) -> bool:
    """Tells whether a uid is a retraction's."""
    return uid.startswith(_PREFIX)


def taken_back_at(
    database: Database, space: str, turns: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], TurnTakenBack]:
    """Retracted statements by turn (conversation_id, dia_id); only turns with any."""
    places = {turn_uid(space, *place): place for place in turns}
    if not places:
        return {}
    records = database.query("taken_back_at_turns", space=space, turn_uids=list(places))
    return {
        places[record["turn_uid"]]: TurnTakenBack(
            taken=[
                (_as_it_stands(_read(properties), is_corrected), _words(record, *at))
                for properties, *at, is_corrected in record["taken"]
            ],
            standing=[(text, _words(record, *at)) for text, *at in record["standing"]],
        )
        for record in records
    }


def _as_it_stands(retraction: Retraction, is_corrected: bool) -> Retraction:
    """Without its correction where that was taken back in its turn."""
    if is_corrected:
        return retraction
    return retraction.model_copy(update={"corrected_to": None, "corrected_uids": ()})


def _words(record: Record, field: Any, start: int, end: int) -> WordsOf:
    return WordsOf(turn_uid=record["turn_uid"], dia_id="", field=field, start=start, end=end)


def _read(properties: Mapping[str, Any]) -> Retraction:
    given = {name: native(value) for name, value in properties.items() if name != "space"}
    words = _WORDS.validate_json(given.pop("words"))
    return Retraction.model_validate({**given, "words": words})


def _stated(record: Record) -> StatementContent:
    return StatementContent(
        uid=record["uid"],
        subject_uid=record["subject_uid"],
        predicate=record["predicate"],
        object=record["object"],
        polarity=Polarity(record["polarity"]),
        text=record["text"],
        extracted_by=record["extracted_by"],
        words=tuple(
            WordsOf(turn_uid=turn, dia_id=dia_id, field=field, start=start, end=end)
            for turn, dia_id, field, start, end in record["words"]
        ),
    )
