"""Write graphmem/server/neo4j.lock again: every jar of a Neo4j, by coordinate and SHA-256.

Run it with Maven at hand, from an environment that has graphmem installed:

    python scripts/lock_server.py 2026.08.1 --browser 5.24.0
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

from graphmem.server.artifacts import sha256_of
from graphmem.server.fetch import LOCK_NAME, LockedJar, parse_lock

LOCK = Path(__file__).parents[1] / "graphmem" / "server" / LOCK_NAME

POM = """\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>graphmem</groupId><artifactId>lock</artifactId><version>1</version>
  <dependencies>
    {dependencies}
  </dependencies>
</project>
"""
DEPENDENCY = (
    "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("version", help="version of Neo4j, such as 2026.08.1")
    parser.add_argument("--browser", default="5.24.0", help="version of Neo4j Browser")
    parser.add_argument("--output", type=Path, default=LOCK)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_jars(Path(folder), arguments.version, arguments.browser)
        jars = [read_jar(repository, file) for file in repository.rglob("*.jar")]
    text = format_lock(jars, arguments.version, arguments.browser)
    parse_lock(text)
    arguments.output.write_text(text, encoding="utf-8")
    print(f"{len(jars)} jars in {arguments.output}")


def copy_jars(folder: Path, version: str, browser: str) -> Path:
    """Let Maven copy what the server needs to run, laid out as a repository."""
    coordinates = (
        ("org.neo4j.app", "neo4j-server", version),
        ("org.neo4j", "neo4j", version),
        ("org.neo4j.client", "neo4j-browser", browser),
    )
    dependencies = "\n    ".join(DEPENDENCY.format(*coordinate) for coordinate in coordinates)
    pom = folder / "pom.xml"
    pom.write_text(POM.format(dependencies=dependencies), encoding="utf-8")
    repository = folder / "jars"
    subprocess.run(
        [
            *("mvn", "--batch-mode", "--quiet", "--file", str(pom)),
            "dependency:copy-dependencies",
            "-DincludeScope=runtime",
            "-Dmdep.useRepositoryLayout=true",
            f"-DoutputDirectory={repository}",
        ],
        check=True,
    )
    return repository


def read_jar(repository: Path, file: Path) -> LockedJar:
    """Tell a jar's coordinate from its place in a Maven repository."""
    *group, artifact, version, name = file.relative_to(repository).parts
    classifier = name.removeprefix(f"{artifact}-{version}").removesuffix(".jar").removeprefix("-")
    return LockedJar(
        group=".".join(group),
        artifact=artifact,
        version=version,
        classifier=classifier or None,
        sha256=sha256_of(file),
    )


def format_lock(jars: list[LockedJar], version: str, browser: str) -> str:
    """Give the text of the lock, sorted by line."""
    head = (
        f"# Neo4j Community {version} and Neo4j Browser {browser}: "
        "every jar of the server, by Maven coordinate.\n"
        "# Written by scripts/lock_server.py; a jar whose SHA-256 differs is refused.\n"
    )
    return head + "".join(f"{line}\n" for line in sorted(str(jar) for jar in jars))


if __name__ == "__main__":
    main()
