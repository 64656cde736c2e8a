"""Bookmarks: from which state of the database reads start, in one process and handed to others.

As text they are those of the driver, which are opaque, with commas between them.
"""

import re
from collections import OrderedDict
from collections.abc import Collection
from threading import Lock

from neo4j import GraphDatabase
from neo4j.api import BookmarkManager

from graphmem.errors import BookmarkError

MOST_CHARACTERS = 4_096

_MOST = 100
_ONE = re.compile(r"[A-Za-z0-9:+/=_-]{1,200}")
_REMEMBERED = 10_000
# So many characters are the same in all bookmarks of one database: the server takes no notice of
# those of another, so somebody would be told what the other one knew nothing of.
_NAMING_THE_DATABASE = 27


def parse_bookmark(text: str) -> frozenset[str]:
    """The driver's bookmarks in a text; raises `BookmarkError` where it is none."""
    found = [one.strip() for one in text.split(",")]
    if (
        len(text) > MOST_CHARACTERS
        or len(found) > _MOST
        or not all(_ONE.fullmatch(one) for one in found)
    ):
        raise wrong("That is no bookmark.")
    return frozenset(found)


def wrong(problem: str) -> BookmarkError:
    """The error for what is no bookmark that can be read from."""
    return BookmarkError(
        problem, next_step="Send one as it was given, whole, or none to read what there is."
    )


class Bookmarks:
    """What one client has written and read of one database; thread-safe."""

    def __init__(self) -> None:
        self.manager: BookmarkManager = GraphDatabase.bookmark_manager()
        self._reached: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def text(self) -> str:
        """All of it as text, for another client."""
        held = self.manager.get_bookmarks()
        self.reached(held)
        return ",".join(sorted(held))

    def ahead(self, given: Collection[str]) -> frozenset[str]:
        """Those of ``given`` from which reads do not start already.

        Raises `BookmarkError` where one is of another database.
        """
        with self._lock:
            ahead = frozenset(given) - self._reached.keys()
        databases = {one[:_NAMING_THE_DATABASE] for one in self.manager.get_bookmarks()}
        if databases and any(one[:_NAMING_THE_DATABASE] not in databases for one in ahead):
            raise wrong("That is a bookmark of another database.")
        return ahead

    def reached(self, bookmarks: Collection[str]) -> None:
        """Remember that from these on reads start."""
        with self._lock:
            self._reached.update(dict.fromkeys(bookmarks))
            while len(self._reached) > _REMEMBERED:
                self._reached.popitem(last=False)
