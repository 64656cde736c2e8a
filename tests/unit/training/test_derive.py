"""Questions derived from annotated talk: answers, refusals, and what they may be made from."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.errors import InputError
from graphmem.evaluation.corpus import Expected, GoldConversation
from graphmem.evaluation.corpus_parts import CorpusSplit
from tests.unit.corpus.talk import conversation, statement, turn
from training import derive as command
from training.derive import derive
from training.derived import Change, DerivedQuestion, Detail, Form


def told(uid: str, text: str, **fields: Any) -> Any:
    """A statement about Inês."""
    return statement(uid, subject="ines", text=text, **fields)


def plot() -> GoldConversation:
    """Inês moved twice, means to sell her van, and bought plants."""
    return conversation(
        turn(
            text="I live in Ghent. Bought 12 plants on the 4th. Selling the van",
            statements=[
                told(
                    "1:1a",
                    "Inês lives in Ghent.",
                    predicate="live in",
                    object="Ghent",
                    kind="state",
                    quote="I live in Ghent",
                ),
                told(
                    "1:1b",
                    "Inês bought twelve plants on 4 March 2025.",
                    predicate="buy",
                    object="twelve plants",
                    kind="event",
                    quote="Bought 12 plants on the 4th",
                    time={"words": "on the 4th", "edtf": "2025-03-04"},
                ),
                told(
                    "1:1c",
                    "Inês plans to sell the van to the club.",
                    predicate="plan to sell",
                    object="the van to the club",
                    kind="plan",
                    modality="planned",
                    quote="Selling the van",
                ),
            ],
        ),
        turn(
            "1:2",
            text="moved to Porto. Bo was born on the 9th of May",
            statements=[
                told(
                    "1:2a",
                    "Inês lives in Porto now.",
                    predicate="live in",
                    object="Porto",
                    kind="state",
                    quote="moved to Porto",
                    supersedes=["1:1a"],
                ),
                statement(
                    "1:2b",
                    subject="bo",
                    predicate="be born",
                    object="",
                    text="Bo was born on 9 May 1990.",
                    kind="event",
                    quote="Bo was born on the 9th of May",
                    time={"words": "the 9th of May", "edtf": "1990-05-09"},
                ),
            ],
        ),
    )


@pytest.fixture(scope="module")
def derived() -> list[DerivedQuestion]:
    return list(derive(plot(), CorpusSplit.TRAIN, load_parser()))


def of(derived: Sequence[DerivedQuestion], question: str) -> DerivedQuestion:
    (found,) = [one for one in derived if one.question == question]
    return found


def test_an_answer_comes_with_its_words_and_its_turn(derived: list[DerivedQuestion]) -> None:
    asked = of(derived, "When did Inês buy twelve plants?")
    assert (asked.status, asked.answer) == (Expected.ANSWERED, "4 March 2025")
    assert [(one.turn, one.quote) for one in asked.spans] == [("1:1", "on the 4th")]
    assert asked.evidence == ("1:1",)
    assert asked.quotes[0].quote == "Bought 12 plants on the 4th"
    assert of(derived, "Did Inês buy twelve plants on 4 March 2025?").answer == "Yes"
    assert of(derived, "Who bought twelve plants on 4 March 2025?").answer == "Inês"
    assert of(derived, "How many plants did Inês buy on 4 March 2025?").answer == "twelve"


def test_somebody_else_is_asked_about(derived: list[DerivedQuestion]) -> None:
    asked = of(derived, "When did Bo buy twelve plants?")
    assert (asked.status, asked.why) == (Expected.REFUSED, Change.OTHER_PERSON)
    assert (asked.was, asked.put, asked.evidence) == ("Inês", "Bo", ("1:1",))


def test_a_detail_is_altered_to_another_of_the_conversation(
    derived: list[DerivedQuestion],
) -> None:
    asked = of(derived, "Who bought twelve plants on 9 May 1990?")
    assert (asked.why, asked.detail) == (Change.ALTERED_DETAIL, Detail.DATE)
    assert (asked.was, asked.put) == ("4 March 2025", "9 May 1990")


def test_what_is_planned_is_asked_as_if_done(derived: list[DerivedQuestion]) -> None:
    asked = of(derived, "When did Inês sell the van to the club?")
    assert (asked.why, asked.answer, asked.spans) == (Change.NOT_REALISED, None, ())


def test_what_is_replaced_is_asked_as_current(derived: list[DerivedQuestion]) -> None:
    asked = of(derived, "Who still lives in Ghent?")
    assert (asked.why, asked.evidence) == (Change.SUPERSEDED, ("1:1", "1:2"))
    assert of(derived, "Does Inês still live in Ghent?").answer == "No. Inês lives in Porto now."
    # What was true once is no answer any more.
    assert not any(one.form is Form.WHERE and one.answer == "Ghent" for one in derived)


def test_what_came_true_is_not_refused() -> None:
    talk = plot()
    ((first, second),) = talk.sessions
    sold = told(
        "1:2c",
        "Inês sold the van to the club.",
        predicate="sell",
        object="the van",
        kind="event",
        quote="moved",
    )
    later = second.model_copy(update={"statements": (*second.statements, sold)})
    talk = talk._replace(sessions=((first, later),))
    found = derive(talk, CorpusSplit.TRAIN, load_parser())
    assert not any(one.why is Change.NOT_REALISED for one in found)


def test_the_same_seed_gives_the_same() -> None:
    once = list(derive(plot(), CorpusSplit.TRAIN, load_parser(), seed=3))
    assert once == list(derive(plot(), CorpusSplit.TRAIN, load_parser(), seed=3))
    assert len({one.id for one in once}) == len(once)


def test_talk_of_the_test_part_is_refused() -> None:
    with pytest.raises(InputError, match="test alone"):
        list(derive(plot(), CorpusSplit.TEST, load_parser()))


@pytest.mark.parametrize(
    ("flags", "parts"),
    [
        ((), [CorpusSplit.TRAIN]),
        (("--development",), [CorpusSplit.TRAIN, CorpusSplit.DEVELOPMENT]),
    ],
)
def test_the_command_reads_no_more_than_it_is_told_to(
    flags: tuple[str, ...],
    parts: list[CorpusSplit],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    read: list[CorpusSplit] = []

    def conversations(part: CorpusSplit) -> list[GoldConversation]:
        read.append(part)
        return [plot()]

    monkeypatch.setattr(command, "conversations", conversations)
    output = tmp_path / "new" / "derived.jsonl"
    monkeypatch.setattr("sys.argv", ["derive", "--output", str(output), *flags])
    command.main()
    assert read == parts
    lines = output.read_text(encoding="utf-8").splitlines()
    found = [DerivedQuestion.model_validate_json(line) for line in lines]
    assert {one.split for one in found} == set(parts)
    assert "refused, other_person" in capsys.readouterr().out
