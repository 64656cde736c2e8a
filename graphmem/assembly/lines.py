"""One line of the assembled text: a fact, a quoted turn, or a turn of the talk at hand; pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.language.time import write_day
from graphmem.model.assembly import ChatMessage, RecordedTurn
from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit
from graphmem.model.workspace import Modality
from graphmem.tools.rendering import one_line, text_key, when_so

_MOST_CHARACTERS = 400  # of what one turn said: more would push out everything else


class Line(NamedTuple):
    """A line and what tells whether it repeats another.

    ``says`` is its content without date and citation; ``turns`` are what it cites, ``quotes``
    tells that it gives the words of that turn, ``cut`` that it does not give all of them;
    ``statement`` is a fact's uid. ``group`` is the heading under which it stands, ``place`` where.
    """

    text: str
    says: str
    turns: tuple[str, ...] = ()
    quotes: bool = False
    cut: bool = False
    statement: str | None = None
    group: str = ""
    place: tuple[int, ...] = ()


def fact_line(
    fact: KnownStatement, people: Mapping[str, str], *, group: str = "", place: tuple[int, ...] = ()
) -> Line:
    """``- Ana planted forty tulips (29 February 2024) — Ana, 1 March 2024 [garden/D1:1]``.

    ``people`` are names by Person uid.
    """
    text = one_line(fact.text).rstrip(".")
    when = when_so(fact.interval, fact.said_at, text)
    supposed = "supposed" if fact.modality is Modality.HYPOTHETICAL else ""
    aside = "; ".join(part for part in (when, supposed) if part)
    turns = tuple(turn_reference(fact.conversation_id, dia_id) for dia_id in fact.turn_ids)
    said = ", ".join(
        part for part in (people.get(fact.speaker_uid, ""), write_day(fact.said_at)) if part
    )
    return Line(
        text=f"- {text}{f' ({aside})' if aside else ''} — {said} {_cited(turns)}",
        says=text_key(text),
        turns=turns,
        statement=fact.uid,
        group=group,
        place=place,
    )


def quote_line(
    hit: SearchHit,
    *,
    stated: Sequence[KnownStatement] = (),
    later: Sequence[Line] = (),
    place: tuple[int, ...] = (),
) -> Line:
    """``- Ben: “I bought a cactus in May.” (May 2023) [garden/D1:2]``, under the day of saying it.

    The times are those of what it ``stated``. ``later`` are facts that took the place of that:
    they stand in brackets after it.
    """
    times = dict.fromkeys(when_so(one.interval, one.said_at, hit.text) for one in stated)
    when = "; ".join(time for time in times if time)
    said = f"“{_shown(hit.text, hit.caption)}”"
    said = f"{said}{f' ({when})' if when else ''} {_cited((hit.turn_id,))}"
    since = "; ".join(line.text.removeprefix("- ") for line in later)
    return Line(
        text=f"- {one_line(hit.speaker)}: {said}" + (f" (later: {since})" if since else ""),
        says=text_key(f"{hit.speaker}: {hit.text}"),
        turns=(hit.turn_id, *(turn for line in later for turn in line.turns)),
        quotes=True,
        cut=_is_cut(hit.text, hit.caption),
        group=f"{write_day(hit.said_at)}:",
        place=place,
    )


def turn_line(turn: RecordedTurn) -> Line:
    """``Ana, 1 March 2024: Does the cactus have a name? [garden/D1:3]``."""
    said = f"{_shown(turn.text, turn.caption)} {_cited((turn.turn_id,))}"
    return Line(
        text=f"{one_line(turn.speaker)}, {write_day(turn.said_at)}: {said}",
        says=text_key(f"{turn.speaker}: {turn.text}"),
        turns=(turn.turn_id,),
        quotes=True,
        cut=_is_cut(turn.text, turn.caption),
    )


def message_line(message: ChatMessage) -> Line:
    """``Ana: Does the cactus have a name?``."""
    return Line(
        text=f"{message.speaker}: {_shown(message.text, None)}",
        says=message_key(message),
        quotes=True,
    )


def message_key(message: ChatMessage) -> str:
    """What a message says, as `turn_line` has it of a recorded one."""
    return text_key(f"{message.speaker}: {message.text}")


def _is_cut(text: str, caption: str | None) -> bool:
    return max(len(one_line(text)), len(one_line(caption or ""))) > _MOST_CHARACTERS


def _shown(text: str, caption: str | None) -> str:
    said = one_line(text)
    if len(said) > _MOST_CHARACTERS:
        said = said[:_MOST_CHARACTERS].rsplit(" ", 1)[0] + " …"
    shown = one_line(caption or "")[:_MOST_CHARACTERS]
    return f"{said} (shows: {shown})" if shown else said


def _cited(turns: tuple[str, ...]) -> str:
    return " ".join(f"[{turn}]" for turn in turns)
