"""`Toolbox`: the tools for users, each reading no more of the database than it needs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from graphmem.agents.tool_use import call_tool, tool_definitions
from graphmem.errors import InputError, NotFoundError
from graphmem.model.backlog import WhileWaiting, waiting_note
from graphmem.model.faults import require_texts
from graphmem.model.listing import empty_space
from graphmem.model.scope import Scope
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Mention,
    PeopleComparison,
    PeopleTools,
)
from graphmem.retrieval.scope import Moment, moment
from graphmem.store.database import Database
from graphmem.store.directory import heard_by, is_empty
from graphmem.store.memory_about import (
    LayeredMemory,
    memory_about,
    memory_on_topic,
    people_of,
    turns_mentioning,
)
from graphmem.store.sight import EVERYTHING, Sight
from graphmem.store.waiting import turns_saying, waiting_in_sight
from graphmem.tools import AskingTools, Index
from graphmem.tools.mentions import with_mentions
from graphmem.tools.pending_turns import Sought, unread_mentions

R = TypeVar("R", bound=WhileWaiting)


class Toolbox:
    """Timelines, contexts, comparisons and contradictions of one space; thread-safe.

    People and things are named by name ("job", "Ana's job"), by place (``garden/Ana``,
    ``garden/Ana/job``) or by uid. On every tool ``as_of`` sees only what was said, and had begun,
    by then, and ``known_to`` only conversations in which that person took part. Every tool raises
    `NotFoundError` for what the space does not hold, and `AmbiguousNameError`, which asks back,
    for a name that fits two people or things.
    """

    def __init__(self, database: Database, space: str, *, known_to: str | None = None) -> None:
        self._database = database
        self._space = space
        self._known_to = known_to

    def get_entity_timeline(
        self,
        entity_name: str,
        person_id: str,
        *,
        as_of: Moment = None,
        known_to: str | None = None,
    ) -> EntityTimeline:
        """Roles, states and facts of a person's entity in all conversations, in time.

        Where the person has two of the name, both are told, each entry with its entity's uid.
        """
        require_texts(entity_name=entity_name, person_id=person_id)
        return self._seen(as_of, known_to).get_entity_timeline(entity_name, person_id)

    def get_conversation_context(
        self,
        conv_id: str,
        entity_id: str,
        *,
        as_of: Moment = None,
        known_to: str | None = None,
    ) -> ConversationContext:
        """Everything that one conversation says of an entity or a person, with quotes."""
        require_texts(conv_id=conv_id, entity_id=entity_id)
        return self._seen(as_of, known_to).get_conversation_context(conv_id, entity_id)

    def compare_entities_across_conversations(
        self,
        entity_name: str,
        conv_A: str,
        conv_B: str,
        *,
        as_of: Moment = None,
        known_to: str | None = None,
    ) -> Comparison:
        """An entity in two conversations side by side; of several owners, whoever is in both."""
        require_texts(entity_name=entity_name, conv_A=conv_A, conv_B=conv_B)
        seen = self._seen(as_of, known_to)
        return seen.compare_entities_across_conversations(entity_name, conv_A, conv_B)

    def detect_contradictions(
        self, entity_id: str, *, as_of: Moment = None, known_to: str | None = None
    ) -> Contradictions:
        """Statements about an entity or a person that do not say the same; none is deleted."""
        require_texts(entity_id=entity_id)
        return self._seen(as_of, known_to).detect_contradictions(entity_id)

    def compare_people(
        self,
        topic: str,
        person_A: str,
        person_B: str,
        *,
        as_of: Moment = None,
        known_to: str | None = None,
    ) -> PeopleComparison:
        """What two people say of a topic, or is said of them, side by side."""
        require_texts(topic=topic, person_A=person_A, person_B=person_B)
        return self._seen(as_of, known_to).compare_people(topic, person_A, person_B)

    def call(self, name: str, arguments: str | Mapping[str, Any]) -> str:
        """Run a tool as a language model calls it, and give what to tell the model.

        ``arguments`` are JSON, or what was made of it. A tool that there is not, arguments that do
        not fit, names that nothing bears and names that fit two things are told to the model as
        well; faults of the database are raised.
        """
        written = arguments if isinstance(arguments, str) else json.dumps(dict(arguments))
        return call_tool(lambda given: self._seen(given.as_of, given.known_to), name, written)

    @staticmethod
    def definitions() -> list[dict[str, Any]]:
        """The tools as OpenAI's API, and most others, take them; see `call`."""
        return tool_definitions()

    def _seen(self, as_of: Moment, known_to: str | None) -> "_Seen":
        until = moment("as_of", as_of, end=True) or EVERYTHING.until
        if self._known_to is not None and known_to not in (None, self._known_to):
            raise InputError(
                f"These are the tools of {self._known_to!r}, and tell nothing of another's.",
                next_step="Leave known_to out.",
            )
        known_to = known_to or self._known_to
        if known_to is None:
            return _Seen(self._database, self._space, Sight(until))
        heard = frozenset(heard_by(self._database, self._space, known_to))
        if not heard:  # no id: a name, which is looked for among all people
            people = people_of(self._database, self._space)
            heard = _over(self._database, self._space, people).heard_by(known_to)
        return _Seen(self._database, self._space, Sight(until, heard))


def tools_within(database: Database, scope: Scope) -> PeopleTools:
    """The tools over what a scope holds, as `graphmem.agents.tool_use` binds them.

    Of nothing else do they tell: no other conversation or session, no other time.
    """
    return _Seen(database, scope.space, Sight.of(scope))


class _Seen:
    """`graphmem.model.tools.PeopleTools` over what is in sight, read anew for each call."""

    def __init__(self, database: Database, space: str, sight: Sight) -> None:
        self._database = database
        self._space = space
        self._sight = sight

    def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
        with self._while_waiting():
            known = self._about(entity_name, owners=[person_id])
            tools = self._over(known)
            places = sorted(tools.heard_by(person_id))
            unread = self._unread(known, tools.sought_of(entity_name, person_id), places)
            try:
                found = tools.get_entity_timeline(entity_name, person_id)
            except NotFoundError:
                if not unread:
                    raise
                found = tools.nothing_of(entity_name, person_id)
            return self._told_of(found.model_copy(update={"mentions": unread}))

    def get_conversation_context(self, conv_id: str, entity_id: str) -> ConversationContext:
        with self._while_waiting([conv_id]):
            known = self._about(entity_id)
            tools = self._over(known)
            unread = self._unread(known, tools.sought_in(conv_id, entity_id), [conv_id])
            try:
                found = tools.get_conversation_context(conv_id, entity_id)
                entities = [item.uid for item in tools.in_conversation(conv_id, entity_id).entities]
            except NotFoundError:
                if not unread:
                    raise
                found, entities = tools.nothing_in(conv_id, entity_id), []
            turns = turns_mentioning(self._database, self._space, conv_id, entities, self._sight)
            names = dict(_named(known))
            return self._told_of(with_mentions(found, turns, names, unread), [conv_id])

    def compare_entities_across_conversations(
        self, entity_name: str, conv_A: str, conv_B: str
    ) -> Comparison:
        with self._while_waiting([conv_A, conv_B]):
            tools = self._over(self._about(entity_name))
            found = tools.compare_entities_across_conversations(entity_name, conv_A, conv_B)
            return self._told_of(found, [conv_A, conv_B])

    def detect_contradictions(self, entity_id: str) -> Contradictions:
        with self._while_waiting():
            tools = self._over(self._about(entity_id))
            return self._told_of(tools.detect_contradictions(entity_id))

    def compare_people(self, topic: str, person_A: str, person_B: str) -> PeopleComparison:
        people = [person_A, person_B]
        with self._while_waiting():
            known = memory_on_topic(self._database, self._space, topic, people, sight=self._sight)
            return self._told_of(self._over(known).compare_people(topic, person_A, person_B))

    def _over(self, known: LayeredMemory) -> AskingTools:
        return _over(self._database, self._space, known)

    def _told_of(self, found: R, conversations: Sequence[str] | None = None) -> R:
        """The result, telling how many turns that it could have been of wait for extraction."""
        waiting = self._waiting(conversations)
        return found.model_copy(update={"waiting": waiting}) if waiting else found

    def _waiting(self, conversations: Sequence[str] | None) -> int:
        return waiting_in_sight(self._database, self._space, self._sight, conversations)

    def _unread(
        self, known: LayeredMemory, sought: Sought, conversations: Sequence[str]
    ) -> tuple[Mention, ...]:
        turns = turns_saying(self._database, self._space, sought, self._sight, conversations)
        return unread_mentions(turns, sought, _named(known))

    @contextmanager
    def _while_waiting(self, conversations: Sequence[str] | None = None) -> Iterator[None]:
        """A name that nothing bears may be one of which turns tell that wait: the error says so."""
        try:
            yield
        except NotFoundError as error:
            note = waiting_note(self._waiting(conversations))
            if note is None:
                raise
            raise NotFoundError(f"{error.problem} {note}.", next_step=error.next_step) from error

    def _about(self, name: str, *, owners: Sequence[str] = ()) -> LayeredMemory:
        return memory_about(self._database, self._space, [name], owners=owners, sight=self._sight)


def _named(known: LayeredMemory) -> list[tuple[str, str]]:
    """Who talks, by uid."""
    return [(one.uid, one.name) for one in known.snapshot.people]


def _over(database: Database, space: str, known: LayeredMemory) -> AskingTools:
    """The tools over what is known; raises `NotFoundError` where the space holds nothing."""
    if not known.snapshot.people and is_empty(database, space):
        raise NotFoundError(
            empty_space(space), next_step="Record a conversation first, or use another space."
        )
    layers = {layer.uid: layer for layer in known.layers}
    return AskingTools(Index(known.snapshot, known.canonical), layers, known.is_person)
