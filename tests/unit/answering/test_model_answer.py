"""A model's answer leaves only with proof that holds, of the right person, that says it."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import pytest

from graphmem.adapters.llm import LiteLlm, Tool, ToolResult
from graphmem.adapters.parser import load_parser
from graphmem.agents.answer_writer import Withheld, write_answer
from graphmem.answering.evidence import Passage
from graphmem.answering.frame import read_frame
from graphmem.answering.model_answer import Checks, ModelAnswer, answer_by_model, evidence_line
from graphmem.answering.verification.verify import ClaimStatus, Verification
from graphmem.model.decision import ToolCall
from graphmem.reader import TurnReading
from graphmem.retrieval.question import read_question
from graphmem.testing import LoopbackModel, answers
from tests.unit.answering.passages import PEOPLE, passage

pytest.importorskip("litellm")

RACE = passage(1, "Ana", "I ran the charity race last Saturday.")
CHEESE = passage(2, "Ben", "I like cheese.")
GREAT = passage(3, "Ben", "Great job!")
BOOKED = passage(4, "Ana", "We booked the ferry to Oslo.")


def asked(
    question: str,
    written: dict[str, Any],
    passages: Sequence[Passage] = (RACE, CHEESE, GREAT),
    *,
    outcome: ClaimStatus = ClaimStatus.SUPPORTED,
    elsewhere: Sequence[Passage] = (),
    now: datetime | None = None,
    before: Withheld | None = None,
    likely: float | None = None,
) -> tuple[ModelAnswer, str]:
    def look_up(turn_ids: Sequence[str]) -> Mapping[str, Passage]:
        return {one.hit.turn_id: one for one in elsewhere if one.hit.turn_id in turn_ids}

    def read(cited: Sequence[Passage]) -> Mapping[str, TurnReading]:
        if likely is None:
            return {}
        return {one.hit.turn_id: TurnReading(likely, likely, 0.0, ()) for one in cited}

    frame = read_frame(read_question(question, PEOPLE), PEOPLE)
    found = Verification(outcome, 0.1, 0.5, frame.claim, None)
    with LoopbackModel(answers(json.dumps(written))) as server:
        model = LiteLlm("openai/loopback", api_base=server.base_url, api_key="none")
        told = answer_by_model(
            model,
            frame,
            passages,
            Checks(found, PEOPLE, now, look_up, load_parser(), read=read),
            before=before,
        )
        return told, json.dumps(server.requests[0].messages)


def written(answer: str, *citations: tuple[int | str, str, str], found: bool = True) -> Any:
    return {
        "steps": ["Ana said so."],
        "found": found,
        "answer": answer,
        "citations": [
            {
                "number": named if isinstance(named, int) else None,
                "turn_id": named if isinstance(named, str) else None,
                "speaker": speaker,
                "quote": quote,
            }
            for named, speaker, quote in citations
        ],
    }


def reason(told: ModelAnswer) -> str:
    return told.withheld.wrong if told.withheld else ""


def test_an_answer_with_proof_leaves() -> None:
    told, prompt = asked(
        "When did Ana run the race?",
        written("4 May 2024", (1, "Ana", "ran the charity race last Saturday")),
    )
    assert told.text == "4 May 2024"
    assert [(item.hit.turn_id, quote) for item, quote in told.proof] == [
        ("c/D1:1", "ran the charity race last Saturday")
    ]
    assert told.steps[0] == "model: Ana said so."
    assert (
        "[1] c/D1:1, Wednesday 8 May 2024, Ana: I ran the charity race"
        in json.loads(prompt)[1]["content"]
    )


def test_what_somebody_else_did_is_withheld() -> None:
    told, _ = asked(
        "When did Ben run the race?", written("4 May 2024", (1, "Ana", "I ran the charity race"))
    )
    assert told.text is None
    assert "told by Ana and not of Ben" in told.steps[-1]


def test_a_citation_under_another_name_does_not_count() -> None:
    told, _ = asked(
        "When did Ben run the race?", written("4 May 2024", (1, "Ben", "I ran the charity race"))
    )
    assert told.text is None
    assert any("somebody else said it" in step for step in told.steps)
    assert "a citation is made up" in told.steps[-1]


def test_one_made_up_citation_withholds_the_answer() -> None:
    told, _ = asked(
        "What does Ben like?",
        written("cheese", (2, "Ben", "I like wine"), (2, "Ben", "I like cheese")),
    )
    assert told.text is None
    assert any("the turn does not say so" in step for step in told.steps)
    assert reason(told) == "a citation is made up"


@pytest.mark.parametrize("quote", ["I", "I like", "like"])
def test_a_word_or_two_of_a_turn_prove_nothing(quote: str) -> None:
    told, _ = asked("What does Ben like?", written("murdering people", (2, "Ben", quote)))
    assert told.text is None
    assert "no citation holds" in told.steps[-1]


@pytest.mark.parametrize("answer", ["murdering people", "wine", "cheese and wine"])
def test_an_answer_that_is_not_cited_is_withheld(answer: str) -> None:
    told, _ = asked("What does Ben like?", written(answer, (2, "Ben", "I like cheese")))
    assert told.text is None
    assert "does not say" in (reason(told))


def test_what_the_rules_refuse_needs_a_turn_that_the_reader_takes_for_its_answer() -> None:
    question = "When did Ben run the charity race?"
    for cited in ((3, "Ben", "Great job"), (2, "Ben", "I like cheese")):
        told, _ = asked(
            question, written("8 May 2024", cited), outcome=ClaimStatus.SOMEBODY_ELSE, likely=-4.0
        )
        assert told.text is None
        assert "takes for granted" in (reason(told))


def test_a_turn_that_a_tool_told_is_cited_by_its_id() -> None:
    answer = written("Oslo", ("c/D1:4", "Ana", "booked the ferry to Oslo"))
    told, _ = asked("Where does Ana go?", answer, elsewhere=[BOOKED])
    assert told.text == "Oslo"
    assert told.proof[0][0].hit.turn_id == "c/D1:4"
    out_of_scope, _ = asked("Where does Ana go?", answer)
    assert out_of_scope.text is None
    assert any("no such evidence" in step for step in out_of_scope.steps)


def test_the_model_is_shown_what_was_withheld_and_which_citation_failed() -> None:
    told, _ = asked(
        "What does Ben like?",
        written("cheese", (2, "Ben", "I like cheese"), (3, "Ana", "Great job")),
    )
    assert told.withheld is not None
    assert told.withheld.answer == "cheese"
    _, prompt = asked(
        "What does Ben like?",
        written("cheese", (2, "Ben", "I like cheese")),
        before=told.withheld,
    )
    again = json.loads(prompt)[1]["content"]
    assert "You answered before: cheese" in again
    assert "c/D1:2, Ben: “I like cheese”: stands in the turn" in again
    assert "Ana: “Great job”: does not count, somebody else said it" in again
    assert "withheld: a citation is made up." in again


def test_a_citation_of_another_is_named_where_that_was_the_fault() -> None:
    told, _ = asked(
        "When did Ben run the race?", written("4 May 2024", (1, "Ana", "I ran the charity race"))
    )
    assert told.withheld is not None
    assert told.withheld.citations == (
        "c/D1:1, Ana: “I ran the charity race”: not told of whom it is asked",
    )


def test_a_denial_bears_a_no_out() -> None:
    denial = passage(1, "Ana", "I don't take any. The doctor said no need.")
    told, _ = asked(
        "Does Ana take vitamins?",
        written("No", (1, "Ana", "I don't take any")),
        (denial,),
        outcome=ClaimStatus.NOBODY,
    )
    assert told.text == "No"


def test_what_was_recommended_to_somebody_is_told_by_the_other() -> None:
    advice = passage(1, "Ben", "I'd take the early train, it is half the price.")
    told, _ = asked(
        "What was recommended to Ana?",
        written("The early train", (1, "Ben", "I'd take the early train")),
        (advice,),
    )
    assert told.text == "The early train"


def test_the_reader_tells_whose_it_is_where_words_leave_it_open() -> None:
    said = passage(1, "Ben", "Elected, with eighteen votes. I proposed her.")
    answer = written("Eighteen", (1, "Ben", "Elected, with eighteen votes"))
    for likely, left in ((1.0, True), (-4.0, False), (None, True)):
        told, _ = asked("How many votes did Ana get?", answer, (said,), likely=likely)
        assert (told.text is not None) is left


def test_the_reader_outdoes_the_doubt_of_the_rules() -> None:
    said = passage(1, "Ana", "Crossed the line on Saturday, what a crowd!")
    answer = written("On Saturday", (1, "Ana", "Crossed the line on Saturday"))
    for likely, left in ((1.0, True), (-4.0, False)):
        told, _ = asked(
            "When did Ana run the race?", answer, (said,), outcome=ClaimStatus.NOBODY, likely=likely
        )
        assert (told.text is not None) is left


def test_tools_are_spoken_of_only_where_there_are_some() -> None:
    tool = Tool("look", "Looks.", {"type": "object", "properties": {}}, lambda _: looked)
    looked = ToolResult("nothing", ToolCall(tool="look", arguments={}, result="nothing"))
    for tools, told in (((), False), ((tool,), True)):
        with LoopbackModel(answers(json.dumps(written("", found=False)))) as server:
            model = LiteLlm("openai/loopback", api_base=server.base_url, api_key="none")
            write_answer(model, "Who?", ["c/D1:1, …"], now=None, tools=tools, max_steps=1)
            [system] = server.requests[0].texts("system")
        assert ("You have tools" in system) is told


def test_what_never_changes_stands_in_the_system_message() -> None:
    systems = set()
    for question in ("What does Ben like?", "What does Ana like?"):
        _, prompt = asked(question, written("", found=False))
        systems.add(json.loads(prompt)[0]["content"])
    assert len(systems) == 1


def test_what_is_missing_is_looked_for() -> None:
    missing = written("", found=False) | {"look_for": ["I hate cheese", "b", "c", "d"]}
    told, _ = asked("What does Ben hate?", missing)
    assert told.look_for == ("I hate cheese", "b", "c")


def test_not_found_is_no_answer() -> None:
    told, _ = asked("What does Ben hate?", written("", found=False))
    assert told.text is None
    assert told.proof == ()
    assert told.withheld is None


def test_the_model_reads_what_time_words_meant() -> None:
    line = evidence_line(RACE, [RACE], load_parser())
    assert line.startswith("c/D1:1, Wednesday 8 May 2024, Ana: I ran")
    assert "“last Saturday” = " in line


def test_a_turn_names_those_that_say_something_else_of_the_same_thing() -> None:
    shown = [RACE._replace(see_also=frozenset({"c/D1:3"})), CHEESE, GREAT]
    assert evidence_line(shown[0], shown, load_parser()).endswith("; see also [3]]")
