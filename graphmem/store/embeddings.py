"""Encoding what is stored again, for another embedding model."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from graphmem.model.progress import Progress, silent
from graphmem.store.database import Database, as_vector
from graphmem.store.schema import Mark, check_version, ensure_schema, read_mark

Encode = Callable[[Sequence[str]], Sequence[Sequence[float]]]

_PAGE = 1_000  # nodes that are encoded at once


class Embedded(NamedTuple):
    """A kind of node with a vector, and the names of the queries that make it anew."""

    name: str
    page: str
    write: str
    drop_index: str
    create_index: str


TURNS = Embedded(
    "turns",
    "turns_to_embed",
    "set_turn_embeddings",
    "drop_turn_vector_index",
    "create_turn_vector_index",
)
KINDS = (
    TURNS,
    Embedded(
        "answers",
        "answers_to_embed",
        "set_answer_embeddings",
        "drop_answer_vector_index",
        "create_answer_vector_index",
    ),
    Embedded(
        "questions",
        "questions_to_embed",
        "set_question_embeddings",
        "drop_question_vector_index",
        "create_question_vector_index",
    ),
    Embedded(
        "entities",
        "entities_to_embed",
        "set_entity_embeddings",
        "drop_entity_vector_index",
        "create_entity_vector_index",
    ),
)


def replace_embeddings(
    database: Database,
    encode: Encode,
    *,
    model: str,
    dimension: int,
    progress: Progress = silent,
) -> int:
    """Encode every turn, answer, question and profile of every space again; how many turns.

    The vector indexes are made anew. Safe to run again after it was cut short: until the end the
    database names no model that a client could use, so none opens it, and none that is open
    writes to it.
    """
    found = read_mark(database)
    if found.schema_version == 0:
        ensure_schema(database, embedding_model=model, dimension=lambda: dimension)
        return 0
    check_version(found)
    _mark(database, Mark(found.schema_version, f"none yet, until {model} is done", dimension))
    for kind in KINDS:
        database.command(kind.drop_index)
    while _forget_names(database):
        pass
    done = {kind: _encode_again(database, encode, kind, progress) for kind in KINDS}
    for kind in KINDS:
        database.command(kind.create_index, dimension=dimension)
    database.command("await_indexes")
    # What is said again is told by vectors.
    database.command("await_all_links")
    database.command("mark_all_stale")
    _mark(database, Mark(found.schema_version, model, dimension))
    return done[TURNS]


def _forget_names(database: Database) -> bool:
    """Whether there were any; reconciliation encodes those that it looks at again."""
    (record,) = database.write(lambda work: work.run("forget_name_vectors", limit=_PAGE))
    return bool(record["forgotten"])


def _encode_again(database: Database, encode: Encode, kind: Embedded, progress: Progress) -> int:
    done, after = 0, ""
    while records := database.query(kind.page, after=after, limit=_PAGE):
        vectors = encode([record["content"] for record in records])
        rows: list[dict[str, object]] = [
            {"uid": record["uid"], "embedding": as_vector(vector)}
            for record, vector in zip(records, vectors, strict=True)
        ]
        _write(database, kind.write, rows)
        done, after = done + len(records), records[-1]["uid"]
        progress(kind.name, done, None)
    return done


def _mark(database: Database, mark: Mark) -> None:
    database.write(lambda work: work.run("write_mark", **mark._asdict()))


def _write(database: Database, query: str, rows: list[dict[str, object]]) -> None:
    database.write(lambda work: work.run(query, rows=rows))
