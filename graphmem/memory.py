"""`Memory`: the one place that builds graphmem's parts and wires them together."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from threading import Lock
from types import TracebackType
from typing import Any, Self, Unpack

from graphmem.adapters.chosen import chosen_encoder, chosen_language_model
from graphmem.adapters.encoder import DEFAULT_DIMENSION, DEFAULT_MODEL, Encoder
from graphmem.adapters.llm import LanguageModel
from graphmem.agents.tool_use import bind_tools
from graphmem.answering.answerer import Answerer
from graphmem.answering.settings import AnswerSettings
from graphmem.assembly.assembler import Assembler
from graphmem.assembly.messages import Messages
from graphmem.connection import connect
from graphmem.errors import InputError
from graphmem.ingest import curate, live
from graphmem.ingest.clock import Clock
from graphmem.ingest.encoding import Remembered
from graphmem.ingest.facts import add_facts
from graphmem.ingest.ingester import Ingester, Source
from graphmem.model.answer import Answer
from graphmem.model.assembly import Assembled, AssemblySettings
from graphmem.model.decision import Decision, Verdict
from graphmem.model.listing import Dialogue, EntityDetails, EntitySummary, TurnInTalk
from graphmem.model.neighbourhood import Neighbourhood
from graphmem.model.people import ConversationSummary, Participant
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import Receipt, ReconcileReceipt, TurnReceipt
from graphmem.model.search import SearchOptions, SearchResult
from graphmem.model.table import Table
from graphmem.model.workspace import Admission, EntityType, ProposedWorkspace
from graphmem.retrieval.scope import Moment, Names, make_scope, names
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.settings import Settings, load_settings
from graphmem.sources import SourceFormat, checked_id, new_turn
from graphmem.store import analytics, around, directory, ledger, listing, readonly, record, schema
from graphmem.store.analytics import Narrowed
from graphmem.store.ledger import RecordedDecision
from graphmem.toolbox import Toolbox, tools_within

_REMEMBERED = 256  # texts whose vectors answering and assembly keep: they read a question twice


class Memory:
    """A space of conversations in one Neo4j: record, search, ask.

    Without ``GRAPHMEM_URI`` the embedded server of the data folder is started or shared; it goes
    on running after `close`. Threads may share one Memory. Further keyword arguments are fields
    of `graphmem.Settings`.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        encoder: Encoder | None = None,
        progress: Progress = silent,
        **overrides: Any,
    ) -> None:
        if settings is not None and overrides:
            raise InputError(
                "Both a Settings object and single settings were given.",
                next_step="Give one of them.",
            )
        self.settings = settings or load_settings(**overrides)
        self._encoder = encoder
        self._encoder_lock = Lock()
        self._embedding_model = encoder.model if encoder else self.settings.embedding_model
        self._database = connect(self.settings, progress=progress)
        self._ingester = Ingester(
            self._database,
            self._encode,
            self.settings,
            embedding_model=self._embedding_model,
            language_model=self._language_model,
        )
        self._searcher = Searcher(
            self._database,
            self._encode,
            space=self.space,
            weights=self.settings.weights,
            model=self._language_model,
            threads=self.settings.embedding_threads,
        )
        remembered = Remembered(self._encode, most=_REMEMBERED)
        reading = self._searcher.encoding_by(remembered)
        self._assembler = Assembler(self._database, remembered, reading)
        self._answerer = Answerer(
            self._database,
            reading,
            remembered,
            model=self._language_model,
            tools=lambda scope: bind_tools(tools_within(self._database, scope)),
        )
        try:
            schema.ensure_schema(
                self._database,
                embedding_model=self._embedding_model,
                dimension=self._dimension,
            )
        except BaseException:  # whatever it was, nobody else could close the connections
            self.close()
            raise

    @property
    def space(self) -> str:
        """The tenant that this Memory reads and writes."""
        return self.settings.space

    def ingest(
        self,
        *sources: Source,
        format: SourceFormat | str | None = None,
        record_only: bool = False,
        progress: Progress = silent,
    ) -> Receipt:
        """Record, extract and reconcile the conversations of files, folders or objects.

        What is known already stays. Input that cannot be taken in is listed in the receipt with
        file, line and reason, and the rest goes in. Extraction takes up whatever waits for it, so
        without sources it reads what was said live. ``record_only`` stops after the record.
        """
        clock = Clock()
        try:
            receipt = self._ingester.record(*sources, format=format, clock=clock, progress=progress)
        finally:
            self._searcher.forget()
        if record_only:
            return receipt
        return self._ingester.extract(receipt, clock=clock, progress=progress)

    def reconcile(self, *, dry_run: bool = False, progress: Progress = silent) -> ReconcileReceipt:
        """Bring the conversation and person layers up to date, or only tell what would change.

        A dry run computes the same plan and writes nothing; its receipt carries the plan.
        """
        return self._ingester.reconcile(dry_run=dry_run, progress=progress)

    def add_facts(self, conversation_id: str, facts: ProposedWorkspace) -> Admission:
        """Add facts that the caller made, with the same checks as everybody's.

        What the turns of the conversation do not bear out is listed as rejected, with the reason;
        the rest is kept until the same facts are given again. `reconcile` brings the layers up to
        date. Raises `NotFoundError` for a conversation that the space does not hold.
        """
        return add_facts(
            self._database,
            self._encode,
            self.space,
            checked_id(conversation_id, name="conversation_id"),
            facts,
            embedding_model=self._embedding_model,
        )

    def decisions(
        self, *, past: bool = False, about: str | None = None
    ) -> tuple[RecordedDecision, ...]:
        """Every merge and separation in force with its reason; ``past`` adds what no longer is.

        ``about`` narrows to those on one person or entity, by its uid or that of a part of it;
        raises `NotFoundError` where the space holds no such one.
        """
        recorded = ledger.list_decisions(self._database, self.space, past=past)
        if about is None:
            return recorded
        on = around.decisions_on(self._database, self.space, about)
        return tuple(item for item in recorded if item.decision.uid in on)

    def decision(self, uid: str) -> RecordedDecision:
        """One decision by its uid or the beginning of it; raises `NotFoundError`."""
        return ledger.get_decision(self._database, self.space, uid)

    def undo(self, uid: str) -> Decision:
        """Take a decision back, for good: no later run makes it again. Gives the new decision.

        A person's own separation is withdrawn, and the two are judged anew.
        """
        return self._ingester.decide(curate.undo(self.decision(uid).decision))

    def merge(self, left: str, right: str, *, reason: str = "") -> Decision:
        """Decide that two people or two things are one; no later run overrules it.

        Each is a uid, ``CONVERSATION/NAME`` for a person or ``CONVERSATION/OWNER/NAME`` for a
        thing. Raises `InputError` where that would mix what belongs to two people.
        """
        return self._ingester.decide(curate.by_hand(Verdict.MERGE, left, right, reason))

    def separate(self, left: str, right: str, *, reason: str = "") -> Decision:
        """Decide that two people or two things are not one; named as for `merge`."""
        return self._ingester.decide(curate.by_hand(Verdict.SEPARATE, left, right, reason))

    def add_turn(
        self,
        conversation_id: str,
        text: str,
        *,
        speaker: str | None = None,
        person_id: str | None = None,
        caption: str | None = None,
        said_at: datetime | str | None = None,
        zone: str | None = None,
        session_id: str | None = None,
        turn_id: str | None = None,
    ) -> TurnReceipt:
        """Record one turn as it is said; it can be found as soon as this returns.

        Said now unless ``said_at`` tells otherwise; the session is the day's unless one is
        named. Without a ``turn_id`` the session's next number is given. Raises `InputError`
        where a value cannot be kept.
        """
        turn = new_turn(
            turn_id="0" if turn_id is None else turn_id,
            text=text,
            said_at=datetime.now().astimezone() if said_at is None else said_at,
            speaker=speaker,
            person_id=person_id,
            caption=caption,
            zone=zone,
        )
        session = turn.said_at.date().isoformat() if session_id is None else session_id
        receipt = live.add_turn(
            self._database,
            self._encode,
            self.space,
            embedding_model=self._embedding_model,
            conversation_id=checked_id(conversation_id, name="conversation_id"),
            session_id=checked_id(session, name="session_id"),
            turn=turn,
            numbered=turn_id is None,
            undated=said_at is None,
        )
        self._searcher.forget()
        return receipt

    def search(
        self,
        question: str,
        *,
        limit: int = 10,
        conversation: Names = None,
        session: str | None = None,
        person: Names = None,
        since: Moment = None,
        until: Moment = None,
        as_of: Moment = None,
        now: Moment = None,
        at_hand: str | None = None,
        options: SearchOptions | None = None,
        explain: bool = False,
    ) -> SearchResult:
        """The turns that bear on a question, best first, each with the parts of its score.

        ``person`` narrows to turns spoken by them (name, person_id or uid); dates are inclusive
        local wall times, ``as_of`` sees only what was said by then. ``now`` is the moment of
        asking, against which "last May" is read and recency counted; ``at_hand`` the conversation
        that goes on. ``options`` sets paths, weights and all else; ``explain`` adds a trace.
        Raises `NotFoundError` for a conversation or person that the space does not hold, and
        `InputError` for options that lack what they need.
        """
        return self._searcher.search(
            question,
            Where(conversation, session, person, since, until, as_of),
            limit=limit,
            options=options,
            now=now,
            at_hand=at_hand,
            explain=explain,
        )

    def ask(
        self,
        question: str,
        *,
        conversation: Names = None,
        session: str | None = None,
        since: Moment = None,
        until: Moment = None,
        as_of: Moment = None,
        known_to: str | None = None,
        now: Moment = None,
        about: Names = None,
        settings: AnswerSettings | None = None,
    ) -> Answer:
        """Answer from the turns that prove it, abstain and say why, or ask back who is meant.

        What somebody else said or did is never told of the person that the question names.
        ``as_of`` sees only what was said by then, ``known_to`` only what was said in conversations
        that this person took part in; ``now`` is what "how long ago" counts from. Where it was
        asked back who is meant, ask again with ``about``, the uid of that candidate (of several
        names, of each). With a language
        model in the settings it writes the answer, with the same checks around it. Raises what
        `search` raises.
        """
        return self._answerer.ask(
            question,
            Where(conversation, session, None, since, until, as_of, known_to),
            now=now,
            about=about,
            settings=settings,
        )

    def assemble(
        self,
        messages: Messages,
        token_budget: int,
        *,
        conversation: Names = None,
        since: Moment = None,
        until: Moment = None,
        as_of: Moment = None,
        now: Moment = None,
        at_hand: str | None = None,
        settings: AssemblySettings | None = None,
        options: SearchOptions | None = None,
    ) -> Assembled:
        """What memory holds for the talk at hand, as text for a prompt, never over the budget.

        ``messages`` is the talk, the last message at its end; ``at_hand`` the recorded
        conversation that goes on. Tokens are counted as the language model of the settings counts
        them where that is known, else carefully. Raises what `search` raises.
        """
        return self._assembler.assemble(
            messages,
            token_budget,
            Where(conversation, None, None, since, until, as_of),
            model=self.settings.llm_model,
            settings=settings,
            options=options,
            now=now,
            at_hand=at_hand,
        )

    @property
    def tools(self) -> Toolbox:
        """Timelines, contexts, comparisons and contradictions; also for language models."""
        return Toolbox(self._database, self.space)

    def conversations(self) -> tuple[ConversationSummary, ...]:
        """The conversations of the space, counted."""
        return directory.conversations(self._database, self.space)

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
        return listing.entity(self._database, self.space, uid)

    def turn(self, turn_id: str, *, around: int = 3) -> TurnInTalk:
        """A turn (``CONVERSATION/TURN``) with those around it; raises `NotFoundError`."""
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
        return around.neighbourhood(self._database, self.space, uid, limit=limit)

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

    def delete_space(self) -> int:
        """Remove everything that the space holds; how many nodes it was."""
        try:
            return record.delete_space(self._database, self.space)
        finally:
            self._searcher.forget()

    def connect_neomodel(self) -> None:
        """Point neomodel at this database, for exploring with `graphmem.store.nodes`.

        neomodel has one connection per process: a later call for another database replaces it.
        """
        schema.connect_neomodel(self._database)

    def close(self) -> None:
        """Close the connections; the embedded server goes on running."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _language_model(self) -> LanguageModel | None:
        # Made anew: each run has a whole budget before it.
        return chosen_language_model(self.settings)

    def _dimension(self) -> int:
        if self._encoder is None and self._embedding_model == DEFAULT_MODEL:
            return DEFAULT_DIMENSION
        return self._loaded_encoder().dimension

    def _encode(self, texts: Sequence[str]) -> list[list[float]]:
        return self._loaded_encoder().encode(texts)

    def _loaded_encoder(self) -> Encoder:
        # Loading takes seconds, so it waits for the first text.
        with self._encoder_lock:
            if self._encoder is None:
                self._encoder = chosen_encoder(self.settings)
                found = schema.read_mark(self._database)
                if found.schema_version:
                    schema.check_mark(found, self._embedding_model, self._encoder.dimension)
            return self._encoder
