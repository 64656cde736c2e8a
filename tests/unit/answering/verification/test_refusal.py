"""How a refusal is told."""

from graphmem.answering.evidence import Passage
from graphmem.answering.verification.presupposition import read_claim
from graphmem.answering.verification.refusal import RefusalText, refuse
from graphmem.answering.verification.verify import ClaimStatus, Verification
from graphmem.model.workspace import SAYS, Polarity
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, passage, statement

RACE = passage(1, "Ana", "Hi there! I ran the harbour race last Monday.")
TOLD = statement("Ana ran the harbour race on 20 May 2024.", "Ana")


def refused(outcome: ClaimStatus, proof: Passage | None, *, text: str = "") -> RefusalText:
    asked = read_question(text or "When did Benjamin run the harbour race?", PEOPLE)
    return refuse(asked, Verification(outcome, 0.9, 0.4, read_claim(asked, PEOPLE), proof))


def test_who_did_it_and_when_and_where_they_said_so() -> None:
    told = refused(ClaimStatus.SOMEBODY_ELSE, RACE._replace(statements=(TOLD,)))
    assert told.text == (
        "Ana ran the harbour race on 20 May 2024, as Ana said on 25 May (c/D1:1); "
        "I found nothing of the kind about Benjamin."
    )
    assert told.quote == "I ran the harbour race last Monday."
    assert "nothing shows it of Benjamin" in told.reason


def test_the_year_is_told_where_it_differs() -> None:
    earlier = TOLD._replace(text="Ana ran the harbour race on 20 May 2023.")
    told = refused(ClaimStatus.SOMEBODY_ELSE, RACE._replace(statements=(earlier,)))
    assert "on 20 May 2023, as Ana said on 25 May 2024" in told.text


def test_without_a_fitting_statement_the_turn_is_named_and_not_quoted() -> None:
    named = (
        "I found nothing of the kind about Benjamin. "
        "The nearest is what Ana said on 25 May 2024 (c/D1:1)."
    )
    assert refused(ClaimStatus.SOMEBODY_ELSE, RACE).text == named
    for unfit in (
        TOLD._replace(polarity=Polarity.NEGATIVE),
        TOLD._replace(subject_uid="person:Benjamin"),
        TOLD._replace(predicate=SAYS),
        TOLD._replace(text="Ana has a view of the harbour"),
    ):
        assert refused(ClaimStatus.SOMEBODY_ELSE, RACE._replace(statements=(unfit,))).text == named


def test_what_a_photo_shows_is_told_last() -> None:
    photo = statement("Ana shared a photo of the harbour race", "Ana", predicate="share_photo")
    plain = statement("Ana won the harbour race", "Ana")
    told = refused(ClaimStatus.SOMEBODY_ELSE, RACE._replace(statements=(photo, plain)))
    assert told.text.startswith("Ana won the harbour race, as Ana said")
    told = refused(ClaimStatus.SOMEBODY_ELSE, RACE._replace(statements=(photo,)))
    assert told.text.startswith("Ana shared a photo")


def test_what_nobody_said_with_the_nearest() -> None:
    told = refused(ClaimStatus.NOBODY, RACE, text="When did Benjamin sail?")
    assert told.text == (
        "I found nothing about that. The nearest is what Ana said on 25 May 2024 (c/D1:1)."
    )
    assert told.quote == "I ran the harbour race last Monday."
    assert refused(ClaimStatus.NOBODY, None) == RefusalText(
        "I found nothing about that.", "No turn in scope bears on the question."
    )
