"""Links between statements: what later input adds to what was said before."""

from enum import StrEnum
from typing import NamedTuple


class LinkKind(StrEnum):
    """What a statement is to another; it always leads from the later one to the earlier.

    ``supersedes``: it holds instead, for a later time. ``corrects``: its speaker put the other
    right. ``conflicts_with``: both cannot be so, or two people do not agree. ``supports``: it says
    the same again. ``follows``: the next that is said of one subject and one thing. ``related``:
    both name the same thing.
    """

    SUPERSEDES = "SUPERSEDES"
    CORRECTS = "CORRECTS"
    CONFLICTS_WITH = "CONFLICTS_WITH"
    SUPPORTS = "SUPPORTS"
    FOLLOWS = "FOLLOWS"
    RELATED = "RELATED"


class StatementLink(NamedTuple):
    """One link between two statements (uids); ``about`` is the slot or the thing they share."""

    source: str
    target: str
    kind: LinkKind
    about: str
