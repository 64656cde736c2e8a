"""Encoding what is stored again, for another embedding model."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from graphmem.model.progress import Progress, silent
from graphmem.store.database import Database, as_vector
from graphmem.store.schema import Mark, check_version, ensure_schema, read_mark


class TurnToEmbed(NamedTuple):
    """A turn and what of it is encoded."""

    uid: str
    content: str


def replace_embeddings(
    database: Database,
    encode: Callable[[Sequence[str]], Sequence[Sequence[float]]],
    *,
    model: str,
    dimension: int,
    progress: Progress = silent,
    page: int = 1_000,
) -> int:
    """Encode every turn of every space again, and make the vector index anew; how many turns.

    Safe to run again after it was cut short: until the end the database names no model that a
    client could use, so none opens it, and none that is open writes to it.
    """
    found = read_mark(database)
    if found.schema_version == 0:
        ensure_schema(database, embedding_model=model, dimension=lambda: dimension)
        return 0
    check_version(found)
    _mark(database, Mark(found.schema_version, f"none yet, until {model} is done", dimension))
    database.command("drop_turn_vector_index")
    done, after = 0, ""
    while True:
        records = database.query("turns_to_embed", after=after, limit=page)
        turns = [TurnToEmbed(record["uid"], record["content"]) for record in records]
        if not turns:
            break
        vectors = encode([turn.content for turn in turns])
        rows: list[dict[str, object]] = [
            {"uid": turn.uid, "embedding": as_vector(vector)}
            for turn, vector in zip(turns, vectors, strict=True)
        ]
        _write(database, rows)
        done, after = done + len(turns), turns[-1].uid
        progress("turns", done, None)
    database.command("create_turn_vector_index", dimension=dimension)
    database.command("await_indexes")
    _mark(database, Mark(found.schema_version, model, dimension))
    return done


def _mark(database: Database, mark: Mark) -> None:
    database.write(lambda work: work.run("write_mark", **mark._asdict()))


def _write(database: Database, rows: list[dict[str, object]]) -> None:
    database.write(lambda work: work.run("set_turn_embeddings", rows=rows))
