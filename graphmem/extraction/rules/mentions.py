"""Who and what was spoken of so far in a chunk: the antecedents of pronouns."""

from typing import NamedTuple

from graphmem.model.workspace import Reference

_REACH = 3  # turns back in which a person is still "she"


class Mention(NamedTuple):
    """Something spoken of: ``sort`` is ``f``, ``m``, ``person``, ``animal`` or ``thing``.

    ``salient`` tells that a later "it" may mean it: a definite thing, not where or how.
    """

    label: str
    reference: Reference
    sort: str
    plural: bool
    turn: int
    sentence: int
    start: int
    salient: bool = True
    alias: str | None = None


class Mentions:
    """The mentions of a chunk, in order; grows while the chunk is read."""

    def __init__(self) -> None:
        self.place = 0  # the sentence that is being read, within its turn
        self._all: list[Mention] = []
        self._groups: dict[int, str] = {}
        self._genders: dict[Reference, str] = {}
        self._last: dict[int, int] = {}

    def ends(self, turn: int, sentence: int) -> None:
        """Remember which sentence of a turn was its last question or words."""
        self._last[turn] = sentence

    def add(self, mention: Mention) -> None:
        """Remember one."""
        self._all.append(mention)

    def merge(self, name: str, reference: Reference) -> None:
        """Take the mentions under this name as being of ``reference``."""
        self._all = [
            one._replace(reference=reference) if one.reference.name == name else one
            for one in self._all
        ]

    def add_group(self, turn: int, label: str) -> None:
        """Remember whom "we" means in a turn: "Sarah and John"."""
        self._groups.setdefault(turn, label)

    def group(self, turn: int) -> str | None:
        """Whom "we" means in this turn, where it has been said."""
        return self._groups.get(turn)

    def person(self, gender: str, *, turn: int, before: int) -> Mention | None:
        """The one third person whom "he" or "she" can mean here, or None."""
        found = [
            one
            for one in self._near(turn, before)
            if one.sort not in ("thing", "animal" if one.turn != turn else "")
            and not one.plural
            and self._fits(one, gender)
        ]
        chosen = _only([one for one in found if one.turn == turn]) or _only(found)
        if chosen:
            self._genders.setdefault(chosen.reference, gender)
        return chosen

    def last_person(self, *, turn: int, before: int) -> str | None:
        """The name of the person last spoken of who is nobody's kin, or None."""
        for one in reversed(self._near(turn, before)):
            if one.sort in ("person", "f", "m") and not one.plural and not one.reference.owner:
                return one.alias or one.label
        return None

    def many(self, *, turn: int, before: int, people: bool) -> Mention | None:
        """The one group of people or things that "they" can mean in this turn, or None.

        ``people`` tells that it must be people.
        """
        here = [one for one in self._near(turn, before) if one.turn == turn and one.plural]
        if not here or self.place - here[-1].sentence > 1:
            return None
        last = [one for one in here if one.sentence == here[-1].sentence]
        if people and any(one.sort == "thing" for one in last):
            return None
        found = _only(here if people else last)
        if found is None or (people and found.sort == "thing"):
            return None
        return found if found.sort != "thing" or found.salient else None

    def thing(self, *, turn: int, before: int) -> Mention | None:
        """The one thing that "it" can mean: the only one of the last sentence with any."""
        here = [
            one
            for one in self._near(turn, before)
            if one.turn == turn and one.sort == "thing" and not one.plural
        ]
        if not here:
            return self._asked_about(turn)
        last = here[-1].sentence
        if self.place - last > 1:
            return None
        found = _only([one for one in here if one.sentence == last])
        return found if found and found.salient else None

    def _asked_about(self, turn: int) -> Mention | None:
        """The one thing of the last sentence of the turn before, where nothing was said since."""
        if any(one.turn == turn and one.sort == "thing" for one in self._all) or self.place > 1:
            return None
        last = self._last.get(turn - 1)
        there = [
            one
            for one in self._all
            if one.turn == turn - 1 and one.sentence == last and one.sort == "thing"
        ]
        found = _only(there)
        if found is None or not found.salient or found.plural:
            return None
        sure = found.label != f"the {found.reference.name}" or " " in found.reference.name
        return found if sure else None

    def _near(self, turn: int, before: int) -> list[Mention]:
        return [
            one
            for one in self._all
            if (one.turn == turn and one.start < before) or turn - _REACH <= one.turn < turn
        ]

    def _fits(self, mention: Mention, gender: str) -> bool:
        known = self._genders.get(mention.reference)
        if known:
            return known == gender
        return mention.sort not in ("f", "m") or mention.sort == gender


def _only(found: list[Mention]) -> Mention | None:
    """The last of them where all of them are of one and the same."""
    return found[-1] if len({one.reference for one in found}) == 1 else None
