"""Parse: what the talk at hand is about: whom and what it names, and when; pure."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.language.names import names_in
from graphmem.language.words import content_words
from graphmem.model.assembly import ChatMessage
from graphmem.model.listing import Participant
from graphmem.retrieval.question import ParsedQuestion, read_question, runs_of_words

_LOOK_BACK = 4  # messages; what was named before has faded
_MOST_MENTIONS = 300
_MOST_CHARACTERS = 4_000  # of a message: names in a pasted document are not what it is about
_ENOUGH_WORDS = 3
_OWNED = re.compile(r"(?P<owner>.+?)(?:['’]s|(?<=s)['’])$")
_MINE = frozenset({"my", "our"})
_PRONOUNS = "he her hers him his it its she that their them these they this those one ones"
_POINTS_BACK = frozenset(_PRONOUNS.split())


class NameMention(NamedTuple):
    """Words that may name a thing: their exact key, and whose it is where that is said (names)."""

    key: str
    written: str
    owners: tuple[str, ...]


class Asked(NamedTuple):
    """What the talk at hand asks for.

    ``people`` are those whom it names, the latest message first, then those who talk.
    """

    question: ParsedQuestion
    people: tuple[Participant, ...]
    mentions: tuple[NameMention, ...]


def parse(
    messages: Sequence[ChatMessage],
    participants: Sequence[Participant],
    now: datetime | None,
    *,
    at_hand: str | None = None,
) -> Asked:
    """Read the last messages against those who take part in the conversations of the scope.

    ``at_hand`` is the conversation that goes on: of several who bear the name of somebody who
    talks, those who take part in it do.
    """
    latest_first = list(reversed(messages[-_LOOK_BACK:]))
    named = [
        person
        for message in latest_first
        for person in read_question(message.text[:_MOST_CHARACTERS], participants).people
    ]
    talking = [
        person
        for message in latest_first
        for person in _bearing(message.speaker, participants, at_hand)
    ]
    names = sorted({name for person in participants for name in person.names})
    mentions = dict.fromkeys(
        mention for message in latest_first for mention in _mentions(message, names)
    )
    return Asked(
        question=read_question(_asked_text(latest_first), participants, now=now),
        people=tuple(dict.fromkeys([*named, *talking])),
        mentions=tuple(mentions)[:_MOST_MENTIONS],
    )


def _bearing(
    name: str, participants: Sequence[Participant], at_hand: str | None
) -> list[Participant]:
    wanted = name.casefold()
    found = [
        person for person in participants if wanted in {name.casefold() for name in person.names}
    ]
    here = [person for person in found if at_hand in person.conversation_ids]
    return here or found


def _asked_text(latest_first: Sequence[ChatMessage]) -> str:
    """The last message, with those before it where it says too little or points back to them."""
    texts: list[str] = []
    for message in latest_first:
        text = message.text[:_MOST_CHARACTERS]
        texts.append(text)
        words = content_words(text)
        if len(words) >= _ENOUGH_WORDS and not _points_back(text):
            break
    return "\n".join(reversed(texts))


def _points_back(text: str) -> bool:
    return bool(_POINTS_BACK & set(text.lower().replace("?", " ").split()))


def _mentions(message: ChatMessage, names: Sequence[str]) -> Iterator[NameMention]:
    """Every run of words that could name a thing, the longer ones first at each place."""
    text = message.text[:_MOST_CHARACTERS]
    people = set(names_in(text, names))
    for run, before in runs_of_words(text):
        if run not in people:
            yield NameMention(entity_key(run), _written(run), _owners(message, before))


def _written(run: str) -> str:
    return " ".join(re.sub(r"['’]s?$", "", run).split())


def _owners(message: ChatMessage, before: str) -> tuple[str, ...]:
    if before.lower() in _MINE:
        return (message.speaker,)
    match = _OWNED.match(before)
    return (match["owner"],) if match else ()
