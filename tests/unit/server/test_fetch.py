"""Downloads through jgo from a repository that this test serves itself."""

import base64
import gc
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from graphmem.errors import ArtifactError
from graphmem.server import fetch, maven
from graphmem.server.artifacts import ensure_jars
from graphmem.server.fetch import LockedJar
from graphmem.server.maven import load_maven_settings
from tests.unit.server.jars import CONTENTS, ONE, TWO

# jgo leaves the answers that it does not want for the garbage collector to close.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

USER, PASSWORD = "reader", "p@ss:word"


@dataclass
class Repository:
    """What the served repository holds, and what was asked of it."""

    url: str
    contents: dict[str, bytes]
    broken_answers: int = 0
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def repository() -> Iterator[Repository]:
    login = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            content = served.contents.get(self.path.removeprefix("/maven/"))
            if self.headers.get("Authorization") != f"Basic {login}":
                self.send_error(401)
            elif content is None:
                self.send_error(404)
            else:
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                if served.broken_answers > 0:
                    served.broken_answers -= 1
                    content = content[:1]
                self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = Repository(
        url=f"http://127.0.0.1:{server.server_port}/maven",
        contents={str(jar.repository_path): content for jar, content in CONTENTS.items()},
    )
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield served
    server.shutdown()
    thread.join()
    server.server_close()
    gc.collect()


@pytest.fixture
def user_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user who has configured nothing."""
    for name in ("M2_REPO", "MAVEN_HOME", "M2_HOME", "XDG_CONFIG_HOME", "JGO_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setattr(fetch, "_PAUSES", (0.0, 0.0))
    (tmp_path / "user" / ".m2").mkdir(parents=True)
    return tmp_path / "user"


def write_settings(user_home: Path, url: str) -> None:
    (user_home / ".m2" / "settings.xml").write_text(
        f"""<settings>
          <mirrors><mirror><id>ours</id><mirrorOf>*</mirrorOf><url>{url}</url></mirror></mirrors>
          <servers><server><id>ours</id><username>{USER}</username>
            <password>${{env.MIRROR_PASSWORD}}</password></server></servers>
        </settings>""",
        encoding="utf-8",
    )


def get_jars(folder: Path, jars: tuple[LockedJar, ...] = (ONE, TWO)) -> list[bytes]:
    paths = ensure_jars(
        folder,
        jars,
        local_repositories=tuple,
        fetch=lambda: fetch.fetcher(maven.remote_repositories(load_maven_settings())),
    )
    return [path.read_bytes() for path in paths]


def test_jars_come_through_the_users_mirror(
    repository: Repository, user_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(user_home, repository.url)
    monkeypatch.setenv("MIRROR_PASSWORD", PASSWORD)
    assert get_jars(tmp_path / "jars") == [b"one", b"two"]
    assert not (user_home / ".m2" / "repository").exists()


def test_a_broken_download_is_tried_again(
    repository: Repository, user_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(user_home, repository.url)
    monkeypatch.setenv("MIRROR_PASSWORD", PASSWORD)
    repository.broken_answers = 2
    assert get_jars(tmp_path / "jars", (ONE,)) == [b"one"]


def test_a_mirror_that_serves_something_else_is_refused(
    repository: Repository, user_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(user_home, repository.url)
    monkeypatch.setenv("MIRROR_PASSWORD", PASSWORD)
    repository.contents[str(TWO.repository_path)] = b"tampered with"
    with pytest.raises(ArtifactError, match="is not the locked jar"):
        get_jars(tmp_path / "jars")


def test_a_refusal_names_the_mirror_and_never_the_password(
    repository: Repository, user_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(user_home, repository.url)
    monkeypatch.setenv("MIRROR_PASSWORD", "another")
    with pytest.raises(ArtifactError, match="ours did not give it") as caught:
        get_jars(tmp_path / "jars", (ONE,))
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    assert len([path for path in repository.asked if path.endswith(".jar")]) == 3


def test_a_mirror_that_is_down_is_a_clear_error(
    repository: Repository, user_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(user_home, "http://127.0.0.1:1/maven")
    monkeypatch.setenv("MIRROR_PASSWORD", "a-secret")
    with pytest.raises(ArtifactError, match="ours cannot be reached") as caught:
        get_jars(tmp_path / "jars", (ONE,))
    assert caught.value.__cause__ is not None
    assert "a-secret" not in f"{caught.value} {caught.value.__cause__}"
    assert "HTTPS_PROXY" in caught.value.next_step


def test_a_repository_of_jgos_configuration_is_asked(
    repository: Repository, user_home: Path, tmp_path: Path
) -> None:
    (user_home / ".config").mkdir()
    address = repository.url.replace("://", f"://{USER}:p%%40ss%%3Aword@")
    (user_home / ".config" / "jgo.conf").write_text(
        f"[repositories]\ncentral = {address}\n", encoding="utf-8"
    )
    assert get_jars(tmp_path / "jars", (ONE,)) == [b"one"]
