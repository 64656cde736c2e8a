"""What is said in a session: exchanges between two of those who are there, and asides."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import NamedTuple

from benchmarks.world.filling import Fillers, Moment
from benchmarks.world.forms import Exchange, Form, Line, asides, filled, sections
from benchmarks.world.people import Human, month_of
from benchmarks.world.words import chance, tail
from graphmem.model.conversation import Session, Turn


class Said(NamedTuple):
    """An exchange as it was said: what fills it, speakers included, and in which turns."""

    exchange: Exchange
    fillers: dict[str, str]
    dia_ids: tuple[str, ...]


class Sitting(NamedTuple):
    """Who meets when, for so many turns; ``population`` is how many humans there are by then."""

    conversation: int
    session: int
    humans: Sequence[Human]
    begin: datetime
    turns: int
    population: int


class Speech:
    """Makes the sessions of a world."""

    def __init__(self, seed: int, fillers: Fillers) -> None:
        self._seed = seed
        self._fillers = fillers

    def session(self, sitting: Sitting) -> tuple[Session, tuple[Said, ...]]:
        """All that is said in one session, and how it came about."""
        turns: list[Turn] = []
        told: list[Said] = []
        for place in count():
            one, other = self._speakers(sitting, place)
            moment = self._moment(sitting, (place,), one, other)
            said = self._exchange(moment)
            dia_ids = []
            for line in said.exchange.lines:
                human = other if line.speaker == "B" else one
                dia_id = f"D{sitting.session}:{len(turns) + 1}"
                at = sitting.begin + timedelta(minutes=len(turns))
                turn = _turn(line, said.fillers, human, dia_id, at)
                for aside in self._asides(sitting, human, dia_id):
                    text = filled(aside.exchange.lines[0].text, aside.fillers)
                    turn = turn.model_copy(update={"text": f"{turn.text} {text}"})
                    told.append(aside)
                dia_ids.append(dia_id)
                turns.append(turn)
            told.append(said._replace(dia_ids=tuple(dia_ids)))
            if len(turns) >= sitting.turns:
                break
        return cut(f"S{sitting.session}", turns, told, sitting.turns)

    def _speakers(self, sitting: Sitting, place: int) -> tuple[Human, Human]:
        humans, key = sitting.humans, (self._seed, *sitting[:2], place)
        one = tail(len(humans), 1.2, "speaks", *key)
        other = one + 1 + tail(len(humans) - 1, 1, "hears", *key)
        return humans[one], humans[other % len(humans)]

    def _moment(
        self, sitting: Sitting, place: tuple[object, ...], one: Human, other: Human
    ) -> Moment:
        return Moment(
            conversation=sitting.conversation,
            place=(sitting.session, *place),
            speakers=(one, other),
            month=month_of(sitting.begin.date()),
            population=sitting.population,
        )

    def _exchange(self, moment: Moment) -> Said:
        """The first of the forms drawn for which everything is there."""
        for attempt in count():
            key = (self._seed, *moment[:2], attempt)
            share = chance("section", *key)
            section = next(item for item in sections() if share < item.upto)
            form = section.forms[tail(len(section.forms), 1, "form", *key)]
            said = self._said(form, moment, key)
            if said is not None:
                return said
        raise AssertionError("unreachable")

    def _asides(self, sitting: Sitting, human: Human, dia_id: str) -> list[Said]:
        """Up to two more sentences in a turn, of what is common to all talk."""
        key = (self._seed, *sitting[:2], dia_id)
        found = []
        for number in range(tail(3, 2.2, "asides", *key)):
            moment = self._moment(sitting, (dia_id, number), human, human)
            form = asides()[tail(len(asides()), 1.2, "aside", number, *key)]
            said = self._said(form, moment, (number, *key))
            if said is not None:
                found.append(said._replace(dia_ids=(dia_id,)))
        return found

    def _said(self, form: Form, moment: Moment, key: tuple[object, ...]) -> Said | None:
        exchange = form.chosen([chance("choice", *key, place) for place in range(form.choices)])
        fillers = self._fillers.find(exchange.slots, moment)
        if fillers is None:
            return None
        one, other = moment.speakers
        return Said(exchange, {"A": one.called, "B": other.called, **fillers}, ())


def cut(
    session_id: str, turns: Sequence[Turn], told: Sequence[Said], length: int
) -> tuple[Session, tuple[Said, ...]]:
    """The first so many turns; of an exchange that does not fit, what of it does."""
    kept = tuple(turns[:length])
    there = {turn.dia_id for turn in kept}
    shortened = (
        said._replace(dia_ids=tuple(dia_id for dia_id in said.dia_ids if dia_id in there))
        for said in told
    )
    return (
        Session(session_id=session_id, turns=kept),
        tuple(said for said in shortened if said.dia_ids),
    )


def _turn(line: Line, fillers: dict[str, str], human: Human, dia_id: str, at: datetime) -> Turn:
    return Turn(
        dia_id=dia_id,
        speaker=human.called,
        person_id=human.person_id,
        text=filled(line.text, fillers),
        caption=filled(line.caption, fillers) if line.caption else None,
        said_at=at,
    )
