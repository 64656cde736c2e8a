"""Finds causes that a sentence tells by its grammar: a clause or a noun joined by "because"."""

from collections.abc import Iterator
from typing import NamedTuple

from graphmem.model.memory import KnownStatement
from graphmem.model.parse import Parsed, Token

JOINING = "because"
"""The conjunction that always joins a cause; "since" and "as" join a time as well."""


class ToldCause(NamedTuple):
    """The word that heads the effect, and the cause: its head and its characters in the text."""

    effect: Token
    cause: Token
    start: int
    end: int


def causes_in(parsed: Parsed) -> Iterator[ToldCause]:
    """Every cause that the sentences tell, in order."""
    for sentence in parsed.sentences:
        for token in sentence:
            if token.lemma.lower() != JOINING:
                continue
            head = sentence.head(token)
            if token.dep == "mark" and head.dep == "advcl":
                cause, effect = head, sentence.head(head)
                words = [one for one in sentence.subtree(cause) if one.i > token.i]
            elif token.dep == "prep" and (noun := sentence.child(token, "pobj")) is not None:
                cause, effect, words = noun, head, sentence.subtree(noun)
            else:
                continue
            while words and words[-1].pos == "PUNCT":
                words.pop()
            if words:
                yield ToldCause(effect, cause, words[0].start, words[-1].end)


def states(statement: KnownStatement, head: Token, text: str) -> bool:
    """Tells whether a statement of the turn ``text`` is made of the clause that a word heads."""
    start = text.find(statement.quote)
    inside = start >= 0 and start <= head.start < start + len(statement.quote)
    return inside and statement.predicate.split("_")[0] == head.lemma.lower()
