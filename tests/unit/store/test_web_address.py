"""Where the Browser of a server is, from what the server tells."""

from typing import Any, cast

import pytest

from graphmem.errors import StoreError
from graphmem.store.database import Database
from graphmem.store.web_address import browser_address

PLAIN = {
    "server.http.enabled": "true",
    "server.http.advertised_address": "localhost:7475",
    "server.https.enabled": "false",
    "server.https.advertised_address": ":7473",
}
BOTH = PLAIN | {"server.https.enabled": "true"}
NEITHER = PLAIN | {"server.http.enabled": "false"}


class Settings:
    """Stands in for a database that tells its settings, or refuses to."""

    def __init__(self, told: dict[str, str] | None) -> None:
        self.told = told

    def query(self, name: str, /, **_: Any) -> list[dict[str, str]]:
        assert name == "http_settings"
        if self.told is None:
            raise StoreError("Neo4j reported: not allowed.", next_step="Ask an administrator.")
        return [{"name": key, "value": value} for key, value in self.told.items()]


@pytest.mark.parametrize(
    ("told", "uri", "address"),
    [
        (PLAIN, "bolt://db.example:7687", "http://db.example:7475/browser/"),
        (PLAIN, "neo4j://[::1]:7687", "http://[::1]:7475/browser/"),
        (PLAIN, "bolt+s://db.example", "http://db.example:7475/browser/"),
        (BOTH, "neo4j+s://db.example", "https://db.example:7473/browser/"),
        (BOTH, "bolt://db.example", "http://db.example:7475/browser/"),
        (NEITHER, "bolt://db.example", None),
        ({}, "bolt://db.example", None),
        (None, "bolt://db.example", None),
    ],
)
def test_the_ports_are_the_servers_and_the_host_is_ours(
    told: dict[str, str] | None, uri: str, address: str | None
) -> None:
    assert browser_address(cast(Database, Settings(told)), uri) == address
