"""What the turns of a chunk state: clauses judged, put together, and worded."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.clauses import Clause, ClauseType, clauses
from graphmem.extraction.local.coreference import Resolution, resolve
from graphmem.extraction.local.discourse import Discourse, Referent, ReferentKind
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import Array
from graphmem.extraction.local.salience import Judgement, Position, clause_features, judge
from graphmem.extraction.local.vectors import DIMENSION, TurnVectors
from graphmem.extraction.local.wording import Force, Spoken, Wording, quote, stands_alone, tell
from graphmem.language.pronouns import Person
from graphmem.language.time import Syntax, TimeExpression, find_times
from graphmem.model.chunk import Chunk, ChunkTurn
from graphmem.model.parse import Parsed, Parser, Sentence

STATES = 0.5
"""From this chance on a clause is taken to state something."""
_SURE = 0.5  # from here on a pronoun is taken to mean what it most likely does
_ELIDED = 0.5
_NEGATED = 0.3  # few clauses are, so a network asks for much


class Stated(NamedTuple):
    """A clause that states something, with its wording; ``quoted`` where it is to the letter.

    ``evidence`` are the characters of the turn that state it, ``asked`` the question of the turn
    before that they answer.
    """

    turn: int
    clause: Clause
    judgement: Judgement
    wording: Wording
    quoted: bool
    negated: bool
    time: TimeExpression | None
    evidence: tuple[int, int]
    asked: str | None


class _Found(NamedTuple):
    """A clause to tell, and how grammar tells it."""

    turn: int
    clause: Clause
    judgement: Judgement
    spoken: Spoken
    told: Wording | None


class Skipped(NamedTuple):
    """A clause that was judged to state nothing worth keeping."""

    turn: int
    clause: Clause
    judgement: Judgement


class Reading(NamedTuple):
    """What was read of a chunk.

    ``resolutions`` are by turn and sentence; ``asked`` is the last question of each turn.
    """

    discourse: Discourse
    asked: Sequence[str | None]
    resolutions: Sequence[Sequence[Sequence[Resolution]]]
    stated: tuple[Stated, ...]
    skipped: tuple[Skipped, ...]


def read_statements(
    chunk: Chunk,
    parsed: Sequence[Parsed],
    vectors: Sequence[TurnVectors],
    model: Model,
    parse: Parser,
) -> Reading:
    """What each turn states, in order."""
    reference = model.reference
    discourse, resolutions = resolve(
        chunk, parsed, vectors, choose=reference.choose, agreement=reference.agreement
    )
    found: list[_Found] = []
    skipped: list[Skipped] = []
    before = np.zeros(DIMENSION, dtype=np.float32)
    for number, (turn, text, seen) in enumerate(zip(chunk.turns, parsed, vectors, strict=True)):
        times = find_times(turn.text, said_at=turn.said_at, syntax=Syntax(text.sentences))
        judged = _judged(model, turn, text, seen, before)
        kept = _carriers([(clause, given) for _, clause, given in judged])
        skipped += [Skipped(number, it, given) for _, it, given in judged if it not in kept]
        addressee = _addressee(discourse, number, turn)
        for place, sentence in enumerate(text.sentences):
            spoken = Spoken(
                sentence,
                discourse.speaker(number),
                addressee,
                _sure(resolutions[number][place], discourse.speaker(number)),
                times,
            )
            for clause, given in kept.items():
                if clause.sentence is sentence:
                    told = tell(
                        clause,
                        spoken,
                        force=_force(given),
                        elided=given.elided > _ELIDED,
                    )
                    found.append(_Found(number, clause, given, spoken, told))
        before = seen.of(0, len(turn.text))
    asked = [_question(text) for text in parsed]
    stated = _worded(found, parsed, asked, parse)
    return Reading(discourse, asked, resolutions, tuple(stated), tuple(skipped))


def _sure(resolutions: Sequence[Resolution], speaker: Referent) -> dict[int, Resolution]:
    """By the head of the mention; a pronoun only where it is likely enough whom it means.

    Whom else "we" means may stay open: the speaker is among them.
    """
    found = {}
    for one in resolutions:
        mention = one.mention
        sure = one.referent is not None and one.confidence >= _SURE
        if mention.type is not MentionType.PRONOUN or sure:
            found[mention.head.i] = one
        elif mention.person is Person.WE:
            group = Referent(ReferentKind.GROUP, "", members=(speaker,), open=True, plural=True)
            found[mention.head.i] = Resolution(mention, group, 1.0)
    return found


def _judged(
    model: Model, turn: ChunkTurn, text: Parsed, seen: TurnVectors, before: Array
) -> list[tuple[int, Clause, Judgement]]:
    found = [
        (place, clause)
        for place, sentence in enumerate(text.sentences)
        for clause in clauses(sentence)
    ]
    if not found:
        return []
    words = len(turn.text.split())
    features = [
        clause_features(clause, Position(place, len(text.sentences), words, before), seen)
        for place, clause in found
    ]
    judged = judge(model.salience, np.stack(features))
    return [(place, clause, given) for (place, clause), given in zip(found, judged, strict=True)]


def _carriers(judged: Sequence[tuple[Clause, Judgement]]) -> dict[Clause, Judgement]:
    """The clauses to tell, with the judgement that speaks for each.

    What a complement or a condition states is told with the clause that it completes: alone it
    would claim more than was said.
    """
    found: dict[Clause, Judgement] = {}
    for clause, given in judged:
        if given.states < STATES:
            continue
        carrier = _carrier(clause, [other for other, _ in judged])
        known = found.get(carrier)
        if known is None or given.states > known.states:
            found[carrier] = given
    return found


_DEPENDENT = (ClauseType.COMPLEMENT, ClauseType.ADVERBIAL, ClauseType.OTHER)


def _carrier(clause: Clause, others: Sequence[Clause]) -> Clause:
    while clause.type in _DEPENDENT or (
        # "The tin that I found": what is found stands in the main clause.
        clause.type is ClauseType.RELATIVE and clause.subject is not None
    ):
        around = [
            one
            for one in others
            if one is not clause
            and one.sentence is clause.sentence
            and any(token.i == clause.head.i for token in one.tokens)
        ]
        if not around:
            break
        clause = min(around, key=lambda one: len(one.tokens))
    return clause


def _addressee(discourse: Discourse, number: int, turn: ChunkTurn) -> Referent | None:
    """Whom a turn talks to: the one whom it names, or the other of two, or who spoke before."""
    speaker = discourse.speaker(number)
    called = [one for one in discourse.called(turn) if one is not speaker]
    if len(called) == 1:
        return called[0]
    others = [one for one in discourse.participants.values() if one is not speaker]
    if len(others) == 1:
        return others[0]
    return discourse.neighbour(number, -1)


def _time(clause: Clause, times: Sequence[TimeExpression]) -> TimeExpression | None:
    """The first expression in the clause that says when."""
    inside = (one for one in times if clause.start <= one.start < clause.end)
    return next((one for one in inside if one.interval is not None), None)


def _worded(
    found: Sequence[_Found],
    parsed: Sequence[Parsed],
    asked: Sequence[str | None],
    parse: Parser,
) -> Iterator[Stated]:
    """Each clause in words that stand alone, and each sentence that has others once as a quote."""
    told = [one for one in found if one.told is not None]
    texts = parse([one.told.text for one in told if one.told is not None])
    alone = {
        id(one)
        for one, text in zip(told, texts, strict=True)
        if one.told is not None and stands_alone(text)
    }
    quoted: set[Sentence] = set()
    for one in found:
        clause, sentence = one.clause, one.clause.sentence
        before = asked[one.turn - 1] if one.turn else None
        if one.told is not None and id(one) in alone:
            wording, evidence, answers = one.told, (clause.start, clause.end), None
        elif sentence not in quoted and not clause.interrogative:
            quoted.add(sentence)
            wording = quote(one.spoken, parsed[one.turn].text, asked=before)
            evidence, answers = (sentence.start, sentence.end), before
        else:
            continue
        yield Stated(
            turn=one.turn,
            clause=clause,
            judgement=one.judgement,
            wording=wording,
            quoted=wording is not one.told,
            negated=_negated(clause, one.judgement),
            time=_time(clause, one.spoken.times),
            evidence=evidence,
            asked=answers,
        )


def _force(given: Judgement) -> Force:
    if given.modality == "advised":
        return Force.ADVISES
    if given.kind == "instruction":
        return Force.TELLS
    asks = given.kind == "request" or given.modality in ("requested", "required", "proposed")
    return Force.ASKS if asks else Force.STATES


def _negated(clause: Clause, given: Judgement) -> bool:
    by_grammar = clause.sentence.child(clause.head, "neg") is not None
    return by_grammar or given.negated > _NEGATED


def _question(text: Parsed) -> str | None:
    """The last question of a turn, with its mark or by its interrogative word."""
    for sentence in reversed(text.sentences):
        if any(token.text.startswith("?") for token in sentence) or _asks(sentence):
            return text.text[sentence.start : sentence.end]
    return None


def _asks(sentence: Sentence) -> bool:
    first = next((token for token in sentence if token.pos not in _OPENING), None)
    if first is None or first.tag not in ("WP", "WRB", "WDT"):
        return False
    # "Whoever bakes it wants notice": the word belongs to a clause inside the main one.
    verb = sentence.head(first)
    while verb.head != verb.i and verb.pos not in ("VERB", "AUX"):
        verb = sentence.head(verb)
    return verb.head == verb.i


_OPENING = ("INTJ", "CCONJ", "PUNCT")
