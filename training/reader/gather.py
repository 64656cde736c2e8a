"""Gathers what the reader learns from: the training part, what is derived of it, exchanges."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus import (
    AnswerType,
    Expected,
    GoldConversation,
    GoldQuestion,
    GoldStatement,
)
from graphmem.extraction.local.model import load_model
from graphmem.model.parse import Parser
from graphmem.settings import load_settings
from training.derive import derive
from training.derived import DerivedQuestion
from training.details import Details
from training.exchanges import exchanges
from training.others import asked_of_others
from training.reader.altered import altered
from training.reader.examples import (
    Asked,
    Asking,
    Claimed,
    Examples,
    Source,
    SpokenTurn,
    Worded,
    spoken,
)
from training.reader.nearest import Nearest
from training.reader.spans import answer_spans, quoted
from training.short_talks import ShortTalk, read_short_talks
from training.talk import CorpusSplit, conversations, talks
from training.wordings import judged_wordings

_BY_MEANING, _BY_WORDS = 14, 8
_CLAIM_BY_MEANING, _CLAIM_BY_WORDS = 5, 3
_SHARE_OF_SWAPS = 0.4  # of questions that a program made; of others every one
_ASKED = frozenset({Source.ASKED, Source.TALK})


class Part(NamedTuple):
    """Conversations that give examples in the same way."""

    talks: Sequence[GoldConversation]
    source: Source
    split: CorpusSplit


def training_examples(*, seed: int = 0) -> Examples:
    """Of the training part, the exchanges and the short talks; the test part is not read."""
    short = list(read_short_talks())
    found = gather(
        Part(list(conversations(CorpusSplit.TRAIN)), Source.ASKED, CorpusSplit.TRAIN),
        Part(list(exchanges()), Source.EXCHANGE, CorpusSplit.TRAIN),
        Part([one.conversation() for one in short], Source.TALK, CorpusSplit.TRAIN),
        seed=seed,
    )
    more = [claim for one in short for claim in talk_claims(one, seed)]
    return found._replace(claimed=[*found.claimed, *more])


def development_examples(*, seed: int = 0) -> Examples:
    """Of the development part, without questions that a program made."""
    part = Part(list(conversations(CorpusSplit.DEVELOPMENT)), Source.ASKED, CorpusSplit.DEVELOPMENT)
    return gather(part, seed=seed)


def gather(*parts: Part, seed: int) -> Examples:
    """All examples of these parts; the same seed gives the same ones."""
    parse, encode = load_parser(), make_token_encoder(load_settings()).encode
    asked: list[Asked] = []
    claimed: list[Claimed] = []
    worded: list[Worded] = []
    for part in parts:
        for talk in part.talks:
            turns = spoken(talk)
            near = Nearest(turns, encode)
            asked += _asked(talk, part, near, parse, seed)
            claimed += claims(talk, near, seed)
        if part.source is not Source.TALK:  # of these it is not annotated what they state
            worded += wordings(part.talks)
    every = [talk for part in parts for talk in part.talks]
    return Examples({talk.header.id: spoken(talk) for talk in every}, asked, claimed, worded)


def _asked(
    talk: GoldConversation, part: Part, near: Nearest, parse: Parser, seed: int
) -> Iterator[Asked]:
    found = questions(talk, talk.questions, part.source, near)
    if part.split is CorpusSplit.TRAIN:
        derived = list(derive(talk, part.split, parse))
        source = Source.DERIVED if part.source is Source.ASKED else part.source
        found += questions(talk, derived, source, near)
        found += swapped(found, spoken(talk), seed)
    yield from found


def questions(
    talk: GoldConversation,
    every: Sequence[GoldQuestion | DerivedQuestion],
    source: Source,
    near: Nearest,
) -> list[Asked]:
    """Questions about a conversation beside its turns."""
    turns = spoken(talk)
    places = _places(turns)
    ranked = near.to([one.question for one in every], by_meaning=_BY_MEANING, by_words=_BY_WORDS)
    return [
        Asked(
            conversation=talk.header.id,
            source=source,
            question=one.question,
            expected=one.status,
            asking=Asking(one.why.value) if one.why else Asking.ANSWERED,
            wants=one.wants,
            answer=one.answer,
            yes=_yes(one),
            evidence=tuple(places[turn] for turn in one.evidence),
            spans=answer_spans(one, turns, places),
            near=nearest,
        )
        for one, nearest in zip(every, ranked, strict=True)
    ]


def swapped(asked: Sequence[Asked], turns: Sequence[SpokenTurn], seed: int) -> Iterator[Asked]:
    """Answered questions asked of another who takes part: to be refused, and tempting."""
    names = {turn.speaker for turn in turns}
    for one in asked:
        drawn = random.Random(f"{seed}/swap/{one.conversation}/{one.question}")
        if one.expected is not Expected.ANSWERED:
            continue
        if one.source not in _ASKED and drawn.random() > _SHARE_OF_SWAPS:
            continue
        for other in asked_of_others(one.question, one.answer, names, drawn, most=1):
            yield one._replace(
                question=other,
                expected=Expected.REFUSED,
                asking=Asking.OTHER_PERSON,
                answer=None,
                yes=None,
                spans={},
            )


def claims(talk: GoldConversation, near: Nearest, seed: int) -> Iterator[Claimed]:
    """Each statement beside its turn, beside another turn, and altered beside its own."""
    turns = spoken(talk)
    places = _places(turns)
    said = [(places[turn.id], one) for turn in talk.turns for one in turn.statements]
    details = Details(talk.header, [one.text for _, one in said])
    of_turn: dict[int, list[GoldStatement]] = defaultdict(list)
    for place, one in said:
        of_turn[place].append(one)
    ranked = near.to(
        [one.text for _, one in said], by_meaning=_CLAIM_BY_MEANING, by_words=_CLAIM_BY_WORDS
    )
    for (place, one), nearest in zip(said, ranked, strict=True):
        text, name = turns[place].text, talk.header.id
        yield Claimed(name, one.text, place, True, quoted(text, one.quote))
        drawn = random.Random(f"{seed}/claim/{name}/{one.id}")
        told = [text, *(other.text for other in of_turn[place])]
        other = altered(one.text, details, drawn, borne_out=told)
        if other is not None:
            yield Claimed(name, other, place, False)
        for elsewhere in nearest:
            if elsewhere != place and not any(_linked(one, it) for it in of_turn[elsewhere]):
                yield Claimed(name, one.text, elsewhere, False)
                break


def talk_claims(talk: ShortTalk, seed: int) -> Iterator[Claimed]:
    """Each statement of a short talk beside its turn, and altered beside it.

    What one turn states another may state again, which is not annotated there: no statement stands
    beside another turn.
    """
    read = talk.conversation()
    turns, name = spoken(read), talk.id
    said = talk.stated()
    details = Details(read.header, [one.text for every in said.values() for one in every])
    for place, turn in enumerate(turns):
        told = [turn.text, *(one.text for one in said[turn.id])]
        for one in said[turn.id]:
            yield Claimed(name, one.text, place, True, quoted(turn.text, one.quote))
            drawn = random.Random(f"{seed}/claim/{name}/{place}/{one.text}")
            other = altered(one.text, details, drawn, borne_out=told)
            if other is not None:
                yield Claimed(name, other, place, False)


def wordings(every: Sequence[GoldConversation]) -> Iterator[Worded]:
    """What the package's networks make of these conversations, but for what the door refuses."""
    parse, encoder = load_parser(), make_token_encoder(load_settings())
    for talk in every:
        places = _places(spoken(talk))
        for one in judged_wordings(list(talks(talk, parse, encoder)), load_model()):
            if one.turn is not None:
                yield Worded(talk.header.id, one.text, places[one.turn], one.right)


def _linked(one: GoldStatement, other: GoldStatement) -> bool:
    """Whether another statement says the same or its successor."""
    return other.id in (*one.confirms, *one.supersedes, *one.corrects) or one.id in other.confirms


def _places(turns: Sequence[SpokenTurn]) -> dict[str, int]:
    return {turn.id: place for place, turn in enumerate(turns)}


def _yes(question: GoldQuestion | DerivedQuestion) -> bool | None:
    answer = (question.answer or "").lower()
    if question.wants is not AnswerType.YES_NO or not answer.startswith(("yes", "no")):
        return None
    return answer.startswith("yes")
