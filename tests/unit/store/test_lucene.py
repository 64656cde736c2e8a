import re
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.words import content_words
from graphmem.model.ids import token
from graphmem.model.scope import Scope
from graphmem.store.record import day_key
from graphmem.store.turns import lucene_query

CLAUSES = re.compile(r"^\+space_key:k[0-9a-f]+0\^0 \+content:\((?P<terms>[^():^+\"\\]*)\)$")


@given(st.text())
def test_no_question_can_inject_syntax(question: str) -> None:
    terms = content_words(question)
    if terms:
        query = lucene_query(Scope(space="s"), terms)
        found = CLAUSES.match(query)
        assert found
        assert all(term.isalnum() for term in found["terms"].split())
        assert not {"AND", "OR", "NOT"} & set(found["terms"].split())


@pytest.mark.parametrize("term", ["a b", "x)", "space_key:k", "AND", "te*st", ""])
def test_a_term_that_is_no_plain_word_is_refused(term: str) -> None:
    with pytest.raises(ValueError, match="no plain lower-case word"):
        lucene_query(Scope(space="s"), [term])


def test_a_scope_requires_its_keys() -> None:
    scope = Scope(
        space="s",
        conversations=("c1", "c2"),
        people=("person:1",),
        said_from=datetime(2024, 1, 2),
    )
    query = lucene_query(scope, ["dog"])
    assert f"+conversation_key:({token('s', 'c1')} {token('s', 'c2')})^0" in query
    assert f"+speaker_key:({token('person:1')})^0" in query
    assert "+day_key:[d202401020 TO d999912310]^0" in query


def test_day_keys_sort_as_days_do() -> None:
    days = [datetime(1, 1, 1), datetime(999, 12, 31), datetime(2024, 1, 2), datetime(9999, 12, 31)]
    keys = [day_key(day) for day in days]
    assert keys == sorted(keys)
    assert len({len(key) for key in keys}) == 1
