"""Proposals for one chunk, by one question to a language model."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from graphmem.adapters.llm import LanguageModel, PromptMessage
from graphmem.adapters.llm.protocol import JsonObject
from graphmem.adapters.llm.schema import strict_schema
from graphmem.extraction.admission.people import ParticipantNames
from graphmem.extraction.admission.quotes import find_words
from graphmem.extraction.llm.transcript import write_transcript
from graphmem.extraction.llm.wire import (
    WireAnswer,
    WireEntity,
    WireMention,
    WireQuestion,
    WireQuote,
    WireRole,
    WireState,
    WireThing,
    WireWorkspace,
)
from graphmem.language.words import content_stems, stem, words
from graphmem.model.chunk import Chunk, ChunkTurn, KnownName
from graphmem.model.workspace import (
    Part,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedState,
    ProposedWorkspace,
    Quote,
    Reference,
    TurnField,
    network_of,
)


def read_wire(written: WireWorkspace, chunk: Chunk) -> ProposedWorkspace:
    """The proposals that a model wrote for a chunk; unchecked, like all proposals."""
    seen = _ChunkNames(chunk)
    answers = tuple(_answer(one, seen) for one in written.answers)
    return ProposedWorkspace(
        entities=tuple(_entity(one, seen) for one in written.entities),
        roles=tuple(
            _role(told, one.role, seen)
            for told, one in zip(answers, written.answers, strict=True)
            if one.role is not None
        ),
        questions=tuple(
            made for one in written.questions for made in _questions(one, answers, seen)
        ),
        answers=answers,
    )


class _ChunkNames:
    """The turns and people of a chunk, by what a model calls them."""

    def __init__(self, chunk: Chunk) -> None:
        self._turns: dict[str, list[ChunkTurn]] = {}
        for turn in chunk.turns:
            self._turns.setdefault(turn.dia_id, []).append(turn)
        self.people = ParticipantNames(chunk.people, chunk.turns)

    def quote(self, given: WireQuote, *, part: Part | None = None) -> Quote:
        """The quote, of the caption where its words stand there alone."""
        field: TurnField = "text"
        if self._holds(given.turn, given.text, "caption") and not self._holds(
            given.turn, given.text, "text"
        ):
            field = "caption"
        return Quote(turn_id=given.turn, text=given.text, part=part or given.part, field=field)

    def mention(self, given: WireMention, names: Sequence[str]) -> Quote:
        """The words by which a turn mentions something: a name of it, else a word of one."""
        named = [given.text] if given.text else [*names, *self._forms(given.turn, names)]
        fields: tuple[TurnField, ...] = ("text", "caption")
        for words_ in named:
            for field in fields:
                if self._holds(given.turn, words_, field):
                    return Quote(turn_id=given.turn, text=words_, field=field)
        return Quote(turn_id=given.turn, text=named[0])

    def _forms(self, turn_id: str, names: Sequence[str]) -> Iterator[str]:
        """Words of the turn that are forms of a word of the names ("tulips" of "tulip")."""
        wanted = {one for name in names for one in content_stems(name)}
        for turn in self._turns.get(turn_id, ()):
            for word in words(f"{turn.text} {turn.caption or ''}"):
                if stem(word) in wanted:
                    yield word

    def _holds(self, turn_id: str, text: str, field: TurnField) -> bool:
        return any(
            find_words(text, turn.text if field == "text" else turn.caption or "") is not None
            for turn in self._turns.get(turn_id, ())
        )


def _entity(given: WireEntity, seen: _ChunkNames) -> ProposedEntity:
    names = (given.name, *given.aliases)
    return ProposedEntity(
        name=given.name,
        type=given.type,
        aliases=given.aliases,
        owner=given.owner,
        proper=given.proper,
        evidence=tuple(seen.mention(one, names) for one in given.mentions),
    )


def _answer(given: WireAnswer, seen: _ChunkNames) -> ProposedAnswer:
    return ProposedAnswer(
        speaker=given.speaker,
        subject=_reference(given.subject),
        text=given.text,
        predicate=given.predicate,
        object=given.object,
        kind=given.kind,
        network=network_of(given.kind),
        polarity=given.polarity,
        modality=given.modality,
        time=given.time,
        place=given.place,
        mentioned_by=given.mentioned_by,
        names=tuple(map(_reference, given.names)),
        confidence=given.confidence,
        worth=given.worth,
        evidence=tuple(seen.quote(one) for one in given.evidence),
    )


def _role(told: ProposedAnswer, given: WireRole, seen: _ChunkNames) -> ProposedRole:
    """The role of an answer's subject: a slot of a participant, of somebody else their own."""
    who = told.subject
    own = who.owner is None and seen.people.bears(who.name)
    return ProposedRole(
        **dict(told),
        entity=Reference(name=given.of, owner=who.name) if own else who,
        name=given.name,
        states=tuple(_state(one, told, seen) for one in given.states),
    )


def _state(given: WireState, told: ProposedAnswer, seen: _ChunkNames) -> ProposedState:
    if not given.evidence:
        time = told.time if given.time is None else given.time
        return ProposedState(name=given.name, time=time, evidence=told.evidence)
    evidence = tuple(seen.quote(one) for one in given.evidence)
    return ProposedState(name=given.name, time=given.time, evidence=evidence)


def _questions(
    given: WireQuestion, answers: Sequence[ProposedAnswer], seen: _ChunkNames
) -> Iterator[ProposedQuestion]:
    """The question once for each who answers it, with what their answers tell.

    Places where there is no answer go with the first, so that their refusal is told; without any
    answer the question is proposed for the same reason.
    """
    asked = tuple(seen.quote(one, part=Part.CONTEXT) for one in given.evidence)
    by_speaker: dict[str, list[int]] = {}
    for place in given.answers:
        if 0 <= place < len(answers):
            by_speaker.setdefault(answers[place].speaker, []).append(place)
    nowhere = [place for place in given.answers if not 0 <= place < len(answers)]
    if not by_speaker:
        yield ProposedQuestion(
            speaker=given.asked_by,
            asked_by=given.asked_by,
            subject=Reference(name=given.asked_by),
            text=given.text,
            predicate="ask",
            evidence=asked,
            answers=given.answers,
        )
    for speaker, places in by_speaker.items():
        told = [answers[place] for place in places]
        quotes = (one for answer in told for one in answer.evidence if one.part is Part.STATEMENT)
        first = told[0]
        yield ProposedQuestion(
            speaker=speaker,
            asked_by=given.asked_by,
            subject=first.subject,
            text=given.text,
            predicate=first.predicate,
            kind=first.kind,
            network=first.network,
            names=tuple(one for one in first.names if find_words(one.name, given.text)),
            confidence=min(answer.confidence for answer in told),
            evidence=tuple(dict.fromkeys((*asked, *quotes))),
            answers=(*places, *nowhere),
        )
        nowhere = []


def _reference(given: WireThing) -> Reference:
    return Reference(name=given.name, owner=given.owner)


def extract_by_llm(
    chunk: Chunk, model: LanguageModel, known: Sequence[KnownName] = ()
) -> ProposedWorkspace:
    """Propose what the chunk says; unchecked, like all proposals.

    ``known`` is what the talk before it called by name. Raises an `LlmError`.
    """
    messages = [
        PromptMessage("system", _instructions()),
        PromptMessage("user", write_transcript(chunk, known)),
    ]
    return read_wire(model.complete(messages, WireWorkspace, schema=_schema()), chunk)


@cache
def _instructions() -> str:
    return files("graphmem.extraction.llm").joinpath("prompts/extract.md").read_text("utf-8")


@cache
def _schema() -> JsonObject:
    return strict_schema(WireWorkspace, optional=True)
