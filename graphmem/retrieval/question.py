"""What a question asks with: its words, the people it names, and the rest for the vector side."""

from collections.abc import Iterable
from typing import NamedTuple

from graphmem.errors import InputError
from graphmem.language.names import names_in, without_names
from graphmem.language.words import content_words, words
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.model.people import Participant

# Far under the clauses that Lucene takes; more words than these make no question clearer.
_MOST_TERMS = 200


class Question(NamedTuple):
    """A question, read against the people of its scope.

    ``neutral`` is the question without their names; ``terms`` are its words for full text.
    """

    text: str
    neutral: str
    terms: tuple[str, ...]
    people: tuple[Participant, ...]


def read_question(text: str, participants: Iterable[Participant]) -> Question:
    """Find the people named, and take their names out; `InputError` for an empty question."""
    # A lone surrogate (an undecodable byte of a command line) is no character of any turn.
    text = text.encode("utf-8", "replace").decode("utf-8")
    if not text.strip():
        raise InputError("The question is empty.", next_step="Ask with at least one word.")
    by_name: dict[str, list[Participant]] = {}
    for participant in participants:
        for name in participant.names:
            if name != UNKNOWN_SPEAKER:
                by_name.setdefault(name, []).append(participant)
    named = names_in(text, by_name)
    neutral = without_names(text, named) or text
    terms = dict.fromkeys(content_words(neutral) or words(neutral))
    people = dict.fromkeys(person for name in named for person in by_name[name])
    return Question(text, neutral, tuple(terms)[:_MOST_TERMS], tuple(people))
