"""A connection to one Neo4j database: sessions, transactions, and the server's age."""

import re
import struct
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Self, TypeVar

import neo4j
from neo4j import Bookmarks as DriverBookmarks
from neo4j import Driver, GraphDatabase, ManagedTransaction, NotificationMinimumSeverity, Record
from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    DatabaseError,
    DriverError,
    ForbiddenOnReadOnlyDatabase,
    Neo4jError,
    NotALeader,
    ReadServiceUnavailable,
    RoutingServiceUnavailable,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
    WriteServiceUnavailable,
)
from neo4j.vector import Vector

from graphmem.errors import (
    BookmarkTimeoutError,
    BusyError,
    ConnectionFailedError,
    IndexFaultError,
    InputError,
    OutcomeUnknownError,
    StoreError,
    UnsupportedServerError,
)
from graphmem.store.bookmarks import Bookmarks, parse_bookmark, wrong
from graphmem.store.queries import packaged_queries

OLDEST_SERVER = (2026, 1)

T = TypeVar("T")

# Who asks is told within five seconds that nobody answers: so long a connection is waited for, a
# pooled one that must prove that it lives included, and so long the driver tries again by itself.
_CONNECTION_SECONDS = 2.0
_RETRY_SECONDS = 2.0
_RETRY_DELAY_SECONDS = 0.2
# A connection that was used just now is taken as it is: the proof is a trip to the server.
_IDLE_SECONDS = 1.0
# More than threads ever work at once, so that nobody waits for another's connection.
_CONNECTIONS = 400
# A server that answers, and asks to be asked again: others hold a lock.
_CONFLICT_SECONDS = 30.0
# A pause of the machine must not end an ingest, which may have worked for minutes.
_PATIENCE_SECONDS = 30.0
_UNAVAILABLE = "Neo.TransientError.General.DatabaseUnavailable"
_OUT_OF_MEMORY = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"
_NO_BOOKMARK = "Neo.ClientError.Transaction.InvalidBookmark"
_NOT_REACHED = "Neo.TransientError.Transaction.BookmarkTimeout"
# Each session that runs beside others leaves a bookmark of its own, until one begins after them.
_FEW_BOOKMARKS = 20

_REFUSED = "Couldn't connect"
# Of a cluster nobody was found to send it to, or that one may not write (any more).
_NOBODY = (RoutingServiceUnavailable, ReadServiceUnavailable, WriteServiceUnavailable)
_NO_LEADER = (NotALeader, ForbiddenOnReadOnlyDatabase)

_VERSION = re.compile(r"(\d+)\.(\d+)")


def as_vector(numbers: Sequence[float]) -> Vector:
    """An embedding as it travels: packed, which is several times faster than a list."""
    # Packed here: the driver would look at every number on its own.
    return Vector(struct.pack(f">{len(numbers)}f", *numbers), "f32")


class Work:
    """Queries by name that belong together, mostly inside one transaction."""

    def __init__(self, run: Callable[..., list[Record]]) -> None:
        self._run = run

    @classmethod
    def of(cls, transaction: ManagedTransaction) -> Self:
        """All in one transaction."""
        return cls(lambda name, **given: packaged_queries()[name].run(transaction, **given))

    def run(self, name: str, /, **parameters: Any) -> list[Record]:
        """Run a Cypher file with exactly the parameters that it names."""
        return self._run(name, **parameters)


class Database:
    """One database of one server; safe to share between threads.

    What it has read or written, it reads again, also where members of a cluster lag behind.
    """

    def __init__(
        self,
        driver: Driver,
        *,
        name: str,
        patience: float = 0.0,
        bookmarks: Bookmarks | None = None,
    ) -> None:
        self.driver = driver
        self.name = name
        self._patience = patience
        self._bookmarks = bookmarks or Bookmarks()

    def patient(self) -> "Database":
        """The same database, for work that goes on after half a minute in which nobody answers."""
        return Database(
            self.driver,
            name=self.name,
            patience=_PATIENCE_SECONDS,
            bookmarks=self._bookmarks,
        )

    @classmethod
    def connect(cls, uri: str, *, user: str, password: str, name: str) -> Self:
        """Connect and check that the server can do what graphmem needs.

        Raises `ConnectionFailedError` or `UnsupportedServerError`.
        """
        try:
            driver = GraphDatabase.driver(
                uri,
                auth=(user, password),
                notifications_min_severity=NotificationMinimumSeverity.OFF,
                telemetry_disabled=True,
                connection_timeout=_CONNECTION_SECONDS,
                connection_acquisition_timeout=_CONNECTION_SECONDS,
                liveness_check_timeout=_IDLE_SECONDS,
                max_connection_pool_size=_CONNECTIONS,
                max_transaction_retry_time=_RETRY_SECONDS,
                initial_retry_delay=_RETRY_DELAY_SECONDS,
            )
        except (ConfigurationError, DriverError, ValueError) as error:
            raise ConnectionFailedError(
                f"{uri} is no address of a Neo4j: {error}.",
                next_step="Give one such as bolt://localhost:7687 or neo4j+s://host.",
            ) from error
        database = cls(driver, name=name)
        try:
            with _connecting(uri):
                database.require_answer()
        except BaseException:  # whatever it was, nobody else could close the driver
            driver.close()
            raise
        return database

    def require_answer(self) -> None:
        """Ask the server who it is; raises a `StoreError` within seconds where it does not say."""
        with translated_errors():
            # Proves that a connection lives, however lately it was used.
            self.driver.verify_connectivity()
        self.require_version()

    def require_version(self) -> str:
        """The server's version; raises `UnsupportedServerError` when it is too old."""
        version = str(self.query("server_version")[0]["version"])
        found = _VERSION.match(version)
        if found is None or (int(found[1]), int(found[2])) < OLDEST_SERVER:
            raise UnsupportedServerError(
                f"The server is Neo4j {version}; graphmem needs 2026.01 or newer, whose vector "
                "indexes filter inside the index.",
                next_step="Upgrade it, or unset GRAPHMEM_URI to use the embedded server.",
            )
        return version

    def read(self, work: Callable[[Work], T]) -> T:
        """Run ``work`` in a READ transaction, again if the server asks for it."""
        with self.session(neo4j.READ_ACCESS) as session:
            return patiently(
                lambda: session.execute_read(lambda transaction: work(Work.of(transaction))),
                unanswered=self._patience,
            )

    def write(self, work: Callable[[Work], T]) -> T:
        """Run ``work`` in one write transaction: all of it, or nothing."""
        with self.session(neo4j.WRITE_ACCESS) as session:
            return patiently(
                lambda: session.execute_write(lambda transaction: work(Work.of(transaction))),
                unanswered=self._patience,
            )

    def write_at_once(self, name: str, /, **parameters: Any) -> tuple[list[Record], bool]:
        """Run one Cypher file that writes, in a transaction of the server's own, as `query` does.

        The second value tells that it was run again, where the first attempt may have been done:
        what the file does twice it must do once. Raises `OutcomeUnknownError` where it was sent and
        nobody told what became of it.
        """
        query = packaged_queries()[name]
        begun = time.monotonic()
        sent = True
        try:
            with self.session(neo4j.WRITE_ACCESS) as session:
                try:
                    return query.run(session, **parameters), False
                except (Neo4jError, DriverError) as error:
                    sent = _may_be_sent(error)
                    if not _may_pass(error, begun):
                        raise
                    try:
                        # Others may hold the lock of a talk for longer than the driver tries.
                        return patiently(
                            lambda: session.execute_write(
                                lambda transaction: query.run(transaction, **parameters)
                            )
                        ), True
                    except (Neo4jError, DriverError) as again:
                        sent = sent or _may_be_sent(again)
                        raise
        except (ConnectionFailedError, BusyError) as error:
            if sent:
                raise OutcomeUnknownError(error.problem, next_step=error.next_step) from error
            raise

    def query(self, name: str, /, **parameters: Any) -> list[Record]:
        """Run one Cypher file that only reads; once more where the server asks for it.

        In a transaction of the server's own, which saves two of three trips to it.
        """
        query = packaged_queries()[name]
        begun = time.monotonic()
        with self.session(neo4j.READ_ACCESS) as session:
            try:
                return query.run(session, **parameters)
            except (Neo4jError, DriverError) as error:
                if not (_may_pass(error, begun) or (self._patience and _unanswered(error))):
                    raise
                return patiently(
                    lambda: session.execute_read(
                        lambda transaction: query.run(transaction, **parameters)
                    ),
                    unanswered=self._patience,
                )

    def in_turn(self, work: Callable[[Work], T]) -> T:
        """Run queries that only read each by itself, as `query` does.

        What one of them found may be gone when the next looks for it.
        """
        return work(Work(self.query))

    def command(self, name: str, /, **parameters: Any) -> list[Record]:
        """Run one Cypher file in a transaction of the server's own, as schema commands need."""
        with self.session(neo4j.WRITE_ACCESS) as session:
            return packaged_queries()[name].run(session, **parameters)

    def bookmark(self) -> str:
        """What `after` takes, so that another client's reads find all that was written here."""
        if self._bookmarks.text().count(",") >= _FEW_BOOKMARKS:
            # It begins after them all, and leaves one; without it the token is longer.
            with suppress(StoreError):
                self.query("server_version")
        return self._bookmarks.text()

    def after(self, bookmark: str, *, reached: Callable[[], None] = lambda: None) -> None:
        """Start all further reads from where another client was.

        ``reached`` is called as soon as the database is known to be there, and before others take
        it for known: what was read earlier is to be forgotten then. Raises `BookmarkError` for what
        is no bookmark of this database, and `BookmarkTimeoutError` where the server waits for it
        in vain.
        """
        ahead = self._bookmarks.ahead(parse_bookmark(bookmark))
        if not ahead:
            return
        with _judged(), self.session(neo4j.READ_ACCESS, after=ahead) as session:
            # Reads of others do not wait for it before it is known that there is such a state.
            packaged_queries()["server_version"].run(session)
        reached()
        self._bookmarks.reached(ahead)

    @contextmanager
    def session(self, access_mode: str, *, after: Collection[str] = ()) -> Iterator[neo4j.Session]:
        """A session of the driver, from the state on that is known here, and ``after``."""
        with (
            translated_errors(),
            self.driver.session(
                database=self.name,
                default_access_mode=access_mode,
                bookmarks=DriverBookmarks.from_raw_values(after),
                bookmark_manager=self._bookmarks.manager,
            ) as session,
        ):
            yield session

    def close(self) -> None:
        """Close the driver's connections."""
        self.driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def patiently(run: Callable[[], T], *, unanswered: float = 0.0) -> T:
    """Runs ``run``, and again for half a minute while the server answers that it is busy.

    ``unanswered`` are the seconds for which it is run again while nobody answers.
    """
    begun = time.monotonic()
    while True:
        try:
            return run()
        except (Neo4jError, DriverError) as error:
            passed = time.monotonic() - begun
            busy = _busy(error)
            if not (busy and passed < _CONFLICT_SECONDS) and not (
                _unanswered(error) and passed < unanswered
            ):
                raise
            if not busy:
                time.sleep(_RETRY_DELAY_SECONDS)


def _may_be_sent(error: Neo4jError | DriverError) -> bool:
    """Whether a query may have reached the server: not where no connection to it was had."""
    if isinstance(error, (ConnectionAcquisitionTimeoutError, AuthError, *_NOBODY, *_NO_LEADER)):
        return False
    if _busy(error):
        return False
    # The driver has one class for a connection that is refused and for one that is lost.
    return not (isinstance(error, ServiceUnavailable) and str(error).startswith(_REFUSED))


def _busy(error: Exception) -> bool:
    """Whether the server did nothing and asks to be asked again, mostly as others hold a lock."""
    return isinstance(error, TransientError) and error.code not in (_UNAVAILABLE, _OUT_OF_MEMORY)


def _unanswered(error: Neo4jError | DriverError) -> bool:
    """Whether nobody answered, and nothing was done for it."""
    return isinstance(error, ConnectionAcquisitionTimeoutError) or (
        isinstance(error, (ServiceUnavailable, SessionExpired)) and error.is_retryable()
    )


def _may_pass(error: Neo4jError | DriverError, begun: float) -> bool:
    """Whether to ask once more: not where all this time nobody has answered."""
    answered = isinstance(error, TransientError)
    return error.is_retryable() and (answered or time.monotonic() - begun < _RETRY_SECONDS)


@contextmanager
def _connecting(uri: str) -> Iterator[None]:
    try:
        yield
    except ConnectionFailedError as error:
        raise ConnectionFailedError(f"{uri}: {error.problem}", next_step=error.next_step) from error


@contextmanager
def _judged() -> Iterator[None]:
    """Turn what the server says of a bookmark into graphmem's errors."""
    try:
        yield
    except StoreError as error:
        code = getattr(error.__cause__, "code", None)
        if code == _NO_BOOKMARK:
            raise wrong("The database knows no such bookmark.") from error
        if code != _NOT_REACHED:
            raise
        raise BookmarkTimeoutError(
            "The database is not as far as the bookmark says.",
            next_step="Ask again; if it stays so, ask without it: what it names is not there, as "
            "after a backup was restored.",
        ) from error


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn the driver's errors into graphmem's, with what to do next."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise InputError(
            "A text holds half of a character (a lone surrogate), which no database keeps.",
            next_step="Give text that was decoded whole.",
        ) from error
    except AuthError as error:
        raise ConnectionFailedError(
            "Neo4j refused the user name or the password.",
            next_step="Correct GRAPHMEM_USER and GRAPHMEM_PASSWORD.",
        ) from error
    except (ServiceUnavailable, SessionExpired, ConnectionAcquisitionTimeoutError) as error:
        raise _not_answering(error) from error
    except (Neo4jError, DriverError) as error:
        if isinstance(error, _NO_LEADER) or (
            isinstance(error, Neo4jError) and error.code == _UNAVAILABLE
        ):
            raise _not_answering(error) from error
        if _busy(error):
            raise BusyError(
                f"Neo4j is busy, mostly as others hold a lock: {error}.",
                next_step="Nothing was done: try again.",
            ) from error
        if isinstance(error, Neo4jError) and error.code == _OUT_OF_MEMORY:
            raise StoreError(
                f"Neo4j has too little memory for this: {error}.",
                next_step="Where graphmem runs the server: `graphmem server stop`, then again with "
                "GRAPHMEM_SERVER_HEAP=4g; else raise what the message names.",
            ) from error
        if is_index_fault(error):
            raise IndexFaultError(
                f"Neo4j failed inside an index: {error}.",
                next_step="Ask again; `graphmem reembed` makes the vector indexes anew.",
            ) from error
        raise StoreError(
            f"Neo4j reported: {error}.",
            next_step="`graphmem doctor` checks the server; its log is in `graphmem server logs`.",
        ) from error


def _not_answering(error: Exception) -> ConnectionFailedError:
    return ConnectionFailedError(
        f"Neo4j does not answer ({error}).",
        next_step="Start it (`graphmem server start`) or correct GRAPHMEM_URI.",
    )


def is_index_fault(error: Exception) -> bool:
    """Tells whether the server's vector index looked beyond the end of a segment.

    Lucene asks a segment in which no vector passes the filter for document 2^31 - 1, depending on
    what was deleted and merged before; seen with Neo4j 2026.08.1.
    """
    return (
        isinstance(error, DatabaseError)
        and error.code == "Neo.DatabaseError.Statement.ExecutionFailed"
        and "out of bounds for length" in (error.message or "")
    )
