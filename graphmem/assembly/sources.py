"""Where the parts of a text come from: what `assemble` asks for, and the database that has it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from graphmem.model.assembly import RecordedTurn, Thing
from graphmem.model.memory import KnownStatement
from graphmem.model.scope import Scope
from graphmem.model.search import SearchResult
from graphmem.retrieval.question import ParsedQuestion
from graphmem.retrieval.retractions import AsItStands
from graphmem.store import about
from graphmem.store.database import Database

Place = tuple[str, str]
Vector = Sequence[float]
Search = Callable[[ParsedQuestion, int], SearchResult]

_LEAST_PROCESS = 0.3  # cosine under which how something is done is about something else


class Sources(Protocol):
    """What a text is assembled from, all of it within one scope."""

    def vector(self, text: str) -> Vector:
        """The meaning of a text."""

    def search(self, asked: ParsedQuestion, limit: int) -> SearchResult:
        """The turns that bear on a question, best first."""

    def things(self, keys: Sequence[str], vector: Vector) -> Sequence[Thing]:
        """What bears a name of one of these exact keys."""

    def same_people(self, people: Iterable[str]) -> Mapping[str, str]:
        """The canonical uid of these people, and of others, as far as they are one with another."""

    def facts_about(
        self, people: Sequence[str], vector: Vector, limit: int
    ) -> Mapping[str, Sequence[KnownStatement]]:
        """Roles and standing facts of these people, by uid."""

    def facts_of(self, turns: Sequence[Place]) -> Mapping[Place, Sequence[KnownStatement]]:
        """What each of these turns states."""

    def replaced_by(self, facts: Sequence[KnownStatement]) -> Mapping[str, KnownStatement]:
        """What took the place of each of these facts or corrected it last, by the fact's uid."""

    def processes(self, vector: Vector, limit: int) -> Sequence[KnownStatement]:
        """How things are done, nearest first."""

    def recent(self, limit: int) -> Sequence[RecordedTurn]:
        """The last turns of the conversation at hand, in order."""


class StoredSources:
    """The sources of one scope of a database; ``talk`` is the scope of the conversation at hand.

    ``search`` and ``encode`` are the caller's.
    """

    def __init__(
        self,
        database: Database,
        scope: Scope,
        talk: Scope,
        *,
        search: Search,
        encode: Callable[[Sequence[str]], list[list[float]]],
    ) -> None:
        self._database = database
        self._scope = scope
        self._talk = talk
        self._search = search
        self._encode = encode
        self._stands = AsItStands(database, scope.space)

    def vector(self, text: str) -> Vector:
        """The meaning of a text."""
        return self._encode([text])[0]

    def search(self, asked: ParsedQuestion, limit: int) -> SearchResult:
        """The turns that bear on a question, best first."""
        found = self._search(asked, limit)
        return found.model_copy(update={"hits": tuple(self._stands.read(found.hits))})

    def things(self, keys: Sequence[str], vector: Vector) -> Sequence[Thing]:
        """What bears a name of one of these exact keys."""
        return about.things_named(self._database, self._scope, keys, vector)

    def same_people(self, people: Iterable[str]) -> Mapping[str, str]:
        """The canonical uid of these people, and of others, as far as they are one with another."""
        return about.same_people(self._database, self._scope.space, people)

    def facts_about(
        self, people: Sequence[str], vector: Vector, limit: int
    ) -> Mapping[str, Sequence[KnownStatement]]:
        """Roles and standing facts of these people, by uid."""
        return about.facts_about_people(self._database, self._scope, people, vector, limit=limit)

    def facts_of(self, turns: Sequence[Place]) -> Mapping[Place, Sequence[KnownStatement]]:
        """What each of these turns states."""
        return about.answers_of_turns(self._database, self._scope, turns)

    def replaced_by(self, facts: Sequence[KnownStatement]) -> Mapping[str, KnownStatement]:
        """What took the place of each of these facts or corrected it last, by the fact's uid."""
        linked = about.answers_linked(self._database, self._scope, [fact.uid for fact in facts])
        found = {}
        for fact in facts:
            later = [
                one
                for one in linked.get(fact.uid, ())
                if fact.said_at < one.said_at <= self._scope.said_to and self._is_seen(one)
            ]
            if later:
                found[fact.uid] = max(later, key=lambda one: (one.said_at, one.uid))
        return found

    def _is_seen(self, fact: KnownStatement) -> bool:
        reach = self._scope.reach
        return reach is None or (
            fact.conversation_id in reach.conversations and fact.speaker_uid in reach.people
        )

    def processes(self, vector: Vector, limit: int) -> Sequence[KnownStatement]:
        """How things are done, nearest first."""
        return about.processes_near(
            self._database, self._scope, vector, limit=limit, least=_LEAST_PROCESS
        )

    def recent(self, limit: int) -> Sequence[RecordedTurn]:
        """The last turns of the conversation at hand, in order."""
        return self._stands.read(about.recent_turns(self._database, self._talk, limit=limit))
