"""Chunks to checked workspaces, by the rules or by a language model."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.parser import ParsedAhead
from graphmem.errors import GraphMemError
from graphmem.extraction.admit import admit
from graphmem.extraction.llm import ChunkExtraction, extract_chunks, place_of
from graphmem.extraction.rules import extract_by_rules
from graphmem.model.chunk import Chunk, ChunkSettings, ChunkStrategy
from graphmem.model.parse import Parser
from graphmem.model.progress import Progress, silent
from graphmem.model.workspace import BY_RULES, Admission, ProposedWorkspace, Rejection, Workspace

_log = logging.getLogger(__name__)

_PARSED_AHEAD = 32  # chunks: parsing likes many texts at once


class Reading(NamedTuple):
    """How turns are cut and read; without a ``model`` the rules read.

    What a model read is written in groups of ``kept_together`` chunks: no more is paid for twice
    after a kill. What the rules read is written by the thousand turns, which is faster.
    """

    parser: Callable[[], Parser]
    strategy: ChunkStrategy = ChunkStrategy.HYBRID
    chunks: ChunkSettings = ChunkSettings()
    model: LanguageModel | None = None
    parallel: int = 4
    kept_together: int = 12


class ReadChunk(NamedTuple):
    """What became of one chunk that was read."""

    chunk: Chunk
    extracted_by: str
    workspace: Workspace


class Reader:
    """Reads chunks; keeps what the door refused, and a note wherever the model or a rule failed.

    A chunk on which a rule fails gives nothing: it would fail again, and keep all else waiting.
    """

    def __init__(self, reading: Reading, progress: Progress = silent) -> None:
        self._reading = reading
        self._progress = progress
        self.rejected: list[Rejection] = []
        self.notes: list[str] = []

    def read(self, chunks: Sequence[Chunk]) -> Iterator[ReadChunk]:
        """Each chunk as it is done, in any order; those that a spent budget left are not given.

        Raises `LlmSetupError`, once what the model was reading then is given.
        """
        for number, item in enumerate(self._proposals(chunks), start=1):
            if item.note:
                self.notes.append(item.note)
            if item.proposed is None or item.extracted_by is None:
                continue
            by, admission = self._admit(item, item.proposed, item.extracted_by)
            self.rejected += admission.rejected
            self._progress("extracted chunks", number, len(chunks))
            yield ReadChunk(item.chunk, by, admission.workspace)

    def _admit(
        self, item: ChunkExtraction, proposed: ProposedWorkspace, by: str
    ) -> tuple[str, Admission]:
        admission = admit(proposed, item.chunk, extracted_by=by)
        if by == BY_RULES or not admission.rejected or _says_something(admission.workspace):
            return by, admission
        # A model that got everything wrong must not leave the chunk without what it says.
        chunk = item.chunk
        again = admit(self._rules(chunk, None), chunk, extracted_by=BY_RULES)
        model = by.removeprefix("llm:")
        self.notes.append(
            f"{place_of(chunk)}: by rules, since {model} proposed nothing that is borne out."
        )
        return BY_RULES, again.model_copy(
            update={"rejected": (*admission.rejected, *again.rejected)}
        )

    def _proposals(self, chunks: Sequence[Chunk]) -> Iterable[ChunkExtraction]:
        if self._reading.model is None:
            return self._by_rules(chunks)
        return extract_chunks(
            chunks,
            self._reading.model,
            fallback=lambda chunk: self._rules(chunk, None),
            parallel=self._reading.parallel,
        )

    def _by_rules(self, chunks: Sequence[Chunk]) -> Iterator[ChunkExtraction]:
        for begin in range(0, len(chunks), _PARSED_AHEAD):
            some = chunks[begin : begin + _PARSED_AHEAD]
            parser = self._ahead([turn.text for chunk in some for turn in chunk.turns])
            for chunk in some:
                yield ChunkExtraction(
                    chunk=chunk, proposed=self._rules(chunk, parser), extracted_by=BY_RULES
                )

    def _ahead(self, texts: Sequence[str]) -> Parser | None:
        parser = self._reading.parser()
        try:
            return ParsedAhead(parser, texts)
        except GraphMemError:
            raise
        except Exception:  # noqa: BLE001 - one of them: each chunk is parsed alone, and tells
            return None

    def _rules(self, chunk: Chunk, parser: Parser | None) -> ProposedWorkspace:
        try:
            return extract_by_rules(chunk, parser or self._reading.parser())
        except GraphMemError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours, which only its chunk is to pay for
            place = place_of(chunk)
            reason = f"a rule failed on it ({type(error).__name__})"
            # Only where: what an error says may hold words of a turn.
            _log.error("%s: not extracted, %s", place, reason)
            self.notes.append(f"{place}: not extracted, since {reason}.")
            return ProposedWorkspace()


def _says_something(workspace: Workspace) -> bool:
    return bool(workspace.answers or workspace.roles or workspace.questions)
