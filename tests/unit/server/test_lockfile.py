import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.errors import ArtifactError
from graphmem.server.fetch import LockedJar, load_lock, neo4j_version, parse_lock

SHA = "a" * 64
PART = st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,9}", fullmatch=True)
JARS = st.builds(
    LockedJar, PART, PART, PART, st.none() | PART, st.from_regex(r"[0-9a-f]{64}", fullmatch=True)
)


@settings(deadline=None)  # other work on the machine is no failure
@given(jars=st.lists(JARS, unique_by=lambda jar: jar.file_name))
def test_a_lock_reads_back_what_was_written(jars: list[LockedJar]) -> None:
    text = "# a comment\n\n" + "".join(f"{jar}\n" for jar in jars)
    assert parse_lock(text) == tuple(jars)


@settings(deadline=None)
@given(jar=JARS)
def test_no_jar_can_leave_its_folder(jar: LockedJar) -> None:
    assert "/" not in jar.file_name
    assert ".." not in jar.repository_path.parts


def test_the_packaged_lock_names_the_server_and_the_browser() -> None:
    jars = load_lock()
    names = {(jar.group, jar.artifact) for jar in jars}
    assert neo4j_version(jars) == "2026.08.1"
    assert {("org.neo4j.app", "neo4j-server"), ("org.neo4j.client", "neo4j-browser")} <= names
    assert any(jar.classifier == "linux-x86_64" for jar in jars)


@pytest.mark.parametrize(
    "line",
    [
        "org.example:one",
        f"org.example:one sha256:{SHA}",
        "org.example:one:1.0",
        "org.example:one:1.0 sha256:abc",
        f"org.example:one:1.0 sha256:{SHA.upper()}",
        f"org.example:one:..:1.0 sha256:{SHA}",
        f"org.example:../one:1.0 sha256:{SHA}",
        f"org.example:one:war:linux:1.0 sha256:{SHA}",
        f"org.example:one:1.0 sha256:{SHA} and more",
    ],
)
def test_a_malformed_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(ArtifactError, match=r"Line 3 of neo4j\.lock"):
        parse_lock(f"# head\norg.example:zero:1.0 sha256:{SHA}\n{line}\n")


def test_a_jar_named_twice_is_refused() -> None:
    line = f"org.example:one:1.0 sha256:{SHA}\n"
    with pytest.raises(ArtifactError, match=re.escape("Line 2 of neo4j.lock names one-1.0.jar")):
        parse_lock(line * 2)


def test_a_lock_without_neo4j_has_no_version() -> None:
    with pytest.raises(ArtifactError, match="does not name"):
        neo4j_version(())
