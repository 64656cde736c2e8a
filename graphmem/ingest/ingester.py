"""Everything that writes into a space: the record, the workspace, the layers over it."""

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.adapters.parser import load_parser
from graphmem.agents.merge_judge import MergeJudge
from graphmem.errors import BudgetExceededError, LlmError
from graphmem.ingest import curate
from graphmem.ingest.clock import Clock
from graphmem.ingest.cutting import skipped_of
from graphmem.ingest.encoding import Encode, Remembered
from graphmem.ingest.forget_named import find_turns
from graphmem.ingest.forgetting import Forgetter, MakingAnew
from graphmem.ingest.lease import SpaceLease
from graphmem.ingest.opinions import HeldOpinion, keep_opinion
from graphmem.ingest.pipeline import Recorder
from graphmem.ingest.portraits import Portraits
from graphmem.ingest.reconcile import Reconciler, Reconciling
from graphmem.ingest.taking_back import TakingBack
from graphmem.ingest.workspace import ReadingOptions, WorkspaceBuilder
from graphmem.model.check import LayerCheck
from graphmem.model.conversation import Conversation, MessageSettings, SourceItem
from graphmem.model.decision import Decision
from graphmem.model.portrait import Worded
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import Receipt, ReconcileReceipt, Skipped
from graphmem.model.retraction import ForgetReceipt, Retraction
from graphmem.model.thought import OPINIONS_SESSION, KeptOpinion
from graphmem.model.usage import Budget, Usage
from graphmem.portraits import Wordable
from graphmem.settings import Settings
from graphmem.sources import SourceFormat, checked, read
from graphmem.store.database import Database
from graphmem.store.portraits import put_off_wording
from graphmem.store.sessions import due_sessions, pending_sessions
from graphmem.store.waiting import ExtractedSession, Place, close_sessions

Source = str | PathLike[str] | Conversation
Word = Callable[[LanguageModel, Wordable], Worded]

_SOME = 500  # turns, between two looks at what else waits


class Ingester:
    """Records, extracts, reconciles and decides, as the settings say.

    ``token_encoder`` gives the packaged model, whatever ``encode`` runs; ``language_model`` the
    model of one run, or nothing; a model's budget is that of the run. ``word`` has one word a
    profile.
    """

    def __init__(
        self,
        database: Database,
        encode: Encode,
        settings: Settings,
        *,
        embedding_model: str,
        token_encoder: Callable[[], OnnxEncoder],
        language_model: Callable[[], LanguageModel | None],
        word: Word,
    ) -> None:
        self._database = database
        self._patient = database.patient()
        self._encode = encode
        self._encode_name = Remembered(encode)
        self._settings = settings
        self._embedding_model = embedding_model
        self._token_encoder = token_encoder
        self._language_model = language_model
        self._word = word
        self._spent = Usage()
        self._lease = SpaceLease(database, settings.space, seconds=settings.lease_seconds)

    def record(
        self,
        *sources: Source,
        format: SourceFormat | str | None,
        messages: MessageSettings,
        restore: bool,
        clock: Clock,
        progress: Progress,
    ) -> Receipt:
        """Record the conversations of files, folders or objects, and nothing else.

        Turns that were forgotten are left out, unless they are to be restored.
        """

        def items() -> Iterator[SourceItem]:
            for source in sources:
                if isinstance(source, Conversation):
                    yield from checked(source)
                else:
                    yield from read(Path(source), format=format, messages=messages)

        return Recorder(
            self._patient,
            self._encode,
            space=self._settings.space,
            embedding_model=self._embedding_model,
            progress=progress,
            clock=clock,
            restore=restore,
        ).record(items())

    def check_model(self) -> None:
        """Raise `LlmSetupError` where the language model cannot be asked as it is set up."""
        self._language_model()

    def extract(self, receipt: Receipt, *, clock: Clock, progress: Progress) -> Receipt:
        """Read all that waits for it and reconcile; the receipt with what that gave.

        Where another process extracts the space already, it is waited for.
        """
        with self._lease.held(self._patient, progress=progress):
            noted = self._lease.noted(progress)
            return self._extract(self._patient, receipt, clock=clock, progress=noted)

    def extract_some(self, *, progress: Progress) -> Receipt | None:
        """Read some of what waits and reconcile, unless another process is at it (None)."""
        with self._lease.held_if_free() as taken:
            if not taken:
                return None
            self._require_budget()
            receipt = Receipt(space=self._settings.space)
            noted = self._lease.noted(progress)
            found = self._extract(
                self._database, receipt, clock=Clock(), progress=noted, most=_SOME
            )
            for part in (found.workspace, found.reconciled):
                if part is not None and part.usage is not None:
                    self._spent += part.usage
            return found

    def forget(
        self, *, by: str | None, dry_run: bool, progress: Progress, **named: str | None
    ) -> ForgetReceipt:
        """Take back what is named; see `Memory.forget`.

        Where another process extracts the space, it is waited for.
        """
        if dry_run:
            return self._forgetter(progress).preview(
                *find_turns(self._database, self._settings.space, **named)
            )
        with self._lease.held(self._patient, progress=progress):
            forgetter = self._forgetter(progress)
            # What a run that was ended has begun first: it may hold what is named now.
            forgetter.follow_up()
            found = find_turns(self._database, self._settings.space, **named)
            receipt = forgetter.forget(*found, by=by)
        # It keeps the texts of names.
        self._encode_name = Remembered(self._encode)
        return receipt

    def _forgetter(self, progress: Progress) -> Forgetter:
        def reconcile() -> None:
            self._reconciler(self._patient, Clock(), progress, self._language_model()).reconcile()

        def reconcile_surely() -> None:
            try:
                reconcile()
            except LlmError:  # what was forgotten goes, whoever judges what is left
                self._reconciler(self._patient, Clock(), progress, None).reconcile()

        def extract(places: frozenset[Place]) -> None:
            self._build(
                self._patient,
                Receipt(space=self._settings.space),
                clock=Clock(),
                progress=progress,
                only=places,
            )

        return Forgetter(
            self._patient,
            MakingAnew(reconcile, reconcile_surely, extract),
            space=self._settings.space,
            embedding_model=self._embedding_model,
        )

    def close(self) -> None:
        """Let others extract the space, whatever is still under way here."""
        self._lease.give_back()

    def _require_budget(self) -> None:
        """The budget of what is extracted bit by bit is for all of it together.

        Once it is spent no profile is worded, and sessions that wait are not read.
        """
        budget, space = self._settings.llm_budget, self._settings.space
        if not (budget and self._settings.llm_model and Budget.parse(budget).spent_by(self._spent)):
            return
        put_off_wording(self._database, space)
        if due_sessions(self._database, space, turns=1):
            raise BudgetExceededError(
                f"The budget of {budget} is spent, so what waits is not read.",
                next_step="Start again with a new budget, or run `graphmem ingest`.",
            )

    def _extract(
        self,
        database: Database,
        receipt: Receipt,
        *,
        clock: Clock,
        progress: Progress,
        most: int | None = None,
    ) -> Receipt:
        # What a run that was ended has begun to forget goes before anything is read.
        self._forgetter(progress).follow_up()
        return self._build(database, receipt, clock=clock, progress=progress, most=most)

    def _build(
        self,
        database: Database,
        receipt: Receipt,
        *,
        clock: Clock,
        progress: Progress,
        most: int | None = None,
        only: frozenset[Place] | None = None,
    ) -> Receipt:
        model = self._language_model()
        builder = WorkspaceBuilder(
            database,
            self._encode,
            self._reading(model),
            space=self._settings.space,
            embedding_model=self._embedding_model,
            clock=clock,
            progress=progress,
            most=most,
            only=only,
        )
        workspace = builder.build()
        read_for = model.usage if model else None
        reconciler = self._reconciler(database, clock, progress, model)
        reconciled = reconciler.reconcile()
        with clock.stage("reconcile"):
            self._refresh_portraits(database, reconciler)
        # Only now: who is killed before leaves them waiting, so that the layers are seen to.
        close_sessions(database, self._settings.space, builder.done)
        if model and read_for:
            notes = self._word_portraits(database, model, progress) if only is None else ()
            told = {"usage": model.usage - read_for, "notes": (*reconciled.notes, *notes)}
            reconciled = reconciled.model_copy(update=told)
        return receipt.model_copy(
            update={
                "workspace": workspace,
                "reconciled": reconciled,
                "seconds": clock.stages(),
            }
        )

    def keep_opinion(self, held: HeldOpinion) -> KeptOpinion:
        """Keep an opinion as its agent's own, and bring the layers up to date with it."""
        settings, model = self._settings, self._embedding_model
        kept = keep_opinion(
            self._database, self._encode, held, space=settings.space, embedding_model=model
        )
        self._build(
            self._database,
            Receipt(space=settings.space),
            clock=Clock(),
            progress=silent,
            only=frozenset({(held.conversation_id, OPINIONS_SESSION)}),
        )
        return kept

    def skipped(self, conversation_id: str, session_id: str | None) -> Iterator[Skipped]:
        """Lists skipped words of what is extracted, read again; writes nothing."""
        return skipped_of(
            self._patient,
            self._reading(None),
            space=self._settings.space,
            conversation_id=conversation_id,
            session_id=session_id,
        )

    def reconcile(self, *, dry_run: bool, anew: bool, progress: Progress) -> ReconcileReceipt:
        """Bring the layers up to date, or only plan it."""
        model = self._language_model()
        reconciler = self._reconciler(self._patient, Clock(), progress, model)
        if dry_run:
            receipt = reconciler.dry_run()
        else:
            # What a run has extracted that ended before its plan waits for no more than this one.
            pending = pending_sessions(self._patient, self._settings.space)
            receipt = reconciler.reconcile(anew=anew)
            self._refresh_portraits(self._patient, reconciler)
            extracted = [
                ExtractedSession(item.place, item.revision) for item in pending if item.extracted
            ]
            close_sessions(self._patient, self._settings.space, extracted)
        return receipt.model_copy(update={"usage": model.usage if model else None})

    def check_layers(self, *, progress: Progress) -> LayerCheck:
        """Plan the space from nothing, and tell what stands otherwise; changes nothing."""
        return self._reconciler(self._patient, Clock(), progress, None).check()

    def decide(self, make: curate.Make) -> Decision:
        """Keep a decision made by hand, and bring the layers up to date with it."""
        model = self._language_model()
        reconciler = self._reconciler(self._database, Clock(), silent, model)
        decision = reconciler.decide(make)
        self._refresh_portraits(self._database, reconciler)
        return decision

    def _refresh_portraits(self, database: Database, reconciler: Reconciler) -> None:
        """Bring the stored portraits up to date that the run reaches; whoever reads one as well."""
        reached = reconciler.reached
        if reached.conversations or reached.moved:
            Portraits(database, self._settings.space).refresh(*reached)

    def _word_portraits(
        self, database: Database, model: LanguageModel, progress: Progress
    ) -> tuple[str, ...]:
        """Have a model word profiles that wait for it; why it did not where it failed."""
        portraits = Portraits(database, self._settings.space)
        return portraits.word(lambda asked: self._word(model, asked), progress=progress)

    def take_back(self, do: Callable[[TakingBack], Retraction]) -> Retraction:
        """Retract, correct or undo, and bring the layers up to date with it."""
        model = self._language_model()
        made = do(
            TakingBack(
                self._database,
                self._encode,
                lambda: self._reading(None),
                space=self._settings.space,
                embedding_model=self._embedding_model,
            )
        )
        reconciler = self._reconciler(self._database, Clock(), silent, model)
        reconciler.reconcile()
        self._refresh_portraits(self._database, reconciler)
        return made

    def _reading(self, model: LanguageModel | None) -> ReadingOptions:
        return ReadingOptions(
            parser=load_parser,
            encoder=self._token_encoder,
            strategy=self._settings.chunk_strategy,
            chunks=self._settings.chunks,
            model=model,
            parallel=self._settings.llm_parallel,
        )

    def _reconciler(
        self,
        database: Database,
        clock: Clock,
        progress: Progress,
        model: LanguageModel | None,
    ) -> Reconciler:
        return Reconciler(
            database,
            self._encode,
            self._encode_name,
            Reconciling(
                policy=self._settings.merge_policy,
                weights=self._settings.merge_weights,
                judge=MergeJudge(model) if model else None,
                judged_by=self._settings.llm_model,
            ),
            space=self._settings.space,
            embedding_model=self._embedding_model,
            clock=clock,
            progress=progress,
        )
