"""Fitting the verifier."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.verification.signals import Signals
from graphmem.answering.verification.weights import VerifierWeights, read_verifier
from graphmem.errors import InputError
from graphmem.evaluation.cases import Batch, Case, Gold, Query
from graphmem.evaluation.ranker import Labelled
from graphmem.evaluation.refusals import Fault
from graphmem.evaluation.verifier import Asked, examples_of, fit_verifier, write_verifier
from graphmem.evaluation.verifier_train import Example, fit_both, fit_odds, fit_weights, left_out
from graphmem.evaluation.weighing import scopes_of
from graphmem.model.answer import Status
from graphmem.model.conversation import Conversation, Session, Turn
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, SAID_AT, passage

ZERO = Signals(*([0.0] * len(Signals._fields)))
FILE = Labelled(name="some.json", sha256="0", conversations=3, questions=90)


def example(talk: str, fault: Fault, n: int) -> Example:
    """Somebody else's turns are ahead, and a thing is missing where a detail is not so."""
    noise = (n % 5) / 2
    return Example(
        frozenset({talk}),
        fault,
        ZERO._replace(
            ahead=noise - 1 + 3 * (fault is Fault.SOMEBODY_ELSE),
            missing_thing=noise + 3 * (fault is Fault.ALTERED),
        ),
    )


def examples(talks: Sequence[str] = ("a", "b", "c")) -> list[Example]:
    faults = [Fault.NONE] * 20 + [Fault.SOMEBODY_ELSE] * 5 + [Fault.ALTERED] * 5
    return [example(talk, fault, n) for talk in talks for n, fault in enumerate(faults)]


def test_the_odds_of_a_fault_rest_on_what_tells_it() -> None:
    odds = fit_odds(examples(), Fault.SOMEBODY_ELSE, ("ahead", "meaning"))
    assert odds.weights["ahead"] > 0.5
    assert odds.weights["meaning"] == 0.0
    assert fit_odds(examples(), Fault.SOMEBODY_ELSE, ("ahead", "meaning")) == odds


def test_a_fault_that_no_question_has_cannot_be_told() -> None:
    with pytest.raises(InputError, match="altered"):
        fit_odds([example("a", Fault.NONE, 1)], Fault.ALTERED, ("ahead",))


def test_the_threshold_allows_so_many_false_refusals() -> None:
    strict, lenient = (fit_weights(examples(), allowed=percent) for percent in (50.0, 5.0))
    assert strict.threshold < lenient.threshold
    assert strict.altered == lenient.altered


def test_the_form_of_a_question_can_be_left_out() -> None:
    assert "judgement" in fit_both(examples()).altered.weights
    assert "judgement" not in fit_both(examples(), form=False).altered.weights


def test_no_question_is_held_against_weights_that_saw_its_conversation() -> None:
    seen = []

    def fitted(rest: Sequence[Example]) -> VerifierWeights:
        seen.append({talk for item in rest for talk in item.seen})
        return fit_both(rest)

    both = Example(frozenset({"a", "b"}), Fault.NONE, ZERO)
    held = list(left_out([*examples(), both], fitted))
    assert seen == [{"b", "c"}, {"a", "c"}, {"a", "b"}, {"c"}]
    assert len(held) == 91


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    scopes = {f"digest-{talk}": frozenset({talk}) for talk in ("a", "b", "c", "elsewhere")}
    fitted = fit_verifier([(FILE, examples())], scopes, date="2024-05-25")
    write_verifier(fitted, tmp_path / "verifier.json")
    assert read_verifier(tmp_path / "verifier.json") == fitted
    assert set(fitted.left_out) == {"digest-a", "digest-b", "digest-c"}
    told = fitted.origin["left_out"]["some.json"]
    assert told["at_fitted_thresholds"]["somebody_else"] > 50
    assert [point["allowed"] for point in told["curve"]] == [2.0, 5.0, 8.0, 10.0, 15.0, 20.0]
    assert fitted.origin["to_be_refused"] == 30


def talk(name: str) -> Conversation:
    turn = Turn(dia_id="D1:1", speaker="Ana", text=f"I ran the {name} race.", said_at=SAID_AT)
    return Conversation(
        conversation_id=name, source="test", sessions=(Session(session_id="S1", turns=(turn,)),)
    )


def asked(text: str, expected: Status, *passages: Passage, scope: str | None = "x") -> Asked:
    evidence = ("x/D1:1",) if passages else ()
    case = Case(
        query=Query(conversation=scope, index=0, question=text),
        gold=Gold(category=1, expected=expected, evidence=evidence),
    )
    return Asked(case, read_question(text, PEOPLE), passages, PEOPLE)


def test_examples_are_of_questions_for_which_something_was_found() -> None:
    batch = Batch(name="b", conversations=(talk("x"), talk("y")), cases=(), sessions={})
    race = passage(1, "Ana", "I ran the race.")
    found = examples_of(
        batch,
        [
            asked("Did Ana run?", Status.ANSWERED, race),
            asked("Did Benjamin run?", Status.ABSTAINED, race, scope=None),
            asked("Did Ana swim?", Status.ABSTAINED, race),
            asked("Did Ana sail?", Status.ABSTAINED),
            asked("Which Ana?", Status.NEEDS_CLARIFICATION, race),
        ],
    )
    assert [item.fault for item in found] == [Fault.NONE, Fault.SOMEBODY_ELSE, Fault.ALTERED]
    scopes = scopes_of(batch)
    assert found[0].seen in scopes.values()
    assert found[1].seen == max(scopes.values(), key=len)
