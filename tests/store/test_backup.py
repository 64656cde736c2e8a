"""Spaces in a folder and back: of one moment each, equal, and nothing written that is damaged."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.archive.backing_up import read_backup
from graphmem.connection import connect
from graphmem.errors import ArchiveError, InputError, NotFoundError
from graphmem.maintenance import back_up, restore
from graphmem.memory import Memory
from graphmem.model.archive import Backup
from graphmem.settings import Settings
from graphmem.store.archive import spaces_held
from graphmem.store.lock import ConflictError
from graphmem.store.schema import read_mark
from tests.archives import everything
from tests.talk import GARDEN, HILLS

pytestmark = pytest.mark.timeout(600)


class Both(NamedTuple):
    """Two spaces, what they hold, and their backup."""

    memories: tuple[Memory, Memory]
    before: list[list[str]]
    folder: Path
    told: Backup

    @property
    def spaces(self) -> list[str]:
        return [memory.space for memory in self.memories]

    def holds(self) -> list[list[str]]:
        return [everything(memory) for memory in self.memories]


@pytest.fixture(scope="module")
def backed_up(
    live_settings: Settings, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Both]:
    """One space that is extracted, and one that waits for it."""
    one, other = (
        Memory(live_settings.model_copy(update={"space": space}), encoder=encoder)
        for space in ("backup/one", "backup/other")
    )
    with one, other:
        for memory in (one, other):
            memory.delete_space()
        one.ingest(HILLS)
        other.ingest(GARDEN, record_only=True)
        folder = tmp_path_factory.mktemp("backup") / "monday"
        told = back_up(live_settings, folder, spaces=[one.space, other.space])
        both = Both((one, other), [], folder, told)
        yield both._replace(before=both.holds())
        for memory in (one, other):
            memory.delete_space()


@pytest.fixture
def both(backed_up: Both, tmp_path: Path) -> Both:
    """The same with a copy of the backup, once the spaces are empty."""
    for memory in backed_up.memories:
        memory.delete_space()
    return backed_up._replace(folder=shutil.copytree(backed_up.folder, tmp_path / "monday"))


def test_spaces_come_back_node_for_node_and_nothing_comes_twice(
    both: Both, live_settings: Settings
) -> None:
    with connect(live_settings) as database:
        before = read_mark(database)
        # What a database that graphmem never opened has not either.
        database.driver.execute_query("MATCH (mark:GraphMem) DELETE mark", database_=database.name)
        one, other = restore(live_settings, both.folder)
        assert read_mark(database) == before
    assert both.holds() == both.before
    assert [one.nodes, other.nodes] == [part.nodes for part in both.told.spaces]
    with pytest.raises(InputError, match="holds something of 'backup/one', 'backup/other' already"):
        restore(live_settings, both.folder)
    again = restore(live_settings, both.folder, spaces=both.spaces[:1], existing=True)
    assert [receipt.nodes_standing for receipt in again] == [sum(one.nodes.values())]
    assert both.holds() == both.before


def test_a_backup_says_as_of_when_it_holds_each_space(backed_up: Both) -> None:
    told = backed_up.told
    assert [part.space for part in told.spaces] == backed_up.spaces
    assert all(told.began_at <= part.as_of <= told.ended_at for part in told.spaces)
    assert read_backup(backed_up.folder) == told
    assert backed_up.folder.stat().st_mode & 0o077 == 0


def _shorter(both: Both) -> None:
    path = both.folder / both.told.spaces[1].file
    path.write_bytes(path.read_bytes()[:-1])


def _changed(both: Both) -> None:
    path = both.folder / both.told.spaces[1].file
    held = bytearray(path.read_bytes())
    held[len(held) // 2] ^= 1
    path.write_bytes(held)


def _swapped(both: Both) -> None:
    told = both.told.model_dump(mode="json")
    one, other = told["spaces"]
    one["space"], other["space"] = other["space"], one["space"]
    (both.folder / "backup.json").write_text(json.dumps(told))


def _escaping(both: Both) -> None:
    text = (both.folder / "backup.json").read_text()
    (both.folder / "backup.json").write_text(text.replace("0002.zip", "../0002.zip"))


def _without(both: Both) -> None:
    (both.folder / both.told.spaces[1].file).unlink()


@pytest.mark.parametrize("damage", [_shorter, _changed, _swapped, _escaping, _without])
def test_nothing_of_a_damaged_backup_is_written(
    both: Both, live_settings: Settings, damage: Callable[[Both], None]
) -> None:
    damage(both)
    with pytest.raises(ArchiveError, match=r"000[12]\.zip|backup\.json"):
        restore(live_settings, both.folder)
    assert not any(both.holds())


def test_who_writes_into_a_space_meanwhile_is_held_off_at_the_second_try(
    memory: Memory, live_settings: Settings, tmp_path: Path
) -> None:
    memory.ingest(GARDEN, record_only=True)
    turns = sum(len(session.turns) for session in GARDEN.sessions)
    said: list[Thread] = []

    def say() -> None:
        memory.add_turn(GARDEN.conversation_id, "One more.", speaker="Ana", session_id="S1")

    def say_more(stage: str, *_: object) -> None:
        if stage == "exporting nodes" and len(said) < 2:
            said.append(Thread(target=say))
            said[-1].start()
            said[-1].join(timeout=5 if said[1:] else None)

    told = back_up(live_settings, tmp_path / "b", spaces=[memory.space], progress=say_more)
    said[-1].join()
    assert told.spaces[0].nodes["Turn"] == turns + 1
    assert memory.waiting().turns == turns + 2
    memory.delete_space()
    restore(live_settings, tmp_path / "b")
    assert memory.waiting().turns == turns + 1


def test_conversations_that_begin_all_the_while_leave_no_folder(
    memory: Memory, live_settings: Settings, tmp_path: Path
) -> None:
    memory.ingest(GARDEN, record_only=True)
    begun = iter(range(100))

    def begin(stage: str, *_: object) -> None:
        if stage == "exporting nodes":
            memory.add_turn(f"talk-{next(begun)}", "Hello.", speaker="Ana", session_id="S1")

    with pytest.raises(ConflictError, match="as of one moment in 4 tries"):
        back_up(live_settings, tmp_path / "b", spaces=[memory.space], progress=begin)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_backed_up_or_restored_is_told(
    both: Both, live_settings: Settings, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="is there already"):
        back_up(live_settings, both.folder)
    with pytest.raises(NotFoundError, match="'nowhere' is empty"):
        back_up(live_settings, tmp_path / "b", spaces=["nowhere"])
    with pytest.raises(NotFoundError, match="holds no space 'nowhere'"):
        restore(live_settings, both.folder, spaces=["nowhere"])
    with pytest.raises(ArchiveError, match="is no backup"):
        restore(live_settings, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["monday"]


def test_a_space_of_which_all_was_forgotten_is_found(
    memory: Memory, live_settings: Settings
) -> None:
    memory.ingest(GARDEN, record_only=True)
    memory.forget(conversation=GARDEN.conversation_id)
    with connect(live_settings) as database:
        assert memory.space in spaces_held(database)
