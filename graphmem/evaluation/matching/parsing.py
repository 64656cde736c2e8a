"""Reads the statements of a conversation for the matcher: parses, vectors, what stands around."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.adapters.encoder import Encoder
from graphmem.evaluation.corpus import GoldConversation, GoldTurn
from graphmem.evaluation.extracted_statements import ExtractedStatement, named
from graphmem.evaluation.matching.features import Around, ParsedGold, Row, Stored, WordSimilarity
from graphmem.evaluation.matching.statement_features import Names, numbers, word
from graphmem.model.parse import Parsed, Parser

_BEFORE = 3  # turns that a reader of a turn has just read


class Scene(NamedTuple):
    """A conversation with what is told of it, read: by place of what is told, and by turn."""

    stored: tuple[Stored, ...]
    gold: Mapping[str, tuple[ParsedGold, ...]]
    around: tuple[Around, ...]
    like: WordSimilarity

    def gold_of(self, stored: Stored) -> list[ParsedGold]:
        """The gold statements of the turns that a stored one is from."""
        return [one for turn in stored.told.turns for one in self.gold.get(turn, ())]


class SceneReader:
    """Reads scenes; the vectors of words and texts are kept."""

    def __init__(self, parser: Parser, encoder: Encoder) -> None:
        self._parser = parser
        self._encoder = encoder
        self._vectors: dict[str, Row] = {}

    def read(self, conversation: GoldConversation, told: Sequence[ExtractedStatement]) -> Scene:
        """What is told of a conversation, with the gold of its turns."""
        turns = list(conversation.turns)
        places = {turn.id: place for place, turn in enumerate(turns)}
        wanted = {turn for one in told for turn in one.turns} | {
            turn.id for turn in turns if turn.statements
        }
        header = conversation.header
        plain = {key: one.name for key, one in header.people.items()}
        plain |= {key: one.name for key, one in header.entities.items()}
        names = Names(named(header), plain)
        statements = [(turn, one) for turn in turns if turn.id in wanted for one in turn.statements]
        sayings = [one.text for _, one in statements]
        completions = [one.object or one.predicate for _, one in statements]
        texts = [one.text for one in told]
        parsed = self._parser([*sayings, *completions, *texts, *(turn.text for turn in turns)])
        of_gold, rest = parsed[: len(sayings)], parsed[len(sayings) :]
        objects, rest = rest[: len(sayings)], rest[len(sayings) :]
        of_told, of_turns = rest[: len(texts)], rest[len(texts) :]
        meant = [
            word(text, names, turn.at) for (turn, _), text in zip(statements, of_gold, strict=True)
        ]
        asked = [
            word(text, names, turn.at) for (turn, _), text in zip(statements, objects, strict=True)
        ]
        said = [
            word(text, names, turns[places[one.turns[0]]].at)
            for one, text in zip(told, of_told, strict=True)
        ]
        around = [_around(one, turns, places, of_turns, names) for one in told]
        predicates = [tuple(one.predicate.split()[:1]) for _, one in statements]
        quotes = [_quoted(one) for one in told]
        plainly = {text: names.plainly(text) for text in (*sayings, *texts)}
        self._encode([*plainly.values(), *quotes])
        self._encode(
            dict.fromkeys(
                lemma
                for group in (
                    *(one.lemmas + one.verbs for one in (*meant, *asked, *said)),
                    *(one.lemmas for one in around),
                    *predicates,
                )
                for lemma in group
            )
        )
        gold: dict[str, list[ParsedGold]] = {}
        for (turn, one), wording, object_, predicate in zip(
            statements, meant, asked, predicates, strict=True
        ):
            gold.setdefault(turn.id, []).append(
                ParsedGold(
                    turn,
                    one,
                    wording,
                    self._vectors[plainly[one.text]],
                    predicate,
                    object_.lemmas if one.object else (),
                )
            )
        return Scene(
            stored=tuple(
                Stored(one, wording, self._vectors[plainly[one.text]], self._vectors[quote])
                for one, wording, quote in zip(told, said, quotes, strict=True)
            ),
            gold={turn: tuple(some) for turn, some in gold.items()},
            around=tuple(around),
            like=WordSimilarity(self._vectors),
        )

    def _encode(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            for text, vector in zip(new, self._encoder.encode(new), strict=True):
                self._vectors[text] = np.asarray(vector, dtype=np.float64)


def _quoted(told: ExtractedStatement) -> str:
    return " … ".join(quote.text for quote in told.quotes if quote.states)


def _around(
    told: ExtractedStatement,
    turns: Sequence[GoldTurn],
    places: Mapping[str, int],
    parsed: Sequence[Parsed],
    names: Names,
) -> Around:
    """What was said in its turns and just before the first, within the session."""
    own = [places[turn] for turn in told.turns]
    session = turns[own[0]].id.partition(":")[0]
    beside = [places[quote.turn] for quote in told.quotes if not quote.states]
    near = {
        place
        for place in (*own, *beside, *range(max(0, own[0] - _BEFORE), own[0]))
        if turns[place].id.partition(":")[0] == session
    }
    texts = [turns[place].text for place in sorted(near)]
    tokens = [
        token
        for place in sorted(near)
        for sentence in parsed[place].sentences
        for token in sentence
        if token.pos not in ("PUNCT", "SPACE", "DET", "PRON", "AUX", "ADP", "CCONJ", "PART")
    ]
    mentioned = {
        identity
        for place in near
        for means in turns[place].mentions.values()
        for identity in ((means,) if isinstance(means, str) else means)
    }
    called = {one for text in texts for _, _, means in names.find(text) for one in means}
    return Around(
        said_at=turns[own[0]].at,
        speakers=frozenset(turns[place].speaker for place in near),
        lemmas=tuple(dict.fromkeys(token.lemma.lower() for token in tokens)),
        numbers=frozenset(number for text in texts for number in numbers(text)),
        named=frozenset(mentioned | called),
    )
