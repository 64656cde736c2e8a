import hashlib
import stat
from pathlib import Path

import pytest

from graphmem.errors import ServerError
from graphmem.server import EmbeddedServer
from graphmem.server.home import ServerHome, ensure_password, initial_user, write_initial_user
from graphmem.server.model import Ports, ServerMemory
from graphmem.settings import Settings

PORTS = Ports(bolt=7001, http=7002)


@pytest.fixture
def home(tmp_path: Path) -> ServerHome:
    home = ServerHome.of(Settings(home=tmp_path))
    home.prepare()
    return home


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def conf_of(home: ServerHome) -> dict[str, str]:
    lines = (home.conf / "neo4j.conf").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {key: value for key, _, value in pairs}


def test_a_link_to_the_home_is_the_same_home(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert ServerHome.of(Settings(home=tmp_path / "link")) == ServerHome.of(
        Settings(home=tmp_path / "real")
    )


def test_the_home_is_closed_to_others(home: ServerHome) -> None:
    home.root.chmod(0o755)
    home.prepare()
    assert mode(home.root) == 0o700


def test_the_password_is_made_once_and_kept_private(home: ServerHome) -> None:
    password = ensure_password(home)
    assert len(password) >= 40
    assert mode(home.password_file) == 0o600
    home.password_file.chmod(0o644)
    assert ensure_password(home) == password
    assert mode(home.password_file) == 0o600


def test_the_first_user_has_the_stored_password(home: ServerHome) -> None:
    write_initial_user(home, "secret")
    assert mode(home.initial_user_file) == 0o600
    user, digest, rest = home.initial_user_file.read_text(encoding="utf-8").split(",", 2)
    salt, rounds = rest.split(",")
    assert (user, rounds) == ("neo4j:SHA-256", "1024:\n")
    assert initial_user("secret", salt=bytes.fromhex(salt)).split(",")[1] == digest
    assert initial_user("other", salt=bytes.fromhex(salt)).split(",")[1] != digest


def test_the_hash_is_the_one_that_neo4j_admin_writes() -> None:
    # Made by `neo4j-admin dbms set-initial-password abcdefghij` of 2026.08.1.
    salt = "fd2f25b94ab993c09e9a7f57368c2ad456636064d8c28d58c1ed348e2a2ab6b5"
    digest = "aa6e16a2091e7d86e8380fd11b96c8e2aa426951baed0963663e83d41f5c8d0d"
    line = initial_user("abcdefghij", salt=bytes.fromhex(salt))
    assert line == f"neo4j:SHA-256,{digest},{salt},1024:\n"
    assert len(digest) == hashlib.sha256().digest_size * 2


@pytest.mark.parametrize("left", [None, ""])
def test_a_database_without_its_password_is_refused(home: ServerHome, left: str | None) -> None:
    (home.databases / "system").mkdir(parents=True)
    if left is not None:
        home.password_file.write_text(left, encoding="utf-8")
    with pytest.raises(ServerError, match="password is gone"):
        ensure_password(home)


def test_the_configuration_keeps_to_this_machine(home: ServerHome) -> None:
    home.write_conf(ServerMemory(heap="512m", pagecache="64m"), PORTS)
    conf = conf_of(home)
    addresses = {key: value for key, value in conf.items() if key.endswith("_address")}
    assert {value.split(":")[0] for value in addresses.values()} == {"127.0.0.1"}
    assert addresses["server.bolt.listen_address"] == "127.0.0.1:7001"
    assert addresses["server.http.listen_address"] == "127.0.0.1:7002"
    assert conf["server.memory.heap.max_size"] == "512m"
    assert conf["server.memory.pagecache.size"] == "64m"
    assert conf["dbms.usage_report.enabled"] == "false"
    assert conf["dbms.security.auth_enabled"] == "true"
    policy = conf["dbms.security.http_static_content_security_policy_header"]
    assert "segment" not in policy
    assert "http:" not in policy
    assert home.hosts_file.read_text(encoding="utf-8").startswith("127.0.0.1 localhost")


def test_ports_are_remembered(home: ServerHome) -> None:
    assert home.read_ports() is None
    home.write_ports(PORTS)
    assert home.read_ports() == PORTS


@pytest.mark.parametrize("garbage", ["", "{", '{"bolt": 1}'])
def test_ports_that_cannot_be_read_are_not_known(home: ServerHome, garbage: str) -> None:
    home.ports_file.write_text(garbage, encoding="utf-8")
    assert home.read_ports() is None


def test_a_data_folder_that_cannot_be_made_is_a_server_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ServerError, match="cannot be used") as caught:
        EmbeddedServer(Settings(home=tmp_path / "file" / "home")).start()
    assert "GRAPHMEM_HOME" in caught.value.next_step


def test_a_home_below_a_file_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    server = EmbeddedServer(Settings(home=tmp_path / "file" / "home"))
    assert server.home.read_ports() is None
    assert server.status().state == "stopped"
    assert server.log_tail() == ()
    assert server.stop() is False


def test_a_log_that_cannot_be_read_is_named(home: ServerHome, tmp_path: Path) -> None:
    home.log.mkdir()
    with pytest.raises(ServerError, match=r"console\.log cannot be read"):
        EmbeddedServer(Settings(home=tmp_path)).log_tail()
