from pathlib import Path

import pytest

from graphmem.server.home import ServerHome, begin_first_start, end_first_start
from graphmem.settings import Settings


@pytest.fixture
def home(tmp_path: Path) -> ServerHome:
    home = ServerHome.of(Settings(home=tmp_path))
    home.prepare()
    return home


def make_store(home: ServerHome) -> None:
    (home.databases / "system").mkdir(parents=True)
    (home.databases / "system" / "neostore").write_text("nodes", encoding="utf-8")


def set_aside(home: ServerHome) -> list[Path]:
    return list(home.root.glob("unfinished-*/data/databases/system/neostore"))


def test_a_store_that_was_never_finished_is_set_aside(home: ServerHome) -> None:
    for attempt in range(3):
        begin_first_start(home, "password")
        assert not home.databases.exists()
        assert home.initial_user_file.exists()
        assert len(set_aside(home)) == attempt
        make_store(home)  # and here it is killed


def test_a_store_that_has_answered_stays(home: ServerHome) -> None:
    begin_first_start(home, "password")
    make_store(home)
    end_first_start(home)
    end_first_start(home)
    begin_first_start(home, "password")
    assert (home.databases / "system" / "neostore").exists()
    assert set_aside(home) == []
    assert not home.first_start_mark.exists()


def test_a_store_from_elsewhere_stays(home: ServerHome) -> None:
    make_store(home)
    begin_first_start(home, "password")
    assert (home.databases / "system" / "neostore").exists()
    assert not home.first_start_mark.exists()
