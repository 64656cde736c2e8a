"""Everything that writes into a space: the record, the workspace, the layers over it."""

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.parser import load_parser
from graphmem.agents.merge_judge import MergeJudge
from graphmem.ingest import curate
from graphmem.ingest.clock import Clock
from graphmem.ingest.encoding import Encode, Remembered
from graphmem.ingest.pipeline import Recorder
from graphmem.ingest.reconcile import Reconciler, Reconciling
from graphmem.ingest.workspace import Reading, WorkspaceBuilder
from graphmem.model.conversation import Conversation, Refusal
from graphmem.model.decision import Decision
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import Receipt, ReconcileReceipt
from graphmem.settings import Settings
from graphmem.sources import SourceFormat, checked, read
from graphmem.store.database import Database

Source = str | PathLike[str] | Conversation


class Ingester:
    """Records, extracts, reconciles and decides, as the settings say.

    ``language_model`` gives the model of one run, or nothing; a model's budget is that of the run.
    """

    def __init__(
        self,
        database: Database,
        encode: Encode,
        settings: Settings,
        *,
        embedding_model: str,
        language_model: Callable[[], LanguageModel | None],
    ) -> None:
        self._database = database
        self._encode = encode
        self._encode_name = Remembered(encode)
        self._settings = settings
        self._embedding_model = embedding_model
        self._language_model = language_model

    def record(
        self,
        *sources: Source,
        format: SourceFormat | str | None,
        clock: Clock,
        progress: Progress,
    ) -> Receipt:
        """Record the conversations of files, folders or objects, and nothing else."""

        def items() -> Iterator[Conversation | Refusal]:
            for source in sources:
                if isinstance(source, Conversation):
                    yield from checked(source)
                else:
                    yield from read(Path(source), format=format)

        return Recorder(
            self._database,
            self._encode,
            space=self._settings.space,
            embedding_model=self._embedding_model,
            progress=progress,
            clock=clock,
        ).record(items())

    def extract(self, receipt: Receipt, *, clock: Clock, progress: Progress) -> Receipt:
        """Read all that waits for it and reconcile; the receipt with what that gave."""
        model = self._language_model()
        workspace = WorkspaceBuilder(
            self._database,
            self._encode,
            self._reading(model),
            space=self._settings.space,
            embedding_model=self._embedding_model,
            clock=clock,
            progress=progress,
        ).build()
        read_for = model.usage if model else None
        reconciled = self._reconciler(clock, progress, model).reconcile()
        if model and read_for:
            reconciled = reconciled.model_copy(update={"usage": model.usage - read_for})
        return receipt.model_copy(
            update={
                "workspace": workspace,
                "reconciled": reconciled,
                "seconds": clock.stages(),
            }
        )

    def reconcile(self, *, dry_run: bool, progress: Progress) -> ReconcileReceipt:
        """Bring the layers up to date, or only plan it."""
        model = self._language_model()
        reconciler = self._reconciler(Clock(), progress, model)
        receipt = reconciler.dry_run() if dry_run else reconciler.reconcile()
        return receipt.model_copy(update={"usage": model.usage if model else None})

    def decide(self, make: curate.Make) -> Decision:
        """Keep a decision made by hand, and bring the layers up to date with it."""
        made = curate.decide(self._database, self._settings.space, make)
        self._reconciler(Clock(), silent, self._language_model()).reconcile(by_hand=made)
        return made

    def _reading(self, model: LanguageModel | None) -> Reading:
        return Reading(
            parser=load_parser,
            strategy=self._settings.chunk_strategy,
            chunks=self._settings.chunks,
            model=model,
            parallel=self._settings.llm_parallel,
        )

    def _reconciler(
        self, clock: Clock, progress: Progress, model: LanguageModel | None
    ) -> Reconciler:
        return Reconciler(
            self._database,
            self._encode,
            self._encode_name,
            Reconciling(
                policy=self._settings.merge_policy,
                weights=self._settings.merge_weights,
                judge=MergeJudge(model) if model else None,
            ),
            space=self._settings.space,
            embedding_model=self._embedding_model,
            clock=clock,
            progress=progress,
        )
