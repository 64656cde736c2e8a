"""A real Neo4j for tests: GRAPHMEM_TEST_URI, else a container, else the embedded server."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphmem.server import EmbeddedServer
from graphmem.server.embedded import first_free
from graphmem.settings import Settings, load_settings

IMAGE = "neo4j:2026.08.1"


@contextmanager
def live_neo4j(home: Path) -> Iterator[Settings]:
    """Settings that reach a real Neo4j of the tests' own; what was started here ends here."""
    if uri := os.environ.get("GRAPHMEM_TEST_URI"):
        yield load_settings(
            home=home,
            uri=uri,
            user=os.environ.get("GRAPHMEM_TEST_USER", "neo4j"),
            password=os.environ.get("GRAPHMEM_TEST_PASSWORD"),
        )
    elif _container_engine_answers():
        from testcontainers.neo4j import Neo4jContainer

        with Neo4jContainer(IMAGE, password="a-password-for-tests") as container:
            yield load_settings(
                home=home, uri=container.get_connection_url(), password="a-password-for-tests"
            )
    else:
        # Ports of its own: the other test processes start theirs at the same moment.
        bolt = first_free(())
        http = first_free((), taken=bolt)
        settings = load_settings(home=home, server_heap="1g", bolt_port=bolt, http_port=http)
        try:
            yield settings
        finally:
            EmbeddedServer(settings).stop(force=True)


def _container_engine_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    answer = subprocess.run(["docker", "info"], capture_output=True, check=False, timeout=20)
    return answer.returncode == 0
