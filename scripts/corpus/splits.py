"""What is wrong in the splits of the corpus."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphmem.evaluation.corpus import GoldConversation

SPLITS = ("train", "development", "test")


def read_splits(file: Path) -> dict[str, list[str]]:
    """The conversations of each part, as `kind/id`."""
    found: dict[str, list[str]] = json.loads(file.read_text("utf-8"))
    return found


def faults_of_splits(file: Path, talks: Sequence[GoldConversation]) -> Iterator[str]:
    """What is wrong in `splits.json`: each conversation is in one part, each kind in the test."""
    splits = read_splits(file)
    if tuple(splits) != SPLITS:
        yield f"{file.name}: its parts are {', '.join(splits)}"
    placed = [name for names in splits.values() for name in names]
    there = {f"{talk.header.kind}/{talk.header.id}" for talk in talks}
    yield from (f"{file.name}: {name} stands twice" for name in _twice(placed))
    yield from (f"{file.name}: there is no {name}" for name in sorted({*placed} - there))
    yield from (f"{file.name}: {name} is in no part" for name in sorted(there - {*placed}))
    tested = {name.partition("/")[0] for name in splits.get("test", [])}
    kinds = {talk.header.kind for talk in talks}
    yield from (f"{file.name}: no {kind} is for test" for kind in sorted(kinds - tested))


def _twice(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})
