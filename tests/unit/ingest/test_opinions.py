"""What an agent says of an opinion that they keep, and what cannot be kept."""

from collections.abc import Iterable
from datetime import datetime

import pytest

from graphmem.errors import OpinionError
from graphmem.ingest.opinions import HeldOpinion, formed, require_model, said_in
from graphmem.model.chunk import ChunkTurn
from graphmem.model.ids import turn_reference
from graphmem.model.listing import Participant
from graphmem.model.thought import CitedReason, Opinion, Stance, Thought, is_opinion_turn

ATLAS = Participant(uid="person:1", name="Atlas", names=("Atlas",), conversation_ids=("wharf",))
NOON = datetime(2024, 3, 1, 12)


def opinion(reasons: Iterable[tuple[str, str, Stance]], text: str = "Yes, it is dry.") -> Opinion:
    return Opinion(
        text=text,
        confidence=0.7,
        model="openai/any",
        reasons=tuple(
            CitedReason(
                turn_id=turn_reference(place, dia_id),
                conversation_id=place,
                dia_id=dia_id,
                speaker="Edda",
                said_at=NOON,
                quote="it is dry",
                stance=stance,
            )
            for place, dia_id, stance in reasons
        ),
    )


DRY = opinion([("wharf", "D1", Stance.FOR), ("wharf", "D2", Stance.AGAINST)])


def held(one: Opinion = DRY, question: str = "Do we launch?") -> HeldOpinion:
    return HeldOpinion(question, one, ATLAS, "wharf", NOON)


def said(one: HeldOpinion, last: ChunkTurn | None = None) -> ChunkTurn:
    dia_id = one.turn_id(last)
    return ChunkTurn(
        uid=f"turn:{dia_id}",
        session_id="opinions",
        dia_id=dia_id,
        speaker="Atlas",
        speaker_uid=ATLAS.uid,
        text=one.said,
        said_at=NOON,
    )


def test_an_agent_says_the_question_the_opinion_and_what_it_rests_on() -> None:
    assert held().said == "Do we launch? Yes, it is dry. (for: wharf/D1; against: wharf/D2)"


def test_the_turns_on_one_question_are_numbered_and_are_known_by_their_ids() -> None:
    first = said(held())
    second = said(held(opinion([("wharf", "D2", Stance.FOR)], "No, it rains.")), first)
    again = said(held(), second)
    ids = [one.dia_id for one in (first, second, again)]
    assert [one.split(":")[2] for one in ids] == ["1", "2", "3"]
    assert all(map(is_opinion_turn, ids))
    assert all(one.startswith(held(question="do we LAUNCH?").series) for one in ids)
    assert not ids[0].startswith(held(question="Do we paint?").series)
    for other in ("D1:1", "opinion:1", "opinion:mine:1:yours", f"{ids[0]}0"):
        assert not is_opinion_turn(other)


def test_it_is_said_where_it_rests_or_where_somebody_says() -> None:
    assert said_in(DRY, None, "Atlas") == "wharf"
    assert said_in(DRY, "yard", "Atlas") == "yard"
    both = opinion([("wharf", "D1", Stance.FOR), ("yard", "D1", Stance.FOR)])
    with pytest.raises(OpinionError, match=r"several conversations: wharf, yard\..*said_in"):
        said_in(both, None, "Atlas")
    assert said_in(both, "yard", "Atlas") == "yard"


def test_what_rests_on_the_agents_own_opinion_alone_is_not_kept() -> None:
    own = opinion([("wharf", said(held()).dia_id, Stance.FOR)])
    with pytest.raises(OpinionError, match="nothing but what Atlas thought before"):
        said_in(own, None, "Atlas")


def test_without_an_opinion_it_is_told_why_and_what_to_do() -> None:
    with pytest.raises(OpinionError, match=r"No language model is set.*GRAPHMEM_LLM_MODEL"):
        require_model(None)
    require_model("openai/any")
    why = "The model's opinion was withheld: a citation is made up."
    with pytest.raises(OpinionError, match=r"the model's opinion was withheld\. .*ask again"):
        formed(Thought(question="Do we launch?", missing=("No reason is told.", why)))
    assert formed(Thought(question="Do we launch?", opinion=DRY)) is DRY
