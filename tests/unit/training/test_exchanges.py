"""The short exchanges for training: every quote stands, every id once, each reads as gold."""

from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import InputError
from training.exchanges import read_exchanges


def test_every_quote_and_every_word_of_time_stands_in_its_turn() -> None:
    for exchange in read_exchanges():
        for turn in exchange.turns:
            for one in turn.statements:
                assert one.quote in turn.text, (exchange.id, one.quote)
                assert one.time is None or one.time.words in turn.text, (exchange.id, one.time)


def test_every_id_stands_once() -> None:
    names = Counter(one.id for one in read_exchanges())
    assert [name for name, count in names.items() if count > 1] == []


def test_each_is_a_conversation_with_all_that_it_states() -> None:
    for exchange in read_exchanges():
        gold = exchange.conversation()
        said = [(turn.text, len(turn.statements)) for turn in exchange.turns]
        assert [(turn.text, len(turn.statements)) for turn in gold.turns] == said
        known = {*gold.header.people, *gold.header.entities}
        assert {one.subject for turn in gold.turns for one in turn.statements} <= known


def test_a_broken_line_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(InputError):
        list(read_exchanges(tmp_path))
