"""What can be wrong with an installation, checked one by one, and what to do about it."""

import shutil
from collections.abc import Callable, Iterator

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.adapters.factory import require_runtime
from graphmem.adapters.weights import model_folder
from graphmem.connection import connect
from graphmem.errors import GraphMemError
from graphmem.model.base import Frozen
from graphmem.model.progress import Progress, silent
from graphmem.server.artifacts import server_jars
from graphmem.server.process import find_java
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.schema import MIGRATIONS, check_mark, index_states, read_mark
from graphmem.store.waiting import backlog

_MOST_TOLD = 5  # failures
_ROOM_NEEDED = 2 * 1024**3  # the jars, a database of some 100,000 turns, and its logs


class Check(Frozen):
    """One thing that was looked at; ``fix`` says what to do where it is not in order."""

    name: str
    ok: bool
    detail: str
    fix: str | None = None


def examine(settings: Settings, *, progress: Progress = silent) -> tuple[Check, ...]:
    """Check Java, jars, disk, model, server and schema; starts the embedded server if need be."""
    return tuple(_checks(settings, progress))


def _checks(settings: Settings, progress: Progress) -> Iterator[Check]:
    if settings.uri is None:
        yield _try("java", _java)
        yield _try("jars", lambda: _jars(settings, progress))
    yield _disk(settings)
    yield _try("model", lambda: _model(settings))
    try:
        database = connect(settings, progress=progress)
    except GraphMemError as error:
        yield _failed("server", error)
        return
    with database:
        yield _try("server", lambda: f"Neo4j {database.require_version()} answers")
        schema = _try("schema", lambda: _schema(database, settings))
        yield schema
        if schema.ok:
            yield _try_waiting(database, settings)


def _try_waiting(database: Database, settings: Settings) -> Check:
    if read_mark(database).schema_version < len(MIGRATIONS):
        return Check(name="waiting", ok=True, detail="nothing was recorded by this version")
    found = backlog(database, settings.space)
    detail = f"{found.turns:,} turns of {settings.space} wait for extraction"
    reasons = [found.failure] if found.failure else []
    reasons += [
        f"{item.conversation_id}/{item.session_id} failed {item.attempts} times: {item.reason}"
        for item in found.failed[:_MOST_TOLD]
    ]
    if not reasons:
        return Check(name="waiting", ok=True, detail=detail)
    return Check(
        name="waiting",
        ok=False,
        detail=f"{detail}; {' '.join(reasons)}",
        fix="It is tried again by itself; `graphmem ingest` tries at once, and tells more.",
    )


def _try(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name=name, ok=True, detail=look())
    except GraphMemError as error:
        return _failed(name, error)


def _failed(name: str, error: GraphMemError) -> Check:
    return Check(name=name, ok=False, detail=error.problem, fix=error.next_step)


def _java() -> str:
    java = find_java()
    return f"Java {java.major} in {java.path}"


def _jars(settings: Settings, progress: Progress) -> str:
    jars = server_jars(settings.cache, progress=progress)
    return f"{len(jars)} jars of Neo4j, each with its locked SHA-256"


def _disk(settings: Settings) -> Check:
    folder = settings.home
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    enough = free >= _ROOM_NEEDED
    return Check(
        name="disk",
        ok=enough,
        detail=f"{free / 1024**3:.1f} GiB free for {settings.home}",
        fix=None if enough else "Free 2 GiB there, or set GRAPHMEM_HOME to a larger disk.",
    )


def _model(settings: Settings) -> str:
    runtime, model = require_runtime(settings), settings.embedding_model
    if model == DEFAULT_MODEL:
        return f"{model} on {runtime}, its weights verified in {model_folder(settings.cache)}"
    return f"{model} on {runtime}, loaded when first used"


def _schema(database: Database, settings: Settings) -> str:
    mark = read_mark(database)
    check_mark(mark, settings.embedding_model)
    if mark.schema_version < len(MIGRATIONS):
        return f"version {mark.schema_version}; the next client brings it to {len(MIGRATIONS)}"
    states = index_states(database)
    return f"version {mark.schema_version}, {len(states)} indexes online"
