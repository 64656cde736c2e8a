"""What fills the templates at one moment of a talk: {A.firm}, {friend}, {thing}, {day}."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.world import words
from benchmarks.world.people import Human, Life, People
from benchmarks.world.words import chance, one_of, tail

_PHRASES = {
    "day": "days",
    "when": "whens",
    "soon": "soons",
    "year": "years",
    "weekday": "weekdays",
    "age": "ages",
    "room": "rooms",
    "food": "foods",
    "job": "jobs",
    "boss": "bosses",
}
_SHARED = 0.7  # of what is spoken of, this much is of a few things that the talk returns to
_FEW = 10


class Moment(NamedTuple):
    """Who speaks with whom, and when; ``place`` tells the exchanges of a conversation apart."""

    conversation: int
    place: tuple[object, ...]
    speakers: tuple[Human, Human]
    month: int
    population: int


class Fillers:
    """The fillers of a world."""

    def __init__(self, seed: int, people: People) -> None:
        self._seed = seed
        self._people = people

    def find(self, slots: Sequence[str], moment: Moment) -> dict[str, str] | None:
        """A filler for each slot, all different; None where there is none for one of them."""
        friends = self._friends(moment)
        found: dict[str, str] = {}
        for slot in slots:
            filler = self._one(slot, moment, friends)
            if filler is None or filler in found.values():
                return None
            found[slot] = filler
        return found

    def _one(self, slot: str, moment: Moment, friends: Sequence[Human]) -> str | None:
        whose, _, what = slot.rpartition(".")
        if slot in ("A", "B"):
            return moment.speakers[slot == "B"].called
        if whose in ("A", "B"):
            return self._of(moment.speakers[whose == "B"], what, moment)
        if slot in ("friend", "friend2"):
            return friends[slot == "friend2"].called if len(friends) > 1 else None
        if whose == "friend":
            return self._of(friends[0], what, moment) if friends else None
        return self._free(slot, moment)

    def _of(self, human: Human, what: str, moment: Moment) -> str | None:
        if what == "thing":
            things = self._people.things(human.number)
            return things[tail(len(things), 2, self._seed, moment[:2], human.number)]
        life: Life = self._people.life(human.number, moment.month)
        value: str | None = getattr(life, what)
        return value

    def _free(self, slot: str, moment: Moment) -> str:
        """What is nobody's: a thing that the talk returns to, or a new one."""
        key: tuple[object, ...] = (self._seed, slot, *moment[:2])
        if slot in _PHRASES:
            return one_of(_PHRASES[slot], *key)
        if slot in ("noun", "noun2"):
            return words.noun(*key)
        if chance("shared", *key) < _SHARED:
            few = tail(_FEW, 2, *key)
            # A team has words of its own: its talks return to the same things.
            team = moment.speakers[0].number // 6
            whose = ("talk", moment.conversation) if few % 2 else ("team", team)
            key = (self._seed, slot, *whose, few)
        if slot == "firm":
            return words.firm(tail(6 + moment.population // 10, 2, *key))
        if slot == "topic":
            return one_of("topics", *key, power=1.3)
        return {
            "thing": words.thing,
            "event": words.event,
            "place": words.place,
            "title": words.title,
        }[slot](*key)

    def _friends(self, moment: Moment) -> list[Human]:
        """Two whom the first speaker knows, none of them here; fewer where there are none."""
        here = {human.called for human in moment.speakers}
        known = self._people.circle(moment.speakers[0].number, among=moment.population)
        key = (self._seed, "friend", *moment[:2])
        start = tail(max(1, len(known)), 2, *key)
        around = (self._people.human(other) for other in (*known[start:], *known[:start]))
        names = {human.called: human for human in around if human.called not in here}
        return list(names.values())[:2]
