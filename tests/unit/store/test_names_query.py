"""The full-text query for names: tokens only, whatever was said."""

import re

from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.keys import entity_key
from graphmem.model.ids import token
from graphmem.model.scope import Reach, Scope
from graphmem.store.mentions import name_key, names_query

TOKENS = re.compile(r"\+name_keys:\(k[0-9a-f]+0(?: k[0-9a-f]+0)*\)")


@given(st.lists(st.text(min_size=1), min_size=1, max_size=9))
def test_no_name_can_inject_syntax(names: list[str]) -> None:
    assert TOKENS.fullmatch(names_query(Scope(space="s"), [entity_key(name) for name in names]))


def test_a_narrowed_scope_requires_its_conversations_as_far_as_lucene_takes_them() -> None:
    def narrowed(count: int) -> Scope:
        conversations = tuple(f"c{n}" for n in range(count))
        return Scope(
            space="s",
            conversations=conversations,
            reach=Reach(conversations=conversations, people=()),
        )

    query = names_query(narrowed(2), ["boat"])
    places = f"{token('s', 'c0')} {token('s', 'c1')}"
    assert query == f"+name_keys:({name_key('s', 'boat')}) +conversation_key:({places})^0"
    assert "conversation_key" not in names_query(narrowed(500), ["boat"])
    assert names_query(narrowed(1), [f"k{n}" for n in range(900)]).count(" ") < 1_000
