"""What a program finds odd in the corpus, and a reader decides."""

from collections.abc import Iterator

from graphmem.evaluation.corpus import GoldConversation
from scripts.corpus.pointing import run_together
from scripts.corpus.times import Outcome, misdated, timed


def doubts(talk: GoldConversation) -> Iterator[str]:
    """One line for each doubt about a conversation."""
    name = talk.header.id
    for turn, statement, outcome in timed(talk):
        if outcome is Outcome.OTHERWISE and statement.time is not None:
            time = statement.time
            yield f"{name} {statement.id}: {time.words!r} on {turn.at:%a %Y-%m-%d} is {time.edtf}"
    for turn in talk.turns:
        for date in misdated(turn.text, turn.at.year):
            yield f"{name} {turn.id}: {date!r} is another weekday"
        for statement in turn.statements:
            for date in misdated(statement.text, turn.at.year):
                yield f"{name} {statement.id}: {date!r} is another weekday"
        for key in run_together(turn):
            yield f"{name} {turn.id}: {key!r} is run together and left out of the mentions"
    year = max(turn.at.year for turn in talk.turns)
    for question in talk.questions:
        for date in misdated(f"{question.question}\n{question.answer or ''}", year):
            yield f"{name} {question.id}: {date!r} is another weekday"
