"""The humans of the world: who they are to each other, and their lives, which change."""

from datetime import date
from functools import lru_cache
from typing import NamedTuple

from benchmarks.world import words
from benchmarks.world.words import chance, one_of, tail

_BEGIN = date(2021, 1, 1)
_TEAM = 6  # neighbours by number are of one team, family or club more often than others
_IDENTIFIED = 0.25  # the share of humans whom the caller knows by an id
_FULL_NAME = 0.15


class Human(NamedTuple):
    """One human; ``called`` is the name that others use, ``person_id`` the caller's where known."""

    number: int
    first: str
    surname: str
    called: str
    person_id: str | None

    @property
    def full(self) -> str:
        """First name and surname."""
        return f"{self.first} {self.surname}"


class Life(NamedTuple):
    """How somebody lives at one time; None for what they do not have.

    What is ``old`` is there for some weeks after it has changed.
    """

    home: str
    oldhome: str | None
    job: str
    firm: str
    oldfirm: str | None
    project: str
    oldproject: str | None
    hobby: str
    oldhobby: str | None
    club: str | None
    partner: str | None
    sister: str | None
    sisterhome: str | None
    sisterjob: str | None
    brother: str | None
    child: str | None
    animal: str | None
    pet: str | None


class People:
    """The humans of one seed, by number."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.human = lru_cache(maxsize=4_096)(self._human)
        self.life = lru_cache(maxsize=4_096)(self._life)

    def circle(self, number: int, *, among: int) -> list[int]:
        """Whom somebody knows: some of the next by number, and a few from elsewhere."""
        near = [
            other
            for other in range(max(0, number - _TEAM), min(among, number + _TEAM + 1))
            if other != number and self._knows(number, other)
        ]
        far = {
            int(among * self._chance("far", number, place) ** 1.5)
            for place in range(tail(6, 2, self._seed, "friends", number))
        }
        return near + sorted(far - {number, *near})

    def things(self, number: int) -> list[str]:
        """What somebody owns, uses and makes, the dearest first."""
        count = 5 + int(9 * self._chance("things", number))
        return [words.thing(self._seed, "own", number, place) for place in range(count)]

    def _knows(self, one: int, other: int) -> bool:
        low, high = sorted((one, other))
        return self._chance("knows", low, high) < 1.1 - 0.14 * (high - low)

    def _human(self, number: int) -> Human:
        key = (self._seed, "name", number)
        first = one_of("first_names", *key, power=1.35)
        surname = one_of("surnames", *key, power=1.2)
        is_full = self._chance("full", number) < _FULL_NAME
        is_known = self._chance("id", number) < _IDENTIFIED
        return Human(
            number,
            first,
            surname,
            called=f"{first} {surname}" if is_full else first,
            person_id=f"human-{number:06}" if is_known else None,
        )

    def _life(self, number: int, month: int) -> Life:
        """How it is in a month, counted from the world's beginning."""
        at_work, started = self._spell("job", number, month, 14, 40)
        at_home, moved = self._spell("home", number, month, 16, 60)
        in_leisure, changed = self._spell("hobby", number, month, 8, 30)
        firm, job = self._work(number, at_work)
        project, is_new = self._project(number, firm, month)
        home = self._home(number, at_home)
        hobby = self._hobby(number, in_leisure)
        old_hobby = self._hobby(number, in_leisure - 1)
        old_firm = self._work(number, at_work - 1)[0]
        old_home = self._home(number, at_home - 1)
        sister = self._named("sister", number, 0.5)
        animal = one_of("animals", self._seed, number)
        has_pet = self._chance("pet", number) < 0.35
        return Life(
            home=home,
            oldhome=old_home if moved and old_home != home else None,
            job=job,
            firm=firm,
            oldfirm=old_firm if started and old_firm != firm else None,
            project=project,
            oldproject=self._project(number, firm, month - 2)[0] if is_new else None,
            hobby=hobby,
            oldhobby=old_hobby if changed and old_hobby != hobby else None,
            club=self._club(number),
            partner=self._partner(number),
            sister=sister,
            sisterhome=words.place(self._seed, "sister", number) if sister else None,
            sisterjob=one_of("jobs", self._seed, "sister", number) if sister else None,
            brother=self._named("brother", number, 0.4),
            child=self._named("child", number, 0.35),
            animal=animal if has_pet else None,
            pet=one_of("pets", self._seed, number, power=1.4) if has_pet else None,
        )

    def _spell(
        self, what: str, number: int, month: int, shortest: int, longest: int
    ) -> tuple[int, bool]:
        """Which stretch of a life a month is in, and whether it has just begun."""
        length = shortest + int((longest - shortest) * self._chance(what, "length", number))
        stretch, into = divmod(month + int(length * self._chance(what, number)), length)
        return stretch, into < 2

    def _work(self, number: int, stretch: int) -> tuple[str, str]:
        team = number // _TEAM
        is_team = self._chance("with the team", number, stretch) < 0.5
        key = ("team", team) if is_team else ("alone", number, stretch)
        firm = words.firm(tail(6 + number // 10, 2, self._seed, "firm", *key))
        return firm, one_of("jobs", self._seed, number, stretch // 2, power=1.2)

    def _home(self, number: int, stretch: int) -> str:
        is_team = self._chance("lives near", number, stretch) < 0.4
        key = ("team", number // _TEAM) if is_team else ("alone", number, stretch)
        return words.place(self._seed, "home", *key)

    def _project(self, number: int, firm: str, month: int) -> tuple[str, bool]:
        """The project of a firm, one each half of a year; whether it has just begun."""
        half, into = divmod(month + int(6 * self._chance("project", firm)), 6)
        return one_of("projects", self._seed, firm, half, number // 60), into < 1

    def _hobby(self, number: int, stretch: int) -> str:
        return one_of("hobbies", self._seed, number, stretch, power=1.4)

    def _club(self, number: int) -> str | None:
        if self._chance("club", number) > 0.4:
            return None
        team = number // (2 * _TEAM)
        town = words.place(self._seed, "club", team)
        return f"{town} {one_of('clubs', self._seed, team)}"

    def _partner(self, number: int) -> str | None:
        """The other of a pair of neighbours where the two are a couple, or somebody unheard."""
        if self._chance("couple", number // 2) < 0.4:
            return self.human(number ^ 1).first
        return self._named("partner", number, 0.35)

    def _named(self, what: str, number: int, share: float) -> str | None:
        if self._chance(what, number) > share:
            return None
        return one_of("first_names", self._seed, what, "name", number, power=1.35)

    def _chance(self, *parts: object) -> float:
        return chance(self._seed, *parts)


def month_of(day: date) -> int:
    """The month of a day, counted from the world's beginning."""
    return 12 * (day.year - _BEGIN.year) + day.month - _BEGIN.month
