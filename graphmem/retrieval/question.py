"""What a question asks with: words, people, times, and the rest for the vector side."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from graphmem.errors import InputError
from graphmem.language.keys import entity_key
from graphmem.language.names import names_in, without_names
from graphmem.language.sentences import asks_about_time
from graphmem.language.time import TimeInterval, parse_question_times, relative_times
from graphmem.language.words import content_words, words
from graphmem.model.faults import require_texts
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.model.listing import Participant
from graphmem.retrieval.runs import runs_of_words

# Far under the clauses that Lucene takes; more words than these make no question clearer.
_MOST_TERMS = 200


class Question(NamedTuple):
    """A question, read against the people of its scope.

    ``neutral`` is the question without their names; ``terms`` are its words for full text;
    ``times`` are those that it names, ``about_time`` whether it asks for one; ``unresolved`` are
    relative ones, as written, that only a moment of asking would make times.
    """

    text: str
    neutral: str
    terms: tuple[str, ...]
    people: tuple[Participant, ...]
    times: tuple[TimeInterval, ...] = ()
    about_time: bool = False
    unresolved: tuple[str, ...] = ()


def read_question(
    text: str, participants: Iterable[Participant], *, now: datetime | None = None
) -> Question:
    """Find the people named, and take their names out; `InputError` for no text or an empty one.

    Relative times ("last May") are resolved against ``now``; without it they are only told.
    """
    require_texts(question=text)
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
    return Question(
        text,
        neutral,
        tuple(terms)[:_MOST_TERMS],
        tuple(people),
        tuple(
            found.interval
            for found in parse_question_times(neutral, now=now)
            if found.interval is not None
        ),
        asks_about_time(text),
        relative_times(neutral) if now is None else (),
    )


def keys_in(neutral: str) -> tuple[str, ...]:
    """The exact keys of every run of words in a question that may be the name of a thing."""
    return tuple(dict.fromkeys(entity_key(run.text) for run in runs_of_words(neutral)))
