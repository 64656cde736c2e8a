"""Chunks to checked workspaces, by fitted networks or by a language model."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.errors import GraphMemError
from graphmem.extraction.admit import admit
from graphmem.extraction.llm import ChunkExtraction, extract_chunks, place_of
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.fluency import find_fluent_times, listen, parse_fluent
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.network import ReadVectors, word_vectors
from graphmem.ingest.encoding import Ahead, Made
from graphmem.language.time import Tense, TimeExpression
from graphmem.language.words import content_stems, stem, words
from graphmem.model.chunk import Chunk, ChunkSettings, ChunkStrategy, KnownName
from graphmem.model.parse import Parser
from graphmem.model.progress import Progress, silent
from graphmem.model.receipt import Skipped
from graphmem.model.workspace import (
    NETWORKS,
    Admission,
    Entity,
    EntityType,
    ProposedWorkspace,
    Rejection,
    Workspace,
)

_BUDGET = 600  # characters of names that go with a chunk
_Named = tuple[str | None, str]  # whose it is, and its name in small letters


class KnownNames:
    """The names of conversations, from what stands in the graph and what was read since.

    ``load`` gives those that stand of a conversation, and is asked once for each.
    """

    def __init__(self, load: Callable[[str], Iterable[KnownName]]) -> None:
        self._load = load
        self._known: dict[str, dict[_Named, KnownName]] = {}

    def of(self, chunk: Chunk) -> tuple[KnownName, ...]:
        """The names that matter to a chunk, at most some hundred characters of them.

        First those of which it has a word, then people, then what is spoken of most.
        """
        said = {
            stem(word)
            for turn in chunk.turns
            for word in words(f"{turn.text} {turn.caption or ''}")
        }

        def rank(one: KnownName) -> tuple[bool, bool, int]:
            named = any(not said.isdisjoint(content_stems(name)) for name in _names(one))
            return not named, one.type is not EntityType.PERSON, -one.mentions

        taken: list[KnownName] = []
        room = _BUDGET
        for one in sorted(self._of(chunk.conversation_id).values(), key=rank):
            length = sum(map(len, _names(one)))
            if length <= room:  # else perhaps the next: one of many other names hides no other
                room -= length
                taken.append(one)
        return tuple(taken)

    def all(self, conversation_id: str) -> tuple[KnownName, ...]:
        """Every name that is known of a conversation."""
        return tuple(self._of(conversation_id).values())

    def add(self, conversation_id: str, workspace: Workspace) -> None:
        """Take in what a chunk was found to name."""
        known = self._of(conversation_id)
        for entity in workspace.entities:
            if entity.proper or (entity.type is EntityType.PERSON and entity.aliases):
                _merge(known, _known(entity))

    def _of(self, conversation_id: str) -> dict[_Named, KnownName]:
        if conversation_id not in self._known:
            known: dict[_Named, KnownName] = {}
            for one in self._load(conversation_id):
                _merge(known, one)
            self._known[conversation_id] = known
        return self._known[conversation_id]


def _merge(known: dict[_Named, KnownName], one: KnownName) -> None:
    place = (one.owner_uid, one.name.casefold())
    before = known.get(place)
    if before is not None:
        one = before._replace(
            type=one.type if before.type is EntityType.THING else before.type,
            aliases=tuple(dict.fromkeys((*before.aliases, *one.aliases))),
            mentions=before.mentions + one.mentions,
        )
    known[place] = one


def _known(entity: Entity) -> KnownName:
    return KnownName(
        name=entity.name,
        type=entity.type,
        owner_uid=entity.owner_uid,
        aliases=entity.aliases,
        mentions=len(entity.mention_uids),
    )


def _names(one: KnownName) -> tuple[str, ...]:
    return one.name, *one.aliases


_log = logging.getLogger(__name__)
_AHEAD = 32  # chunks: parsing and encoding like many texts at once


class ReadingOptions(NamedTuple):
    """How turns are cut and read; without a ``model`` the networks read.

    The parser is loaded when it is first asked for, and so is the packaged model, whose word
    vectors the networks want. What a model read is written in groups of ``kept_together`` chunks:
    no more is paid for twice after a kill. What else reads is written by the thousand turns, which
    is faster.
    """

    parser: Callable[[], Parser]
    encoder: Callable[[], OnnxEncoder]
    strategy: ChunkStrategy = ChunkStrategy.HYBRID
    chunks: ChunkSettings = ChunkSettings()
    model: LanguageModel | None = None
    parallel: int = 4
    kept_together: int = 12


class ReadChunk(NamedTuple):
    """What became of one chunk that was read; what was skipped a language model does not tell."""

    chunk: Chunk
    extracted_by: str
    workspace: Workspace
    skipped: tuple[Skipped, ...] = ()


class _Sight(NamedTuple):
    """What is seen of texts: their parses, and the vectors of their words."""

    parse: Parser
    encode: ReadVectors


class ChunkReader:
    """Reads chunks; keeps what the door refused, and a note wherever the model or we failed.

    A chunk on which reading fails gives nothing: it would fail again, and keep all else waiting.
    ``load_names`` gives what a conversation is known to call by name, for a model.
    """

    def __init__(
        self,
        reading: ReadingOptions,
        progress: Progress = silent,
        load_names: Callable[[str], Iterable[KnownName]] = lambda _: (),
    ) -> None:
        self._reading = reading
        self._progress = progress
        self.rejected: list[Rejection] = []
        self.notes: list[str] = []
        self._skipped: dict[str, tuple[Skipped, ...]] = {}
        self._known = KnownNames(load_names)

    def read(self, chunks: Sequence[Chunk]) -> Iterator[ReadChunk]:
        """Each chunk as it is done, those of a conversation in their order.

        What a spent budget left is not given. Raises `LlmSetupError`, once what the model was
        reading then is given.
        """
        for number, item in enumerate(self._proposals(chunks), start=1):
            if item.note:
                self.notes.append(item.note)
            if item.proposed is None or item.extracted_by is None:
                continue
            by, admission = self._admit(item, item.proposed, item.extracted_by)
            self.rejected += admission.rejected
            if self._reading.model is not None:
                self._known.add(item.chunk.conversation_id, admission.workspace)
            self._progress("extracted chunks", number, len(chunks))
            skipped = self._skipped.pop(item.chunk.uid, ())
            yield ReadChunk(item.chunk, by, admission.workspace, skipped)

    def _admit(
        self, item: ChunkExtraction, proposed: ProposedWorkspace, by: str
    ) -> tuple[str, Admission]:
        if by == NETWORKS:
            return by, admit(proposed, item.chunk, extracted_by=by)
        known = self._known.all(item.chunk.conversation_id)
        dates = partial(self._dates, item.chunk)
        admission = admit(proposed, item.chunk, extracted_by=by, dates=dates, known=known)
        if not admission.rejected or _says_something(admission.workspace):
            return by, admission
        # A model that got everything wrong must not leave the chunk without what it says.
        chunk = item.chunk
        again = admit(self._read_alone(chunk), chunk, extracted_by=NETWORKS)
        model = by.removeprefix("llm:")
        self.notes.append(
            f"{place_of(chunk)}: by {NETWORKS}, since {model} proposed nothing that is borne out."
        )
        rejected = (*admission.rejected, *again.rejected)
        return NETWORKS, again.model_copy(update={"rejected": rejected})

    def _dates(
        self, chunk: Chunk, text: str, said_at: datetime, tense: Tense | None
    ) -> Sequence[TimeExpression]:
        """When a turn says that something is, as the networks read it: a model gives words only.

        Nothing, and a note, where that fails: it is no reason to lose what the model read.
        """
        try:
            parsed = parse_fluent(listen([text]), self._reading.parser())
            return find_fluent_times(parsed[0], said_at=said_at, tense=tense)
        except GraphMemError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours, which only its time is to pay for
            reason = f"reading its times failed ({type(error).__name__})"
            note = f"{place_of(chunk)}: not dated, since {reason}."
            if note not in self.notes:
                _log.error("%s", note)
                self.notes.append(note)
            return ()

    def _proposals(self, chunks: Sequence[Chunk]) -> Iterable[ChunkExtraction]:
        if self._reading.model is None:
            return self._by_networks(chunks)
        return extract_chunks(
            chunks,
            self._reading.model,
            fallback=self._read_alone,
            known=self._known.of,
            parallel=self._reading.parallel,
        )

    def _by_networks(self, chunks: Sequence[Chunk]) -> Iterator[ChunkExtraction]:
        """Each chunk in turn; the next ones are encoded meanwhile, which is half of the work."""
        groups = [chunks[begin : begin + _AHEAD] for begin in range(0, len(chunks), _AHEAD)]
        if not groups:
            return
        parse, encode = self._sight()
        with ThreadPoolExecutor(1, thread_name_prefix="graphmem-encode") as pool:
            coming = pool.submit(_ahead, encode, groups[0])
            for group, following in zip_longest(groups, groups[1:]):
                encoded = coming.result()
                if following:
                    coming = pool.submit(_ahead, encode, following)
                sight = _Sight(_ahead(parse, group), encoded)
                for chunk in group:
                    yield ChunkExtraction(
                        chunk=chunk,
                        proposed=self._extract(chunk, sight),
                        extracted_by=NETWORKS,
                    )

    def _sight(self) -> _Sight:
        return _Sight(self._reading.parser(), word_vectors(self._reading.encoder()))

    def _read_alone(self, chunk: Chunk) -> ProposedWorkspace:
        return self._extract(chunk, self._sight())

    def _extract(self, chunk: Chunk, sight: _Sight) -> ProposedWorkspace:
        try:
            found = extract(chunk, sight.parse, sight.encode, load_model())
        except GraphMemError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours, which only its chunk is to pay for
            place = place_of(chunk)
            reason = f"reading it failed ({type(error).__name__})"
            # Only where: what an error says may hold words of a turn.
            _log.error("%s: not extracted, %s", place, reason)
            self.notes.append(f"{place}: not extracted, since {reason}.")
            return ProposedWorkspace()
        self._skipped[chunk.uid] = found.skipped
        return found.proposed


def _ahead(make: Callable[[Sequence[str]], list[Made]], chunks: Sequence[Chunk]) -> Ahead[Made]:
    try:
        return Ahead(make, [text for chunk in chunks for text in _heard(chunk)])
    except GraphMemError:
        raise
    except Exception:  # noqa: BLE001 - one of them: each chunk is read alone, and tells
        return Ahead(make)


def _heard(chunk: Chunk) -> list[str]:
    """What the networks parse of a chunk."""
    return [one.text for one in listen([turn.text for turn in chunk.turns])]


def _says_something(workspace: Workspace) -> bool:
    return bool(workspace.answers or workspace.roles or workspace.questions)
