"""Passages to the letter, with whom and when their words mean in brackets."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.extraction.local.discourse import Referent
from graphmem.extraction.local.wording import SentenceWording, Spoken, has_label
from graphmem.language.pronouns import GrammaticalPerson
from graphmem.model.parse import Parsed

_TIES = re.compile(r"^(?:until|by|since|from|before|after)\s+")


class Before(NamedTuple):
    """Words of the turn before that a passage takes up; ``asks`` where they are a question.

    ``words`` are as spoken, ``fluent`` without what does not count.
    """

    speaker: Referent
    words: str
    fluent: str
    asks: bool

    @property
    def line(self) -> str:
        """The fluent words on one line."""
        return " ".join(self.fluent.split())


def quote(passage: Sequence[Spoken], text: Parsed, *, before: Before | None) -> SentenceWording:
    """Neighbouring sentences of the turn ``text``, with what they take up."""
    words, names = _annotated(passage, text)
    speaker = passage[0].speaker
    who = speaker.label()
    if before is None:
        told = f"{who} said: “{words}”"
    elif before.asks:
        told = f"Asked “{before.line}”, {who} said: “{words}”"
    else:
        told = f"After {before.speaker.label()} said “{before.line}”, {who} said: “{words}”"
    return SentenceWording(told, speaker, tuple(dict.fromkeys((speaker, *names))))


def _annotated(passage: Sequence[Spoken], text: Parsed) -> tuple[str, tuple[Referent, ...]]:
    """The fluent words of a passage on one line, and whom and what they name."""
    names: list[Referent] = []
    notes: dict[int, str] = {}
    seen: set[tuple[str, int]] = set()
    for spoken in passage:
        for at, referent, note in _meant(spoken):
            names.append(referent)
            if note is not None and (note, id(referent)) not in seen:
                seen.add((note, id(referent)))
                notes[at] = f" [{referent.label()}]"
    begin, end = passage[0].sentence.start, passage[-1].sentence.end
    for time in passage[0].times:
        inside = begin <= time.start and time.end <= end
        date = _TIES.sub("", time.date_phrase or "")
        if inside and date and date.lower() not in time.text.lower():
            notes[time.end] = f" [{date}]"
    pieces, done = [], begin
    for at in sorted(notes):
        pieces += [text.fluent(done, at), notes[at]]
        done = at
    return " ".join(("".join(pieces) + text.fluent(done, end)).split()), tuple(names)


def _meant(spoken: Spoken) -> Iterator[tuple[int, Referent, str | None]]:
    """Where a mention ends, what it means, and the pronoun that needs to be told."""
    for token in spoken.sentence:
        resolution = spoken.meant.get(token.i)
        if resolution is None or resolution.referent is None:
            continue
        mention, referent = resolution.mention, resolution.referent
        told = mention.person not in (None, GrammaticalPerson.I) and has_label(referent)
        yield token.end, referent, token.low if told else None
