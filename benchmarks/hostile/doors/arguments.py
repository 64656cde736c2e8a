"""Arguments of operations that few expect: the example, with hostile things in its fields."""

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

from benchmarks.hostile.corpus import Hostile
from graphmem.model.base import Frozen
from graphmem.operations import OPERATIONS, Operation

# So often is each asked for beside the rest; these work over the whole space, or take away.
_RARE = {"reconcile": 0.05, "ingest": 0.5, "forget": 0.2}


class Arguments(NamedTuple):
    """What an operation is given, the kind of harm, and what to call it."""

    item: Operation[Frozen]
    kind: str
    given: dict[str, Any]


class HostileArguments:
    """Makes arguments of all operations; ``foreign`` are uids of another space."""

    def __init__(self, hostile: Hostile, *, own: Sequence[str], foreign: Sequence[str]) -> None:
        self._hostile = hostile
        self._own = own
        self._foreign = foreign
        self._fields = {
            item.name: sorted(item.request.model_json_schema().get("properties", {}))
            for item in OPERATIONS
        }

    def next(self) -> Arguments:
        """The arguments of one call."""
        chance = self._hostile.chance
        (item,) = chance.choices(OPERATIONS, [_RARE.get(one.name, 1.0) for one in OPERATIONS])
        given = copy.deepcopy(dict(item.example))
        kind = "none"
        if item.name == "ingest" and chance.random() < 0.5:
            given = {"document": ""}
        fields = self._fields[item.name]
        for name in chance.sample(fields, k=min(len(fields), chance.choice((1, 1, 2)))):
            if name == "format" and "turns" in given:
                continue
            kind, given[name] = self._value(given.get(name))
        if item.name == "ingest":
            given["record_only"] = True
        return Arguments(item, kind, given)

    def _value(self, now: Any) -> tuple[str, Any]:
        chance = self._hostile.chance
        if isinstance(now, list | tuple) and now and chance.random() < 0.8:
            # Within what is there already: a turn, a message, a name.
            kept = [dict(one) if isinstance(one, dict) else one for one in now]
            place = chance.randrange(len(kept))
            if isinstance(one := kept[place], dict):
                kind, one[chance.choice([*one, self._hostile.any()[:40]])] = self._value(None)
            else:
                kind, kept[place] = self._value(None)
            return kind, kept
        drawn = chance.random()
        if drawn < 0.08:
            return "foreign", chance.choice(self._foreign)
        if drawn < 0.2:
            return "own", chance.choice(self._own)
        if drawn < 0.35:
            return "value", self._hostile.value()
        return self._hostile.next()
