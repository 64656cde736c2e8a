"""The generated world is the same every time, grows at its end, and the networks can read it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest

from benchmarks.world.proposals import Reader
from benchmarks.world.talk import Talk, World
from graphmem.extraction.admit import admit
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.conversation import Turn
from graphmem.model.ids import person_uid, uid
from graphmem.model.workspace import NETWORKS, Admission
from graphmem.testing import as_networks_do

SPACE = "world"


def turns_of(talks: Iterable[Talk]) -> list[Turn]:
    return [
        turn for talk in talks for session in talk.conversation.sessions for turn in session.turns
    ]


@pytest.mark.parametrize("turns", [1, 37, 500])
def test_as_many_turns_as_wanted(turns: int) -> None:
    assert len(turns_of(World().talks(turns))) == turns


def test_a_larger_world_begins_with_the_smaller() -> None:
    small, large = list(World().talks(500)), list(World().talks(900))
    assert large[: len(small) - 1] == small[:-1]
    last, whole = turns_of(small[-1:]), turns_of([large[len(small) - 1]])
    assert whole[: len(last)] == last


def test_some_of_them_are_as_they_are_among_all() -> None:
    whole = list(World().talks(900))
    assert list(World().talks(900, numbers={1, 3, 99})) == [whole[1], whole[3]]
    lengths = World().lengths(900)
    assert list(lengths.values()) == [len(turns_of([talk])) for talk in whole]


def test_a_seed_decides_everything() -> None:
    assert World(3).talk(5) == World(3).talk(5)
    assert World(3).talk(5) != World(4).talk(5)


def test_people_meet_again_and_share_names() -> None:
    world = World()
    talks = [world.participants(number) for number in range(300)]
    assert all(2 <= len({human.called for human in humans}) == len(humans) for humans in talks)
    assert {len(humans) for humans in talks} == {2, 3, 4, 5}
    met = Counter(human.number for humans in talks for human in humans)
    assert max(met.values()) >= 10
    assert sum(count == 1 for count in met.values()) > len(met) / 5
    bearers = Counter(world.people.human(number).first for number in met)
    assert max(bearers.values()) >= 4
    known = [world.people.human(number).person_id for number in met]
    assert 0.1 < sum(one is not None for one in known) / len(known) < 0.4


def test_lives_change() -> None:
    people = World().people
    firms = {people.life(5, month).firm for month in range(0, 120, 6)}
    assert len(firms) > 1
    left = [month for month in range(120) if people.life(5, month).oldfirm]
    assert left
    assert all(people.life(5, month).oldfirm != people.life(5, month).firm for month in left)


def test_a_further_session_is_of_the_same_people_and_later() -> None:
    world = World()
    talk, further = world.talk(4), world.further(4, 40, turns=12, name="new")
    turns = turns_of([further])
    assert len(turns) == 12
    assert further.conversation.conversation_id == "new"
    assert {turn.speaker for turn in turns} <= {human.called for human in world.participants(4)}
    assert turns[0].said_at > max(turn.said_at for turn in turns_of([talk]))


@pytest.mark.slow
def test_what_is_proposed_without_parsing_is_much_what_the_networks_propose() -> None:
    reader = Reader()
    quick: Counter[str] = Counter()
    slow: Counter[str] = Counter()
    for talk, session_id, turns in chunks(World().talks(160)):
        chunk = chunk_of(talk, session_id, turns)
        said = talk.said[session_id]
        proposals = reader.proposed(said, {turn.dia_id for turn in turns})
        quick += counted(admit(proposals, chunk, extracted_by=NETWORKS))
        slow += counted(admit(as_networks_do(chunk), chunk, extracted_by=NETWORKS))
    assert slow["answers"] > 160
    for kind, near in {"entities": 0.15, "answers": 0.25, "owned": 0.4, "proper": 0.2}.items():
        assert quick[kind] == pytest.approx(slow[kind], rel=near), kind
    assert 0 < quick["roles"] < 2 * slow["roles"]
    assert quick["rejected"] < 0.05 * quick["answers"]


def chunks(talks: Iterable[Talk]) -> Iterator[tuple[Talk, str, Sequence[Turn]]]:
    for talk in talks:
        for session in talk.conversation.sessions:
            for begin in range(0, len(session.turns), 10):
                yield talk, session.session_id, session.turns[begin : begin + 10]


def chunk_of(talk: Talk, session_id: str, turns: Sequence[Turn]) -> Chunk:
    place = talk.conversation.conversation_id

    def speaker(turn: Turn) -> str:
        return person_uid(SPACE, conversation_id=place, name=turn.speaker, person_id=turn.person_id)

    names = {speaker(turn): turn.speaker for turn in turns_of([talk])}
    return Chunk(
        space=SPACE,
        conversation_id=place,
        session_id=session_id,
        turns=tuple(
            ChunkTurn(
                uid=uid(SPACE, "turn", place, turn.dia_id),
                session_id=session_id,
                dia_id=turn.dia_id,
                speaker=turn.speaker,
                speaker_uid=speaker(turn),
                text=turn.text,
                caption=turn.caption,
                said_at=turn.said_at,
            )
            for turn in turns
        ),
        people=tuple(
            ChunkParticipant(uid=one, name=name, names=(name,)) for one, name in names.items()
        ),
    )


def counted(admission: Admission) -> Counter[str]:
    workspace = admission.workspace
    return Counter(
        entities=len(workspace.entities),
        roles=len(workspace.roles),
        answers=len(workspace.answers),
        owned=sum(entity.owner_uid is not None for entity in workspace.entities),
        proper=sum(entity.proper for entity in workspace.entities),
        rejected=len(admission.rejected),
    )
