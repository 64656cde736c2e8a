"""The database's schema: installed once, serially, in order, and remembered in the database."""

import io
from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

import neo4j
from neo4j import Record
from neo4j.exceptions import ClientError
from neomodel import db as neomodel_db
from neomodel.config import get_config

from graphmem.errors import ModelMismatchError, SchemaError, StoreError
from graphmem.store.database import Database, translated_errors
from graphmem.store.nodes import (
    EXTRACTION_CLASSES,
    FORGETTING_CLASSES,
    PORTRAIT_CLASSES,
    RECORD_CLASSES,
    RETRACTION_CLASSES,
    WORKSPACE_CLASSES,
    Node,
)
from graphmem.store.queries import packaged_queries

_ALREADY_THERE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"


class Mark(NamedTuple):
    """What a database says that it holds; version 0 is an empty one."""

    schema_version: int
    embedding_model: str | None
    embedding_dimension: int | None

    @classmethod
    def read(cls, record: Record) -> Self:
        """The mark that a query gave."""
        return cls(
            record["schema_version"], record["embedding_model"], record["embedding_dimension"]
        )


Migration = Callable[[Database, int], None]


def _record_of_turns(database: Database, dimension: int) -> None:
    """Version 1: people, conversations, sessions and turns."""
    install_node_classes(database, RECORD_CLASSES)
    database.command("create_person_name_index")
    database.command("create_turn_place_index")
    database.command("create_turn_text_index")
    database.command("create_turn_vector_index", dimension=dimension)
    database.command("await_indexes")


def _workspaces(database: Database, dimension: int) -> None:
    """Version 2: chunks, entities, statements and decisions."""
    install_node_classes(database, WORKSPACE_CLASSES)
    database.command("create_answer_place_index")
    database.command("create_entity_place_index")
    database.command("create_answer_text_index")
    database.command("create_entity_text_index")
    database.command("create_answer_vector_index", dimension=dimension)
    database.command("create_question_vector_index", dimension=dimension)
    database.command("create_entity_vector_index", dimension=dimension)
    database.command("await_indexes")


def _extraction_by_itself(database: Database, _: int) -> None:
    """Version 3: what waits for extraction is found by an index, and one process takes it."""
    install_node_classes(database, EXTRACTION_CLASSES)
    database.command("create_session_waiting_index")
    database.command("create_turn_waiting_index")
    database.command("await_indexes")
    database.command("await_extraction")


def _links(database: Database, _dimension: int) -> None:
    """Version 4: where statements stand in the groups within which their links are derived."""
    database.command("create_slot_place_index")
    database.command("create_again_place_index")
    database.command("create_thing_place_index")
    database.command("create_pair_place_index")
    database.command("create_opinion_place_index")
    database.command("create_session_relink_index")
    database.command("await_indexes")
    database.command("await_all_links")


def _reconciliation(database: Database, _dimension: int) -> None:
    """Version 5: what a change can reach is found by blocks, parts and sides."""
    database.command("create_entity_conversation_index")
    database.command("create_role_place_index")
    database.command("create_conversation_stale_index")
    database.command("create_decision_left_index")
    database.command("create_decision_right_index")
    database.command("create_decision_conversation_index")
    database.command("create_decision_decider_index")
    database.command("create_person_blocks_index")
    database.command("create_entity_blocks_index")
    database.command("await_indexes")
    database.command("mark_all_stale")
    database.command("plan_all_anew")
    database.command("renew_decisions")


def _queue(database: Database, _dimension: int) -> None:
    """Version 6: what was told last is extracted first."""
    database.command("create_session_told_index")
    database.command("await_indexes")
    database.command("tell_waiting_sessions")


def _changes(database: Database, _dimension: int) -> None:
    """Version 7: answers stand beside others about their subject, which they may replace."""
    database.command("create_subject_place_index")
    database.command("await_indexes")
    database.command("await_all_links")
    # Sessions are linked with their conversation, a part of a space at a time.
    database.command("mark_all_stale")


def _portraits(database: Database, _dimension: int) -> None:
    """Version 8: what is told of a person or a thing as a whole is kept."""
    install_node_classes(database, PORTRAIT_CLASSES)
    database.command("await_indexes")


def _retractions(database: Database, _dimension: int) -> None:
    """Version 9: what people took back is kept, and found by conversation."""
    install_node_classes(database, RETRACTION_CLASSES)
    database.command("create_retraction_place_index")
    database.command("await_indexes")


def _forgetting(database: Database, _dimension: int) -> None:
    """Version 10: what was forgotten, and the turns that are not recorded again."""
    install_node_classes(database, FORGETTING_CLASSES)


def _repetition(database: Database, _dimension: int) -> None:
    """Version 11: answers stand beside others of their subject and predicate, said again or not."""
    database.command("create_predicate_place_index")
    database.command("await_indexes")
    database.command("await_all_links")
    database.command("mark_all_stale")


MIGRATIONS: tuple[Migration, ...] = (
    _record_of_turns,
    _workspaces,
    _extraction_by_itself,
    _links,
    _reconciliation,
    _queue,
    _changes,
    _portraits,
    _retractions,
    _forgetting,
    _repetition,
)

# What the migrations make, apart from what neomodel names.
INDEXES = (
    "again_place",
    "answer_place",
    "answer_text",
    "answer_vector",
    "conversation_stale",
    "decision_conversation",
    "decision_decider",
    "decision_left",
    "decision_right",
    "entity_blocks",
    "entity_conversation",
    "entity_place",
    "entity_text",
    "entity_vector",
    "graphmem_uid",
    "opinion_place",
    "pair_place",
    "person_blocks",
    "person_name",
    "predicate_place",
    "question_vector",
    "retraction_place",
    "role_place",
    "session_relink",
    "session_told",
    "session_waiting",
    "slot_place",
    "subject_place",
    "thing_place",
    "turn_place",
    "turn_text",
    "turn_vector",
    "turn_waiting",
)


def install_node_classes(database: Database, node_classes: Sequence[type[Node]]) -> None:
    """Create the constraints and plain indexes that these neomodel classes declare."""
    connect_neomodel(database)
    for node_class in node_classes:
        with translated_errors():
            # neomodel reports to standard output, which belongs to our caller.
            neomodel_db.install_labels(node_class, stdout=io.StringIO())


def connect_neomodel(database: Database) -> None:
    """Point neomodel, which has one connection per process, at this database."""
    get_config().database_name = database.name
    neomodel_db.set_connection(driver=database.driver)


def read_mark(database: Database) -> Mark:
    """The mark of a database: what it says that it holds."""
    records = database.query("read_mark")
    return Mark.read(records[0]) if records else Mark(0, None, None)


def index_states(database: Database) -> dict[str, str]:
    """Every index by name with its state; raises `SchemaError` unless all are there and online."""
    states = {record["name"]: record["state"] for record in database.query("list_indexes")}
    missing = [name for name in INDEXES if name not in states]
    if missing:
        raise SchemaError(
            f"Indexes are missing: {', '.join(missing)}.",
            next_step="`graphmem reembed` makes the vector indexes anew; for another one, take "
            "the statement from cypher/schema.",
        )
    broken = {name: state for name, state in states.items() if state != "ONLINE"}
    if broken:
        raise SchemaError(
            f"Indexes are not online: {broken}.",
            next_step="Wait while they fill; drop one that failed, and open graphmem again.",
        )
    return states


def ensure_schema(
    database: Database, *, embedding_model: str, dimension: Callable[[], int]
) -> None:
    """Bring the database to this version's schema, and hold it to one embedding model.

    ``dimension`` is asked for only where the schema has to change, since a model is slow to load.
    Clients that start at once take turns. Raises `SchemaError` when the database is newer than
    this graphmem, `ModelMismatchError` when it holds another model's vectors.
    """
    found = read_mark(database)
    check_mark(found, embedding_model)
    if found.schema_version < len(MIGRATIONS):
        _migrate(database, embedding_model, found.embedding_dimension or dimension())


def _migrate(database: Database, embedding_model: str, dimension: int) -> None:
    try:
        database.command("create_mark_constraint")
    except StoreError as error:
        cause = error.__cause__
        if not (isinstance(cause, ClientError) and cause.code == _ALREADY_THERE):
            raise
    with database.session(neo4j.WRITE_ACCESS) as session, session.begin_transaction() as lock:
        # Schema commands run in transactions of their own while this one holds the lock.
        found = Mark.read(packaged_queries()["lock_mark"].run(lock)[0])
        check_mark(found, embedding_model)
        for migrate in MIGRATIONS[found.schema_version :]:
            migrate(database, dimension)
        wanted = Mark(len(MIGRATIONS), embedding_model, dimension)
        packaged_queries()["write_mark"].run(lock, **wanted._asdict())
        lock.commit()


def check_version(found: Mark) -> None:
    """Raise unless this graphmem knows the database's schema."""
    if found.schema_version > len(MIGRATIONS):
        raise SchemaError(
            f"The database has schema version {found.schema_version}; this graphmem knows "
            f"{len(MIGRATIONS)}.",
            next_step="Upgrade graphmem (`pip install -U graphmem`).",
        )


def check_mark(found: Mark, embedding_model: str, dimension: int | None = None) -> None:
    """Raise unless this graphmem and this model can use what the database holds."""
    check_version(found)
    same_model = found.embedding_model in {embedding_model, None}
    if not same_model or (dimension or found.embedding_dimension) != found.embedding_dimension:
        ours = f"{embedding_model} ({dimension} dimensions)" if dimension else embedding_model
        raise ModelMismatchError(
            f"The database holds vectors of {found.embedding_model} "
            f"({found.embedding_dimension} dimensions); this client uses {ours}.",
            next_step=f"Set GRAPHMEM_EMBEDDING_MODEL={found.embedding_model}, or encode everything "
            "again with `graphmem reembed`.",
        )
