"""Checks that an answer is grounded in its citations; pure.

What is added in substance counts: a name, a number, a date, a place, or a thing that no citation
and no question holds. Small words, other forms of a word and a share of paraphrase do not.
"""

import re
from bisect import bisect
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from operator import mul
from typing import NamedTuple

from graphmem.answering.attribution import sentences_of
from graphmem.answering.derivations import (
    CitedTurn,
    Figures,
    calendar_words,
    figures_of,
    holds_date,
    holds_length,
    holds_number,
    lengths_in,
)
from graphmem.answering.evidence import Proof
from graphmem.answering.extractive.lexical import base_stem
from graphmem.answering.polarity import DENYING, turned_round
from graphmem.answering.time_resolution import times_by
from graphmem.language.numbers import clocks_in, numbers_in
from graphmem.language.pronouns import GrammaticalPerson, persons_in
from graphmem.language.sentences import sentences
from graphmem.language.time import Relation
from graphmem.language.time.vocabulary import NUMBERS, VAGUE_COUNTS
from graphmem.language.words import STOP_WORDS, stem, words
from graphmem.model.listing import Participant
from graphmem.model.parse import Parsed, Parser, Sentence, Token
from graphmem.retrieval.expansion import with_synonyms
from graphmem.retrieval.question import ParsedQuestion

# Fixed beforehand: the share of an answer's own words that may be put otherwise than in the turns,
# and the same of each of the things that it lists, of which a few words say little.
_MOST_NEW, _MOST_NEW_OF_PART = 1 / 3, 1 / 2
_PARTS = re.compile(r"[,;:/()\n]|\s(?:and|or|but|then|plus)\s|\s[-–—]\s", re.IGNORECASE)
_ALIKE = 0.5  # cosine of a thing listed to a sentence of the turns
_OPEN_CLASS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "X"})
_MANNER = frozenset({"RB", "RBR", "RBS", "JJR", "JJS"})  # "strictly", "longer"
# What the parser finds named that tells how much or when; figures are held by themselves.
_MEASURES = frozenset({"CARDINAL", "DATE", "MONEY", "ORDINAL", "PERCENT", "QUANTITY", "TIME"})
_SOMEBODY = frozenset(
    {GrammaticalPerson.YOU, GrammaticalPerson.HE, GrammaticalPerson.SHE, GrammaticalPerson.THEY}
)
_SHORTEST_COMMON = 4  # letters that "auto" and "automobile" must share to be one word
_BESIDE = 2  # words between a number and what it counts: "1900 (pounds)"


Encode = Callable[[Sequence[str]], list[list[float]]]


class EvidenceWords(NamedTuple):
    """Words that an answer may be made of: of the turns cited, and of the question.

    ``asked`` are the stems of the question, ``near`` those of the turns just before the cited
    ones, and ``by_pronoun`` tells whether a cited turn speaks of somebody by a pronoun.
    ``counted`` are the numbers of which the turns say what they count.
    """

    stems: frozenset[str]
    asked: frozenset[str]
    near: frozenset[str]
    by_pronoun: bool
    counted: frozenset[float] = frozenset()


class _ListedItem(NamedTuple):
    """The words of a thing that an answer lists: those that stand in the turns, and the others."""

    held: list[str]
    lost: list[str]


def unsupported_parts(
    answer: str,
    question: ParsedQuestion,
    proofs: Sequence[Proof],
    *,
    now: datetime | None,
    parse: Parser,
    encode: Encode | None = None,
    near: Sequence[str] = (),
    participants: Sequence[Participant] = (),
) -> tuple[str, ...]:
    """Unsupported parts of an answer, as they stand there; empty where enough is supported.

    Every date must meet one that a cited turn means, every number stand in one, or be worked out
    from those that do; a length of time may lie between two of the dates, or one and ``now``.
    Names must stand in the cited turns, the question, or what was said just before (``near``). Of
    the other words two of three must, and half of those of each thing listed, in any form, as a
    synonym of the table, or in a sentence that means the same by ``encode`` (unit vectors). An
    answer that turns round what is cited is told by its verb.
    """
    told = [
        CitedTurn(proof[0].hit.said_at, _text(proof), proof[1], around)
        for proof in dict.fromkeys(proofs)
        for around in (sentences_of(proof),)
    ]
    figures = figures_of(told, question.text, question.times, now, times_by(parse))
    anchor = now or max((one.said_at for one in told), default=datetime.max)
    wrong, rest = _figures_lost(answer, question.text, figures, anchor, parse)
    asked, said, *cited = parse([question.text, answer, *(one.around for one in told)])
    ground = _ground(question, proofs, figures, near, participants)._replace(
        counted=_counted(cited)
    )

    def alike(part: str) -> bool:
        if encode is None:
            return False
        texts = [text for one in told for text in (one.quote, *sentences(one.text))]
        own, *others = encode([part, *texts])
        nearest: float = max(sum(map(mul, own, other)) for other in others)
        return nearest >= _ALIKE

    flipped = turned_round(answer, asked, said, cited)
    if flipped is not None:
        wrong.append(f"the answer, but the opposite of it (“{flipped}”)")
    # What is said besides "Yes" or "No" gives the reason, in whatever words.
    yes_or_no = words(answer)[:1] in (["yes"], ["no"])
    return (*wrong, *_words_lost(answer, rest, ground, said, lambda part: yes_or_no or alike(part)))


def _figures_lost(
    answer: str, question: str, figures: Figures, anchor: datetime, parse: Parser
) -> tuple[list[str], str]:
    """The dates, lengths and numbers that do not hold, and the answer with blanks for its times."""
    wrong, rest = [], answer
    for phrase in figures.phrases:
        for match in re.finditer(re.escape(phrase), rest, re.IGNORECASE):
            rest = _blank(rest, *match.span())
    for begin, end in clocks_in(rest):
        wrong += _numbers_lost(rest[begin:end], question, figures)
        rest = _blank(rest, begin, end)
    for time in times_by(parse)(rest, anchor):
        if time.relation in (Relation.FOR, Relation.EVERY):
            continue  # a length or a habit, and no date
        if not holds_date(time, figures):
            wrong.append(time.text)
        rest = _blank(rest, time.start, time.end)
    for (begin, end), low, high in lengths_in(rest):
        if not holds_length(rest[begin:end], low, high, figures):
            wrong.append(rest[begin:end])
        rest = _blank(rest, begin, end)
    return [*wrong, *_numbers_lost(rest, question, figures)], rest


def _blank(text: str, begin: int, end: int) -> str:
    return text[:begin] + " " * (end - begin) + text[end:]


def _numbers_lost(text: str, question: str, figures: Figures) -> list[str]:
    return [
        f"{number:g}" for number in numbers_in(text) if not holds_number(number, question, figures)
    ]


def _ground(
    question: ParsedQuestion,
    proofs: Sequence[Proof],
    figures: Figures,
    near: Sequence[str],
    participants: Sequence[Participant],
) -> EvidenceWords:
    texts = [*figures.phrases, *calendar_words(figures)]
    before = [*near]
    by_pronoun = False
    for proof in proofs:
        hit = proof[0].hit
        texts += [_text(proof), hit.speaker, *(one.text for one in proof[0].statements)]
        persons = persons_in(_text(proof))
        by_pronoun = by_pronoun or not persons.isdisjoint(_SOMEBODY)
        if GrammaticalPerson.YOU in persons:
            # Who is meant by "you" may be any of them.
            before += [
                name
                for person in participants
                if hit.conversation_id in person.conversation_ids
                for name in person.names
            ]
        texts += [name for one in participants if one.uid == hit.speaker_uid for name in one.names]
    return EvidenceWords(
        _stems_of(texts), _stems_of([question.text]), _stems_of(before), by_pronoun
    )


def _text(proof: Proof) -> str:
    hit = proof[0].hit
    return f"{hit.text} {hit.caption}" if hit.caption else hit.text


def _stems_of(texts: Sequence[str]) -> frozenset[str]:
    return frozenset(form for text in texts for word in words(text) for form in _forms(word))


def _words_lost(
    answer: str,
    rest: str,
    ground: EvidenceWords,
    said: Parsed,
    alike: Callable[[str], bool],
) -> tuple[str, ...]:
    """The words that stand nowhere: names, and others where they are too many.

    A thing listed that says ``alike`` what the turns do is in other words than theirs.
    """
    names: list[str] = []
    bounds = [0, *(match.start() for match in _PARTS.finditer(answer)), len(answer)]
    parts = [_ListedItem([], []) for _ in bounds]
    for sentence in said.sentences:
        for token in sentence:
            if not rest[token.start : token.end].strip() or token.pos not in _OPEN_CLASS:
                continue
            part = parts[bisect(bounds, token.start) - 1]
            for word in filter(_counts, words(token.text)):
                if _known(word, ground.asked):
                    # A name says whose it is: "Ana's sister" is no thing of its own.
                    part.held.extend([word] if _is_name(token) else [])
                elif _known(word, ground.stems) or _known(token.lemma.lower(), ground.stems):
                    part.held.append(word)
                elif _is_name(token):
                    named = _is_named(token, sentence, ground)
                    (part.held if named else names).append(token.text)
                elif not (
                    _known(word, ground.near)
                    or token.tag in _MANNER
                    or _is_unit(token, sentence, ground)
                ):
                    part.lost.append(word)
    if names:
        return tuple(dict.fromkeys(names))
    held = [word for part in parts for word in part.held]
    lost = [word for part in parts for word in part.lost]
    too_many = len(lost) > _MOST_NEW * (len(lost) + len(held))
    return tuple(
        word
        for place, part in enumerate(parts)
        if too_many or len(part.lost) > _MOST_NEW_OF_PART * (len(part.lost) + len(part.held))
        if part.lost and not alike(answer[bounds[place] : bounds[place + 1]])
        for word in part.lost
    )


def _counts(word: str) -> bool:
    number = word.isdigit() or word in NUMBERS or word in VAGUE_COUNTS
    return not number and word not in STOP_WORDS and word not in DENYING


def _is_name(token: Token) -> bool:
    """Tells whether the parser takes a word for a name, and not for the beginning of a sentence."""
    return token.pos == "PROPN" and token.text[:1].isupper() and (token.i > 0 or token.ent != "")


def _is_named(token: Token, sentence: Sentence, ground: EvidenceWords) -> bool:
    """Tells whether a name, or another part of it ("Northmoor Rail"), stands near what is cited."""
    begin, end = token.i, token.i + 1
    while begin and sentence[begin - 1].pos == "PROPN":
        begin -= 1
    while end < len(sentence) and sentence[end].pos == "PROPN":
        end += 1
    stems = ground.stems | (ground.near if ground.by_pronoun else frozenset())
    return any(
        _known(word, stems) for one in sentence.tokens[begin:end] for word in words(one.text)
    )


def _is_unit(token: Token, sentence: Sentence, ground: EvidenceWords) -> bool:
    """Whether it tells what a number counts that the turns give without it: "140" for £140."""
    if token.ent in _MEASURES:
        return True
    beside = [one for one in sentence if one.pos == "NUM" and 0 < abs(one.i - token.i) <= _BESIDE]
    values = {value for one in beside for value in numbers_in(one.text)}
    return bool(values) and values.isdisjoint(ground.counted)


def _counted(cited: Sequence[Parsed]) -> frozenset[float]:
    """The numbers of which the turns say what they count."""
    return frozenset(
        value
        for parsed in cited
        for sentence in parsed.sentences
        for token in sentence
        if token.pos == "NUM"
        and token.i + 1 < len(sentence)
        and sentence[token.i + 1].pos == "NOUN"
        for value in numbers_in(token.text)
    )


def _says(forms: Collection[str], text: Collection[str]) -> bool:
    """Whether a text has one of a word's forms, or a word that begins like one; both are stems."""
    if any(form in text for form in forms):
        return True
    long = [form for form in forms if len(form) >= _SHORTEST_COMMON]
    return any(
        len(other) >= _SHORTEST_COMMON and (other.startswith(form) or form.startswith(other))
        for form in long
        for other in text
    )


def _known(word: str, stems: frozenset[str]) -> bool:
    return _says(_forms(word), stems)


def _forms(word: str) -> set[str]:
    """The stems by which a word is known, and those of another of its sense."""
    return {form for one in (word, with_synonyms(word)) for form in (stem(one), base_stem(one))}
