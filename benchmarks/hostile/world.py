"""What the hostile things are sent to: a space for them, a witness, servers, a sandbox."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.hostile.verdict import Sandbox
from graphmem.adapters.factory import make_encoder
from graphmem.clients.http.keys import KeyFile
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation, Session
from graphmem.settings import Settings
from tests.e2e.conftest import environment
from tests.e2e.serving import free_port, wait_until_ready
from tests.live import live_neo4j
from tests.talk import GARDEN, make_conversation, make_session

HOSTILE, WITNESS, ARCHIVED = "hostile", "witness", "archived"
# Nothing that is sent holds one of these words.
WITNESS_WORDS = ("Quillonia", "Brambleth", "Zanzibarquill", "Wexelbrot", "Ostrovander")
PRIVATE_WORDS = ("Kestrelmoor", "Tamarindel")
_ANA = "ana"
_OWN_UIDS = (
    "MATCH (n {space: $space}) WHERE (n:Turn OR n:Entity OR n:Decision OR n:Answer OR n:Session "
    "OR n:Conversation) AND coalesce(n.conversation_id, '') <> 'private' "
    "RETURN n.uid ORDER BY n.uid LIMIT 400"
)
_WITNESS_TALK = make_conversation(
    "w1",
    make_session(
        1,
        [
            ("Quillonia", "I bought a Zanzibarquill in Ostrovander last week."),
            ("Brambleth", "My sister repairs Wexelbrot lamps, and she lives in Ostrovander."),
            ("Quillonia", "When will you visit her?"),
            ("Brambleth", "In May. I will bring the Zanzibarquill along."),
        ],
    ),
)
_PRIVATE_TALK = make_conversation(
    "private",
    make_session(1, [("Cleo", "I hid the Tamarindel under the stairs in Kestrelmoor.")]),
)


class World(NamedTuple):
    """Everything that a door may need."""

    sandbox: Sandbox
    memory: Memory
    witness: Memory
    archived: Memory
    archive: bytes
    key: str
    person_key: str
    keyed: str
    open: str
    logs: tuple[Path, ...]
    processes: Mapping[str, int]
    own_uids: tuple[str, ...]
    foreign_uids: tuple[str, ...]


@contextmanager
def world(sandbox: Sandbox) -> Iterator[World]:
    """A Neo4j, three spaces and two servers, all in the sandbox."""
    with ExitStack() as stack:
        settings = stack.enter_context(live_neo4j(sandbox.home))
        encoder = make_encoder(settings)

        def opened(space: str, *talks: Conversation) -> Memory:
            made = settings.model_copy(update={"space": space})
            memory = stack.enter_context(Memory(made, encoder=encoder))
            memory.delete_space()  # of a run before, where the server is a shared one
            memory.ingest(*talks)
            return memory

        memory = opened(HOSTILE, _owned(GARDEN), _PRIVATE_TALK)
        witness = opened(WITNESS, _WITNESS_TALK)
        archived = opened(ARCHIVED, make_conversation("garden", GARDEN.sessions[0]))
        file = sandbox.inputs / "archive.graphmem"
        archived.export_archive(file)
        keys = KeyFile(sandbox.home / "api-keys.json")
        key = keys.add(HOSTILE).text
        person_key = keys.add(HOSTILE, person=_ANA).text
        keyed = stack.enter_context(
            _served(memory.settings, sandbox, "--api-keys", str(keys.path), name="keyed")
        )
        open_ = stack.enter_context(_served(memory.settings, sandbox, name="open"))
        sandbox.changes()
        yield World(
            sandbox,
            memory,
            witness,
            archived,
            file.read_bytes(),
            key,
            person_key,
            keyed.address,
            open_.address,
            (keyed.log, open_.log),
            {"this process": os.getpid(), "the server": keyed.pid, "the open server": open_.pid},
            _uids(memory),
            _uids(witness),
        )


class _Served(NamedTuple):
    address: str
    pid: int
    log: Path


@contextmanager
def _served(settings: Settings, sandbox: Sandbox, *arguments: str, name: str) -> Iterator[_Served]:
    """`graphmem serve` whose folders are all in the sandbox, and which limits no rate."""
    port = free_port()
    command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port)]
    command += ["--rate", "100000", "--burst", "100000", *arguments]
    variables = environment(settings) | {
        "GRAPHMEM_SPACE": settings.space,
        "GRAPHMEM_CACHE": str(settings.cache),
        "HOME": str(sandbox.user),
        "TMPDIR": str(sandbox.temporary),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    log = sandbox.home / f"{name}.log"
    with log.open("wb") as errors:
        running = subprocess.Popen(
            command, env=variables, cwd=sandbox.working, stderr=errors, stdout=errors
        )
        try:
            wait_until_ready(f"http://127.0.0.1:{port}")
            yield _Served(f"http://127.0.0.1:{port}", running.pid, log)
        finally:
            running.terminate()
            running.wait()


def _owned(talk: Conversation) -> Conversation:
    """The talk, with an id for Ana: a key may be for her alone."""
    return talk.model_copy(update={"sessions": tuple(map(_with_ana, talk.sessions))})


def _with_ana(session: Session) -> Session:
    turns = tuple(
        turn.model_copy(update={"person_id": _ANA if turn.speaker == "Ana" else None})
        for turn in session.turns
    )
    return session.model_copy(update={"turns": turns})


def _uids(memory: Memory) -> tuple[str, ...]:
    found = memory.cypher(_OWN_UIDS, parameters={"space": memory.space}, limit=400)
    return tuple(str(row[0]) for row in found.rows)
