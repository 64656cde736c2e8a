"""The embedded Neo4j: fetched by locked coordinates, started, shared, stopped."""

from graphmem.server.embedded import EmbeddedServer
from graphmem.server.model import ServerAddress, ServerStatus

__all__ = ["EmbeddedServer", "ServerAddress", "ServerStatus"]
