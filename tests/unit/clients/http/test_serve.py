"""Where it listens, before anything is opened."""

import socket
from pathlib import Path

import pytest

from graphmem.clients.http.keys import KeyFile
from graphmem.clients.http.options import ServeOptions
from graphmem.clients.http.serve import serve
from graphmem.errors import SettingsError
from graphmem.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path)


def test_a_port_that_is_taken_is_told_before_anything_is_opened(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=f"port {port}, cannot be listened on") as told:
            serve(settings, ServeOptions.of(settings, port=port))
    assert "--port" in told.value.next_step


def test_an_address_of_another_machine_cannot_be_listened_on(settings: Settings) -> None:
    with pytest.raises(SettingsError, match="cannot be listened on"):
        serve(settings, ServeOptions.of(settings, host="192.0.2.1", keys=_key_file(settings)))


def test_options_that_do_not_fit_are_told_by_name(settings: Settings) -> None:
    with pytest.raises(SettingsError, match="in_flight: input should be less than"):
        ServeOptions.of(settings, in_flight=20_000)
    with pytest.raises(SettingsError, match="rate: input should be a finite number"):
        ServeOptions.of(settings, rate=float("inf"))


def _key_file(settings: Settings) -> Path:
    file = KeyFile(settings.home / "keys.json")
    file.add("own")
    return file.path
