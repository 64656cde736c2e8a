"""The short exchanges that tell of roles, and sentences that do: quotes stand, nothing twice."""

from collections import Counter

from training.roles import exchanges, told_sentences


def test_every_clause_stands_in_its_turn() -> None:
    for exchange in exchanges():
        for one in exchange.clauses:
            assert one.quote in exchange.turns[one.turn].text, (exchange.id, one.quote)


def test_a_clause_tells_a_role_by_name_or_none() -> None:
    for exchange in exchanges():
        for one in exchange.clauses:
            assert (one.role is not None) == bool(one.name and one.value), (exchange.id, one.quote)


def test_every_id_stands_once() -> None:
    assert [
        name for name, count in Counter(one.id for one in exchanges()).items() if count > 1
    ] == []


def test_traps_stand_beside_roles() -> None:
    roles = [one.role is not None for exchange in exchanges() for one in exchange.clauses]
    assert 0.3 < sum(roles) / len(roles) < 0.7


def test_no_sentence_stands_twice_and_half_of_them_tell_no_role() -> None:
    texts = Counter(one.text.casefold() for one in told_sentences())
    assert [text for text, count in texts.items() if count > 1] == []
    roles = [one.role is not None for one in told_sentences()]
    assert 0.3 < sum(roles) / len(roles) < 0.6
