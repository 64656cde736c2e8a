from datetime import datetime

import pytest

from graphmem.answering.slots.tell import tell_slot
from graphmem.model.memory import KnownStatement
from graphmem.model.time import Precision
from tests.unit.answering.slots.facts import BAKES, LEADS, LIFE, WORKED, asked, facts, on, role

HOMES = (
    role("home", "resident", "2022-05-01", "lives_in_Graz", names=("Graz",)),
    role("home", "resident", "2023-06-01", "lives_in_Turin", names=("Turin",),
         interval=on("2023-05-03"), predicate="move_to"),
)  # fmt: skip


def told(question: str, *roles: KnownStatement) -> str | None:
    found = tell_slot(asked(question), facts(*roles))
    return found and found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "What is Ana's job?",
            "baker, since 15 September 2023 (before that team lead and software engineer"
            " at Oakline)",
        ),
        ("What was Ana's job in August 2023?", "team lead"),
        ("What was Ana's job before she became a baker?", "team lead"),
        ("What company did Ana work for when she became team lead?", "Oakline"),
        ("How many jobs has Ana had?", "3: software engineer, team lead, baker"),
        (
            "How long was Ana a team lead before she left the firm?",
            "2 months, from 6 July 2023 to 15 September 2023",
        ),
        ("Where does Ana work?", "baker, since 15 September 2023 (before that Oakline)"),
        ("When did Ana become a team lead?", "6 July 2023"),
        ("When did Ana become a pilot?", None),
        ("Who is Ana married to?", None),
        ("How long was Ana a pilot?", None),
        (
            "How long was Ana a team lead before she became a baker?",
            "2 months, from 6 July 2023 to 15 September 2023",
        ),
        (
            "How long was Ana a team lead before she left Oakline?",
            "2 months, from 6 July 2023 to 15 September 2023",
        ),
        ("How long was Ana a team lead before she went to the moon?", None),
        ("How long was Ana a team lead before she left the party?", None),
        ("How long was Ana a team lead before she became a software engineer?", None),
    ],
)
def test_work(question: str, text: str | None) -> None:
    assert told(question, *LIFE) == text


def test_what_begins_later_is_not_so_yet_though_it_was_announced() -> None:
    teacher = role("job", "teacher", "2022-05-06")
    baker = role("job", "baker", "2023-01-02", interval=on("2023-09-15"), predicate="become")
    asked_now = asked("What is Ana's job?")
    known = facts(teacher, baker)
    then = tell_slot(asked_now, known._replace(until=datetime(2023, 1, 3)))
    assert then is not None
    assert then.text == "teacher"
    in_january = tell_slot(asked_now, known, now=datetime(2023, 1, 3))
    assert in_january is not None
    assert in_january.text == "teacher"
    after = tell_slot(asked_now, known)
    assert after is not None
    assert after.text == "baker, since 15 September 2023 (before that teacher)"


def test_a_membership_that_begins_later_is_none_yet() -> None:
    joins = role("membership", "member", "2023-01-02", "member_of_rowing_club",
                 interval=on("2023-09-15"))  # fmt: skip
    asked_for = asked("Which clubs has Ana joined?")
    assert tell_slot(asked_for, facts(joins)._replace(until=datetime(2023, 2, 1))) is None
    told_later = tell_slot(asked_for, facts(joins))
    assert told_later is not None
    assert told_later.text == "rowing club"


def test_somebody_elses_slot_is_never_told() -> None:
    bens = WORKED._replace(uid="role:x", subject_uid="person:ben", name="pilot", object="pilot")
    assert told("What is Ana's job?", bens) is None
    assert told("What is Ana's job?", WORKED, bens) == "software engineer"
    # What Ben says of her is reported of her.
    reported = role("job", "nurse", "2023-05-07", speaker="person:ben")
    assert told("What is Ana's job?", reported) == "nurse"


def test_a_part_in_what_is_somebody_elses_is_not_ones_own() -> None:
    helps = role("bens_job", "helper", "2023-05-07")
    assert told("What is Ana's job?", helps) is None


def test_a_question_with_two_halves_is_answered_in_both_or_not_at_all() -> None:
    wed = role("relationship", "engaged", "2023-05-07", "engaged_to_Tom", names=("Graz",),
               interval=on("2023-05-06"), predicate="propose_to")  # fmt: skip
    where = "When did Ana propose, and where?"
    assert told("When did Ana propose?", wed) == "6 May 2023"
    assert told(where, wed) is None
    there = wed._replace(quote="I proposed to Tom in Graz yesterday")
    assert told(where, there) == "6 May 2023, in Graz"
    for nowhere in ("from Graz yesterday", "on Monday", "in May, with Ben"):
        assert told(where, wed._replace(quote=f"I proposed to Tom {nowhere}")) is None


def test_home_now_then_and_beside_another() -> None:
    assert told("Where does Ana live?", *HOMES) == "Turin, since 3 May 2023 (before that Graz)"
    assert told("Where did Ana live in January 2023?", *HOMES) == "Graz"
    assert told("Where did Ana live before Turin?", *HOMES) == "Graz"
    assert told("Where did Ana live after Graz?", *HOMES) == "Turin"
    assert told("Where did Ana live before Oslo?", *HOMES) is None


def test_a_workplace_needs_no_name() -> None:
    baker = role("job", "baker", "2023-05-06", "works_at_old_mill")
    assert told("Where does Ana work?", baker) == "old mill"


def test_the_home_before_counts_though_its_end_is_known_better() -> None:
    left = role("home", "former_resident", "2023-06-02", "left_Graz", names=("Graz",),
                interval=on("2023-05-06"), predicate="leave")  # fmt: skip
    moved = HOMES[1]._replace(interval=on("2023-05-01", Precision.MONTH, days=31))
    moved = moved._replace(states=())
    text = told("Where does Ana live?", HOMES[0], left, moved)
    assert text == "Turin, since May 2023 (before that Graz)"


def test_accounts_that_conflict_are_both_told() -> None:
    one = role("home", "resident", "2023-06-01", "lives_in_Graz", names=("Graz",),
               interval=on("2023-06-01", days=30))  # fmt: skip
    other = role("home", "resident", "2023-06-01", "lives_in_Turin", names=("Turin",),
                 interval=on("2023-06-01", days=30), conversation="d")  # fmt: skip
    text = told("Where did Ana live in June 2023?", one, other)
    assert text is not None
    assert text.startswith("Ana's accounts conflict: ")
    assert "Graz (said on 1 June 2023, c/D1:2023-06-01)" in text
    assert "Turin" in text


def test_the_proofs_are_the_statements_that_were_read() -> None:
    found = tell_slot(asked("What is Ana's job?"), facts(*LIFE))
    assert found is not None
    assert found.statements[0] == BAKES
    assert {WORKED, LEADS} <= set(found.statements)
    assert found.step == "answered from 3 statements of Ana's job"
    assert found.sure == pytest.approx(0.9)


def test_a_length_is_proved_by_its_end_too() -> None:
    found = tell_slot(asked("How long was Ana a team lead?"), facts(*LIFE))
    assert found is not None
    assert found.statements == (LEADS, BAKES)


def test_members_are_told_by_name() -> None:
    sister = role("family", "has_sister", "2023-01-01", "sister_Ida", predicate="have")
    brother = role("family", "has_brother", "2023-01-02", "has_brother", predicate="have")
    dog = role("pet", "puppy", "2023-01-03", "named_Rex", predicate="have")
    choir = role("membership", "member", "2023-01-04", "member_of_town_choir", predicate="join")
    life = (sister, brother, dog, choir)
    assert told("What is Ana's sister called?", *life) == "Ida"
    assert told("What is the name of Ana's brother?", *life) is None
    assert told("What is the name of Ana's dog?", *life) == "Rex"
    assert told("Which clubs has Ana joined?", *life) == "town choir"


def test_what_lasts_is_counted_up_to_now() -> None:
    known = facts(*LIFE)
    found = tell_slot(asked("How long has Ana been a baker?"), known, now=datetime(2024, 9, 15))
    assert found is not None
    assert found.text == "1 year, since 15 September 2023"
