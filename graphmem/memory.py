"""`Memory`: the one place that builds graphmem's parts and wires them together."""

from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import check_language_model, make_language_model
from graphmem.adapters.llm import LanguageModel
from graphmem.assembly.messages import Messages
from graphmem.connection import connect
from graphmem.curating import Curating
from graphmem.database_encoder import DatabaseEncoder
from graphmem.errors import InputError
from graphmem.ingest.background import Background
from graphmem.ingest.clock import Clock
from graphmem.ingest.encoding import Remembered
from graphmem.ingest.live import LiveRecorder
from graphmem.model.answer import Answer
from graphmem.model.assembly import Assembled, AssemblySettings
from graphmem.model.backlog import Backlog
from graphmem.model.check import LayerCheck
from graphmem.model.conversation import MessageSettings
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import Receipt, ReconcileReceipt, Skipped, TurnReceipt
from graphmem.model.search import SearchOptions, SearchResult
from graphmem.model.workspace import Admission, Network, ProposedWorkspace
from graphmem.retrieval.scope import Moment, Names
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.settings import Settings, load_settings
from graphmem.sources import SourceFormat, checked_id
from graphmem.store import record, schema

if TYPE_CHECKING:
    # Imported when first used, since they take a second: what lists needs none of them.
    from graphmem.answering.answerer import Answerer
    from graphmem.answering.settings import AnswerSettings
    from graphmem.answering.thinking import Thinker
    from graphmem.assembly.assembler import Assembler
    from graphmem.ingest.ingester import Ingester, Source
    from graphmem.reader import Reader
    from graphmem.whose import PersonMemory

_REMEMBERED = 256  # texts whose vectors answering and assembly keep: they read a question twice


class Memory(Curating):
    """A space of conversations in one Neo4j: record, search, ask.

    Without ``GRAPHMEM_URI`` the embedded server of the data folder is started or shared; it goes
    on running after `close`. Threads may share one Memory. With ``background`` what is recorded
    is extracted by itself, after a pause in the talk or so many turns. Further keyword arguments
    are fields of `graphmem.Settings`.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        encoder: Encoder | None = None,
        background: bool = False,
        progress: Progress = silent,
        **overrides: Any,
    ) -> None:
        if settings is not None and overrides:
            raise InputError(
                "Both a Settings object and single settings were given.",
                next_step="Give one of them.",
            )
        self.settings = settings or load_settings(**overrides)
        if background:
            check_language_model(self.settings)
        self._database = connect(self.settings, progress=progress)
        self._encoder = DatabaseEncoder(self._database, self.settings, encoder)
        self._background = Background(self._database, lambda: self._ingester, self.settings)
        self._live = LiveRecorder(
            self._database,
            self._encoder.encode,
            space=self.space,
            embedding_model=self._encoder.model,
        )
        self._searcher = Searcher(
            self._database,
            self._encoder.encode,
            space=self.space,
            weights=self.settings.weights,
            model=self._language_model,
            threads=self.settings.embedding_threads,
        )
        self._remembered = Remembered(self._encoder.encode, most=_REMEMBERED)
        try:
            schema.ensure_schema(
                self._database,
                embedding_model=self._encoder.model,
                dimension=lambda: self._encoder.dimension,
            )
        except BaseException:  # whatever it was, nobody else could close the connections
            self.close()
            raise
        if background:
            self._background.start()

    @property
    def space(self) -> str:
        """The tenant that this Memory reads and writes."""
        return self.settings.space

    def ingest(
        self,
        *sources: "Source",
        format: SourceFormat | str | None = None,
        messages: MessageSettings = MessageSettings(),  # noqa: B008 - immutable
        record_only: bool = False,
        restore: bool = False,
        progress: Progress = silent,
    ) -> Receipt:
        """Record, extract and reconcile the conversations of files, folders or objects.

        What is known stays; what cannot be taken in is listed in the receipt with file, line and
        reason. ``messages`` says of chats and exports what they do not. Extraction takes up what
        waits for it; ``record_only`` stops before. Turns that were forgotten are left out, unless
        ``restore`` has them back. Raises `LlmSetupError` at once where it must.
        """
        clock = Clock()
        if not record_only:
            self._ingester.check_model()
        with self._searcher.renewed():
            receipt = self._ingester.record(
                *sources,
                format=format,
                messages=messages,
                restore=restore,
                clock=clock,
                progress=progress,
            )
            if record_only:
                self._background.told()
                return receipt
            return self._ingester.extract(receipt, clock=clock, progress=progress)

    def extract(self, *, progress: Progress = silent) -> Receipt | None:
        """Extract some of what waits and is due, and reconcile; None where another process does."""
        with self._searcher.renewed():
            return self._ingester.extract_some(progress=progress)

    def skipped(self, conversation: str, *, session: str | None = None) -> tuple[Skipped, ...]:
        """What was judged not worth keeping of a conversation, each with its turn and why.

        The turns that the networks have extracted are read again by them, and nothing is written;
        what other readers extracted they did not judge so. Raises `NotFoundError` for a
        conversation or session that the space does not hold.
        """
        return tuple(self._ingester.skipped(conversation, session))

    def waiting(self) -> Backlog:
        """How many turns wait to be extracted and reconciled, since when, and what failed at it."""
        return self._background.waiting()

    def wait(self, *, timeout: float | None = None) -> bool:
        """True as soon as nothing waits, as `waiting` tells; False after ``timeout`` seconds.

        Also False where all that waits has failed and is tried again only after that, or without a
        timeout in more than a minute (`waiting` tells why).
        A ``background`` of this Memory begins at once; without one, other processes are waited for.
        Raises `InputError` for a negative timeout.
        """
        done = self._background.wait(timeout)
        self._searcher.forget()
        return done

    def reconcile(
        self, *, dry_run: bool = False, anew: bool = False, progress: Progress = silent
    ) -> ReconcileReceipt:
        """Bring the conversation and person layers up to date, or only tell what they would be.

        What has changed is planned, and with ``anew`` everything: that puts right what was changed
        by other hands, unless its digest stayed the same, and puts to a model, if one is set, what
        rules decided. A dry run plans everything and writes nothing; its receipt has the plan.
        """
        with self._searcher.renewed():
            return self._ingester.reconcile(dry_run=dry_run, anew=anew, progress=progress)

    def check_layers(self, *, progress: Progress = silent) -> LayerCheck:
        """Plan the space from nothing, and tell what stands otherwise than that; changes nothing.

        Entities, links, decisions, sketches and links between answers are compared, and of the
        entities' vectors whether each is there and of which text. What people and models decided
        is taken as given. Reads the whole space. Raises `ConflictError` where it changes meanwhile.
        """
        return self._ingester.check_layers(progress=progress)

    def add_facts(self, conversation_id: str, facts: ProposedWorkspace) -> Admission:
        """Add facts that the caller made, with the same checks as everybody's.

        What the turns of the conversation do not bear out is listed as rejected, with the reason;
        the rest is kept until the same facts are given again. `reconcile` brings the layers up to
        date. Raises `NotFoundError` for a conversation that the space does not hold.
        """
        from graphmem.ingest.facts import add_facts

        return add_facts(
            self._database,
            self._encoder.encode,
            self.space,
            checked_id(conversation_id, name="conversation_id"),
            facts,
            embedding_model=self._encoder.model,
        )

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
        named. Without a ``turn_id`` the session's next number is given; with one, a turn that is
        added again is recorded once. Raises `InputError` where a value cannot be kept.
        """
        receipt = self._live.add(
            conversation_id,
            text,
            speaker=speaker,
            person_id=person_id,
            caption=caption,
            said_at=said_at,
            zone=zone,
            session_id=session_id,
            turn_id=turn_id,
        )
        self._searcher.forget()
        self._background.told()
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
        known_to: str | None = None,
        now: Moment = None,
        at_hand: str | None = None,
        network: Network | str | None = None,
        options: SearchOptions | None = None,
        explain: bool = False,
    ) -> SearchResult:
        """The turns that bear on a question, best first, each with the parts of its score.

        ``person`` narrows to turns spoken by them (name, person_id or uid); dates are inclusive
        local wall times, ``as_of`` sees only what was said by then, ``known_to`` only conversations
        that this person took part in. ``now`` is the moment of asking, against which "last May" is
        read and recency counted; ``at_hand`` the conversation that goes on; ``network`` finds only
        turns that state something of it. ``options`` sets paths, weights and all else; ``explain``
        adds a trace.
        Raises `NotFoundError` for a conversation or person that the space does not hold, and
        `InputError` for options that lack what they need.
        """
        return self._searcher.search(
            question,
            Where(conversation, session, person, since, until, as_of, known_to, network),
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
        settings: "AnswerSettings | None" = None,
    ) -> Answer:
        """Answer from the turns that prove it, abstain and say why, or ask back who is meant.

        What somebody else said or did is never told of the person that the question names.
        ``as_of`` sees only what was said by then, ``known_to`` only what was said in conversations
        that this person took part in; ``now`` is what "how long ago" counts from. Where it was
        asked back who is meant, ask again with ``about``, the uid of that candidate (of several
        names, of each). With a language model in the settings it writes the answer, with the same
        checks around it. Raises what `search` raises.
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
        known_to: str | None = None,
        now: Moment = None,
        at_hand: str | None = None,
        model: str | None = None,
        settings: AssemblySettings | None = None,
        options: SearchOptions | None = None,
    ) -> Assembled:
        """What memory holds for the talk at hand, as text for a prompt, never over the budget.

        ``messages`` is the talk, the last message at its end; ``at_hand`` the recorded
        conversation that goes on. Tokens are counted as the ``model`` (else that of the settings)
        counts them where that is known, else carefully; the rest narrows it as a search. Raises
        what `search` raises.
        """
        return self._assembler.assemble(
            messages,
            token_budget,
            Where(conversation, None, None, since, until, as_of, known_to),
            model=model or self.settings.llm_model,
            settings=settings,
            options=options,
            now=now,
            at_hand=at_hand,
        )

    def for_person(self, person: str) -> "PersonMemory":
        """The memory as one person may see it, named by their ``person_id``, uid or name."""
        from graphmem.toolbox import Toolbox
        from graphmem.whose import PersonMemory

        return PersonMemory(self, person, Toolbox(self._database, self.space, known_to=person))

    def delete_space(self) -> int:
        """Remove everything that the space holds; how many nodes it was."""
        with self._searcher.renewed():
            return record.delete_space(self._database, self.space)

    def connect_neomodel(self) -> None:
        """Point neomodel at this database, for exploring with `graphmem.store.nodes`.

        neomodel has one connection per process: a later call for another database replaces it.
        """
        schema.connect_neomodel(self._database)

    def bookmark(self) -> str:
        """A token of all that was written and read here so far, for `after` of another client.

        A Memory reads what it has written itself without one.
        """
        return self._database.bookmark()

    def after(self, bookmark: str) -> None:
        """Read from now on nothing older than what the client knew that gave the `bookmark`.

        Of a cluster whoever is asked waits until it has come so far. Tokens of several clients are
        joined by commas. Raises `BookmarkError` for what is no bookmark of this database, and
        `BookmarkTimeoutError` where it never comes so far.
        """
        self._database.after(bookmark, reached=self._searcher.forget)

    def close(self) -> None:
        """Close the connections; a ``background`` stops, and leaves the rest in the graph."""
        self._background.close()
        if "_ingester" in vars(self):
            self._ingester.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Two threads may each make one of these at first: they keep nothing that the other lacks.

    @cached_property
    def _ingester(self) -> "Ingester":
        from graphmem.answering.profile_wording import word_profile
        from graphmem.ingest.ingester import Ingester

        return Ingester(
            self._database,
            self._encoder.encode_patiently,
            self.settings,
            embedding_model=self._encoder.model,
            token_encoder=self._encoder.tokens,
            language_model=self._language_model,
            word=word_profile,
        )

    @cached_property
    def _assembler(self) -> "Assembler":
        from graphmem.assembly.assembler import Assembler

        reading = self._searcher.encoding_by(self._remembered)
        return Assembler(self._database, self._remembered, reading)

    @cached_property
    def _answerer(self) -> "Answerer":
        from graphmem.agents.tool_use import bind_tools
        from graphmem.answering.answerer import Answerer
        from graphmem.toolbox import tools_within

        return Answerer(
            self._database,
            self._searcher.encoding_by(self._remembered),
            self._remembered,
            model=self._language_model,
            tools=lambda scope: bind_tools(tools_within(self._database, scope)),
            reader=self._reader,
            packaged=self._encoder.tokens,
        )

    def _reader(self) -> "Reader":
        from graphmem.adapters.onnx_reader import load_reader

        return load_reader(self.settings)

    def _thinker(self) -> "Thinker":
        from graphmem.answering.thinking import Thinker

        parts = (self._database, self._searcher, self._answerer, self._remembered)
        return Thinker(*parts, self._language_model())

    def _language_model(self) -> LanguageModel | None:
        # Made anew: each run has a whole budget before it.
        return make_language_model(self.settings)
