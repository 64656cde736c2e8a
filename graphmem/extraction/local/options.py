"""The ways in which a clause can be worded: told in the third person, or quoted in its passage."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.agreement import finite_word
from graphmem.extraction.local.clauses import Clause, ClauseType
from graphmem.extraction.local.coreference import Resolution
from graphmem.extraction.local.discourse import Referent, ReferentKind
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.network import Array
from graphmem.extraction.local.salience import ClauseScores
from graphmem.extraction.local.wording import (
    Force,
    SentenceWording,
    Spoken,
    has_label,
    stands_alone,
    tell,
)
from graphmem.language.pronouns import PRONOUNS, GrammaticalPerson
from graphmem.language.time import TimeExpression
from graphmem.model.parse import SUBJECTS, Parsed, Parser

_TIES = re.compile(r"^(?:until|by|since|from|before|after)\s+")


class Before(NamedTuple):
    """Words of the turn before that a passage takes up; ``asks`` where they are a question.

    ``words`` are as spoken, ``fluent`` without what does not count.
    """

    speaker: Referent
    words: str
    fluent: str
    asks: bool

    @property
    def line(self) -> str:
        """The fluent words on one line."""
        return " ".join(self.fluent.split())


def quote(passage: Sequence[Spoken], text: Parsed, *, before: Before | None) -> SentenceWording:
    """Neighbouring sentences of the turn ``text``, with what they take up."""
    words, names = _annotated(passage, text)
    speaker = passage[0].speaker
    who = speaker.label()
    if before is None:
        told = f"{who} said: “{words}”"
    elif before.asks:
        told = f"Asked “{before.line}”, {who} said: “{words}”"
    else:
        told = f"After {before.speaker.label()} said “{before.line}”, {who} said: “{words}”"
    return SentenceWording(told, speaker, tuple(dict.fromkeys((speaker, *names))))


def _annotated(passage: Sequence[Spoken], text: Parsed) -> tuple[str, tuple[Referent, ...]]:
    """The fluent words of a passage on one line, and whom and what they name."""
    names: list[Referent] = []
    notes: dict[int, str] = {}
    seen: set[tuple[str, int]] = set()
    for spoken in passage:
        for at, referent, note in _meant(spoken):
            names.append(referent)
            if note is not None and (note, id(referent)) not in seen:
                seen.add((note, id(referent)))
                notes[at] = f" [{referent.label()}]"
    begin, end = passage[0].sentence.start, passage[-1].sentence.end
    for time in passage[0].times:
        inside = begin <= time.start and time.end <= end
        date = _TIES.sub("", time.date_phrase or "")
        if inside and date and date.lower() not in time.text.lower():
            notes[time.end] = f" [{date}]"
    pieces, done = [], begin
    for at in sorted(notes):
        pieces += [text.fluent(done, at), notes[at]]
        done = at
    return " ".join(("".join(pieces) + text.fluent(done, end)).split()), tuple(names)


def _meant(spoken: Spoken) -> Iterator[tuple[int, Referent, str | None]]:
    """Where a mention ends, what it means, and the pronoun that needs to be told."""
    for token in spoken.sentence:
        resolution = spoken.meant.get(token.i)
        if resolution is None or resolution.referent is None:
            continue
        mention, referent = resolution.mention, resolution.referent
        told = mention.person not in (None, GrammaticalPerson.I) and has_label(referent)
        yield token.end, referent, token.low if told else None


_TELLS = 0.5  # from here on a pronoun is told as whom it most likely means
_ELIDED = 0.5
_NEGATED = 0.5
_LEANS_ON_SENTENCE = 0.25
_LEANS_ON_TURN = 0.35
_TOLD_LEANS_ON_TURN = 0.5  # a sentence stands alone more often than a quote does
_SHORT = 45  # words and marks of a turn that is quoted whole


class ClauseWording(NamedTuple):
    """A clause that states something, in one wording.

    ``quoted`` tells that it is worded to the letter, ``evidence`` are the characters of the turn
    that state it, ``fluent`` what they say without what does not count, ``before`` the words of
    the turn before that it takes up. ``after`` is when it was, by the next sentence. ``right``
    is the chance that the wording tells it rightly, 0 until a network has judged its ``features``.
    """

    turn: int
    clause: Clause
    judgement: ClauseScores
    wording: SentenceWording
    quoted: bool
    negated: bool
    time: TimeExpression | None
    evidence: tuple[int, int]
    fluent: str
    before: Before | None
    features: Array
    after: TimeExpression | None = None
    right: float = 0.0


class Stating(NamedTuple):
    """A clause that is judged to state something, with the features that it was judged by.

    ``asides`` are the first characters of its words that state nothing.
    """

    clause: Clause
    judgement: ClauseScores
    features: Array
    asides: frozenset[int] = frozenset()


class TurnSentences(NamedTuple):
    """A turn by its sentences, with the words of the turn before that it may take up."""

    number: int
    text: Parsed
    sentences: Sequence[Spoken]
    before: Before | None
    stating: Sequence[Stating]


def options(turns: Sequence[TurnSentences], parse: Parser) -> Iterator[list[ClauseWording]]:
    """The wordings of each clause that states something, in order; told before quoted."""
    told = [[_told(said, one) for one in said.stating] for said in turns]
    texts = [wording.text for row in told for wording in row if wording is not None]
    alone = {text for text, parsed in zip(texts, parse(texts), strict=True) if stands_alone(parsed)}
    for said, row in zip(turns, told, strict=True):
        for one, wording in zip(said.stating, row, strict=True):
            found = []
            if wording is not None and wording.text in alone:
                found.append(_option(said, one, wording))
            if not one.clause.interrogative:
                found.append(_option(said, one, None))
            if found:
                yield found


def _told(said: TurnSentences, one: Stating) -> SentenceWording | None:
    spoken = said.sentences[_place(said, one.clause)]
    meant = {
        at: it
        for at, it in spoken.meant.items()
        if it.confidence >= _TELLS or it.mention.type is not MentionType.PRONOUN
    }
    # "Maybe" says how it is put.
    asides = one.asides if one.judgement.modality == "actual" else ()
    return tell(
        one.clause,
        spoken._replace(meant=meant, asides=asides),
        force=_force(one.judgement),
        elided=one.judgement.elided > _ELIDED,
    )


def _option(said: TurnSentences, one: Stating, told: SentenceWording | None) -> ClauseWording:
    clause, given = one.clause, one.judgement
    at = _place(said, clause)
    least = _LEANS_ON_TURN if told is None else _TOLD_LEANS_ON_TURN
    before = said.before if given.leans_on_turn > least else None
    if told is not None:
        wording = told
        evidence = (clause.start, clause.end)
        seen: Sequence[Spoken] = [said.sentences[at]]
    else:
        first = at - 1 if at and given.leans_on_sentence > _LEANS_ON_SENTENCE else at
        short = sum(len(item.sentence) for item in said.sentences) <= _SHORT
        seen = said.sentences if short else said.sentences[first : at + 1]
        wording = quote(seen, said.text, before=before)
        evidence = (seen[0].sentence.start, seen[-1].sentence.end)
    return ClauseWording(
        turn=said.number,
        clause=clause,
        judgement=given,
        wording=wording,
        quoted=told is None,
        negated=_negated(clause, given),
        time=_time(clause, said.sentences[at].times),
        evidence=evidence,
        fluent=said.text.fluent(*evidence),
        before=before,
        features=np.concatenate([one.features, _features(one, wording, seen, told is None)]),
        after=_told_after(said, at),
    )


def _features(
    one: Stating, wording: SentenceWording, seen: Sequence[Spoken], quoted: bool
) -> Array:
    """What tells of a wording whether it is right, beside the clause."""
    given, clause = one.judgement, one.clause
    about = wording.subject
    pronouns = [
        spoken.meant.get(token.i)
        for spoken in seen
        for token in spoken.sentence
        if token.pos in ("PRON", "DET") and token.low in PRONOUNS and token.dep not in _NO_MENTION
    ]
    inside = {token.i for token in clause.tokens}
    own = [
        spoken.meant.get(token.i)
        for spoken in seen
        if spoken.sentence is clause.sentence
        for token in spoken.sentence
        if token.i in inside and token.low in PRONOUNS and token.dep not in _NO_MENTION
    ]
    values = [
        quoted,
        given.states,
        given.worth / 3,
        given.negated,
        given.elided,
        given.leans_on_sentence,
        given.leans_on_turn,
        "“" in wording.text,
        len(seen) / 3,
        len(clause.tokens) / 10,
        len(wording.text.split()) / 30,
        wording.text.count("[") / 3,
        len(wording.names) / 3,
        *_certainty(pronouns),
        *_certainty(own),
        *(about.kind is kind for kind in ReferentKind),
        about.proper,
        _certain(about),
        clause.imperative,
        *(clause.type is kind for kind in ClauseType),
    ]
    return np.array([*values, *(value * quoted for value in values[1:15])], dtype=np.float32)


_NO_MENTION = ("expl", "mark", "det")


def _certainty(found: Sequence[Resolution | None]) -> list[float]:
    """How many pronouns nobody can tell the meaning of, and how sure the least sure one is."""
    known = [
        one.confidence
        for one in found
        if one is not None and one.referent is not None and one.mention.type is MentionType.PRONOUN
    ]
    return [(len(found) - len(known)) / 3, min(known, default=1.0)]


def _certain(referent: Referent) -> float:
    return 1.0 if referent.kind is ReferentKind.PARTICIPANT else referent.confidence


def _place(said: TurnSentences, clause: Clause) -> int:
    return next(
        at for at, spoken in enumerate(said.sentences) if spoken.sentence is clause.sentence
    )


def _time(clause: Clause, times: Sequence[TimeExpression]) -> TimeExpression | None:
    """The first expression in the clause that says when."""
    inside = (one for one in times if clause.start <= one.start < clause.end)
    return next((one for one in inside if one.interval is not None), None)


def _told_after(said: TurnSentences, at: int) -> TimeExpression | None:
    """When it was that a sentence tells, by the next one: "It was announced last Thursday".

    Its subject takes the sentence up, or is itself a time: "Friday was my last day".
    """
    if at + 1 >= len(said.sentences):
        return None
    sentence, times = said.sentences[at + 1].sentence, said.sentences[at + 1].times
    verbs = (it for it in sentence if it.pos in ("VERB", "AUX") and not it.dep.startswith("aux"))
    verb = next(verbs, sentence.root)
    subject, finite = sentence.child(verb, *SUBJECTS), finite_word(sentence, verb)
    if subject is None or finite is None or finite.tag != "VBD":
        return None
    inside = [one for one in times if sentence.start <= one.start < sentence.end and one.interval]
    if PRONOUNS.get(subject.low) in (GrammaticalPerson.IT, GrammaticalPerson.THIS):
        return inside[0] if inside else None
    return next((one for one in inside if one.start <= subject.start < one.end), None)


def _force(given: ClauseScores) -> Force:
    if given.modality == "advised":
        return Force.ADVISES
    if given.kind == "instruction":
        return Force.TELLS
    asks = given.kind == "request" or given.modality in ("requested", "required", "proposed")
    return Force.ASKS if asks else Force.STATES


def _negated(clause: Clause, given: ClauseScores) -> bool:
    by_grammar = clause.sentence.child(clause.head, "neg") is not None
    return by_grammar or given.negated > _NEGATED
