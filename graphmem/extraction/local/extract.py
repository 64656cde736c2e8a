"""A chunk to a proposed workspace, by syntax and the fitted networks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.extraction.local.belongings import PARTS, Belonging, belongings
from graphmem.extraction.local.discourse import Referent, ReferentKind, Seen
from graphmem.extraction.local.entities import names, type_of
from graphmem.extraction.local.fluency import encode_fluent, listen, parse_fluent
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.options import Stated
from graphmem.extraction.local.roles import LifeRole, life_roles, one_word, parts_of_life
from graphmem.extraction.local.skipped import skipped_words
from graphmem.extraction.local.slots import Slot, slot_of
from graphmem.extraction.local.statements import Reading, read_statements
from graphmem.extraction.local.vectors import TurnVectors
from graphmem.model.chunk import Chunk
from graphmem.model.parse import Parsed, Parser
from graphmem.model.skipped import Skipped
from graphmem.model.workspace import (
    SAYS,
    EntityType,
    Kind,
    Modality,
    Network,
    Part,
    Polarity,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedState,
    ProposedWorkspace,
    Quote,
    Reference,
)

ReadVectors = Callable[[Sequence[str]], Sequence[TurnVectors]]

_KEPT = 0.5  # from this chance on, what a phrase means is worth a node
_ANSWERED = 0.7
_TOLD_IN_PASSING = 0.8


class Extracted(NamedTuple):
    """What a chunk says, as proposals, and the words that were judged to say nothing to keep."""

    proposed: ProposedWorkspace
    skipped: tuple[Skipped, ...] = ()


def extract(chunk: Chunk, parse: Parser, encode: ReadVectors, model: Model) -> Extracted:
    """Everything that the chunk says, as proposals; depends on nothing but the chunk."""
    heard = listen([turn.text for turn in chunk.turns])
    parsed = parse_fluent(heard, parse)
    reading = read_statements(chunk, parsed, encode_fluent(heard, encode), model, parse)
    proposed = propose(chunk, reading, parse, encode, model)
    return Extracted(proposed, skipped_words(chunk, parsed, reading))


def propose(
    chunk: Chunk, reading: Reading, parse: Parser, encode: ReadVectors, model: Model
) -> ProposedWorkspace:
    """What was read of a chunk, as proposals."""
    told = [one.alone for one in reading.stated if not one.quoted]
    passing = belongings(reading.resolutions)
    parsed = parse(told)
    sentences = iter(parsed)
    answers = [
        _answer(chunk, one, slot_of(next(sentences)) if not one.quoted else Slot(SAYS, ""))
        for one in reading.stated
    ]
    sentences_of_lives = [*told, *(one.text for one in passing)]
    parts = parts_of_life(model.role, encode(sentences_of_lives)) if sentences_of_lives else []
    lives = zip(parts[: len(told)], parsed, strict=True)
    had = zip(parts[len(told) :], passing, strict=True)
    return ProposedWorkspace(
        entities=tuple(_entities(chunk, reading, model)),
        roles=(
            *_roles(chunk, reading, answers, lives, model),
            *(_belonging(chunk, one, part) for part, one in had if part in PARTS),
        ),
        questions=tuple(_questions(chunk, reading, answers)),
        answers=tuple(answers),
    )


def _entities(chunk: Chunk, reading: Reading, model: Model) -> Iterator[ProposedEntity]:
    told = {id(one) for stated in reading.stated for one in stated.wording.names}
    for referent in reading.discourse.entities:
        named = [seen for seen in referent.seen if names(seen)]
        if not named or (referent.confidence < _KEPT and id(referent) not in told):
            continue
        reference = reference_to(referent)
        yield ProposedEntity(
            name=reference.name,
            type=type_of(referent, model.types).type,
            aliases=tuple(dict.fromkeys(one.text for one in named if one.text != reference.name)),
            owner=reference.owner,
            proper=referent.proper,
            evidence=tuple(_mention(chunk, seen) for seen in named),
        )


def _mention(chunk: Chunk, seen: Seen) -> Quote:
    turn = chunk.turns[seen.turn]
    start, end = seen.mention.start, seen.mention.end
    return Quote(turn_id=turn.dia_id, text=turn.text[start:end], start=start)


def reference_to(referent: Referent) -> Reference:
    """How the door knows a referent: by its name, and whose it is."""
    owner = referent.owner
    if owner is None or owner.kind is ReferentKind.GROUP:
        return Reference(name=referent.name)
    if owner.kind is ReferentKind.PARTICIPANT:
        return Reference(name=referent.name, owner=owner.name)
    return Reference(name=referent.label())


def _answer(chunk: Chunk, one: Stated, slot: Slot) -> ProposedAnswer:
    turn = chunk.turns[one.turn]
    subject, *others = _single(one)
    given = one.judgement
    start, end = one.evidence
    kind = Kind(given.kind)
    return ProposedAnswer(
        speaker=turn.speaker,
        subject=subject,
        text=one.wording.text,
        predicate=slot.predicate,
        object=one.fluent if one.quoted else slot.object,
        kind=kind,
        network=_network(kind),
        polarity=Polarity.NEGATIVE if one.negated else Polarity.POSITIVE,
        modality=_modality(given.modality),
        time=turn.text[one.time.start : one.time.end] if one.time else None,
        interval=one.time.interval if one.time else None,
        names=tuple(others),
        confidence=round(one.right, 3),
        evidence=(
            *_context(chunk, one),
            Quote(turn_id=turn.dia_id, text=turn.text[start:end], start=start),
        ),
    )


def _roles(
    chunk: Chunk,
    reading: Reading,
    answers: Sequence[ProposedAnswer],
    lives: Iterable[tuple[str | None, Parsed]],
    model: Model,
) -> Iterator[ProposedRole]:
    """What a statement says that somebody is or has: of their job, their home, their family.

    ``lives`` has for each sentence told in words of its own the part of a life that it tells of.
    """
    told = [
        (one, answer) for one, answer in zip(reading.stated, answers, strict=True) if not one.quoted
    ]
    for (one, answer), (part, parsed) in zip(told, lives, strict=True):
        if answer.modality is not Modality.SAID or answer.polarity is not Polarity.POSITIVE:
            continue
        for role in life_roles(parsed.sentences[0], part):
            yield from _role(chunk, reading, one, answer, role, model)


def _role(
    chunk: Chunk,
    reading: Reading,
    one: Stated,
    answer: ProposedAnswer,
    role: LifeRole,
    model: Model,
) -> Iterator[ProposedRole]:
    """The role as a proposal: of a participant one of a slot (``job``), of others their own."""
    bearer = _bearer(one, role, reading.discourse.speaker(one.turn))
    if bearer is None or not _is_person(bearer, model):
        return
    names = role.states
    if role.lacks:
        partner = _partner(reading, one, bearer, model)
        if partner is None:
            return
        names = tuple(f"{name}_{one_word(partner.name)}" for name in names)
    own = bearer.kind is ReferentKind.PARTICIPANT
    reference = reference_to(bearer)
    when = {"time": answer.time, "interval": answer.interval, "evidence": answer.evidence}
    if one.after is not None and (one.time is None or one.time.date_phrase is None):
        words = chunk.turns[one.turn].text[one.after.start : one.after.end]
        quote = Quote(turn_id=chunk.turns[one.turn].dia_id, text=words, start=one.after.start)
        evidence = (quote, *answer.evidence)
        when = {"time": words, "interval": one.after.interval, "evidence": evidence}
    yield ProposedRole(
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
    state = f"{one.noun}_{one_word(one.bearer.name)}"
    return ProposedRole(
        speaker=turn.speaker,
        subject=Reference(name=one.owner.name),
        text=one.text,
        predicate="have",
        object=f"{one.noun} called {one.bearer.name}",
        network=Network.WORLD,
        names=(reference_to(one.bearer),),
        confidence=_TOLD_IN_PASSING,
        evidence=(quote,),
        entity=Reference(name=part, owner=one.owner.name),
        name=one.noun if part == "relationship" else f"has_{one.noun}",
        states=(ProposedState(name=state, evidence=(quote,)),),
    )


def _bearer(one: Stated, role: LifeRole, speaker: Referent) -> Referent | None:
    """Whose role it is: of two in the subject, of whom it lacks one, the one who takes part."""
    subject = one.wording.subject
    if subject.kind is ReferentKind.GROUP:
        return speaker if speaker in subject.members and role.part != "job" else None
    if role.lacks and subject.kind is not ReferentKind.PARTICIPANT:
        taking_part = (it for it in one.wording.names if it.kind is ReferentKind.PARTICIPANT)
        return next(taking_part, subject)
    return subject


def _partner(reading: Reading, one: Stated, bearer: Referent, model: Model) -> Referent | None:
    """Who is named beside them, or was last before, and takes no part."""
    named = [it for it in one.wording.names if it is not bearer and it.proper]
    if named:
        return named[0]
    before = [
        (seen.turn, seen.mention.start, it)
        for it in reading.discourse.entities
        if it.proper and _is_person(it, model)
        for seen in it.seen
        if (seen.turn, seen.mention.start) < (one.turn, one.evidence[0])
    ]
    return max(before, key=lambda place: place[:2])[2] if before else None


def _is_person(referent: Referent, model: Model) -> bool:
    if referent.kind is ReferentKind.PARTICIPANT:
        return True
    return type_of(referent, model.types).type is EntityType.PERSON


def _questions(
    chunk: Chunk, reading: Reading, answers: Sequence[ProposedAnswer]
) -> Iterator[ProposedQuestion]:
    """The question with which one turn ends, where the next, by another, states something."""
    for number in range(1, len(chunk.turns)):
        asker, turn = chunk.turns[number - 1], chunk.turns[number]
        asked = reading.asked[number - 1]
        places = [place for place, one in enumerate(reading.stated) if one.turn == number]
        if asked is None or not places or asker.speaker_uid == turn.speaker_uid:
            continue
        yield ProposedQuestion(
            speaker=turn.speaker,
            asked_by=asker.speaker,
            subject=Reference(name=turn.speaker),
            text=f"{asker.speaker} asks {turn.speaker}: “{asked.line}”",
            predicate="ask",
            object=asked.fluent,
            confidence=_ANSWERED,
            evidence=(
                Quote(turn_id=asker.dia_id, text=asked.words, part=Part.CONTEXT),
                *dict.fromkeys(answers[place].evidence[-1] for place in places),
            ),
            answers=tuple(places),
        )


def _single(one: Stated) -> list[Reference]:
    """The subject, of several together the speaker or the first; then whom else it names."""
    everybody: list[Referent] = []
    for referent in (one.wording.subject, *one.wording.names):
        group = referent.kind is ReferentKind.GROUP
        everybody += referent.members if group else [referent]
    return list(dict.fromkeys(reference_to(referent) for referent in everybody))


def _context(chunk: Chunk, one: Stated) -> tuple[Quote, ...]:
    if one.before is None:
        return ()
    turn = chunk.turns[one.turn - 1]
    return (Quote(turn_id=turn.dia_id, text=one.before.words, part=Part.CONTEXT),)


def _modality(label: str) -> Modality:
    """The corpus's name for what is said as so is "actual"."""
    return Modality.SAID if label == "actual" else Modality(label)


def _network(kind: Kind) -> Network:
    if kind in (Kind.OPINION, Kind.PREFERENCE):
        return Network.OPINION
    return Network.WORLD if kind in (Kind.FACT, Kind.STATE) else Network.AGENT
