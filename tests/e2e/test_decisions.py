"""Decisions on a live graph: undone for good, made by a person for good, listed and found."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from graphmem.connection import connect
from graphmem.errors import InputError, NotFoundError, SameConversationError
from graphmem.memory import Memory
from graphmem.model.decision import (
    Decider,
    Decision,
    Layer,
    MergePolicy,
    MergeWeights,
    Side,
    Verdict,
)
from graphmem.store.ledger import write_ledger
from tests.conftest import OpenMemory
from tests.graph import differences, whole_graph
from tests.talk import ALIKE, HARBOUR, HILLS, first_sessions

KINDS: dict[str, Callable[[Decision], bool]] = {
    "within a conversation": lambda made: made.layer is Layer.CONVERSATION,
    "of two people": lambda made: made.left.kind == "person" == made.right.kind,
    "of what somebody owns": lambda made: (
        made.layer is Layer.PERSON and made.left.owner is not None
    ),
    "of what nobody owns": lambda made: (
        made.layer is Layer.PERSON and made.left.kind == "entity" and made.left.owner is None
    ),
}


def merges(memory: Memory) -> list[Decision]:
    in_force = (item.decision for item in memory.decisions())
    return sorted(
        (made for made in in_force if made.verdict is Verdict.MERGE), key=lambda made: made.uid
    )


def a_merge(memory: Memory, kind: str) -> Decision:
    found = [made for made in merges(memory) if KINDS[kind](made)]
    assert found, f"no merge {kind} to take back"
    return found[0]


def undo(memory: Memory, uid: str) -> Decision:
    made = memory.undo(uid)
    assert isinstance(made, Decision)
    return made


def forbid(memory: Memory, taken_back: Decision) -> None:
    """Put a person's decision into the ledger before anything is known of what it is about."""
    decision = taken_back.model_copy(update={"undoes": None})
    database = connect(memory.settings)
    database.write(partial(write_ledger, space=memory.space, decisions=[decision], touched=()))
    database.close()


def in_one(memory: Memory, left: Side, right: Side) -> bool:
    """Whether anything of both sides has become one in the graph."""
    query = """
        MATCH (d:Decision {space: $space})-[on:ON]->(a) WHERE d.uid IN $uids
        MATCH (a)-[:RECONCILED_INTO|SAME_PERSON_AS*0..3]->(top)
        WITH on.side AS side, collect(DISTINCT top.uid) AS tops
        RETURN side, tops
    """
    uids = [
        item.decision.uid
        for item in memory.decisions()
        if {item.decision.left.uids, item.decision.right.uids} == {left.uids, right.uids}
    ]
    rows = memory.cypher(query, parameters={"space": memory.space, "uids": uids}).rows
    tops = {side: set(found) for side, found in rows}
    assert tops.keys() == {"left", "right"}, "the ledger does not hang on the graph"
    return bool(tops["left"] & tops["right"])


@pytest.mark.parametrize("kind", KINDS)
def test_after_an_undo_the_graph_is_as_if_it_had_been_forbidden(
    open_memory: OpenMemory, kind: str
) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    merge = a_merge(memory, kind)
    assert in_one(memory, merge.left, merge.right)
    merged = whole_graph(memory)
    taken_back = undo(memory, merge.uid)
    assert not in_one(memory, merge.left, merge.right)
    undone = whole_graph(memory)
    assert differences(merged, undone) != []

    memory.delete_space()
    forbid(memory, taken_back)
    memory.ingest(HARBOUR, HILLS)
    assert differences(whole_graph(memory), undone) == []


@pytest.mark.parametrize("kind", KINDS)
def test_and_still_is_after_a_later_ingest(open_memory: OpenMemory, kind: str) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, first_sessions(HILLS, 1))
    merge = a_merge(memory, kind)
    taken_back = undo(memory, merge.uid)
    memory.ingest(HILLS)
    assert not in_one(memory, merge.left, merge.right)
    undone = whole_graph(memory)

    memory.delete_space()
    forbid(memory, taken_back)
    memory.ingest(HARBOUR, HILLS)
    assert differences(whole_graph(memory), undone) == []


def test_separated_before_anything_is_extracted_is_as_undone(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS, record_only=True)
    made = memory.separate("harbour/Lea", "hills/Lea", reason="Two women.")
    assert (made.decided_by, made.reason) == (Decider.PERSON, "Two women.")
    memory.ingest()
    separated = whole_graph(memory)
    assert not in_one(memory, made.left, made.right)

    memory.delete_space()
    memory.ingest(HARBOUR, HILLS)
    memory.undo(a_merge(memory, "of two people").uid)
    assert differences(whole_graph(memory), separated) == []


def test_an_undo_is_never_remade_and_may_be_undone(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    merged = whole_graph(memory)
    merge = a_merge(memory, "of what somebody owns")
    taken_back = undo(memory, merge.uid)
    assert (taken_back.undoes, taken_back.decided_by) == (merge.uid, Decider.PERSON)
    for again in (memory.reconcile, partial(memory.ingest, HARBOUR, HILLS)):
        again()
        assert merge.uid not in {made.uid for made in merges(memory)}
        assert taken_back.uid in {item.decision.uid for item in memory.decisions()}
        assert not in_one(memory, merge.left, merge.right)
    past = {item.decision.uid: item.in_force for item in memory.decisions(past=True)}
    assert (past[merge.uid], past[taken_back.uid]) == (False, True)
    with pytest.raises(InputError, match="taken back already"):
        memory.undo(merge.uid)

    memory.undo(taken_back.uid)
    assert differences(whole_graph(memory), merged) == []


def test_a_merge_by_a_person_is_kept(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, first_sessions(HILLS, 1))
    made = memory.merge("harbour//Northgate", "hills//Graz", reason="The ward has moved there.")
    assert in_one(memory, made.left, made.right)
    memory.reconcile()
    memory.ingest(HILLS)
    assert in_one(memory, made.left, made.right)
    kept = memory.decision(made.uid)
    assert kept.in_force
    assert (kept.decision.reason, kept.decision.verdict) == (made.reason, Verdict.MERGE)

    changed = memory.separate("harbour//Northgate", "hills//Graz")
    assert changed.replaces == made.uid
    assert not memory.decision(made.uid).in_force
    assert not in_one(memory, made.left, made.right)


def test_a_separation_by_a_person_is_kept(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, first_sessions(HILLS, 1))
    made = memory.separate("harbour//Northgate", "hills//Northgate")
    memory.reconcile()
    memory.ingest(HILLS)
    assert memory.decision(made.uid).in_force
    assert not in_one(memory, made.left, made.right)


def test_people_are_merged_by_hand_across_names(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    made = memory.merge("harbour/Jonas", "hills/Petra")
    assert in_one(memory, made.left, made.right)
    memory.ingest(HARBOUR, HILLS)
    assert in_one(memory, made.left, made.right)


def test_a_decision_is_found_by_the_beginning_of_its_uid(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    listed = memory.decisions()
    assert len(listed) > 3
    assert all(item.in_force and item.decision.reason for item in listed)
    for item in listed:
        uid = item.decision.uid
        assert memory.decision(uid) == item
        assert memory.decision(uid.removeprefix("decision:")[:16]) == item
    with pytest.raises(NotFoundError):
        memory.decision("xyz")
    with pytest.raises(InputError, match="Several"):
        memory.decision("decision:")
    with pytest.raises(NotFoundError):
        memory.undo("xyz")
    with pytest.raises(NotFoundError, match="nowhere/Lea"):
        memory.merge("nowhere/Lea", "hills/Lea")


def test_a_dry_run_says_what_would_be_and_writes_nothing(open_memory: OpenMemory) -> None:
    strict = open_memory(merge_policy=MergePolicy.BY_ID)
    strict.ingest(HARBOUR, HILLS)
    memory = open_memory(strict.space)
    before = whole_graph(memory)
    receipt = memory.reconcile(dry_run=True)
    assert (receipt.applied, receipt.new_decisions > 0) == (False, True)
    assert receipt.plan is not None
    assert any(made.left.kind == "person" for made in receipt.plan.decisions)
    assert differences(whole_graph(memory), before) == []
    assert not any(made.left.kind == "person" for made in merges(memory))

    applied = memory.reconcile()
    assert applied.merges == receipt.merges
    assert {item.decision.uid for item in memory.decisions()} == {
        made.uid for made in receipt.plan.decisions
    }


@pytest.mark.parametrize(
    "pair",
    [
        ("alike/Omar", "alike/Rosa"),
        ("alike/Omar/job", "alike/Rosa/job"),
        ("alike/Omar/job", "alike/Omar/sister"),
    ],
)
def test_an_own_separation_taken_back_leaves_all_as_it_was(
    open_memory: OpenMemory, pair: tuple[str, str]
) -> None:
    memory = open_memory()
    memory.ingest(ALIKE)
    before, listed = whole_graph(memory), {item.decision.uid for item in memory.decisions()}
    apart = memory.separate(*pair)
    back = undo(memory, apart.uid)
    assert back.is_withdrawal
    assert differences(whole_graph(memory), before) == []
    assert {item.decision.uid for item in memory.decisions()} == listed
    past = {item.decision.uid: item for item in memory.decisions(past=True)}
    assert past[back.uid].decision == back
    assert [past[uid].in_force for uid in (back.uid, apart.uid)] == [False, False]
    # It can be said again, and is then another word.
    again = memory.separate(*pair)
    assert again.uid not in past
    assert memory.decision(again.uid).in_force


def test_a_mind_changed_back_is_a_new_decision(open_memory: OpenMemory) -> None:
    memory = open_memory()
    asking = open_memory(memory.space, merge_policy=MergePolicy.ASK)
    memory.ingest(HARBOUR, HILLS)
    first = a_merge(memory, "of two people")
    for changed in (asking, memory, asking, memory):
        changed.reconcile()
    assert memory.decision(first.uid).in_force
    people = {
        item.decision.uid: item
        for item in memory.decisions(past=True)
        if KINDS["of two people"](item.decision)
    }
    assert len(people) == 5
    # From the last to the first, each made before the one that took its place.
    chain = [people[first.uid]]
    while chain[-1].decision.replaces is not None:
        chain.append(people[chain[-1].decision.replaces])
    assert len(chain) == 5
    assert [item.in_force for item in chain] == [True, False, False, False, False]
    times = [item.recorded_at for item in chain]
    assert times == sorted(times, reverse=True)
    verdicts = [item.decision.verdict for item in chain]
    assert verdicts == [Verdict.MERGE, Verdict.SEPARATE] * 2 + [Verdict.MERGE]
    links = memory.cypher(
        "MATCH (a:Decision {space: $space})-[:REPLACES]->(b:Decision) RETURN a.uid, b.uid",
        parameters={"space": memory.space},
    ).rows
    wanted = {(a.decision.uid, b.decision.uid) for a, b in pairwise(chain)}
    assert wanted <= set(links)
    assert memory.reconcile().new_decisions == 0


def test_an_undo_of_what_is_past_leaves_a_persons_word_alone(open_memory: OpenMemory) -> None:
    memory = open_memory()
    for place, other in (("north", "Bo"), ("south", "Cy")):
        memory.add_turn(place, "The tulips are up.", speaker="Ana", turn_id="D1:1")
        memory.add_turn(place, "Lovely!", speaker=other, turn_id="D1:2")
    memory.ingest()
    (left_open,) = [item.decision for item in memory.decisions()]
    with pytest.raises(InputError, match="decides nothing"):
        memory.undo(left_open.uid)
    apart = memory.separate("north/Ana", "south/Ana")
    with pytest.raises(InputError, match="no longer in force") as error:
        memory.undo(left_open.uid)
    assert apart.uid in error.value.problem
    assert [item.decision for item in memory.decisions()] == [apart]
    # What people said can still be replaced, and taken back.
    merge = memory.merge("north/Ana", "south/Ana")
    assert merge.replaces == apart.uid
    assert [item.decision for item in memory.decisions()] == [merge]
    with pytest.raises(InputError, match="no longer in force") as error:
        memory.undo(apart.uid)
    assert merge.uid in error.value.problem


def test_an_undo_of_what_is_past_names_what_rules_decided_of_the_two_as_they_have_grown(
    open_memory: OpenMemory,
) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    (before,) = [made for made in merges(memory) if _names(made) == ("Northgate", "Northgate")]
    # Each side grows by something that was spoken of before it, and so begins with that now.
    memory.merge("harbour//Northgate", "harbour//Almeria")
    memory.merge("hills//Northgate", "hills//Graz")
    (now,) = [
        item.decision
        for item in memory.decisions()
        if item.decision.layer is Layer.PERSON
        and {*before.left.uids} < {*item.decision.left.uids}
        and {*before.right.uids} < {*item.decision.right.uids}
    ]
    assert now.decided_by is Decider.RULE
    assert not {before.left.uids[0], before.right.uids[0]} & {now.left.uids[0], now.right.uids[0]}
    with pytest.raises(InputError, match="no longer in force") as error:
        memory.undo(before.uid)
    assert now.uid in error.value.problem


def _names(made: Decision) -> tuple[str, str]:
    return made.left.name, made.right.name


def test_what_was_left_open_is_decided_by_the_uids_that_it_names(open_memory: OpenMemory) -> None:
    memory = open_memory(merge_weights=MergeWeights(types=-0.2))
    memory.ingest(HARBOUR, HILLS)
    left_open = [item.decision for item in memory.decisions() if not item.decision.confident]
    undecided = next(made for made in left_open if made.left.kind == "entity")
    with pytest.raises(InputError, match="decides nothing") as error:
        memory.undo(undecided.uid)
    uids = [word for word in error.value.next_step.split() if word.startswith("entity:")]
    made = memory.merge(*uids)
    assert in_one(memory, made.left, made.right)


def test_a_merge_of_two_who_talk_to_each_other_is_confirmed(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR)
    before = whole_graph(memory)
    with pytest.raises(SameConversationError, match="Lea and Jonas one, who talk to each other"):
        memory.merge("harbour/Lea", "harbour/Jonas")
    assert differences(whole_graph(memory), before) == []
    made = memory.merge("harbour/Lea", "harbour/Jonas", allow_same_conversation=True)
    assert in_one(memory, made.left, made.right)


def test_a_later_word_through_a_third_replaces_the_earlier(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    job, sister, family = (f"harbour/Lea/{name}" for name in ("job", "sister", "family"))
    apart = memory.separate(job, sister)
    memory.merge(job, family)
    # What is called family is the job as well by now.
    merge = memory.merge(sister, family)
    assert merge.replaces == apart.uid
    assert not memory.decision(apart.uid).in_force
    assert in_one(memory, merge.left, merge.right)


def test_a_later_word_about_what_has_grown_since_is_followed(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    apart = memory.separate("harbour/Lea/job", "hills/Lea/job")
    memory.merge("harbour/Lea/job", "harbour/Lea/family")
    merge = memory.merge("harbour/Lea/job", "hills/Lea/job")
    assert merge.replaces == apart.uid
    assert not memory.decision(apart.uid).in_force
    assert in_one(memory, merge.left, merge.right)
