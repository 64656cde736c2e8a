"""Finds the address of a server's Neo4j Browser."""

from urllib.parse import urlsplit

from graphmem.errors import StoreError
from graphmem.store.database import Database


def browser_address(database: Database, uri: str) -> str | None:
    """The HTTP address of the server's Browser; None where it has none or does not tell.

    Its ports are asked of the server, its host is that of ``uri``: what a server calls itself
    need not reach it from here. Not every user, and no hosted server, may ask.
    """
    try:
        records = database.query("http_settings")
    except StoreError:
        return None
    told = {record["name"]: str(record["value"]) for record in records}
    secure = urlsplit(uri).scheme.endswith(("+s", "+ssc"))
    for scheme in ("https", "http") if secure else ("http", "https"):
        port = told.get(f"server.{scheme}.advertised_address", "").rpartition(":")[2]
        if told.get(f"server.{scheme}.enabled") == "true" and port.isdigit():
            host = urlsplit(uri).hostname or "localhost"
            shown = f"[{host}]" if ":" in host else host
            return f"{scheme}://{shown}:{port}/browser/"
    return None
