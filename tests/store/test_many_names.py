"""More first names than Lucene takes in one query: those who bear them are found all the same."""

from collections.abc import Iterator
from itertools import product

import pytest

from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.neighbourhood import StoredNeighbourhood, person_tokens

NAMES = [f"{a}{b}{c}" for a, b, c in product("bdfgklmnrstv", "aeiou", ("ko", "la", "mi", "re"))]
FIRST_NAMES = [f"{one}{other}" for one in NAMES[:40] for other in NAMES[:30]]


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


def test_people_are_found_among_more_first_names_than_a_query_takes(
    memory: Memory, database: Database
) -> None:
    space = memory.space
    people = {name: f"{space}-{name}" for name in FIRST_NAMES}
    assert len(people) == 1_200
    elsewhere = FIRST_NAMES[::100]
    rows = [
        {
            "uid": uid,
            "blocks": person_tokens(
                space, [f"given:{name}", "meets:opal" if name in elsewhere else "meets:lisa"]
            ),
        }
        for name, uid in people.items()
    ]
    database.driver.execute_query(
        "UNWIND $rows AS row CREATE (:Person {space: $space, uid: row.uid, blocks: row.blocks})",
        rows=rows,
        space=space,
        database_=database.name,
    )
    stored = StoredNeighbourhood(database, space)
    given = [f"given:{name}" for name in FIRST_NAMES]
    assert stored.people_in(["meets:opal"], given) == {people[name] for name in elsewhere}
    assert stored.people_in(["meets:opal"], given[1:]) == {people[name] for name in elsewhere[1:]}
    assert stored.people_in(["meets:opal", "meets:lisa"], given) == set(people.values())
    assert stored.people_in(given) == set(people.values())
    assert stored.people_in(["meets:nobody"], given) == set()
