"""A space of so many turns of the generated world, in a data folder of its own.

Everything goes through the real recorder, the real door and the real writers; only two things are
not done as an ingest does them, since 300,000 turns would take a day: no text is parsed
(`benchmarks.world.proposals`), and long texts are nearly encoded (`benchmarks.scale.nearly`).
"""

import argparse
import time
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from benchmarks.patience import patiently
from benchmarks.scale.nearly import Learnt, NearlyEncoder
from benchmarks.world.proposals import Reader
from benchmarks.world.said import Said
from benchmarks.world.talk import Talk, World, conversation_id
from graphmem.adapters.factory import make_encoder, make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.connection import connect
from graphmem.extraction.admit import admit
from graphmem.ingest.cutting import cut_sessions
from graphmem.ingest.encoding import Encode
from graphmem.ingest.pipeline import Recorder
from graphmem.ingest.reading import ReadChunk, ReadingOptions
from graphmem.memory import Memory
from graphmem.model.chunk import Chunk
from graphmem.model.conversation import Turn
from graphmem.model.workspace import NETWORKS
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from graphmem.store.database import Database
from graphmem.store.directory import conversations
from graphmem.store.sessions import pending_sessions, session_turns
from graphmem.store.workspace import replace_chunks

_TOGETHER = 10  # conversations that are written at once
_FITTED_ON = 3_000  # turns of the world that the nearly encoder learns from
_LEARNT = "nearly.npz"
SPACE = "scale"


def fill(settings: Settings, turns: int, *, workers: int = 2) -> None:
    """Record and extract the world's first ``turns`` turns; reconciles nothing.

    What is there already stays, so that it can be called again where it was stopped.
    """
    with Memory(settings), connect(settings) as database:  # the former makes the schema
        missing = _missing(database, settings, turns)
    encoder = make_encoder(settings)
    learn(settings, encoder.encode)
    Reader.load(_shared(settings))
    begun = time.perf_counter()
    context = get_context("spawn")
    running = [
        context.Process(target=_fill_part, args=(settings, turns, part, missing[part::workers]))
        for part in range(workers)
    ]
    for process in running:
        process.start()
    for process in running:
        process.join()
    if any(process.exitcode for process in running):
        raise SystemExit("a process that fills the space has failed")
    print(f"{turns} turns written in {time.perf_counter() - begun:.0f} s", flush=True)


def reconcile(settings: Settings) -> None:
    """Bring the layers over what was written up to date, with nearly encoded profiles."""
    begun = time.perf_counter()
    with Memory(settings, encoder=nearly(settings)) as memory:
        receipt = memory.reconcile()
    print(
        f"{receipt.entities} entities, {receipt.merges} merges, {receipt.undecided} undecided "
        f"in {time.perf_counter() - begun:.0f} s",
        flush=True,
    )


def learn(settings: Settings, encode: Encode) -> None:
    """Fit the nearly encoder, unless there is a fitted one."""
    file = _shared(settings) / _LEARNT
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        talks = World().talks(_FITTED_ON)
        texts = [turn.content for talk in talks for turn in _turns(talk)]
        Learnt.of(encode, texts).save(file)


def nearly(settings: Settings) -> NearlyEncoder:
    """The nearly encoder, once it is fitted."""
    learnt = Learnt.load(_shared(settings) / _LEARNT)
    return NearlyEncoder(make_encoder(settings).encode, learnt, model=settings.embedding_model)


def _shared(settings: Settings) -> Path:
    """What all data folders can use that are filled."""
    return settings.cache / "scale"


def _missing(database: Database, settings: Settings, turns: int) -> list[int]:
    """The conversations that are not yet there with all that they say."""
    waiting = {session.conversation_id for session in pending_sessions(database, settings.space)}
    there = {
        item.conversation_id: item.turns
        for item in conversations(database, settings.space)
        if item.conversation_id not in waiting
    }
    return [
        number
        for number, length in World().lengths(turns).items()
        if there.get(conversation_id(number)) != length
    ]


def _fill_part(settings: Settings, turns: int, part: int, numbers: Collection[int]) -> None:
    with connect(settings) as database:
        filler = _Filler(database, nearly(settings).encode, settings)
        begun = time.perf_counter()
        done = 0
        for talks in _batches(World().talks(turns, numbers=numbers), _TOGETHER):
            # Whatever was written already stays as it is.
            patiently(lambda: filler.write(talks))  # noqa: B023 — it is called at once
            done += sum(len(_turns(talk)) for talk in talks)
            rate = done / (time.perf_counter() - begun)
            print(f"part {part}: {done} turns, {rate:.0f} a second", flush=True)


class _Filler:
    """Writes conversations as an ingest would, without parsing them."""

    def __init__(self, database: Database, encode: Encode, settings: Settings) -> None:
        self._database = database
        self._encode = encode
        self._settings = settings
        self._reader = Reader.load(_shared(settings))
        self._reading = ReadingOptions(
            load_parser,
            lambda: make_token_encoder(settings),
            settings.chunk_strategy,
            settings.chunks,
        )

    def write(self, talks: Sequence[Talk]) -> None:
        """Record these conversations and write what they say."""
        settings = self._settings
        Recorder(
            self._database,
            self._encode,
            space=settings.space,
            embedding_model=settings.embedding_model,
        ).record(talk.conversation for talk in talks)
        sessions = [
            session
            for talk in talks
            for session in session_turns(
                self._database, settings.space, talk.conversation.conversation_id, [*talk.said]
            )
        ]
        said = {
            (talk.conversation.conversation_id, session_id): told
            for talk in talks
            for session_id, told in talk.said.items()
        }
        cuts = cut_sessions(self._database, sessions, self._reading, space=settings.space)
        read = {
            chunk.uid: self._read(chunk, said[cut.place]) for cut in cuts for chunk in cut.new()
        }
        statements = [
            statement
            for one in read.values()
            for statement in (*one.workspace.answers, *one.workspace.questions)
        ]
        texts = list(dict.fromkeys(statement.text for statement in statements))
        vectors = dict(zip(texts, self._encode(texts), strict=True))
        by_uid = {statement.uid: vectors[statement.text] for statement in statements}
        self._database.write(
            partial(
                replace_chunks,
                space=settings.space,
                sessions=[cut.with_read(read, by_uid) for cut in cuts],
                embedding_model=settings.embedding_model,
            )
        )

    def _read(self, chunk: Chunk, said: Sequence[Said]) -> ReadChunk:
        proposals = self._reader.proposed(said, {turn.dia_id for turn in chunk.turns})
        admission = admit(proposals, chunk, extracted_by=NETWORKS)
        return ReadChunk(chunk, NETWORKS, admission.workspace)


def _batches(talks: Iterator[Talk], size: int) -> Iterator[list[Talk]]:
    while batch := list(islice(talks, size)):
        yield batch


def _turns(talk: Talk) -> list[Turn]:
    return [turn for session in talk.conversation.sessions for turn in session.turns]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, required=True)
    parser.add_argument("--home", type=Path, required=True, help="a data folder of its own")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-reconcile", action="store_true")
    options = parser.parse_args()
    settings = load_settings(home=options.home, space=SPACE).model_copy(update={"uri": None})
    fill(settings, options.turns, workers=options.workers)
    if not options.no_reconcile:
        reconcile(settings)
    EmbeddedServer(settings).stop()


if __name__ == "__main__":
    main()
