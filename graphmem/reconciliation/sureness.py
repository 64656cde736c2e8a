"""How surely two Persons who are taken for one human are one."""

from collections.abc import Iterable

SURE = 1.0


class Sureness:
    """Links in falling order of how sure they are; two are as sure as the weakest between them."""

    def __init__(self, members: Iterable[str]) -> None:
        self._above: dict[str, tuple[str, int]] = {}
        self._size = dict.fromkeys(members, 1)
        self._values: list[float] = []

    def link(self, one: str, other: str, value: float) -> None:
        """Two are one with this sureness, 0 to 1; no more than of any link before."""
        top, under = self._top(one), self._top(other)
        if top == under:
            return
        if self._size[top] < self._size[under]:
            top, under = under, top
        # By size and never shortened: the way up stays short, and tells which link came when.
        self._above[under] = top, len(self._values)
        self._size[top] += self._size[under]
        self._values.append(value)

    def between(self, one: str, other: str) -> float:
        """Of the link that brought the two together; sure where none did."""
        last = -1
        while one != other:
            steps = [(self._above[uid], uid) for uid in (one, other) if uid in self._above]
            if not steps:
                return SURE
            # A link higher up came later: the earlier step first, until the two ways meet.
            (above, number), uid = min(steps, key=lambda step: step[0][1])
            last = max(last, number)
            one, other = (above, other) if uid == one else (one, above)
        return self._values[last] if last >= 0 else SURE

    def _top(self, uid: str) -> str:
        while uid in self._above:
            uid = self._above[uid][0]
        return uid
