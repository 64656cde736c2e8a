"""Examples as rows of tokens, and where in a row an answer's words stand."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from graphmem.adapters.weights import TOKENIZER
from graphmem.reader import TokenRow, TurnTokens, claim_row, head_of, question_row
from training.reader.examples import Asked, Claimed, Examples, Span, SpokenTurn, Worded


class Tokens(NamedTuple):
    """The tokens of a text, and the characters of each."""

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


Tokenise = Callable[[str], Tokens]


def load_tokeniser(folder: Path) -> Tokenise:
    """The packaged model's, without the marks of beginning and end; nothing is cut."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def tokenise(text: str) -> Tokens:
        found = tokenizer.encode(text, add_special_tokens=False)
        return Tokens(tuple(found.ids), tuple(found.offsets))

    return tokenise


class _Turn(NamedTuple):
    session: str
    tokens: TurnTokens
    head: Tokens
    text: Tokens


class Rows:
    """The rows of these examples, each text of which is tokenised once."""

    def __init__(self, examples: Examples, tokenise: Tokenise) -> None:
        self._turns = {
            name: [_turn(turn, tokenise) for turn in turns]
            for name, turns in examples.turns.items()
        }
        self._asked = {text: tokenise(text).ids for text in _texts(examples)}

    def of_question(self, asked: Asked, place: int) -> TokenRow:
        """A question beside a turn of its conversation."""
        turn, before = self._beside(asked.conversation, place)
        return question_row(self._asked[asked.question], turn, before)

    def of_claim(self, claim: Claimed | Worded) -> TokenRow:
        """A claim or a wording beside its turn."""
        turn, before = self._beside(claim.conversation, claim.turn)
        return claim_row(self._asked[claim.text], turn, before)

    def placed(
        self, row: TokenRow, conversation: str, place: int, span: Span
    ) -> tuple[int, int] | None:
        """The first and last token of words of the row's turn; None where they are cut off."""
        turn = self._turns[conversation][place]
        spans = turn.head.spans if span.in_head else turn.text.spans
        offset, end = (row.turn, row.text) if span.in_head else (row.text, row.end)
        there = [
            offset + number
            for number, (start, stop) in enumerate(spans)
            if start < span.end and stop > span.start
        ]
        return (there[0], there[-1]) if there and there[-1] < end else None

    def _beside(self, conversation: str, place: int) -> tuple[TurnTokens, list[TurnTokens]]:
        turns = self._turns[conversation]
        session = turns[place].session
        return turns[place].tokens, [one.tokens for one in turns[:place] if one.session == session]


def _turn(turn: SpokenTurn, tokenise: Tokenise) -> _Turn:
    head, text = tokenise(head_of(turn.speaker, turn.at)), tokenise(turn.text)
    return _Turn(turn.session, TurnTokens(head.ids, text.ids), head, text)


def _texts(examples: Examples) -> Iterator[str]:
    yield from (one.question for one in examples.asked)
    yield from (one.text for one in examples.claimed)
    yield from (one.text for one in examples.worded)
