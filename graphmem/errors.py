"""Every error that graphmem raises on purpose.

GraphMemError
├── SettingsError          a setting is missing or cannot be used
├── AuditError             the audit log cannot be written, so what it would tell is not done
├── MissingExtraError      an optional dependency is not installed
├── InputError             what the caller gave cannot be read
│   ├── SameConversationError   two who talk to each other would become one, unconfirmed
│   ├── OpinionError       no opinion was formed that could be kept
│   ├── BookmarkError      no bookmark, or one of another database
│   └── ArchiveError       an archive cannot be read, or does not fit the space
├── NotAllowedError        access for one person alone, or without a right, asked for more
│   └── ForgottenError     a turn that was taken back, and is not recorded again unless told
├── NotFoundError          a conversation, person or session that the database does not hold
├── AmbiguousNameError     a name that fits several people or things; asks which
├── ModelError             an embedding model cannot be loaded
├── LlmError               a language model could not do what it was asked
│   ├── LlmSetupError      the key, the model's name or the address is refused
│   ├── LlmRequestError    this one request is refused: too long, or against a policy
│   ├── LlmRateLimitError  too many requests, after every attempt
│   ├── LlmUnavailableError     nobody answers, or with a failure, after every attempt
│   ├── LlmOutputError     the answer does not fit its schema, nor does the repaired one
│   └── BudgetExceededError     the budget is spent; nothing was asked
├── ServerError            the embedded Neo4j
│   ├── ArtifactError      a jar is missing, cannot be fetched or does not match its SHA-256
│   ├── JavaError          no Java that can run the server
│   └── ServerStartError   the process ended or did not answer in time
└── StoreError             talking to Neo4j
    ├── ConnectionFailedError   nobody answers, or the credentials are refused
    │   └── OutcomeUnknownError what was being written may be done, or not
    ├── BusyError               others hold a lock for too long; nothing was done
    ├── BookmarkTimeoutError    the database is not as far as a bookmark says
    ├── UnsupportedServerError  the server is older than graphmem needs
    ├── SchemaError             the database's schema is newer than this graphmem, or half made
    ├── ModelMismatchError      the database holds vectors of another embedding model
    ├── IndexFaultError         the server failed inside one of its own indexes
    ├── QueryFileError          a Cypher file is missing, malformed or called with other parameters
    └── QueryRefusedError       a user's Cypher that would write, or reach beyond the database
"""

from collections.abc import Sequence
from typing import NamedTuple


class NameCandidate(NamedTuple):
    """One of several people or things that a name fits.

    ``told_apart`` says what it has of its own: whose it is, where it is spoken of, what it is.
    ``example`` is a turn that speaks of it, as ``CONVERSATION/TURN: “words”``.
    """

    uid: str
    name: str
    told_apart: str
    example: str = ""


class GraphMemError(Exception):
    """Root of every error that graphmem raises on purpose.

    ``problem`` says what is wrong and ``next_step`` what to do about it; ``str()`` gives both.
    """

    def __init__(self, problem: str, *, next_step: str) -> None:
        super().__init__(problem, next_step)
        self.problem = problem
        self.next_step = next_step

    def __str__(self) -> str:
        return f"{self.problem} {self.next_step}"

    def __reduce__(self) -> tuple[object, ...]:
        # The default would call cls(problem, next_step), which a keyword-only argument refuses.
        return (_rebuild, (type(self), self.problem, self.next_step))


def _rebuild(cls: type[GraphMemError], problem: str, next_step: str) -> GraphMemError:
    return cls(problem, next_step=next_step)


class SettingsError(GraphMemError):
    """A setting is missing or cannot be used."""


class AuditError(GraphMemError):
    """The audit log cannot be written, so what it would tell is not done."""


class MissingExtraError(GraphMemError):
    """An optional dependency is not installed."""


class InputError(GraphMemError):
    """What the caller gave cannot be read."""


class SameConversationError(InputError):
    """A merge would make two people one who take part in one conversation, unless confirmed."""


class OpinionError(InputError):
    """No opinion was formed, or none that can be kept as the agent's own; nothing is stored."""


class BookmarkError(InputError):
    """What was given as a bookmark is none, or one of another database."""


class ArchiveError(InputError):
    """An archive is damaged or of another kind, or it does not fit the space; nothing is written.

    The problem names the part and the line.
    """


class NotAllowedError(GraphMemError):
    """Access for one person alone, or without a right, asked for more than it may."""


class ForgottenError(InputError):
    """A turn that was taken back is not recorded again, unless it is to be restored."""


class NotFoundError(GraphMemError):
    """The database does not hold the conversation, session or person that was named."""


class AmbiguousNameError(GraphMemError):
    """A name fits several people or things: the question back, with those that it fits.

    Asking again with the uid of one of ``candidates`` answers it.
    """

    def __init__(
        self, problem: str, *, next_step: str, candidates: Sequence[NameCandidate] = ()
    ) -> None:
        super().__init__(problem, next_step=next_step)
        self.candidates = tuple(candidates)

    def __str__(self) -> str:
        told = "".join(
            f"\n- {one.uid}: {one.name}, {one.told_apart}. {one.example}" for one in self.candidates
        )
        return f"{self.problem}{told}\n{self.next_step}" if told else super().__str__()

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild_ambiguous, (self.problem, self.next_step, self.candidates))


def _rebuild_ambiguous(
    problem: str, next_step: str, candidates: tuple[NameCandidate, ...]
) -> AmbiguousNameError:
    return AmbiguousNameError(problem, next_step=next_step, candidates=candidates)


class ModelError(GraphMemError):
    """An embedding model cannot be loaded or gives vectors that cannot be used."""


class LlmError(GraphMemError):
    """A language model could not do what it was asked."""


class LlmSetupError(LlmError):
    """The key, the model's name or the address is refused; the next request would be as well."""


class LlmRequestError(LlmError):
    """The provider refuses this one request: too long, malformed, or against its policy."""


class LlmRateLimitError(LlmError):
    """The provider asks for fewer requests, still after every attempt."""


class LlmUnavailableError(LlmError):
    """Nobody answers in time, or only with failures, after every attempt."""


class LlmOutputError(LlmError):
    """The model's answer does not fit the schema, and neither does the one it was asked to mend."""


class BudgetExceededError(LlmError):
    """The budget is spent, so the model was not asked."""


class ServerError(GraphMemError):
    """The embedded Neo4j could not be managed."""


class ArtifactError(ServerError):
    """A jar is missing, cannot be fetched, or does not match its SHA-256."""


class JavaError(ServerError):
    """There is no Java that can run the server."""


class ServerStartError(ServerError):
    """The server process ended early or did not answer in time."""


class StoreError(GraphMemError):
    """Neo4j could not do what it was asked."""


class ConnectionFailedError(StoreError):
    """Nobody answers at the address, or the credentials are refused."""


class OutcomeUnknownError(ConnectionFailedError):
    """The database fell silent while something was written: it may be done, or not."""


class BusyError(StoreError):
    """Others hold a lock for longer than it is waited for; nothing was done."""


class BookmarkTimeoutError(StoreError):
    """The database has not come as far as a bookmark says in the time that it waits."""


class UnsupportedServerError(StoreError):
    """The server is older than the oldest that graphmem works with."""


class SchemaError(StoreError):
    """The database's schema does not fit this graphmem."""


class ModelMismatchError(StoreError):
    """The database holds vectors of another embedding model."""


class IndexFaultError(StoreError):
    """The server failed inside one of its own indexes; the data is whole."""


class QueryFileError(StoreError):
    """A Cypher file is missing, malformed, or was called with other parameters than it names."""


class QueryRefusedError(StoreError):
    """A user's Cypher would write, or reach beyond the database."""
