"""The question whether a server is ready, asked by Bolt."""

from enum import Enum

from graphmem.server.model import DATABASE, USER, Ports

_TIMEOUT = 5


class Answer(Enum):
    """What came of asking."""

    READY = "ready"
    NOT_YET = "not yet"
    REFUSED = "refused"


def ask(ports: Ports, password: str) -> Answer:
    """Run one query as the user would; READY only if it was answered."""
    from neo4j import READ_ACCESS, GraphDatabase
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        with (
            GraphDatabase.driver(
                ports.uri,
                auth=(USER, password),
                connection_timeout=_TIMEOUT,
                connection_acquisition_timeout=_TIMEOUT,
                telemetry_disabled=True,
            ) as driver,
            driver.session(database=DATABASE, default_access_mode=READ_ACCESS) as session,
        ):
            session.run("RETURN 1").consume()
    except AuthError:
        return Answer.REFUSED
    except (DriverError, Neo4jError):
        return Answer.NOT_YET
    return Answer.READY
