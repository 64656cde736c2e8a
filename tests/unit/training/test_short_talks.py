"""The short talks with questions, for training: every span stands in its turn, every id once."""

from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import InputError
from graphmem.evaluation.corpus import Expected, GoldConversation
from training.short_talks import read_short_talks, short_talks


@pytest.fixture(scope="module")
def talks() -> list[GoldConversation]:
    return list(short_talks())


def test_every_id_stands_once(talks: list[GoldConversation]) -> None:
    names = Counter(talk.header.id for talk in talks)
    assert [name for name, count in names.items() if count > 1] == []


def test_every_span_stands_in_its_turn_which_is_evidence(talks: list[GoldConversation]) -> None:
    for talk in talks:
        turns = {turn.id: turn.text for turn in talk.turns}
        for one in talk.questions:
            assert set(one.evidence) <= turns.keys(), (talk.header.id, one.question)
            for span in one.spans:
                assert span.quote in turns[span.turn], (talk.header.id, span.quote)
                assert span.turn in one.evidence, (talk.header.id, one.question)


def test_sessions_are_one_after_the_other(talks: list[GoldConversation]) -> None:
    for talk in talks:
        times = [turn.at for turn in talk.turns]
        assert times == sorted(times), talk.header.id


def test_a_third_of_the_questions_is_to_be_refused(talks: list[GoldConversation]) -> None:
    asked = [one.status is Expected.REFUSED for talk in talks for one in talk.questions]
    assert 0.3 < sum(asked) / len(asked) < 0.45


def test_a_broken_line_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(InputError):
        list(short_talks(tmp_path))


def test_every_statement_stands_alone_and_its_quote_in_its_turn() -> None:
    found = 0
    for talk in read_short_talks():
        for session in talk.sessions:
            for turn in session.turns:
                for one in turn.statements:
                    assert one.quote in turn.text, (talk.id, one.quote)
                    assert one.text.endswith((".", "!", "?", '"')), (talk.id, one.text)
                    found += 1
    assert found > 40_000
