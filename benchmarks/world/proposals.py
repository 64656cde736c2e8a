"""What the networks would propose for generated talk, without parsing it.

Each exchange is read once by the real networks, with well-known names where it is filled in.
For what was really said those names are replaced. So a chunk of generated talk has proposals like
real ones at a hundredth of the price.
"""

import json
import re
from collections.abc import Container, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from benchmarks.world.forms import (
    Exchange,
    Line,
    every_exchange,
    filled,
    forms_text,
    with_articles,
)
from benchmarks.world.said import Said
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.ids import content_digest, uid
from graphmem.model.workspace import ProposedWorkspace
from graphmem.testing import as_networks_do

# By what a slot asks for, as many as an exchange may ask for.
_KNOWN = {
    "A": ("Ana",),
    "B": ("Ben",),
    "person": ("Peter", "Julia", "Thomas", "Sara"),
    "pet": ("Buddy", "Rocky"),
    "animal": ("dog", "cat"),
    "firm": ("Northgate", "Microsoft", "Brightwater"),
    "place": ("Paris", "Berlin", "Madrid", "Vienna"),
    "job": ("nurse", "teacher"),
    "project": ("Heron", "Mosaic"),
    "club": ("Geneva Choir",),
    "hobby": ("yoga", "chess"),
    "thing": ("copper kettle", "silver trumpet", "garden bench"),
    "noun": ("ladder", "cushion"),
    "event": ("jazz festival",),
    "topic": ("astronomy",),
    "title": ("Silent Harbour",),
    "day": ("last Friday",),
    "when": ("last month",),
    "soon": ("next week",),
    "year": ("last year",),
    "weekday": ("Tuesday",),
    "age": ("five",),
    "room": ("kitchen",),
    "food": ("lasagna",),
}
_SORTS = {
    **dict.fromkeys(
        ("friend", "friend2", "partner", "sister", "brother", "child", "boss"), "person"
    ),
    **dict.fromkeys(("home", "oldhome", "sisterhome"), "place"),
    "noun2": "noun",
    "oldfirm": "firm",
    "oldproject": "project",
    "oldhobby": "hobby",
    "sisterjob": "job",
}
_AT = datetime(2024, 5, 8, 12)
_SPACE = "known"
_MARK = re.compile(r"\{([^{}:]+)(?::([_l]))?\}")

Data = dict[str, Any]


class _Read(NamedTuple):
    """What the networks read of an exchange, with ``{slot}`` for names and numbers for turns."""

    entities: tuple[Data, ...]
    roles: tuple[Data, ...]
    questions: tuple[Data, ...]
    answers: tuple[Data, ...]


class Reader:
    """Proposes for chunks of generated talk; what is read of an exchange is kept."""

    def __init__(self) -> None:
        self._read: dict[Exchange, _Read] = {}

    @classmethod
    def load(cls, folder: Path) -> Self:
        """A reader that knows every exchange: from a file, else read now and kept there."""
        file = folder / f"readings-{content_digest(forms_text())}.json"
        reader = cls()
        if file.exists():
            kept = json.loads(file.read_text(encoding="utf-8"))
        else:
            kept = [[exchange, _read(exchange)] for exchange in every_exchange()]
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(kept), encoding="utf-8")
        reader._read = {
            Exchange(tuple(Line(*line) for line in lines)): _Read(*read) for (lines,), read in kept
        }
        return reader

    def proposed(self, said: Sequence[Said], dia_ids: Container[str]) -> ProposedWorkspace:
        """What the networks would propose for a chunk of these turns."""
        whole: dict[str, list[Data]] = {kind: [] for kind in _Read._fields}
        for one in said:
            if any(dia_id in dia_ids for dia_id in one.dia_ids):
                if one.exchange not in self._read:
                    self._read[one.exchange] = _read(one.exchange)
                _add(one, self._read[one.exchange], dia_ids, whole)
        return ProposedWorkspace.model_validate(whole)


def _add(said: Said, read: _Read, dia_ids: Container[str], whole: dict[str, list[Data]]) -> None:
    turns = {str(number): dia_id for number, dia_id in enumerate(said.dia_ids) if dia_id in dia_ids}
    for entity in read.entities:
        mentions = [quote for quote in entity["evidence"] if quote["turn_id"] in turns]
        if mentions:
            whole["entities"].append(_put({**entity, "evidence": mentions}, said.fillers, turns))
    places: dict[int, int] = {}
    for number, answer in enumerate(read.answers):
        if _is_there(answer, turns):
            places[number] = len(whole["answers"])
            whole["answers"].append(_put(answer, said.fillers, turns))
    whole["roles"] += (
        _put(one, said.fillers, turns) for one in read.roles if _is_there(one, turns)
    )
    for question in read.questions:
        answers = [places[number] for number in question["answers"] if number in places]
        if answers and _is_there(question, turns):
            whole["questions"].append(_put({**question, "answers": answers}, said.fillers, turns))


def _is_there(statement: Data, turns: Container[str]) -> bool:
    states = (quote for state in statement.get("states", ()) for quote in state["evidence"])
    return all(quote["turn_id"] in turns for quote in (*statement["evidence"], *states))


def _put(value: Any, fillers: dict[str, str], turns: dict[str, str]) -> Any:
    """The same with names for slots, and ids of turns for their numbers."""
    if isinstance(value, str):
        return _named(value, fillers) if "{" in value else value
    if isinstance(value, dict):
        return {
            key: turns[one] if key == "turn_id" else _put(one, fillers, turns)
            for key, one in value.items()
        }
    return [_put(one, fillers, turns) for one in value] if isinstance(value, list) else value


def _named(text: str, fillers: dict[str, str]) -> str:
    def name(match: re.Match[str]) -> str:
        found = fillers[match[1]]
        return {"_": found.replace(" ", "_"), "l": found.lower(), None: found}[match[2]]

    return with_articles(_MARK.sub(name, text))


def _read(exchange: Exchange) -> _Read:
    known = _known(exchange)
    proposals = as_networks_do(_chunk(exchange, known))
    marks = {
        form: f"{{{slot}{kind}}}"
        for slot, name in known.items()
        for form, kind in (
            (name.lower(), ":l"),
            (name.replace(" ", "_"), ":_"),
            (name, ""),
        )
    }
    longest = sorted(marks, key=len, reverse=True)
    pattern = re.compile(rf"(?<![A-Za-z])({'|'.join(map(re.escape, longest))})(?![A-Za-z])")
    dumped = _marked(proposals.model_dump(mode="json"), pattern, marks)
    return _Read(**{kind: tuple(dumped[kind]) for kind in _Read._fields})


def _marked(value: Any, pattern: re.Pattern[str], marks: dict[str, str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(lambda match: marks[match[1]], value)
    if isinstance(value, dict):
        # Places in the turn move with the names before them, dates with the day of speaking.
        return {
            key: None if key in ("start", "interval") else _marked(one, pattern, marks)
            for key, one in value.items()
        }
    return [_marked(one, pattern, marks) for one in value] if isinstance(value, list) else value


def _known(exchange: Exchange) -> dict[str, str]:
    """A name that is well known for every slot, all different."""
    left: dict[str, Iterator[str]] = {sort: iter(names) for sort, names in _KNOWN.items()}
    found = {}
    for slot in dict.fromkeys(("A", "B", *exchange.slots)):
        what = slot.rpartition(".")[2]
        found[slot] = next(left[_SORTS.get(what, what)])
    return found


def _chunk(exchange: Exchange, known: dict[str, str]) -> Chunk:
    people = {
        name: ChunkParticipant(uid=f"person:{name}", name=known[name], names=(known[name],))
        for name in "AB"
    }
    turns = tuple(
        ChunkTurn(
            uid=uid(_SPACE, "turn", _SPACE, str(number)),
            session_id="S1",
            dia_id=str(number),
            speaker=known[line.speaker],
            speaker_uid=people[line.speaker].uid,
            text=filled(line.text, known),
            caption=filled(line.caption, known) if line.caption else None,
            said_at=_AT,
        )
        for number, line in enumerate(exchange.lines)
    )
    return Chunk(
        space=_SPACE,
        conversation_id=_SPACE,
        session_id="S1",
        turns=turns,
        people=tuple(people.values()),
    )
