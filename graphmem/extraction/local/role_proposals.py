"""Roles as proposals: whose they are, with which partner, and when they began."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.extraction.local.coreference import Resolution
from graphmem.extraction.local.discourse import Referent, ReferentKind
from graphmem.extraction.local.entities import reference_to, type_of
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import ReadVectors
from graphmem.extraction.local.options import ClauseWording
from graphmem.extraction.local.roles import LifeRole, life_roles, one_word, parts_of_life
from graphmem.extraction.local.statements import ChunkReading
from graphmem.model.chunk import Chunk
from graphmem.model.parse import Parsed
from graphmem.model.workspace import (
    PARTS_OF_OTHERS,
    EntityType,
    Modality,
    Network,
    Polarity,
    ProposedAnswer,
    ProposedRole,
    ProposedState,
    Quote,
    Reference,
)


class Belonging(NamedTuple):
    """Somebody known by name and by what they are to a participant.

    ``start`` and ``end`` are the characters of the turn that say so.
    """

    turn: int
    owner: Referent
    noun: str
    bearer: Referent
    start: int
    end: int

    @property
    def text(self) -> str:
        """As a sentence that stands alone."""
        article = "an" if self.noun[0] in "aeiou" else "a"
        return f"{self.owner.name} has {article} {self.noun} called {self.bearer.called}."


def belongings(resolutions: Sequence[Sequence[Sequence[Resolution]]]) -> list[Belonging]:
    """Each once, where it was said first; ``resolutions`` are by turn and sentence."""
    found: dict[tuple[int, int, str], Belonging] = {}
    for turn, sentences in enumerate(resolutions):
        for sentence in sentences:
            for one in _of_sentence(turn, sentence):
                found.setdefault((id(one.owner), id(one.bearer), one.noun), one)
    return list(found.values())


def _of_sentence(turn: int, sentence: Sequence[Resolution]) -> Iterator[Belonging]:
    meant = {one.mention.head.i: one for one in sentence}
    for one in sentence:
        mention, bearer = one.mention, one.referent
        of = meant.get(mention.possessor.i) if mention.possessor is not None else None
        if mention.type is not MentionType.NOUN or mention.plural or of is None or bearer is None:
            continue
        owner = of.referent
        if owner is None or owner.kind is not ReferentKind.PARTICIPANT or not bearer.called:
            continue
        if bearer.kind is not ReferentKind.ENTITY:
            continue
        name = next((it for it in sentence if it.mention.type is MentionType.NAME
                     and it.referent is bearer), one)  # fmt: skip
        end = max(mention.end, name.mention.end)
        yield Belonging(turn, owner, mention.head.lemma.lower(), bearer, mention.start, end)


_TOLD_IN_PASSING = 0.8


def propose_roles(
    chunk: Chunk,
    reading: ChunkReading,
    answers: Sequence[ProposedAnswer],
    parsed: Sequence[Parsed],
    encode: ReadVectors,
    model: Model,
) -> Iterator[ProposedRole]:
    """Proposes roles from statements, and what is said of them in passing.

    ``answers`` are those of the statements, ``parsed`` the sentences told in words of their own.
    """
    told = [
        (one, answer) for one, answer in zip(reading.stated, answers, strict=True) if not one.quoted
    ]
    passing = belongings(reading.resolutions)
    texts = [*(one.wording.text for one, _ in told), *(one.text for one in passing)]
    parts = parts_of_life(model.role, encode(texts)) if texts else []
    for (one, answer), part, sentence in zip(told, parts[: len(told)], parsed, strict=True):
        if answer.modality is not Modality.SAID or answer.polarity is not Polarity.POSITIVE:
            continue
        for role in life_roles(sentence.sentences[0], part):
            proposed = _role(chunk, reading, one, answer, role, model)
            if proposed is not None:
                yield proposed
    for belonging, part in zip(passing, parts[len(told) :], strict=True):
        if part in PARTS_OF_OTHERS:
            yield _belonging(chunk, belonging, part)


def _role(
    chunk: Chunk,
    reading: ChunkReading,
    one: ClauseWording,
    answer: ProposedAnswer,
    role: LifeRole,
    model: Model,
) -> ProposedRole | None:
    """The role as a proposal: of a participant one of a slot (``job``), of others their own.

    None where it is nobody's, or lacks a partner whom nothing names.
    """
    bearer = _bearer(one, role, reading.discourse.speaker(one.turn))
    if bearer is None or not _is_person(bearer, model):
        return None
    names = role.states
    if role.lacks:
        partner = _partner(reading, one, bearer, model)
        if partner is None:
            return None
        names = tuple(f"{name}_{one_word(partner.called or partner.name)}" for name in names)
    own = bearer.kind is ReferentKind.PARTICIPANT
    reference = reference_to(bearer)
    when = {"time": answer.time, "interval": answer.interval, "evidence": answer.evidence}
    if one.after is not None and (one.time is None or one.time.date_phrase is None):
        words = chunk.turns[one.turn].text[one.after.start : one.after.end]
        quote = Quote(turn_id=chunk.turns[one.turn].dia_id, text=words, start=one.after.start)
        evidence = (quote, *answer.evidence)
        when = {"time": words, "interval": one.after.interval, "evidence": evidence}
    return ProposedRole(
        **{
            **dict(answer),
            **when,
            "subject": reference,
            "predicate": role.predicate or answer.predicate,
        },
        entity=Reference(name=role.part, owner=bearer.name) if own else reference,
        name=role.name,
        states=tuple(ProposedState(name=name, **when) for name in names),
    )


def _belonging(chunk: Chunk, one: Belonging, part: str) -> ProposedRole:
    turn = chunk.turns[one.turn]
    quote = Quote(turn_id=turn.dia_id, text=turn.text[one.start : one.end], start=one.start)
    state = f"{one.noun}_{one_word(one.bearer.called)}"
    return ProposedRole(
        speaker=turn.speaker,
        subject=Reference(name=one.owner.name),
        text=one.text,
        predicate="have",
        object=f"{one.noun} called {one.bearer.called}",
        network=Network.WORLD,
        names=(reference_to(one.bearer),),
        confidence=_TOLD_IN_PASSING,
        evidence=(quote,),
        entity=Reference(name=part, owner=one.owner.name),
        name=one.noun if part == "relationship" else f"has_{one.noun}",
        states=(ProposedState(name=state, evidence=(quote,)),),
    )


def _bearer(one: ClauseWording, role: LifeRole, speaker: Referent) -> Referent | None:
    """Whose role it is: of two in the subject, of whom it lacks one, the one who takes part."""
    subject = one.wording.subject
    if subject.kind is ReferentKind.GROUP:
        return speaker if speaker in subject.members and role.part != "job" else None
    if role.lacks and subject.kind is not ReferentKind.PARTICIPANT:
        taking_part = (it for it in one.wording.names if it.kind is ReferentKind.PARTICIPANT)
        return next(taking_part, subject)
    return subject


def _partner(
    reading: ChunkReading, one: ClauseWording, bearer: Referent, model: Model
) -> Referent | None:
    """Who is named beside them, or was last before, and takes no part."""
    named = [it for it in one.wording.names if it is not bearer and (it.proper or it.called)]
    if named:
        return named[0]
    before = [
        (seen.turn, seen.mention.start, it)
        for it in reading.discourse.entities
        if (it.proper or it.called) and _is_person(it, model)
        for seen in it.seen
        if (seen.turn, seen.mention.start) < (one.turn, one.evidence[0])
    ]
    return max(before, key=lambda place: place[:2])[2] if before else None


def _is_person(referent: Referent, model: Model) -> bool:
    if referent.kind is ReferentKind.PARTICIPANT:
        return True
    return type_of(referent, model.types).type is EntityType.PERSON
