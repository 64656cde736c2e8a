"""How it is done, what happened, what is for and against it: talk read on a real Neo4j."""

import json
from collections.abc import Iterator
from datetime import datetime

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.errors import InputError, NotFoundError, OpinionError
from graphmem.memory import Memory
from graphmem.model.links import LinkKind
from graphmem.model.portrait import Past
from graphmem.model.thought import Stance
from graphmem.model.workspace import Network
from graphmem.settings import Settings
from graphmem.testing import LoopbackModel, answers, fails, in_turn
from tests.e2e.models import MODEL, settings_for
from tests.talk import make_conversation, make_session

YARD = make_conversation(
    "yard",
    make_session(
        1,
        [
            ("Ana", "I quit my job at Tern Marine last week because the ferry was too slow."),
            ("Ben", "Oh no! How do you varnish the deck these days?"),
            ("Ana", "Let me tell you how to varnish the deck."),
            ("Ana", "Sand the deck with fine paper."),
            ("Ben", "Okay."),
            ("Ana", "Then wipe the dust off with a wet cloth."),
            ("Ana", "Apply the varnish with a wide brush."),
        ],
        day=datetime(2024, 3, 1),
    ),
    make_session(
        2,
        [
            ("Ana", "I started at Halden Yards in June 2024."),
            ("Ana", "By the way, wipe the dust off with a dry cloth instead."),
        ],
        day=datetime(2024, 9, 1),
    ),
)
WARD = make_conversation(
    "ward",
    make_session(
        1, [("Ana", "I won the regatta yesterday!"), ("Dora", "Wow.")], day=datetime(2024, 10, 1)
    ),
)
WHARF = make_conversation(
    "wharf",
    make_session(
        1,
        [
            ("Edda", "I think we should move the launch to Thursday because the press is there."),
            ("Atlas", "I can move the launch to Thursday in the calendar."),
            ("Finn", "I don't think we should move the launch to Thursday."),
            ("Finn", "The ferry was late again."),
        ],
        day=datetime(2024, 3, 1),
    ),
)


@pytest.fixture(scope="module")
def told(live_settings: Settings, encoder: Encoder) -> Iterator[Memory]:
    settings = live_settings.model_copy(update={"space": "narrative"})
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
        memory.ingest(YARD, WARD, WHARF)
        yield memory
        memory.delete_space()


def test_a_process_is_its_steps_with_who_taught_them_and_what_changed(told: Memory) -> None:
    found = told.process("varnish the deck")
    (telling,) = found.tellings
    assert (telling.turn_id, telling.taught_by) == ("yard/D1:3", "Ana")
    assert [step.turn_id for step in telling.steps] == ["yard/D1:4", "yard/D1:6", "yard/D1:7"]
    assert [step.number for step in telling.steps] == [1, 2, 3]
    assert {step.taught_by for step in telling.steps} == {"Ana"}
    (change,) = telling.steps[1].changes
    assert change.turn_ids == ("yard/D2:2",)
    assert change.told_by == "Ana"
    assert change.link in (LinkKind.FOLLOWS, LinkKind.RELATED, LinkKind.SUPERSEDES)
    assert "2. Then wipe the dust off with a wet cloth. [yard/D1:6]" in found.text
    assert "[yard/D2:2]" in found.text


def test_a_process_is_of_what_was_heard_by_then(told: Memory) -> None:
    before = told.process("varnish the deck", as_of="2024-03-31")
    assert not any(step.changes for step in before.tellings[0].steps)
    assert told.process("varnish the deck", known_to="Dora").tellings == ()
    assert told.for_person("Ben").process("varnish the deck").tellings
    assert told.process("bake bread").text == ""


def test_a_story_is_cited_and_tells_why_who_knew_and_where_nothing_is_told(told: Memory) -> None:
    found = told.story("yard/Ana", since="2024-01-01", until="2024-08-31")
    first, second = found.sentences
    assert first.turn_ids == ("yard/D1:1",)
    assert [cause.text for cause in first.causes] == ["the ferry was too slow"]
    assert {one.name for one in first.known_by} == {"Ana", "Ben"}
    assert second.turn_ids == ("yard/D2:1",)
    (gap,) = found.gaps
    assert (gap.since.month, gap.until.month) == (2, 6)
    assert "because the ferry was too slow" in found.text
    assert [one.turn_ids for one in told.story("yard/Ana", limit=1).sentences] != [first.turn_ids]
    assert told.story("yard/Ana", limit=1).left_out >= 1


def test_a_story_is_of_what_was_heard_by_then(told: Memory) -> None:
    assert len(told.story("yard/Ana", as_of="2024-03-31").sentences) == 1
    heard = told.for_person("Dora").story("ward/Ana")
    assert [one.turn_ids for one in heard.sentences] == [("ward/D1:1",)]
    with pytest.raises(NotFoundError):
        told.story("Zeno")


def agent_uid(memory: Memory) -> str:
    return next(one.uid for one in memory.people() if one.name == "Atlas")


MOVE = "Should we move the launch to Thursday?"


def test_what_is_for_and_against_is_gathered_and_no_opinion_is_formed(told: Memory) -> None:
    found = told.think(MOVE, agent="Atlas")
    sides = {one.turn_ids: (one.network, one.stance) for one in found.considerations}
    assert sides == {
        ("wharf/D1:1",): (Network.WORLD, Stance.FOR),
        ("wharf/D1:3",): (Network.WORLD, Stance.AGAINST),
        ("wharf/D1:2",): (Network.AGENT, Stance.FOR),
    }
    (why,) = found.considerations[0].reasons
    assert why.text == "the press is there"
    assert (found.opinion, found.missing) == (None, ())
    assert told.think(MOVE, limit=1).missing
    own = told.think(MOVE, agent=agent_uid(told), network=Network.AGENT)
    assert [one.told_by for one in own.considerations] == ["Atlas"]
    assert "## What Atlas said, for" in own.text
    quiet = told.think("Is the ferry late?", agent="Atlas")
    assert [one.turn_ids for one in quiet.considerations] == [("wharf/D1:4",)]
    assert quiet.missing[-1] == "Atlas has said nothing of it."
    with pytest.raises(InputError, match="thought about so"):
        told.think(MOVE, network="dream")
    assert told.think("What colour is the moon?").considerations == ()
    with pytest.raises(NotFoundError):
        told.think(MOVE, agent="Zeno")


def test_what_is_thought_is_of_what_was_heard_by_then(told: Memory) -> None:
    assert told.think(MOVE, as_of="2024-02-28").considerations == ()
    assert told.for_person("Dora").think(MOVE).considerations == ()
    assert told.for_person("Finn").think(MOVE).considerations


def opinion(text: str, quote: str, **more: object) -> str:
    cited = {"turn_id": "wharf/D1:1", "speaker": "Edda", "quote": quote, "stance": "for"}
    return json.dumps(
        {"steps": ["Weighed."], "found": True, "answer": text, "confidence": 0.7}
        | {"citations": [cited]}
        | more
    )


def test_an_opinion_of_a_model_leaves_only_with_reasons_that_hold(
    told: Memory, encoder: Encoder
) -> None:
    press = "the press is there"
    good = opinion("Yes, move the launch to Thursday because the press is there.", press)
    made_up = opinion("Yes, since the mayor comes.", "the mayor comes too")
    invented = opinion("Yes, because Mayor Quist pays 900 euros.", press)
    none = json.dumps({"steps": ["Nothing bears on it."], "found": False})
    script = in_turn(*map(answers, (made_up, good, made_up, invented, none)), fails(400))
    with LoopbackModel(script) as server:
        settings = told.settings.model_copy(update=dict(settings_for(server)))
        with Memory(settings, encoder=encoder) as memory:
            mended, withheld, unformed, failed = (memory.think(MOVE) for _ in range(4))
    assert mended.opinion is not None
    assert (mended.opinion.confidence, mended.opinion.model) == (0.7, MODEL)
    (reason,) = mended.opinion.reasons
    assert (reason.turn_id, reason.stance, reason.quote) == ("wharf/D1:1", Stance.FOR, press)
    assert mended.opinion.text in mended.text
    assert withheld.opinion is None
    assert withheld.missing[-1].startswith("The model's opinion was withheld: what is cited does")
    assert unformed.missing[-1] == "The model forms no opinion from what is known."
    assert failed.missing[-1].startswith("The model failed, so no opinion was formed:")
    # What was gathered stands whatever the model does.
    assert len({one.considerations for one in (mended, withheld, unformed, failed)}) == 1


def test_what_the_agent_says_it_thinks_is_weighed_the_next_time(told: Memory) -> None:
    said = "I think we should move the launch to Thursday because Edda is right."
    told.add_turn("wharf", said, speaker="Atlas", said_at="2024-03-08T18:00", turn_id="T1")
    told.ingest()
    own = [one for one in told.think(MOVE, agent="Atlas").considerations if one.told_by == "Atlas"]
    assert ("wharf/T1",) in [one.turn_ids for one in own]
    uid = next(one.statement_uid for one in own if one.turn_ids == ("wharf/T1",))
    assert uid is not None
    told.retract(uid, reason="It thinks otherwise by now.")
    left = told.think(MOVE, agent="Atlas").considerations
    assert ("wharf/T1",) not in [one.turn_ids for one in left]


STATED = """
MATCH (answer:Answer {space: $space, session_id: 'opinions'})
MATCH (answer)-[:EVIDENCED_BY {part: 'statement'}]->(turn:Turn)
OPTIONAL MATCH (answer)-[:EVIDENCED_BY {part: 'context'}]->(reason:Turn)
RETURN answer.uid, answer.kind, answer.network, answer.confidence, turn.dia_id, reason.dia_id
ORDER BY turn.dia_id
"""


def test_an_opinion_is_kept_as_the_agents_own_and_followed_by_the_next(
    told: Memory, encoder: Encoder
) -> None:
    denied = "I don't think we should move the launch to Thursday"
    finn = {"turn_id": "wharf/D1:3", "speaker": "Finn", "quote": denied, "stance": "for"}
    yes = answers(opinion("Yes, move the launch to Thursday.", "move the launch to Thursday"))
    no = answers(opinion(f"No, {denied}.", denied, citations=[finn]))
    made_up = answers(opinion("Yes, since the mayor comes.", "the mayor comes too"))
    with LoopbackModel(in_turn(yes, yes, no, made_up, made_up, no)) as server:
        settings = told.settings.model_copy(update=dict(settings_for(server)))
        with Memory(settings, encoder=encoder) as memory:
            first, again, second = (
                memory.keep_opinion(MOVE, "Atlas", now=f"2024-04-0{day}") for day in (1, 2, 3)
            )
            with pytest.raises(OpinionError, match="withheld"):
                memory.keep_opinion(MOVE, "Atlas", now="2024-04-04")
            kept = {
                one.statement_uid: one for one in told.think(MOVE, agent="Atlas").considerations
            }
            told.ingest()
            stated = told.cypher(STATED, parameters={"space": told.space}).rows
            told.retract(second.statement_uid, reason="It thinks otherwise by now.")
            with pytest.raises(OpinionError, match="taken back by hand"):
                memory.keep_opinion(MOVE, "Atlas", now="2024-04-05")
            with pytest.raises(NotFoundError):
                memory.keep_opinion(MOVE, "Zeno")
    with pytest.raises(OpinionError, match="No language model"):
        told.keep_opinion(MOVE, "Atlas")
    assert (first.stored, again.stored, second.stored) == (True, False, True)
    assert (again.turn_id, again.statement_uid) == (first.turn_id, first.statement_uid)
    assert (first.follows, second.follows) == (None, first.turn_id)
    # The one that holds, and the one before it: neither is written over the other.
    now, before = kept[second.statement_uid], kept[first.statement_uid]
    assert (now.network, now.stance, now.told_by) == (Network.OPINION, Stance.AGAINST, "Atlas")
    assert (now.past, before.past, before.stance) == (None, Past.REPLACED, Stance.FOR)
    assert before.successor is not None
    assert before.successor.statement_uid == second.statement_uid
    # Each states its turn once, whatever reads the talk, and leads to what it rests on.
    assert [tuple(row) for row in stated] == [
        (one.statement_uid, "opinion", "opinion", 0.7, one.turn_id.partition("/")[2], reason)
        for one, reason in ((first, "D1:1"), (second, "D1:3"))
    ]
    left = {one.statement_uid: one for one in told.think(MOVE, agent="Atlas").considerations}
    assert second.statement_uid not in left
    assert left[first.statement_uid].past is None
    # What it says may be words of a turn that it rests on, and goes with that turn.
    for reason in ("wharf/D1:1", "wharf/D1:3"):
        assert told.forget(turn=reason, dry_run=True).turns == 2
    assert told.forget(turn="wharf/D1:2", dry_run=True).turns == 1
