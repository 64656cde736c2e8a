import json
from pathlib import Path

import pytest

from graphmem.clients.http.keys import KeyFile
from graphmem.errors import NotFoundError, SettingsError


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "keys" / "api-keys.json")


def test_a_key_is_found_for_its_space_and_its_secret_is_nowhere_kept(keys: KeyFile) -> None:
    made = keys.add("kitchen")
    found = keys.find(made.text)
    assert found is not None
    assert found.space == "kitchen"
    secret = made.text.split("_", 2)[2]
    assert secret not in keys.path.read_text()
    assert keys.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("wrong", ["", "gm", "gm_", "gm__", "gm_00000000_x", "Ω_é_ñ", "x" * 9_000])
def test_what_is_no_key_is_not_found(keys: KeyFile, wrong: str) -> None:
    keys.add("kitchen")
    assert keys.find(wrong) is None


def test_the_secret_of_one_key_does_not_open_another(keys: KeyFile) -> None:
    one, other = keys.add("kitchen"), keys.add("garden")
    mixed = f"gm_{one.key.key_id}_{other.text.split('_', 2)[2]}"
    assert keys.find(mixed) is None


def test_what_another_process_revokes_holds_no_longer_at_once(keys: KeyFile) -> None:
    made = keys.add("kitchen")
    assert keys.find(made.text) is not None
    KeyFile(keys.path).revoke(made.key.key_id)
    assert keys.find(made.text) is None
    assert [key.revoked_at is None for key in keys.read()] == [False]


def test_a_key_that_there_is_not_cannot_be_revoked(keys: KeyFile) -> None:
    with pytest.raises(NotFoundError, match="keys list"):
        keys.revoke("00000000")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps([{"key": "plain"}]))
    with pytest.raises(SettingsError, match="cannot be read"):
        KeyFile(path).find("gm_00000000_x")


def test_a_digest_of_other_letters_opens_nothing(keys: KeyFile) -> None:
    made = keys.add("kitchen")
    kept = json.loads(keys.path.read_text())
    keys.path.write_text(json.dumps([kept[0] | {"digest": "ä" * 64}]))
    assert keys.find(made.text) is None


def test_a_key_may_forget_only_where_that_was_given(keys: KeyFile) -> None:
    plain, allowed = keys.add("kitchen"), keys.add("kitchen", may_forget=True)
    rights = [found.may_forget for made in (plain, allowed) if (found := keys.find(made.text))]
    assert rights == [False, True]


def test_a_key_of_before_may_not_forget(keys: KeyFile) -> None:
    made = keys.add("kitchen")
    [kept] = json.loads(keys.path.read_text())
    del kept["may_forget"]
    keys.path.write_text(json.dumps([kept]))
    found = KeyFile(keys.path).find(made.text)
    assert found is not None
    assert not found.may_forget
