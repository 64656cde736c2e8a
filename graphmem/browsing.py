"""`Browsing`: what a space holds, listed and looked up; the part of `Memory` that only reads."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from graphmem.model.backlog import WhileWaiting
from graphmem.model.listing import (
    ConversationSummary,
    Dialogue,
    EntityDetails,
    EntitySummary,
    Neighbourhood,
    Participant,
    SpaceSummary,
    Table,
    TurnInTalk,
)
from graphmem.model.portrait import Portrait
from graphmem.model.story import Process, Story
from graphmem.model.thought import Thought
from graphmem.model.workspace import EntityType, Network
from graphmem.retrieval.scope import Moment, Names, make_scope, moment, names
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.settings import Settings
from graphmem.store import analytics, around, directory, listing, readonly
from graphmem.store.analytics import Narrowed
from graphmem.store.database import Database
from graphmem.store.sight import EVERYTHING, Sight
from graphmem.store.waiting import waiting_in_sight

if TYPE_CHECKING:
    from graphmem.answering.thinking import Thinker
    from graphmem.toolbox import Toolbox

W = TypeVar("W", bound=WhileWaiting)


class Browsing:
    """Lists and looks up what one space holds."""

    settings: Settings
    _database: Database
    _searcher: Searcher

    @property
    def space(self) -> str:
        """The tenant that is read."""
        raise NotImplementedError

    def _thinker(self) -> "Thinker":
        raise NotImplementedError

    @property
    def tools(self) -> "Toolbox":
        """Timelines, contexts, comparisons and contradictions; also for language models."""
        from graphmem.toolbox import Toolbox

        return Toolbox(self._database, self.space)

    def conversations(self) -> tuple[ConversationSummary, ...]:
        """The conversations of the space, counted."""
        return directory.conversations(self._database, self.space)

    def is_empty(self) -> bool:
        """Whether nothing was recorded in the space."""
        return directory.is_empty(self._database, self.space)

    def spaces(self) -> tuple[SpaceSummary, ...]:
        """Every space that holds a conversation; never offer this to whoever may see but one."""
        return directory.spaces(self._database)

    def people(self, *, conversation: Names = None) -> tuple[Participant, ...]:
        """Who takes part in the conversations of the space."""
        return self._searcher.look_for_people(names(conversation))

    def entities(
        self,
        *,
        conversation: str | None = None,
        person: str | None = None,
        type: EntityType | None = None,
        named: str | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> tuple[EntitySummary, ...]:
        """The entities of the space as wholes, those of most facts first.

        ``person`` (name, person_id or uid) narrows to what is theirs, ``named`` to a part of a
        name. Raises `NotFoundError` for a person that the space does not hold.
        """
        owners = None
        if person is not None:
            owners = make_scope(self.space, self.people(), people=(person,)).people
        return listing.entities(
            self._database,
            self.space,
            conversation=conversation,
            owners=owners,
            type=type,
            named=named,
            limit=limit,
            offset=offset,
        )

    def entity(self, uid: str) -> EntityDetails:
        """One entity by its uid, or that of a part of it; raises `NotFoundError`."""
        return self._while_waiting(listing.entity(self._database, self.space, uid))

    def profile(
        self,
        person_or_thing: str,
        *,
        token_budget: int = 600,
        as_of: Moment = None,
        known_to: str | None = None,
        now: Moment = None,
    ) -> Portrait:
        """What holds of a person or a thing and what held before, in cited sentences of the talk.

        Named by uid, person_id, name or place (``garden/Ana``, ``garden/Ana/job``). It is kept, and
        made anew only where what it is made from has changed; that of an earlier moment
        (``as_of``), or of what one person heard (``known_to``), is not kept. What is kept a model
        may have worded before it is read (``wording``). ``now``, else the
        clock's, tells which plans and times are past. Raises `NotFoundError` for what the space
        does not hold, `AmbiguousNameError`, which asks back, for a name that fits several, and
        `InputError` for a budget that is none.
        """
        # Imported when used, as it takes longer than any list does.
        from graphmem.adapters.tokens import token_counter
        from graphmem.ingest.portraits import profile

        return profile(
            self._database,
            self.space,
            person_or_thing,
            token_budget=token_budget,
            counter=token_counter(self.settings.llm_model),
            sight=self._sight(as_of, known_to),
            now=moment("now", now, end=True),
        )

    def think(
        self,
        question: str,
        *,
        agent: str | None = None,
        network: Network | str | None = None,
        conversation: Names = None,
        since: Moment = None,
        until: Moment = None,
        as_of: Moment = None,
        known_to: str | None = None,
        now: Moment = None,
        limit: int = 20,
    ) -> Thought:
        """What is known for and against what is asked, cited, and what is missing of it.

        At most ``limit`` statements are weighed; ``agent`` (name, person_id or uid) is who thinks,
        and what they said comes as their own; ``network`` weighs those of one network alone. With a
        language model in the settings it forms an opinion, which passes the checks of an answer or
        is withheld; without one there is none. Narrowed as `ask` is, and raises what that raises;
        `NotFoundError` also for an agent who never spoke.
        """
        from graphmem.answering.thinking import think, thinking

        where = Where(conversation, None, None, since, until, as_of, known_to)
        asked = thinking(agent=agent, network=network, limit=limit)
        return think(self._thinker(), question, where, asked, now=now)

    def process(
        self,
        name: str,
        *,
        conversation: Names = None,
        as_of: Moment = None,
        known_to: str | None = None,
    ) -> Process:
        """How something is done ("varnish the deck"), in steps, as often as somebody told it.

        Each step has its turn, who taught it, and what was said later in its place. Nothing is
        found, and nothing raised, where nobody told it; else raises what `search` raises.
        """
        from graphmem.answering.stories import process

        where = Where(conversation, as_of=as_of, known_to=known_to)
        return process(self._database, self._searcher, name, where)

    def story(
        self,
        about: str,
        *,
        since: Moment = None,
        until: Moment = None,
        as_of: Moment = None,
        known_to: str | None = None,
        limit: int = 100,
        gap_days: int = 90,
    ) -> Story:
        """What happened to a person or thing (named as for `profile`), in time, each event cited.

        ``since`` and ``until`` are of when it happened, ``as_of`` and ``known_to`` of when it was
        said and where. The last ``limit`` events are told; more than ``gap_days`` without an event
        are a gap. Raises what `profile` raises for a name, `InputError` for bounds that are none.
        """
        from graphmem.answering.stories import story, story_bounds

        asked = story_bounds(
            since=moment("since", since, end=False),
            until=moment("until", until, end=True),
            limit=limit,
            gap_days=gap_days,
        )
        return story(self._database, self.space, about, asked, sight=self._sight(as_of, known_to))

    def _sight(self, as_of: Moment, known_to: str | None) -> Sight:
        return Sight(
            moment("as_of", as_of, end=True) or EVERYTHING.until,
            None if known_to is None else frozenset(self._searcher.heard_by(known_to)),
        )

    def turn(self, turn_id: str, *, around: int = 3) -> TurnInTalk:
        """A turn (``CONVERSATION/TURN``) with those around it and what it states.

        Raises `NotFoundError`.
        """
        return listing.turn_in_talk(self._database, self.space, turn_id, around=around)

    def dialogue(
        self,
        conversation: str,
        *,
        session: str | None = None,
        limit: int = 200,
        offset: int = 0,
    ) -> Dialogue:
        """The turns of a session, the first unless one is named, and what sessions there are.

        Raises `NotFoundError` for a conversation or session that the space does not hold.
        """
        return listing.dialogue(
            self._database, self.space, conversation, session, limit=limit, offset=offset
        )

    def graph(self, uid: str, *, limit: int = 20) -> Neighbourhood:
        """What is around a person or an entity: statements, people, things, and their links.

        ``limit`` bounds the statements (the latest), and the people and things that are tied to
        it without one. Raises `NotFoundError`.
        """
        found = around.neighbourhood(self._database, self.space, uid, limit=limit)
        return self._while_waiting(found)

    def turns_waiting(self, *, conversation: str | None = None) -> int:
        """How many turns of the space, or of one conversation, wait; counted up to 10,000."""
        places = None if conversation is None else [conversation]
        return waiting_in_sight(self._database, self.space, EVERYTHING, places)

    def cypher(
        self,
        query: str,
        *,
        parameters: Mapping[str, Any] | None = None,
        limit: int = 1_000,
    ) -> Table:
        """Run one read-only query of the database's owner; it sees every space.

        Never offer this to others. Raises `QueryRefusedError` for a query that would write,
        read files, reach the network or call a procedure outside the allowlist.
        """
        return readonly.run_readonly(self._database, query, parameters or {}, limit=limit)

    def analytics(self, name: str | None = None, **narrowed: Unpack[Narrowed]) -> Table:
        """One of the packaged queries on this space ("who_knows_whom"); without a name, their list.

        ``person`` is a name, person_id or uid; ``limit`` 50 rows unless given. Raises
        `NotFoundError` for what there is not, `InputError` for what a query cannot be narrowed by,
        `AmbiguousNameError` where several bear the name.
        """
        return analytics.run_analytics(self._database, self.space, name, **narrowed)

    def _while_waiting(self, found: W) -> W:
        return found.model_copy(update={"waiting": self.turns_waiting()})
