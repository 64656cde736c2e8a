"""How a refusal is told."""

from graphmem.answering.passages import Passage
from graphmem.answering.verification.claim import read_claim
from graphmem.answering.verification.refusal import Refused, refuse
from graphmem.answering.verification.verify import Outcome, Verification
from graphmem.model.workspace import Kind, Network, Polarity
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, day, passage, statement

RACE = passage(1, "Ana", "Hi there! I ran the harbour race last Monday.")
TOLD = statement("Ana ran the harbour race last Monday", "Ana", interval=day(2024, 5, 20))


def refused(
    outcome: Outcome, proof: Passage | None, *, text: str = "", missing: tuple[str, ...] = ()
) -> Refused:
    asked = read_question(text or "When did Benjamin run the harbour race?", PEOPLE)
    claimed = read_claim(asked, PEOPLE).words
    return refuse(
        asked, Verification(outcome, 0.9, 0.4, ("Benjamin",), proof, claimed, missing, ())
    )


def test_who_did_it_and_when_and_where_they_said_so() -> None:
    told = refused(Outcome.SOMEBODY_ELSE, RACE._replace(statements=(TOLD,)))
    assert told.text == (
        "Ana ran the harbour race last Monday, on 20 May 2024, as Ana said on 25 May (c/D1:1); "
        "Benjamin did not."
    )
    assert told.quote == "I ran the harbour race last Monday."
    assert "nothing shows it of Benjamin" in told.reason


def test_the_year_is_told_where_it_differs() -> None:
    earlier = TOLD._replace(interval=day(2023, 5, 20))
    told = refused(Outcome.SOMEBODY_ELSE, RACE._replace(statements=(earlier,)))
    assert "on 20 May 2023, as Ana said on 25 May 2024" in told.text


def test_of_what_somebody_is_nobody_else_is_said_not_to_be() -> None:
    fact = statement("Ana is in the harbour race team", "Ana")._replace(kind=Kind.FACT)
    told = refused(Outcome.SOMEBODY_ELSE, RACE._replace(statements=(fact,)))
    assert told.text.endswith("; nobody said so of Benjamin.")


def test_without_a_fitting_statement_the_turn_is_quoted() -> None:
    quoted = (
        "Nobody said so of Benjamin. "
        "Ana said on 25 May 2024: “I ran the harbour race last Monday.” "
        "(c/D1:1; “last Monday” meant the Monday before 25 May 2024)."
    )
    assert refused(Outcome.SOMEBODY_ELSE, RACE).text == quoted
    for unfit in (
        TOLD._replace(polarity=Polarity.NEGATIVE),
        TOLD._replace(subject_uid="person:Benjamin"),
        TOLD._replace(text="Ana has a view of the harbour"),
    ):
        assert refused(Outcome.SOMEBODY_ELSE, RACE._replace(statements=(unfit,))).text == quoted


def test_what_a_photo_shows_is_told_last() -> None:
    photo = statement("Ana shared a photo of the harbour race", "Ana", predicate="share_photo")
    plain = statement("Ana won the harbour race", "Ana")
    told = refused(Outcome.SOMEBODY_ELSE, RACE._replace(statements=(photo, plain)))
    assert told.text.startswith("Ana won the harbour race, as Ana said")
    told = refused(Outcome.SOMEBODY_ELSE, RACE._replace(statements=(photo,)))
    assert told.text.startswith("Ana shared a photo")


def test_what_a_statement_was_said_of_is_left_out() -> None:
    said_of = TOLD._replace(text="Ana thinks it was a long race (of “I ran (it) on Monday”)")
    opinion = said_of._replace(network=Network.OPINION, interval=None)
    told = refused(Outcome.SOMEBODY_ELSE, RACE._replace(statements=(opinion,)))
    assert told.text == (
        "Ana thinks it was a long race, as Ana said on 25 May 2024 (c/D1:1); "
        "Benjamin did not say so."
    )


def test_the_true_detail_of_an_altered_one() -> None:
    told = refused(
        Outcome.ALTERED,
        passage(1, "Ana", "I gave a talk at the garden club."),
        text="When did Ana talk at the rowing club by the sea?",
        missing=("rowing", "sea"),
    )
    assert told.text == (
        "Not as asked: nothing that was said of this has “rowing” or “sea”. "
        "Ana said on 25 May 2024: “I gave a talk at the garden club.” (c/D1:1)."
    )


def test_what_nobody_said_with_the_nearest() -> None:
    told = refused(Outcome.NOBODY, RACE, text="When did Benjamin sail?")
    assert told.text.startswith("Not found: nobody said so. The nearest: Ana said on 25 May 2024")
    assert refused(Outcome.NOBODY, None).quote == ""
