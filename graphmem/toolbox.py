"""`Toolbox`: the tools for users, each reading no more of the database than it needs."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from graphmem.agents.tool_use import define, render_json, run_call
from graphmem.errors import InputError, NotFoundError
from graphmem.model.backlog import WhileWaiting, waiting_note
from graphmem.model.base import Frozen, require_texts
from graphmem.model.listing import empty_space
from graphmem.model.operation import Operation
from graphmem.model.scope import Scope
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Mention,
    PeopleComparison,
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
from graphmem.tools.definitions import TOOLBOX
from graphmem.tools.mentions import Sought, unread_mentions, with_mentions

R = TypeVar("R", bound=WhileWaiting)


class Toolbox:
    """Timelines, contexts, comparisons and contradictions of one space; thread-safe.

    People and things are named by name ("job", "Ana's job"), by place (``garden/Ana``,
    ``garden/Ana/job``) or by uid. On every tool ``as_of`` sees only what was said, and had begun,
    by then, and ``known_to`` only conversations in which that person took part. Every tool raises
    `NotFoundError` for what the space does not hold, and `AmbiguousNameError`, which asks back,
    for a name that fits two people or things. With ``sight`` they tell of nothing that is not in
    it: no other conversation or session, no other time.
    """

    def __init__(
        self,
        database: Database,
        space: str,
        *,
        known_to: str | None = None,
        sight: Sight = EVERYTHING,
    ) -> None:
        self._database = database
        self._space = space
        self._known_to = known_to
        self._sight = sight

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
        part = self._part(as_of, known_to)
        with part.while_waiting():
            known = part.about(entity_name, owners=[person_id])
            tools = part.over(known)
            places = sorted(tools.heard_by(person_id))
            unread = part.unread(known, tools.sought_of(entity_name, person_id), places)
            try:
                found = tools.get_entity_timeline(entity_name, person_id)
            except NotFoundError:
                if not unread:
                    raise
                found = tools.nothing_of(entity_name, person_id)
            return part.told_of(found.model_copy(update={"mentions": unread}))

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
        part = self._part(as_of, known_to)
        with part.while_waiting([conv_id]):
            known = part.about(entity_id)
            tools = part.over(known)
            unread = part.unread(known, tools.sought_in(conv_id, entity_id), [conv_id])
            try:
                found = tools.get_conversation_context(conv_id, entity_id)
                entities = [item.uid for item in tools.in_conversation(conv_id, entity_id).entities]
            except NotFoundError:
                if not unread:
                    raise
                found, entities = tools.nothing_in(conv_id, entity_id), []
            turns = turns_mentioning(self._database, self._space, conv_id, entities, part.sight)
            found = with_mentions(found, turns, dict(_named(known)), unread)
            return part.told_of(found, [conv_id])

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
        part = self._part(as_of, known_to)
        with part.while_waiting([conv_A, conv_B]):
            tools = part.over(part.about(entity_name))
            found = tools.compare_entities_across_conversations(entity_name, conv_A, conv_B)
            return part.told_of(found, [conv_A, conv_B])

    def detect_contradictions(
        self, entity_id: str, *, as_of: Moment = None, known_to: str | None = None
    ) -> Contradictions:
        """Statements about an entity or a person that do not say the same; none is deleted."""
        require_texts(entity_id=entity_id)
        part = self._part(as_of, known_to)
        with part.while_waiting():
            return part.told_of(part.over(part.about(entity_id)).detect_contradictions(entity_id))

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
        part = self._part(as_of, known_to)
        people = [person_A, person_B]
        with part.while_waiting():
            known = memory_on_topic(self._database, self._space, topic, people, sight=part.sight)
            return part.told_of(part.over(known).compare_people(topic, person_A, person_B))

    def call(self, name: str, arguments: str | Mapping[str, Any]) -> str:
        """Run a tool as a language model calls it; its result is JSON.

        Deprecated: `graphmem.operations.call_operation` runs every operation.
        """
        _deprecated("Toolbox.call", "call_operation")

        def run(item: Operation[Frozen], asked: Frozen) -> Frozen:
            return item.run(self, asked)

        return run_call(name, arguments, TOOLBOX, run, render_json)

    @staticmethod
    def definitions() -> list[dict[str, Any]]:
        """The five tools as functions of OpenAI's API.

        Deprecated: `graphmem.operations.function_definitions` has every operation.
        """
        _deprecated("Toolbox.definitions", "function_definitions")
        return define(TOOLBOX)

    def _part(self, as_of: Moment, known_to: str | None) -> "_Part":
        until = moment("as_of", as_of, end=True) or EVERYTHING.until
        sight = self._sight._replace(until=min(until, self._sight.until))
        if self._known_to is not None and known_to not in (None, self._known_to):
            raise InputError(
                f"These are the tools of {self._known_to!r}, and tell nothing of another's.",
                next_step="Leave known_to out.",
            )
        known_to = known_to or self._known_to
        if known_to is None:
            return _Part(self._database, self._space, sight)
        heard = frozenset(heard_by(self._database, self._space, known_to))
        if not heard:  # no id: a name, which is looked for among all people
            everybody = _Part(self._database, self._space, EVERYTHING)
            people = people_of(self._database, self._space)
            heard = everybody.over(people).heard_by(known_to)
        if sight.conversations is not None:
            heard &= sight.conversations
        return _Part(self._database, self._space, sight._replace(conversations=heard))


def tools_within(database: Database, scope: Scope) -> Toolbox:
    """The tools over what a scope holds, as `graphmem.agents.tool_use` binds them."""
    return Toolbox(database, scope.space, sight=Sight.of(scope))


def tool_definitions() -> list[dict[str, Any]]:
    """The five tools as functions of OpenAI's API.

    Deprecated: `graphmem.operations.function_definitions` has every operation.
    """
    _deprecated("tool_definitions", "function_definitions")
    return define(TOOLBOX)


def _deprecated(name: str, instead: str) -> None:
    warnings.warn(
        f"{name} goes with the next version: use graphmem.operations.{instead}.",
        DeprecationWarning,
        stacklevel=3,
    )


class _Part(NamedTuple):
    """What is in sight of a space, read anew for each call."""

    database: Database
    space: str
    sight: Sight

    def about(self, name: str, *, owners: Sequence[str] = ()) -> LayeredMemory:
        return memory_about(self.database, self.space, [name], owners=owners, sight=self.sight)

    def over(self, known: LayeredMemory) -> AskingTools:
        """The tools over what is known; raises `NotFoundError` where the space holds nothing."""
        if not known.snapshot.people and is_empty(self.database, self.space):
            raise NotFoundError(
                empty_space(self.space),
                next_step="Record a conversation first, or use another space.",
            )
        layers = {layer.uid: layer for layer in known.layers}
        return AskingTools(Index(known.snapshot, known.canonical), layers, known.is_person)

    def unread(
        self, known: LayeredMemory, sought: Sought, conversations: Sequence[str]
    ) -> tuple[Mention, ...]:
        turns = turns_saying(self.database, self.space, sought, self.sight, conversations)
        return unread_mentions(turns, sought, _named(known))

    def told_of(self, found: R, conversations: Sequence[str] | None = None) -> R:
        """The result, telling how many turns that it could have been of wait for extraction."""
        waiting = self.waiting(conversations)
        return found.model_copy(update={"waiting": waiting}) if waiting else found

    def waiting(self, conversations: Sequence[str] | None) -> int:
        return waiting_in_sight(self.database, self.space, self.sight, conversations)

    @contextmanager
    def while_waiting(self, conversations: Sequence[str] | None = None) -> Iterator[None]:
        """A name that nothing bears may be one of which turns tell that wait: the error says so."""
        try:
            yield
        except NotFoundError as error:
            note = waiting_note(self.waiting(conversations))
            if note is None:
                raise
            raise NotFoundError(f"{error.problem} {note}.", next_step=error.next_step) from error


def _named(known: LayeredMemory) -> list[tuple[str, str]]:
    """Who talks, by uid."""
    return [(one.uid, one.name) for one in known.snapshot.people]
