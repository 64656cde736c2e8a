"""Differences between the layers in the graph and those planned from nothing."""

import json
from enum import StrEnum
from typing import Any

from graphmem.model.base import Frozen


class Derived(StrEnum):
    """A kind of thing that reconciliation makes.

    Of a vector only counts that it is there, and of which text; what it holds is not compared.
    """

    ENTITY = "entity"
    LINK = "link"
    DECISION = "decision"
    SKETCH = "sketch"
    ANSWER_LINK = "answer link"
    VECTOR = "vector"


class Difference(Frozen):
    """One thing that stands otherwise than planned from nothing; None where it is not at all.

    ``what`` names it: a uid, or the uids of both ends of a link with its type between them.
    ``standing`` and ``planned`` are its content as JSON.
    """

    kind: Derived
    what: str
    standing: str | None
    planned: str | None

    @property
    def fields(self) -> dict[str, tuple[Any, Any]]:
        """Each field of other content, as it stands and as planned; none where one side is not."""
        if self.standing is None or self.planned is None:
            return {}
        left, right = json.loads(self.standing), json.loads(self.planned)
        return {
            name: (left.get(name), right.get(name))
            for name in sorted({*left, *right})
            if left.get(name) != right.get(name)
        }


class LayerCheck(Frozen):
    """What was compared, how many of each kind, and every difference.

    ``stale`` conversations have changed since they were reconciled: `reconcile` brings them up to
    date, and until then they may differ.
    """

    space: str
    stale: int
    compared: dict[Derived, int]
    differences: tuple[Difference, ...]
