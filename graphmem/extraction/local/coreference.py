"""Coreference: what each mention of a chunk means, by two fitted networks.

The first says whether a mention means anybody or anything in particular; the second scores each
referent that has come up, and "none of them", as what it means.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.clauses import Clause, clauses
from graphmem.extraction.local.coreference_features import (
    MEASURES,
    mention_features,
    pair_features,
)
from graphmem.extraction.local.discourse import (
    Discourse,
    MentionContext,
    Referent,
    ReferentKind,
    Use,
)
from graphmem.extraction.local.mentions import MentionSpan, MentionType, mentions
from graphmem.extraction.local.network import Array, DenseNetwork, TurnVectors
from graphmem.language.pronouns import GrammaticalPerson
from graphmem.model.chunk import Chunk
from graphmem.model.parse import Parsed, Sentence

_NAMING = ("call", "name")


class Antecedent(NamedTuple):
    """What a mention may mean, with the features of the pair; no ``referent`` is none so far."""

    referent: Referent | None
    features: Array


class Resolution(NamedTuple):
    """What a mention means; no referent where it means nobody and nothing in particular.

    ``confidence`` is the chance, by the networks, that this is so.
    """

    mention: MentionSpan
    referent: Referent | None
    confidence: float


class AntecedentChoice(NamedTuple):
    """Which candidate a mention means, None where it means nothing.

    ``refers`` is the chance that it means anything, ``confidence`` that this is so.
    """

    candidate: Antecedent | None
    refers: float
    confidence: float


Choose = Callable[[MentionSpan, MentionContext, Array, Sequence[Antecedent]], AntecedentChoice]


class CoreferenceModel(NamedTuple):
    """The two fitted networks, and the one that tells he, she, it and they of a phrase."""

    refers: DenseNetwork
    pair: DenseNetwork
    agreement: DenseNetwork

    def choose(
        self,
        mention: MentionSpan,
        _place: MentionContext,
        features: Array,
        candidates: Sequence[Antecedent],
    ) -> AntecedentChoice:
        """The likeliest candidate of a mention that refers."""
        refers = float(self.refers.probability(features[None])[0])
        if refers < _least(mention) or not candidates:
            return AntecedentChoice(None, refers, 1 - refers)
        scores = self.pair.probability(np.stack([one.features for one in candidates]))
        best = int(scores.argmax())
        return AntecedentChoice(candidates[best], refers, refers * float(scores[best]))


_REFERS = 0.4
"""From this chance on a mention is looked up: what is not kept may still be what "it" means."""
_ARGUMENT_REFERS = 0.01  # of what a clause is said of or done to; kept where the clause is told
_ARGUMENTS = ("nsubj", "nsubjpass", "dobj")
_DEFINITE_REFERS = 0.1
_TALKED_OF = 0.5


def _least(mention: MentionSpan) -> float:
    """The chance from which a mention is taken to refer; a name always does."""
    if mention.head.ent in MEASURES or mention.tokens[0].low == "no":
        return _REFERS
    if mention.type is MentionType.NAME:
        return 0.0
    if mention.type is MentionType.NOUN and mention.head.dep in _ARGUMENTS:
        return _ARGUMENT_REFERS
    definite = mention.possessor is not None or mention.tokens[0].low == "the"
    return _DEFINITE_REFERS if definite else _REFERS


def resolve(
    chunk: Chunk,
    parsed: Sequence[Parsed],
    vectors: Sequence[TurnVectors],
    *,
    choose: Choose,
    agreement: DenseNetwork | None,
) -> tuple[Discourse, list[list[list[Resolution]]]]:
    """Resolves each mention, by turn and sentence, and the referents of the chunk."""
    resolver = _Resolver(chunk, choose, agreement)
    found: list[list[list[Resolution]]] = []
    written = 0
    for number, (text, seen) in enumerate(zip(parsed, vectors, strict=True)):
        found.append(resolver.turn(number, text, seen, written))
        written += len(text.text) + 1
    return resolver.discourse, found


class _Resolver:
    """Resolves the mentions of a chunk, turn by turn."""

    def __init__(self, chunk: Chunk, choose: Choose, agreement: DenseNetwork | None) -> None:
        self.discourse = Discourse(chunk)
        self._turns = chunk.turns
        self._choose = choose
        self._agreement = agreement
        self._indefinite: list[_Indefinite] = []

    def turn(
        self, number: int, text: Parsed, seen: TurnVectors, written: int
    ) -> list[list[Resolution]]:
        """Resolves the mentions of a turn, by sentence; ``written`` characters stand before it."""
        called = self.discourse.called(self._turns[number])
        found: list[list[Resolution]] = []
        for count, sentence in enumerate(text.sentences):
            parts = clauses(sentence)
            meant: dict[int, Referent] = {}
            resolutions: list[Resolution] = []
            found.append(resolutions)
            # A possessor first: "my sister" is known by whose she is.
            for mention in sorted(mentions(sentence), key=lambda one: (one.end, -one.start)):
                if mention.person is GrammaticalPerson.I:
                    speaker = self.discourse.speaker(number)
                    meant[mention.head.i] = speaker
                    resolutions.append(Resolution(mention, speaker, 1.0))
                    continue
                place = MentionContext(
                    turn=number,
                    sentence=count,
                    position=written + mention.start,
                    speaker=self.discourse.speaker(number),
                    previous=self.discourse.neighbour(number, -1),
                    following=self.discourse.neighbour(number, 1),
                    called=called,
                    possessor=meant.get(mention.possessor.i) if mention.possessor else None,
                    text=text.fluent(mention.start, mention.end),
                    vector=seen.of(mention.start, mention.end),
                    context=seen.of(*_extent(sentence, parts, mention)),
                    use=_use(sentence, mention, seen),
                )
                self._resolve(sentence, mention, place, meant, resolutions)
        return found

    def _resolve(
        self,
        sentence: Sentence,
        mention: MentionSpan,
        place: MentionContext,
        meant: dict[int, Referent],
        resolutions: list[Resolution],
    ) -> None:
        """Add what a mention means to what the sentence's mentions mean so far."""
        choice = self._choose(
            mention,
            place,
            np.concatenate([place.use.shape, place.vector]),
            self._candidates(sentence, mention, place, meant, place.use.shape),
        )
        referent = _named(sentence, mention, meant)
        if referent is None and choice.candidate is not None:
            referent = choice.candidate.referent
            # A pronoun that means none of those that came up stays open.
            if referent is None and mention.type is not MentionType.PRONOUN:
                referent = self._new(mention, place, choice)
        if referent is not None:
            self.discourse.note(referent, mention, place, choice.refers)
            meant[mention.head.i] = referent
        elif mention.type is MentionType.NOUN:
            self._indefinite.append(_Indefinite(mention, place, resolutions, len(resolutions)))
        resolutions.append(Resolution(mention, referent, choice.confidence))

    def _candidates(
        self,
        sentence: Sentence,
        mention: MentionSpan,
        place: MentionContext,
        meant: Mapping[int, Referent],
        shape: Array,
    ) -> list[Antecedent]:
        others = _beside(sentence, mention, meant)
        may_be = [
            one
            for one in self.discourse.candidates(mention, place)
            if one not in others
            and not _of_another(one, place.possessor)
            and (mention.type is not MentionType.PRONOUN or _is_talked_of(one))
        ]
        return [
            Antecedent(
                one, pair_features(shape, mention, one, place, self.discourse, self._agreement)
            )
            for one in (*may_be, None)
        ]

    def _new(
        self, mention: MentionSpan, place: MentionContext, choice: AntecedentChoice
    ) -> Referent:
        referent = self.discourse.add(mention, place)
        first = _introduced(mention, self._indefinite)
        if first is not None:
            self.discourse.note(referent, first.mention, first.place, choice.refers)
            first.among[first.at] = Resolution(first.mention, referent, choice.confidence)
        return referent


class _Indefinite(NamedTuple):
    """A mention that means nothing in particular so far, and where its resolution stands."""

    mention: MentionSpan
    place: MentionContext
    among: list[Resolution]
    at: int


def _introduced(mention: MentionSpan, indefinite: Sequence[_Indefinite]) -> _Indefinite | None:
    """Where "the cactus" was introduced as "a cactus"; the latest such place."""
    if mention.type is not MentionType.NOUN or mention.tokens[0].low != "the":
        return None
    same = (mention.head.lemma.lower(), mention.plural)
    return next(
        (
            one
            for one in reversed(indefinite)
            if (one.mention.head.lemma.lower(), one.mention.plural) == same
        ),
        None,
    )


def _beside(
    sentence: Sentence, mention: MentionSpan, meant: Mapping[int, Referent]
) -> list[Referent]:
    """Whom the words mean that it is joined to by "and": "Peter and Falcon Peter" are two."""
    found, token = [], mention.head
    while token.dep == "conj":
        token = sentence.head(token)
        if token.i in meant:
            found.append(meant[token.i])
    return found


def _is_talked_of(referent: Referent) -> bool:
    """Whether a pronoun may mean it: no entity whose mentions likelier mean nothing in particular.

    Such entities are kept for clauses that say something of them, and would crowd the candidates.
    """
    return referent.kind is not ReferentKind.ENTITY or referent.confidence >= _TALKED_OF


def _of_another(referent: Referent, possessor: Referent | None) -> bool:
    """Whether it belongs to somebody else: "my sister" is never the sister of who spoke before."""
    owner = referent.owner
    return possessor is not None and owner is not None and owner is not possessor


def _named(
    sentence: Sentence, mention: MentionSpan, meant: Mapping[int, Referent]
) -> Referent | None:
    """Whom a name is given to: "my sister Nina", "my dog is called Bruno", "a dog called Rufus"."""
    if mention.type is not MentionType.NAME:
        return None
    above = sentence.head(mention.head)
    if mention.head.dep == "appos":
        return meant.get(above.i) if mention.tokens[0].i == above.i + 1 else None
    if above.lemma not in _NAMING or above.tag != "VBN":
        return None
    of = sentence.child(above, "nsubjpass") or sentence.head(above)
    found = meant.get(of.i)
    return found if found is not None and of.pos == "NOUN" else None


def _extent(sentence: Sentence, parts: Sequence[Clause], mention: MentionSpan) -> tuple[int, int]:
    """The innermost clause that a mention stands in."""
    for clause in reversed(parts):
        if any(token.i == mention.head.i for token in clause.tokens):
            return clause.start, clause.end
    return sentence.start, sentence.end


def _use(sentence: Sentence, mention: MentionSpan, seen: TurnVectors) -> Use:
    return Use(
        shape=mention_features(mention, sentence),
        preposition=_preposition(sentence, mention),
        governor=seen.of(*_governor(sentence, mention)),
        inner=seen.inner_of(mention.start, mention.end),
    )


def _governor(sentence: Sentence, mention: MentionSpan) -> tuple[int, int]:
    """The word that a mention hangs on; of one after a preposition, what that hangs on."""
    above = sentence.head(mention.head)
    while above.dep in ("prep", "pcomp", "appos", "conj") and above.i != sentence.head(above).i:
        above = sentence.head(above)
    return (0, 0) if above.i == mention.head.i else (above.start, above.end)


def _preposition(sentence: Sentence, mention: MentionSpan) -> str:
    """The preposition that a mention stands after, "" for none."""
    above = sentence.head(mention.head)
    return above.low if mention.head.dep == "pobj" else ""
