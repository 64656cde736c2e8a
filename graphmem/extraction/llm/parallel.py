"""Many chunks through a language model at once; what it cannot do, the networks do."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from graphmem.adapters.llm import LanguageModel
from graphmem.errors import BudgetExceededError, LlmError, LlmSetupError
from graphmem.extraction.llm.extract import extract_by_llm
from graphmem.model.base import Frozen
from graphmem.model.chunk import Chunk, KnownName
from graphmem.model.workspace import NETWORKS, ProposedWorkspace


class ChunkExtraction(Frozen):
    """What became of one chunk.

    ``extracted_by`` is ``llm:`` and the model's name, or the networks where it failed; a line for
    the receipt, ``note``, says why. Without ``proposed`` the chunk was not extracted, since
    the budget was spent: it stays pending, for a later run.
    """

    chunk: Chunk
    proposed: ProposedWorkspace | None
    extracted_by: str | None
    note: str | None = None


def extract_chunks(
    chunks: Iterable[Chunk],
    model: LanguageModel,
    *,
    fallback: Callable[[Chunk], ProposedWorkspace],
    known: Callable[[Chunk], Sequence[KnownName]] = lambda _: (),
    parallel: int = 4,
) -> Iterator[ChunkExtraction]:
    """Extract every chunk, with ``parallel`` at a time; gives each as soon as it is done.

    Those of one conversation are given in their order, since what a name means is told by what
    was read before it; those of several in any. ``fallback`` reads by the networks instead of it,
    and ``known`` gives the names that go with a chunk when its turn comes; both run in the
    caller's thread. Once the model's budget is spent, what is under way is finished and the rest
    is given as pending. Raises `LlmSetupError`, since no other chunk would fare better, once what
    is under way is given too; and whatever ``fallback`` raises.
    """
    waiting = iter(chunks)
    under_way: dict[Future[ProposedWorkspace], Chunk] = {}
    order = _Order()
    pool = ThreadPoolExecutor(max_workers=parallel, thread_name_prefix="graphmem-llm")
    spent: str | None = None
    fatal: LlmSetupError | None = None
    try:
        while True:
            # What is held back is paid for: not too much of it, should we be stopped.
            while (
                spent is None
                and fatal is None
                and len(under_way) < min(parallel, 2 * parallel - order.held)
            ):
                chunk = next(waiting, None)
                if chunk is None:
                    break
                order.begun(chunk)
                under_way[pool.submit(extract_by_llm, chunk, model, known(chunk))] = chunk
            if not under_way:
                break
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = under_way.pop(future)
                try:
                    extraction = _outcome(chunk, future, model.name, fallback)
                except LlmSetupError as error:
                    fatal = fatal or error
                    yield from order.done(chunk, None)
                    continue
                if extraction.proposed is None:
                    spent = extraction.note
                yield from order.done(chunk, extraction)
        if fatal is not None:
            raise fatal
        for chunk in waiting:
            yield ChunkExtraction(chunk=chunk, proposed=None, extracted_by=None, note=spent)
    finally:
        # A caller who stops early need not wait for answers that nobody reads.
        pool.shutdown(wait=False, cancel_futures=True)


class _Order:
    """Holds back what is done before an earlier chunk of its conversation is."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[str]] = {}
        self._done: dict[str, ChunkExtraction | None] = {}

    @property
    def held(self) -> int:
        """The number done and not yet given."""
        return len(self._done)

    def begun(self, chunk: Chunk) -> None:
        """Chunks begin in their order."""
        self._queues.setdefault(chunk.conversation_id, deque()).append(chunk.uid)

    def done(self, chunk: Chunk, outcome: ChunkExtraction | None) -> Iterator[ChunkExtraction]:
        """Outcomes that can be given now; ``None`` is an outcome that is never given."""
        self._done[chunk.uid] = outcome
        queue = self._queues[chunk.conversation_id]
        while queue and queue[0] in self._done:
            first = self._done.pop(queue.popleft())
            if first is not None:
                yield first


def _outcome(
    chunk: Chunk,
    future: Future[ProposedWorkspace],
    name: str,
    fallback: Callable[[Chunk], ProposedWorkspace],
) -> ChunkExtraction:
    try:
        proposed = future.result()
    except LlmSetupError:
        raise
    except BudgetExceededError as error:
        return ChunkExtraction(chunk=chunk, proposed=None, extracted_by=None, note=error.problem)
    except LlmError as error:
        note = f"{place_of(chunk)}: by {NETWORKS}, since {error.problem}"
        return ChunkExtraction(
            chunk=chunk, proposed=fallback(chunk), extracted_by=NETWORKS, note=note
        )
    return ChunkExtraction(chunk=chunk, proposed=proposed, extracted_by=f"llm:{name}")


def place_of(chunk: Chunk) -> str:
    """Place of a chunk, for a receipt: ``garden/D1:1 to D1:9``."""
    first, last = chunk.turns[0].dia_id, chunk.turns[-1].dia_id
    stretch = first if first == last else f"{first} to {last}"
    return f"{chunk.conversation_id}/{stretch}"
