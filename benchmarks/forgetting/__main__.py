"""Forgets one human of a space of many conversations, and looks for what is left of them.

    python -m benchmarks.forgetting [--conversations 30] [--sessions N] [--places 12] [--words 1200]

The conversations are those of the corpus, and generated ones where more are asked for. The human
has one person_id and speaks in ``--places`` of them. All but one are ingested, that one through
`graphmem serve`, which then is asked to forget the human. The words that only turns that went had,
and the vectors of these turns, are looked for by every path; in every property; in what the server
keeps; and in the files of the data folder: after the forgetting, after the checkpoint of a stop,
and in a new data folder that the space was taken to by an archive. The graph is compared, node for
node, with that of a memory that never held the turns. Prints JSON (``forgetting.json`` holds the
last run); ends with 1 where anything but a file of the old folder holds a word, or the graphs
differ. From a checkout only: it compares graphs as the tests do.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.forgetting.searched import by_vectors, by_words, vectors_of
from benchmarks.forgetting.served import serving
from benchmarks.forgetting.talks import (
    PERSON,
    Cast,
    cast,
    corpus_talks,
    lines_of,
    turns_of,
    without,
    words_of,
    write_talks,
)
from benchmarks.forgetting.written import files, properties, sought_in_files, vocabulary
from benchmarks.patience import patiently
from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from graphmem.store.record import turn_uid
from tests.graph import differences, whole_graph
from tests.remembering import remembering

LATEST = Path(__file__).parent.parent / "forgetting.json"
_SHOWN = 20


def main() -> int:
    """Print the figures; 1 where something is left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=30)
    parser.add_argument("--sessions", type=int, help="of each the first; all without it")
    parser.add_argument("--places", type=int, default=12)
    parser.add_argument(
        "--words", type=int, default=1_200, help="so many are searched, at the most"
    )
    parser.add_argument("--home", type=Path, help="where the data folders are made; else temporary")
    parser.add_argument("--out", type=Path, default=LATEST)
    options = parser.parse_args()
    talks = corpus_talks(options.conversations, sessions=options.sessions)
    made = cast(talks, places=options.places)
    with tempfile.TemporaryDirectory(prefix="graphmem-forgetting-", dir=options.home) as folder:
        figures = measure(Path(folder), made, most_words=options.words)
    asked = {name: getattr(options, name) for name in ("conversations", "sessions", "places")}
    figures = {**asked, **figures}
    options.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2))
    return 0 if figures["nothing_left"] else 1


def measure(folder: Path, made: Cast, *, most_words: int) -> dict[str, Any]:
    """The figures of one forgetting, whose data folders and logs are made in a folder."""
    settings = _settings(folder / "home", "forgetting")
    encoder = make_encoder(settings)
    begun = time.perf_counter()
    with _running(settings), serving_after(settings, encoder, made, folder) as (server, before):
        _log("forgetting")
        seen = server.forget(PERSON, dry_run=True)
        forgot = time.perf_counter()
        receipt = server.forget(PERSON)
        seconds = time.perf_counter() - forgot
        with _opened(settings, encoder) as memory, _opened(_never(settings), encoder) as never:
            if not receipt:
                patiently(memory.extract)  # it ends what was begun
            gone = _gone(memory, made.talks)
            _log(f"{len(gone)} turns went in {seconds:.0f} s; the same without them")
            with remembering():
                left = write_talks(folder / "left.jsonl", _left(made.talks, set(gone)))
                patiently(lambda: never.ingest(left))
            words = _words(made.talks, gone, vocabulary(never))
            theirs = words & _words(made.talks, set(made.spoken), set())
            searched = [*sorted(theirs), *sorted(words - theirs)][:most_words]
            apart = patiently(lambda: differences(whole_graph(memory), whole_graph(never)))
            held = properties(memory, words)
            _log(f"{len(words)} words, of which {len(searched)} are searched")
            left_over = vectors_of(memory)
            vectors = {uid: one for uid, one in before.items() if uid not in left_over}
            references = {*gone, *gone.values()}
            found = {
                **by_words(memory, never, searched, references),
                **by_vectors(memory, vectors),
            }
            kept = server.kept(sought_in_files(words))
            _log("files")
            in_files = {"after it was forgotten": _files(settings, words)}
            patiently(lambda: memory.export_archive(folder / "space.graphmem"))
    in_files["after the checkpoint of a stop"] = _files(settings, words)
    in_files["in a new folder, by an archive"] = _moved(settings, encoder, folder, words)
    return {
        "machine": {"cpus": os.cpu_count(), "load_average": round(os.getloadavg()[1], 1)},
        "seconds": round(time.perf_counter() - begun),
        "turns": sum(len(turns_of(talk)) for talk in made.talks),
        "turns_spoken_by_them": len(made.spoken),
        "turns_gone": len(gone),
        "seen_before": seen["turns"] == receipt.get("turns", len(gone)) == len(gone),
        "forget_seconds": round(seconds, 1),
        "words_gone": len(words),
        "words_only_they_said": len(theirs),
        "vectors_gone": len(vectors),
        "paths": {name: one.told() for name, one in found.items()},
        "properties": {**held._asdict(), "found": dict(list(held.found.items())[:_SHOWN])},
        "server_keeps": kept,
        "differences_to_never_held": {"count": len(apart), "such_as": apart[:_SHOWN]},
        "words_sought_in_files": len(sought_in_files(words)),
        "files": in_files,
        "nothing_left": not (
            apart
            or held.found
            or any(one.hits for one in found.values())
            or any(kept.values())
            or any(one["words"] for one in in_files["in a new folder, by an archive"].values())
        ),
    }


@contextmanager
def serving_after(
    settings: Settings, encoder: Encoder, made: Cast, folder: Path
) -> Iterator[tuple[Any, dict[str, list[float]]]]:
    """A server of the space with all of the talk, and the vectors that this holds.

    One conversation of the human's comes in through the server.
    """
    last = next(
        talk
        for talk in reversed(made.talks)
        if any(turn.person_id == PERSON for turn in turns_of(talk))
    )
    with _opened(settings, encoder) as memory:
        _log("ingesting")
        with remembering():
            first = [talk for talk in made.talks if talk is not last]
            file = write_talks(folder / "talks.jsonl", first)
            patiently(lambda: memory.ingest(file))
        _log("serving")
        with serving(settings, folder) as server:
            server.ingest(lines_of(last))
            yield server, vectors_of(memory)


def _gone(memory: Memory, talks: Sequence[Conversation]) -> dict[str, str]:
    """The turns that the memory does not hold any more, by place, with their uids."""
    rows = memory.cypher(
        "MATCH (t:Turn {space: $space}) RETURN t.conversation_id + '/' + t.dia_id",
        parameters={"space": memory.space},
        limit=1_000_000,
    ).rows
    held = {str(place) for (place,) in rows}
    return {
        f"{talk.conversation_id}/{turn.dia_id}": turn_uid(
            memory.space, talk.conversation_id, turn.dia_id
        )
        for talk in talks
        for turn in turns_of(talk)
        if f"{talk.conversation_id}/{turn.dia_id}" not in held
    }


def _left(talks: Sequence[Conversation], gone: set[str]) -> list[Conversation]:
    return [left for talk in talks if (left := without(talk, gone)) is not None]


def _words(
    talks: Sequence[Conversation], chosen: Mapping[str, str] | set[str], others: set[str]
) -> set[str]:
    """The words of these turns and their speakers' names that are none of the others."""
    return {
        word
        for talk in talks
        for turn in turns_of(talk)
        if f"{talk.conversation_id}/{turn.dia_id}" in chosen
        for word in words_of(f"{turn.speaker} {turn.content}")
    } - others


def _files(settings: Settings, words: set[str]) -> Mapping[str, Any]:
    """What of the words the files of the data folder hold, as the server has left them."""
    return files(EmbeddedServer(settings).home.root, words)


def _moved(
    settings: Settings, encoder: Encoder, folder: Path, words: set[str]
) -> Mapping[str, Any]:
    """The files of a new data folder, once the space was imported into it and it was stopped."""
    moved = settings.model_copy(update={"home": folder / "moved"})
    with _running(moved), _opened(moved, encoder) as memory:
        patiently(lambda: memory.import_archive(folder / "space.graphmem"))
    return _files(moved, words)


@contextmanager
def _running(settings: Settings) -> Iterator[None]:
    """Let the embedded server run; at the end it is stopped in order, which makes a checkpoint."""
    try:
        yield
    finally:
        EmbeddedServer(settings).stop()


def _opened(settings: Settings, encoder: Encoder) -> Memory:
    return patiently(lambda: Memory(settings, encoder=encoder))


def _never(settings: Settings) -> Settings:
    return settings.model_copy(update={"space": "never-held"})


def _settings(home: Path, space: str) -> Settings:
    return load_settings(home=home, space=space).model_copy(update={"uri": None})


def _log(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
