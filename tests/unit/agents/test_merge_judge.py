"""The judge with the real litellm against the loopback server, over a memory made by hand."""

from datetime import datetime

import pytest

from graphmem.adapters.llm import LiteLlm
from graphmem.agents.merge_judge import MergeJudge, MergeVerdict, describe
from graphmem.agents.tool_use import bind_tools, define
from graphmem.errors import LlmOutputError, NotFoundError
from graphmem.model.decision import Side, Verdict
from graphmem.model.tools import (
    ComparedSide,
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    Finding,
    FindingKind,
    Mention,
    Order,
    Said,
    TimelineEntry,
)
from graphmem.reconciliation.judging import Judge
from graphmem.testing import LoopbackModel, Responder, answers, in_turn, uses_tool
from graphmem.tools.definitions import LOOKING
from tests.unit.adapters.test_llm import connect


def side(conversation: str) -> Side:
    return Side(
        kind="entity",
        uids=(f"entity:{conversation}",),
        name="job",
        conversation_ids=(conversation,),
        owner="Nadia",
    )


LEFT, RIGHT = side("pond"), side("harbour")

WELDS = TimelineEntry(
    statement_uid="answer:1",
    text="Nadia welds hulls at Keel & Co",
    subject="Nadia",
    speaker="Nadia",
    conversation_id="pond",
    turn_id="pond/D1:3",
    quote="I weld hulls at Keel & Co",
    said_at=datetime(2024, 3, 1, 18, 3),
    role="welder",
)
LEADS = Said(
    statement_uid="answer:2",
    text="Nadia leads the yard",
    subject="Nadia",
    speaker="Nadia",
    conversation_id="harbour",
    turn_id="harbour/D4:1",
    quote="they let me lead the yard now",
    said_at=datetime(2024, 9, 2, 9, 0),
)


SHOWN_FIRST = [("compare", "job", "pond", "harbour"), ("contradictions", "job")]


class Record:
    """The four tools over what is written above; remembers what was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
        self.asked.append(("timeline", entity_name, person_id))
        if person_id != "Nadia":
            raise NotFoundError(f"Nobody is called {person_id}.", next_step="Ask about Nadia.")
        return EntityTimeline(entity_name=entity_name, person="Nadia", entries=(WELDS,))

    def get_conversation_context(self, conv_id: str, entity_id: str) -> ConversationContext:
        self.asked.append(("context", conv_id, entity_id))
        mention = Mention(
            turn_id="harbour/D4:1", speaker="Nadia", said_at=LEADS.said_at, quote="the yard"
        )
        return ConversationContext(
            conversation_id=conv_id,
            entity=entity_id,
            people=("Nadia", "Otto"),
            mentions=(mention,),
            statements=(LEADS,),
        )

    def compare_entities_across_conversations(
        self, entity_name: str, conv_A: str, conv_B: str
    ) -> Comparison:
        self.asked.append(("compare", entity_name, conv_A, conv_B))
        return Comparison(
            entity_name=entity_name,
            a=ComparedSide(conversation_id=conv_A, statements=(WELDS,)),
            b=ComparedSide(conversation_id=conv_B, statements=(LEADS,)),
            overlap=("employment",),
            only_a=("Keel & Co",),
            order=Order.A_FIRST,
        )

    def detect_contradictions(self, entity_id: str) -> Contradictions:
        self.asked.append(("contradictions", entity_id))
        finding = Finding(
            kind=FindingKind.EVOLUTION,
            predicate="work_as",
            earlier=WELDS,
            later=LEADS,
            resolution="She was promoted.",
        )
        return Contradictions(entity=entity_id, findings=(finding,))


def verdict(what: Verdict, confidence: float, reason: str = "Both are at the yard.") -> Responder:
    return answers(MergeVerdict(verdict=what, confidence=confidence, reason=reason))


def test_the_judge_looks_with_the_tools_and_keeps_how_it_came_to_its_verdict() -> None:
    script = in_turn(
        uses_tool("get_entity_timeline", entity_name="job", person_id="Nadia"),
        uses_tool("get_conversation_context", conv_id="harbour", entity_id="job"),
        uses_tool(
            "compare_entities_across_conversations",
            entity_name="job",
            conv_A="pond",
            conv_B="harbour",
        ),
        uses_tool("detect_contradictions", entity_id="job"),
        verdict(Verdict.MERGE, 0.9),
    )
    record = Record()
    with LoopbackModel(script) as server:
        judged = MergeJudge(connect(server)).decide(LEFT, RIGHT, record)
        requests = server.requests
    assert record.asked == [
        *SHOWN_FIRST,
        ("timeline", "job", "Nadia"),
        ("context", "harbour", "job"),
        ("compare", "job", "pond", "harbour"),
        ("contradictions", "job"),
    ]
    assert (judged.verdict, judged.confident) == (Verdict.MERGE, True)
    assert judged.score == pytest.approx(0.9)
    assert judged.reason == "Both are at the yard."
    assert judged.model == "openai/loopback"
    compared, contradicted, *used = judged.tools
    assert [call.result for call in used] == [
        "1 entry: Nadia welds hulls at Keel & Co [pond/D1:3, 2024-03-01]",
        "1 mention; 1 statement: Nadia leads the yard [harbour/D4:1, 2024-09-02]",
        "both say employment; only the first says Keel & Co; order: a_first",
        "evolution in work_as (Nadia welds hulls at Keel & Co [pond/D1:3, 2024-03-01] / "
        "Nadia leads the yard [harbour/D4:1, 2024-09-02])",
    ]
    assert used[0].arguments == {"entity_name": "job", "person_id": "Nadia"}
    assert [compared, contradicted] == [
        one.model_copy(update={"arguments": dict(one.arguments)}) for one in used[2:]
    ]
    assert len(judged.transcript) == 5
    assert requests[0].tools == tuple(item.tool for item in LOOKING)
    assert "belongs to: Nadia" in requests[0].texts("user")[0]
    assert requests[1].messages[-1]["content"] == (
        "job of Nadia, the newest first:\n- 2024-03-01 [pond/D1:3] Nadia: Nadia welds hulls at "
        "Keel & Co (role: welder) “I weld hulls at Keel & Co”"
    )


def test_both_sides_are_shown_before_anything_is_asked() -> None:
    record = Record()
    with LoopbackModel(verdict(Verdict.MERGE, 0.9)) as server:
        judged = MergeJudge(connect(server)).decide(LEFT, RIGHT, record)
        (request,) = server.requests
    assert record.asked == SHOWN_FIRST
    (text,) = request.texts("user")
    assert "Both say: employment.\nOnly the first says: Keel & Co.\n" in text
    assert "- evolution in work_as: Nadia welds hulls at Keel & Co [pond/D1:3]" in text
    assert text.endswith("\n\nAre they the same?")
    assert [call.tool for call in judged.tools] == [
        "compare_entities_across_conversations",
        "detect_contradictions",
    ]


def test_people_are_looked_at_by_the_id_of_one_which_means_both() -> None:
    record = Record()
    left, right = (
        Side(kind="person", uids=(f"person:{place}",), name="Nadia", conversation_ids=(place,))
        for place in ("pond", "harbour")
    )
    with LoopbackModel(verdict(Verdict.MERGE, 0.9)) as server:
        MergeJudge(connect(server)).decide(left, right, record)
    assert record.asked[0] == ("compare", "person:pond", "pond", "harbour")


def test_what_contradicts_is_shown_of_all_conversations_but_of_both_sides_alone() -> None:
    met = LEADS.model_copy(update={"conversation_id": "quay", "turn_id": "quay/D2:1"})

    class Twice(Record):
        def detect_contradictions(self, entity_id: str) -> Contradictions:
            (known,) = super().detect_contradictions(entity_id).findings
            alone = known.model_copy(update={"predicate": "live_in", "earlier": LEADS})
            other = known.model_copy(update={"predicate": "lead", "later": met})
            return Contradictions(entity=entity_id, findings=(alone, other))

    left, right = (
        Side(kind="person", uids=(f"person:{places[0]}",), name="Nadia", conversation_ids=places)
        for places in (("pond",), ("harbour", "quay"))
    )
    with LoopbackModel(verdict(Verdict.MERGE, 0.9)) as server:
        MergeJudge(connect(server)).decide(left, right, Twice())
        (text,) = server.requests[0].texts("user")
    assert "[quay/D2:1]" in text
    assert "live_in" not in text


def test_names_that_the_tools_do_not_know_leave_the_two_to_the_model() -> None:
    class Unknown(Record):
        def detect_contradictions(self, entity_id: str) -> Contradictions:
            raise NotFoundError(f"Nothing is called {entity_id}.", next_step="Ask for another.")

    with LoopbackModel(verdict(Verdict.MERGE, 0.9)) as server:
        judged = MergeJudge(connect(server)).decide(LEFT, RIGHT, Unknown())
        (text,) = server.requests[0].texts("user")
    assert text == f"{describe(LEFT, RIGHT)}\n\nAre they the same?"
    assert judged.tools == ()


def test_whose_a_thing_is_is_told_by_name_with_the_id_beside_it() -> None:
    mine = LEFT.model_copy(update={"owner": "person:1", "owner_name": "Nadia"})
    assert "- belongs to: Nadia (person:1)" in describe(mine, RIGHT)
    assert "- belongs to: Nadia\n" in describe(mine, RIGHT)


def test_reconciliation_takes_it_for_a_judge() -> None:
    judge: Judge = MergeJudge(LiteLlm("openai/loopback"))
    assert callable(judge.decide)


def test_a_merge_that_the_model_is_not_sure_of_is_none() -> None:
    with LoopbackModel(verdict(Verdict.MERGE, 0.6)) as server:
        judged = MergeJudge(connect(server)).decide(LEFT, RIGHT, Record())
    assert (judged.verdict, judged.confident) == (Verdict.SEPARATE, False)
    assert judged.score == pytest.approx(0.6)
    assert judged.reason == "Likely one, but not surely enough to merge: Both are at the yard."


@pytest.mark.parametrize(("confidence", "confident"), [(0.95, True), (0.3, False)])
def test_a_separation_stands_sure_or_not(confidence: float, confident: bool) -> None:
    with LoopbackModel(verdict(Verdict.SEPARATE, confidence, "Two yards.")) as server:
        judged = MergeJudge(connect(server)).decide(LEFT, RIGHT, Record())
    assert (judged.verdict, judged.confident) == (Verdict.SEPARATE, confident)
    assert judged.score == pytest.approx(1 - confidence)


def test_a_model_that_only_looks_must_decide_after_the_last_step() -> None:
    look = uses_tool("detect_contradictions", entity_id="job")
    decide = verdict(Verdict.MERGE, 0.8)
    record = Record()
    with LoopbackModel(lambda request: (look if request.tools else decide)(request)) as server:
        judged = MergeJudge(connect(server), max_steps=3).decide(LEFT, RIGHT, record)
    assert record.asked == [*SHOWN_FIRST, *[("contradictions", "job")] * 3]
    assert judged.verdict is Verdict.MERGE


def test_mistakes_with_tools_are_told_to_the_model_and_kept() -> None:
    script = in_turn(
        uses_tool("get_entity_timeline", entity_name="job"),
        uses_tool("get_entity_timeline", entity_name="job", person_id="Nobody"),
        verdict(Verdict.SEPARATE, 0.8),
    )
    with LoopbackModel(script) as server:
        judged = MergeJudge(connect(server)).decide(LEFT, RIGHT, Record())
        _, second, third = server.requests
    assert "person_id" in second.messages[-1]["content"]
    assert third.messages[-1]["content"] == "Nobody is called Nobody. Ask about Nadia."
    assert [call.tool for call in judged.tools[2:]] == ["get_entity_timeline"] * 2


def test_a_model_that_gives_no_verdict_is_an_error() -> None:
    with LoopbackModel(answers("Hard to say.")) as server, pytest.raises(LlmOutputError):
        MergeJudge(connect(server)).decide(LEFT, RIGHT, Record())


def test_the_tools_are_described_with_their_parameters() -> None:
    functions = [one["function"] for one in define(LOOKING)]
    assert {one["name"]: sorted(one["parameters"]["properties"]) for one in functions} == {
        "get_entity_timeline": ["entity_name", "person_id"],
        "get_conversation_context": ["conv_id", "entity_id"],
        "compare_entities_across_conversations": ["conv_A", "conv_B", "entity_name"],
        "detect_contradictions": ["entity_id"],
    }
    assert [tool.parameters for tool in bind_tools(Record())] == [
        one["parameters"] for one in functions
    ]
    for function in functions:
        properties = function["parameters"]["properties"]
        assert function["description"]
        assert function["parameters"]["required"] == list(properties)
        assert all(value["description"] for value in properties.values())


def test_a_very_long_result_is_cut_with_a_word_about_it() -> None:
    class Endless(Record):
        def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
            return EntityTimeline(entity_name=entity_name, person=person_id, entries=(WELDS,) * 500)

    timeline = bind_tools(Endless())[0]
    given = timeline.run('{"entity_name": "job", "person_id": "Nadia"}')
    assert len(given.shown) < 25_000
    assert given.shown.endswith("characters more: ask for less at once)")
    assert given.call.result.startswith("500 entries: ")
    assert given.call.result.endswith("; and 495 more")
