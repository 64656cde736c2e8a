from pathlib import Path

import pytest

from graphmem.clients.cli import serving
from graphmem.clients.http.keys import KeyFile
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.options import ServeOptions, is_loopback
from graphmem.errors import SettingsError
from graphmem.settings import Settings


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_needs_no_keys(host: str, tmp_path: Path) -> None:
    assert ServeOptions.of(Settings(home=tmp_path), host=host).on_loopback


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "memory.example"])
def test_anything_else_does(host: str, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    with pytest.raises(SettingsError, match="keys add"):
        ServeOptions.of(settings, host=host)
    keys = KeyFile(tmp_path / "keys.json")
    with pytest.raises(SettingsError, match="no key that is in force"):
        ServeOptions.of(settings, host=host, keys=keys.path)
    made = keys.add("home")
    assert ServeOptions.of(settings, host=host, keys=keys.path).keys is not None
    keys.revoke(made.key.key_id)
    with pytest.raises(SettingsError, match="no key that is in force"):
        ServeOptions.of(settings, host=host, keys=keys.path)


def test_what_is_not_given_is_the_default(tmp_path: Path) -> None:
    options = ServeOptions.of(Settings(home=tmp_path), threads=None, rate=3.0)
    assert options.rate == 3.0
    assert options.threads == ServeOptions().threads
    assert options.background
    quiet = Settings(home=tmp_path, background=False)
    assert not ServeOptions.of(quiet).background
    assert ServeOptions.of(quiet, background=True).background


def test_with_a_queue_workers_extract_unless_it_is_told_to(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, queue="redis://127.0.0.1:6379/0")
    assert not ServeOptions.of(settings).background
    assert ServeOptions.of(settings, background=True).background


@pytest.mark.parametrize(
    ("typed", "ingests", "queue"),
    [
        ("7", 7, None),  # as it was called in 0.1
        ("redis://broker:6379/0", 16, "redis://broker:6379/0"),
    ],
)
def test_queue_names_a_broker_and_a_number_is_still_understood(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    ingests: int,
    queue: str | None,
) -> None:
    served: list[tuple[Settings, ServeOptions]] = []
    monkeypatch.setattr(
        "graphmem.clients.http.serve.serve",
        lambda settings, options, **_: served.append((settings, options)),
    )
    serving.serve(queue=typed)
    ((settings, options),) = served
    assert (options.ingests, settings.queue) == (ingests, queue)
    assert ("--ingests" in capsys.readouterr().err) == (queue is None)


def test_the_size_of_a_queue_is_told_and_its_silence_as_no_number() -> None:
    def silent() -> int:
        raise ConnectionError

    for size, told in ((lambda: 3, b"graphmem_queue_messages 3.0"), (silent, b"_messages NaN")):
        metrics = Metrics()
        metrics.watch_queue(size)
        assert told in metrics.text()


def test_a_name_that_only_looks_like_loopback_is_none() -> None:
    assert not is_loopback("127.0.0.1.example.org")
    assert not is_loopback("")
