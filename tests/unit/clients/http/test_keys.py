import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem.clients.http.keys import KeyFile, expiry_of
from graphmem.errors import InputError, NotFoundError, SettingsError
from graphmem.model.operation import USUAL_RIGHTS, Right


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


def test_a_key_has_the_rights_that_it_was_given_in_their_order(keys: KeyFile) -> None:
    usual = keys.add("kitchen")
    some = keys.add("kitchen", rights=[Right.FORGET, Right.READ, Right.READ])
    rights = [found.rights for made in (usual, some) if (found := keys.find(made.text))]
    assert rights == [USUAL_RIGHTS, (Right.READ, Right.FORGET)]
    unfit: tuple[dict[str, Any], ...] = ({"rights": []}, {"rate": float("inf")})
    for given in unfit:
        with pytest.raises(InputError, match="no such key"):
            keys.add("kitchen", **given)


def test_a_digest_of_other_letters_opens_nothing(keys: KeyFile) -> None:
    made = keys.add("kitchen")
    kept = json.loads(keys.path.read_text())
    keys.path.write_text(json.dumps([kept[0] | {"digest": "ä" * 64}]))
    assert keys.find(made.text) is None


@pytest.mark.parametrize(
    ("kept", "rights"),
    [
        ({}, USUAL_RIGHTS),
        ({"may_forget": False}, USUAL_RIGHTS),
        ({"may_forget": True}, (*USUAL_RIGHTS, Right.FORGET)),
    ],
)
def test_a_key_without_rights_has_those_that_it_had(
    keys: KeyFile, kept: dict[str, bool], rights: tuple[Right, ...]
) -> None:
    made = keys.add("kitchen")
    names = ("key_id", "space", "digest", "created_at", "revoked_at", "person")
    [written] = json.loads(keys.path.read_text())
    keys.path.write_text(json.dumps([{name: written[name] for name in names} | kept]))
    found = KeyFile(keys.path).find(made.text)
    assert found is not None
    assert found.rights == rights
    assert (found.expires_at, found.rate, found.burst) == (None, None, None)
    keys.add("garden")  # writes it anew
    assert [key.rights for key in keys.read()] == [rights, USUAL_RIGHTS]


def test_a_key_expires_after_days_or_on_a_date() -> None:
    days = expiry_of("30d") - datetime.now(UTC)
    assert timedelta(days=29, hours=23) < days <= timedelta(days=30)
    assert expiry_of("2999-12-31") == datetime(2999, 12, 31, tzinfo=UTC)


@pytest.mark.parametrize("given", ["", "soon", "30", "-1d", "2024-03-01", "99999999d", "0d"])
def test_what_is_no_time_to_come_is_refused(given: str) -> None:
    with pytest.raises(InputError, match="30d"):
        expiry_of(given)


def test_an_expired_key_is_in_force_no_longer(keys: KeyFile) -> None:
    past = keys.add("kitchen", expires_at=datetime(2024, 3, 1, tzinfo=UTC))
    hence = keys.add("kitchen", expires_at=expiry_of("1d"))
    found = [keys.find(made.text) for made in (past, hence)]
    assert [key is not None and key.in_force for key in found] == [False, True]
