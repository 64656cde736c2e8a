from pathlib import Path

import pytest

from graphmem.errors import ArtifactError
from graphmem.server.artifacts import Fetch, ensure_jars
from graphmem.server.fetch import LockedJar
from tests.unit.server.jars import CONTENTS, ONE, TWO, write_repository

JARS = (ONE, TWO)


def no_fetch() -> Fetch:
    raise AssertionError("nothing was to be fetched")


def fetch_from(contents: dict[LockedJar, bytes]) -> Fetch:
    def fetch(jar: LockedJar, scratch: Path) -> Path:
        file = scratch / f"downloaded-{jar.file_name}"
        file.write_bytes(contents[jar])
        return file

    return fetch


def install(folder: Path) -> None:
    ensure_jars(folder, JARS, local_repositories=tuple, fetch=lambda: fetch_from(CONTENTS))


def test_jars_come_from_the_users_own_repository(tmp_path: Path) -> None:
    repository = write_repository(tmp_path / "m2", CONTENTS)
    paths = ensure_jars(
        tmp_path / "jars", JARS, local_repositories=lambda: [repository], fetch=no_fetch
    )
    assert [path.read_bytes() for path in paths] == [b"one", b"two"]
    assert [path.name for path in paths] == ["one-1.0.jar", "two-2.1-linux.jar"]


def test_a_jar_that_differs_there_is_fetched(tmp_path: Path) -> None:
    repository = write_repository(tmp_path / "m2", {ONE: b"one", TWO: b"tampered with"})
    steps: list[tuple[int, int | None]] = []
    paths = ensure_jars(
        tmp_path / "jars",
        JARS,
        local_repositories=lambda: [repository],
        fetch=lambda: fetch_from({TWO: b"two"}),
        progress=lambda _stage, done, total: steps.append((done, total)),
    )
    assert [path.read_bytes() for path in paths] == [b"one", b"two"]
    assert steps == [(0, 1), (1, 1)]
    assert (repository / TWO.repository_path).read_bytes() == b"tampered with"


def test_a_fetched_jar_that_differs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError) as caught:
        ensure_jars(
            tmp_path / "jars",
            JARS,
            local_repositories=tuple,
            fetch=lambda: fetch_from({ONE: b"one", TWO: b"tampered with"}),
        )
    assert "org.example.deep:two:jar:linux:2.1" in caught.value.problem
    assert f"expected SHA-256 {TWO.sha256}" in caught.value.problem
    assert not (tmp_path / "jars" / TWO.file_name).exists()


def test_an_installed_jar_that_differs_is_refused_and_not_replaced(tmp_path: Path) -> None:
    install(tmp_path / "jars")
    jar = tmp_path / "jars" / ONE.file_name
    jar.write_bytes(b"tampered with")
    with pytest.raises(ArtifactError, match=r"one:1\.0 is not the locked jar"):
        install(tmp_path / "jars")
    assert jar.read_bytes() == b"tampered with"


def test_installed_jars_need_neither_network_nor_repository(tmp_path: Path) -> None:
    install(tmp_path / "jars")
    ensure_jars(
        tmp_path / "jars", JARS, local_repositories=lambda: [Path("/nowhere")], fetch=no_fetch
    )


def test_a_jar_that_is_not_locked_is_not_given(tmp_path: Path) -> None:
    install(tmp_path / "jars")
    (tmp_path / "jars" / "stranger-1.0.jar").write_bytes(b"stranger")
    paths = ensure_jars(tmp_path / "jars", JARS, local_repositories=tuple, fetch=no_fetch)
    assert {path.name for path in paths} == {"one-1.0.jar", "two-2.1-linux.jar"}


def test_a_failed_download_keeps_what_came_and_leaves_nothing_else(tmp_path: Path) -> None:
    def fetch(jar: LockedJar, scratch: Path) -> Path:
        if jar is TWO:
            (scratch / "half").write_bytes(b"t")
            raise ArtifactError("no network", next_step="plug it in")
        return fetch_from(CONTENTS)(jar, scratch)

    with pytest.raises(ArtifactError, match="no network"):
        ensure_jars(tmp_path / "jars", JARS, local_repositories=tuple, fetch=lambda: fetch)
    assert {path.name for path in (tmp_path / "jars").iterdir()} <= {ONE.file_name}
    install(tmp_path / "jars")


def test_what_a_killed_download_left_is_cleared(tmp_path: Path) -> None:
    leftover = tmp_path / "jars" / ".fetch-killed"
    leftover.mkdir(parents=True)
    (leftover / "half.jar").write_bytes(b"h")
    install(tmp_path / "jars")
    assert not leftover.exists()


def test_a_folder_that_cannot_be_made_is_an_artifact_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ArtifactError, match="cannot be kept"):
        install(tmp_path / "file" / "jars")
