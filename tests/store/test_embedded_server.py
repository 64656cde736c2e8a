"""The embedded Neo4j itself: real jars, a real process, a data folder of its own."""

import json
import socket
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from neo4j import READ_ACCESS, WRITE_ACCESS, Driver, GraphDatabase
from neo4j.exceptions import AuthError, Neo4jError

from graphmem.errors import ServerStartError
from graphmem.server import EmbeddedServer, ServerAddress
from graphmem.settings import load_settings

START = """
import json, sys
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings
print(EmbeddedServer(load_settings(**json.loads(sys.argv[1]))).start().model_dump_json())
"""
SMALL = {"server_heap": "512m", "server_pagecache": "64m"}


def start_twice_elsewhere(**settings: Any) -> list[ServerAddress]:
    """What two other processes, at the same time, are told by ``start``."""
    command = [sys.executable, "-c", START, json.dumps(settings, default=str)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    told = [process.communicate()[0] for process in processes]
    return [ServerAddress.model_validate_json(line) for line in told]


@pytest.fixture(scope="module")
def taken_ports() -> Iterator[list[int]]:
    """The usual ports of this module's server, in use by somebody else."""
    with socket.socket() as bolt, socket.socket() as http:
        for listener in (bolt, http):
            listener.bind(("127.0.0.1", 0))
            listener.listen()
        yield [bolt.getsockname()[1], http.getsockname()[1]]


@pytest.fixture(scope="module")
def server(
    taken_ports: list[int], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EmbeddedServer]:
    """The server that two other processes started at the same time."""
    bolt_port, http_port = taken_ports
    settings: dict[str, Any] = {
        "home": tmp_path_factory.mktemp("server-home"),
        "bolt_port": bolt_port,
        "http_port": http_port,
        **SMALL,
    }
    server = EmbeddedServer(load_settings(**settings))
    try:
        first, second = start_twice_elsewhere(**settings)
        assert first == second
        yield server
    finally:
        server.stop(force=True)


@pytest.fixture
def address(server: EmbeddedServer) -> ServerAddress:
    return server.start()


@pytest.fixture
def driver(address: ServerAddress) -> Iterator[Driver]:
    with GraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver:
        yield driver


def http_get(url: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_it_answers_by_bolt_without_a_warning_in_its_log(
    server: EmbeddedServer, driver: Driver
) -> None:
    records, _, _ = driver.execute_query(
        "CALL dbms.components() YIELD versions, edition RETURN versions[0] AS version, edition"
    )
    assert records[0].data() == {"version": server.version, "edition": "community"}
    log = server.log_tail(1000)
    assert any(line.endswith("Started.") for line in log)
    assert [line for line in log if "WARN" in line or "ERROR" in line] == []


def test_its_status_tells_where_it_is(server: EmbeddedServer, address: ServerAddress) -> None:
    status = server.status()
    assert (status.state, status.pid) == ("running", address.pid)
    assert (status.uri, status.http_url) == (address.uri, address.http_url)
    assert address.password not in f"{status!r} {address!r}"


def test_other_processes_share_it(server: EmbeddedServer, address: ServerAddress) -> None:
    assert start_twice_elsewhere(home=server.settings.home) == [address, address]
    assert EmbeddedServer(server.settings).start() == address


def test_taken_ports_are_left_to_whoever_has_them(
    address: ServerAddress, taken_ports: list[int]
) -> None:
    used = {connection.laddr.port for connection in connections(address.pid)}
    assert used
    assert used.isdisjoint(taken_ports)


def test_it_listens_on_the_loopback_address_only(address: ServerAddress) -> None:
    assert {connection.laddr.ip for connection in connections(address.pid)} <= {
        "127.0.0.1",
        "::ffff:127.0.0.1",
    }


def connections(pid: int) -> list[Any]:
    """Every socket of the process, UDP included."""
    return list(psutil.Process(pid).net_connections(kind="inet"))


def test_the_browser_is_there_and_finds_the_database(address: ServerAddress) -> None:
    status, page = http_get(address.http_url)
    assert status == 200
    assert b"<title>Neo4j Browser</title>" in page
    root = address.http_url.removesuffix("browser/")
    assert json.loads(http_get(root)[1])["bolt_direct"] == address.uri
    assert http_get(f"{root}db/neo4j/query/v2")[0] == 404


def test_nothing_is_reported_to_anybody(driver: Driver) -> None:
    records, _, _ = driver.execute_query(
        "SHOW SETTINGS YIELD name, value WHERE name =~ $pattern RETURN name, value",
        pattern=r".*(usage_report|fleet_manager|fleet_discovery|telemetry)(\.enabled)?",
        database_="system",
    )
    assert {record["name"]: record["value"] for record in records} == {
        "client.allow_telemetry": "false",
        "dbms.fleet_manager.enabled": "false",
        "dbms.usage_report.enabled": "false",
        "server.bolt.telemetry.enabled": "false",
        "server.fleet_discovery.enabled": "false",
    }


def test_the_password_is_private_and_the_well_known_one_is_refused(
    server: EmbeddedServer, address: ServerAddress
) -> None:
    file = server.home.password_file
    assert file.read_text(encoding="utf-8").strip() == address.password
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(server.home.root.stat().st_mode) == 0o700
    with (
        GraphDatabase.driver(address.uri, auth=("neo4j", "neo4j")) as driver,
        pytest.raises(AuthError),
    ):
        driver.verify_connectivity()


@pytest.mark.parametrize("access", [READ_ACCESS, WRITE_ACCESS])
@pytest.mark.parametrize("source", ["file", "import", "http", "ftp", "name"])
def test_cypher_reaches_neither_files_nor_the_network(
    server: EmbeddedServer, driver: Driver, access: str, source: str
) -> None:
    (server.home.root / "import" / "a.csv").write_text("secret\n", encoding="utf-8")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        port = listener.getsockname()[1]
        url = {
            "file": "file:///etc/passwd",
            "import": "file:///a.csv",
            "http": f"http://127.0.0.1:{port}/a.csv",
            "ftp": f"ftp://127.0.0.1:{port}/a.csv",
            "name": f"http://localhost:{port}/a.csv",
        }[source]
        with (
            driver.session(default_access_mode=access) as session,
            pytest.raises(Neo4jError, match=r"allow_csv_import_from_file_urls|is blocked"),
        ):
            session.run("LOAD CSV FROM $url AS line RETURN line", url=url).consume()
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_a_killed_server_comes_back_with_its_data(
    server: EmbeddedServer, address: ServerAddress, driver: Driver
) -> None:
    driver.execute_query("MERGE (n:Kept {text: 'still here'})")
    driver.close()
    killed = psutil.Process(address.pid)
    killed.kill()
    killed.wait(20)  # until then it holds its ports, and the next one takes others
    again = server.start()
    assert again.pid != address.pid
    # The usual ports are still taken: bookmarks of the last ones go on working.
    assert again.model_copy(update={"pid": address.pid}) == address
    with GraphDatabase.driver(again.uri, auth=(again.user, again.password)) as reopened:
        records, _, _ = reopened.execute_query("MATCH (n:Kept) RETURN n.text AS text")
    assert [record["text"] for record in records] == ["still here"]


def test_a_start_that_takes_too_long_can_be_waited_for(tmp_path: Path) -> None:
    hasty = EmbeddedServer(load_settings(home=tmp_path, server_start_seconds=0.5, **SMALL))
    try:
        with pytest.raises(ServerStartError, match="goes on starting"):
            hasty.start()
        status = hasty.status()
        assert status.state == "starting"
        patient = EmbeddedServer(load_settings(home=tmp_path, **SMALL))
        assert patient.start().pid == status.pid
        assert hasty.stop() is True
        assert hasty.log_tail(1)[0].endswith("Stopped.")
        assert hasty.status().state == "stopped"
        assert hasty.stop() is False
    finally:
        hasty.stop(force=True)


@pytest.mark.parametrize(
    ("unfit", "words"),
    [
        ({"server_heap": "1m"}, "Too small maximum heap"),
        ({"server_pagecache": "99999999999999g"}, r"server\.memory\.pagecache\.size"),
    ],
)
def test_a_start_that_fails_is_reported_with_the_servers_words(
    tmp_path: Path, unfit: dict[str, str], words: str
) -> None:
    server = EmbeddedServer(load_settings(home=tmp_path, **unfit))
    with pytest.raises(ServerStartError, match=words) as caught:
        server.start()
    assert str(server.home.log) in caught.value.problem
    assert server.status().state == "stopped"
