"""Of whom a quote tells."""

from datetime import datetime

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.attribution import Whose, sentences_of, told_to, whose
from graphmem.answering.evidence import Passage, Proof
from graphmem.answering.verification.presupposition import PresupposedClaim, read_claim
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import SAYS, Kind, Modality, Network, Polarity
from graphmem.retrieval.question import read_question
from tests.unit.answering.passages import PEOPLE, hit, passage


def claim(question: str) -> PresupposedClaim:
    return read_claim(read_question(question, PEOPLE), PEOPLE, lambda: load_parser()([question])[0])


def stated(speaker: str, text: str, subject: str, quote: str) -> Passage:
    statement = KnownStatement(
        uid="answer:1",
        conversation_id="c",
        session_id="S1",
        speaker_uid=f"person:{speaker}",
        subject_uid=subject,
        text=quote,
        predicate="run",
        object="",
        kind=next(iter(Kind)),
        network=next(iter(Network)),
        polarity=Polarity.POSITIVE,
        modality=Modality.SAID,
        interval=None,
        said_at=datetime(2024, 5, 8, 10),
        turn_ids=("D1:1",),
        quote=quote,
        names=("person:Ana",),
        confidence=1.0,
    )
    return Passage(hit(1, speaker, text), (statement,))


@pytest.mark.parametrize(
    ("speaker", "text", "told"),
    [
        ("Ana", "I ran the race.", Whose.THEIRS),
        ("Ben", "I ran the race.", Whose.ANOTHERS),
        ("Ben", "Your race was great fun to see.", Whose.THEIRS),
        ("Ben", "I hear you've run the race.", Whose.THEIRS),
        ("Ben", "I hear they've run the race.", Whose.UNCLEAR),
        ("Ben", "The race was won by Ana.", Whose.THEIRS),
        ("Ben", "I bring the bread, Ana the cheese.", Whose.THEIRS),
        ("Ben", "Ana, I ran the race.", Whose.ANOTHERS),
        ("Ben", "I ran the race, Ana.", Whose.ANOTHERS),
        ("Ben", "I saw her win the race.", Whose.UNCLEAR),
        ("Ben", "The race: five laps, no walking.", Whose.UNCLEAR),
    ],
)
def test_words_are_of_who_says_them_or_hears_them(speaker: str, text: str, told: Whose) -> None:
    proof = Proof(passage(1, speaker, text), text)
    assert whose(proof, claim("When did Ana run the race?")) is told


def test_a_passage_to_the_letter_that_names_its_listener_is_not_told_of_them() -> None:
    told = stated("Ben", "I ran the race, mind you.", "person:Ben", "I ran the race, mind you.")
    asked = claim("When did Ana run the race?")
    assert whose(Proof(told, "I ran the race"), asked) is Whose.THEIRS
    (one,) = told.statements
    said = told._replace(statements=(one._replace(predicate=SAYS),))
    text = said.hit.model_copy(update={"text": "I ran the race. Mind you, it rained."})
    assert whose(Proof(said._replace(hit=text), "I ran the race."), asked) is Whose.ANOTHERS


def test_of_what_is_theirs_they_tell_whomever_it_is_of() -> None:
    told = stated("Ana", "She ran the race.", "person:Zoe", "She ran the race.")
    (one,) = told.statements
    told = told._replace(statements=(one._replace(names=(), spoken_of="Mum"),))
    proof = Proof(told, "She ran the race.")
    assert whose(proof, claim("When did Ana run the race?")) is Whose.ANOTHERS
    assert whose(proof, claim("When did Ana's mother run the race?")) is Whose.THEIRS
    assert whose(proof, claim("When did Ana and Ana's mother run?")) is Whose.ANOTHERS
    of_ben = Proof(passage(1, "Ben", "My mother ran the race."), "My mother ran the race.")
    assert whose(of_ben, claim("When did Ana's mother run the race?")) is Whose.ANOTHERS


def test_what_is_told_to_somebody_counts_where_that_is_asked() -> None:
    said = Proof(passage(1, "Ben", "I would take the train."), "I would take the train")
    for question, told in (
        ("What did the assistant recommend to Ana?", Whose.THEIRS),
        ("What was Ana told about the train?", Whose.THEIRS),
        ("What does Ana take to work?", Whose.ANOTHERS),
        ("What is Ana's way to work?", Whose.ANOTHERS),
    ):
        asked = claim(question)
        to = told_to(load_parser()([question])[0], asked.people)
        assert whose(said, asked, to) is told, question


def test_a_statement_in_the_very_words_tells_whose_they_are() -> None:
    asked = claim("When did Ana run the race?")
    of_ben = stated("Ana", "Ben ran the race. I like tea.", "person:Ben", "Ben ran the race.")
    of_ben = of_ben._replace(statements=(of_ben.statements[0]._replace(names=()),))
    assert whose(Proof(of_ben, "Ben ran the race"), asked) is Whose.ANOTHERS
    # The statement is in other words of the turn.
    assert whose(Proof(of_ben, "I like tea"), asked) is Whose.THEIRS
    of_ana = stated("Ben", "Ana ran the race, I think.", "person:Ana", "Ana ran the race")
    assert whose(Proof(of_ana, "Ana ran the race"), asked) is Whose.THEIRS


@pytest.mark.parametrize(
    ("question", "quote", "told"),
    [
        ("When did Ana run the race?", "My brother Sam ran the race", Whose.ANOTHERS),
        ("When did Ana's brother run the race?", "My brother Sam ran the race", Whose.THEIRS),
        ("When did Ana and Sam run the race?", "My brother Sam ran the race", Whose.THEIRS),
        ("When did Ana run the race?", "My brother Sam and I ran the race", Whose.THEIRS),
        ("Who ran the race?", "My brother Sam ran the race", Whose.THEIRS),
    ],
)
def test_what_a_brother_did_is_not_told_of_who_says_so(
    question: str, quote: str, told: Whose
) -> None:
    said = stated("Ana", f"{quote}. It was hot.", "entity:sam", quote)
    brothers = said.statements[0]._replace(spoken_of="brother Sam")
    proof = Proof(said._replace(statements=(brothers,)), quote)
    assert whose(proof, claim(question)) is told
    # What else the sentence states is of whom it is asked.
    own = brothers._replace(subject_uid="person:Ana", spoken_of="")
    both = Proof(said._replace(statements=(brothers, own)), quote)
    assert whose(both, claim(question)) is Whose.THEIRS


def test_of_two_subjects_in_a_sentence_the_one_that_is_asked_of_counts() -> None:
    text = "We need a keeper because Ben broke his thumb"
    said = stated("Ana", f"{text}.", "person:Ana", text)
    need = said.statements[0]._replace(text="Ana needs a keeper.", names=())
    fall = need._replace(subject_uid="person:Ben", text="Ben broke his thumb.")
    proof = Proof(said._replace(statements=(need, fall)), text)
    assert whose(proof, claim("Did Ana break her thumb?")) is Whose.ANOTHERS
    assert whose(proof, claim("What does Ana need?")) is Whose.THEIRS


def test_who_is_spoken_of_by_another_of_their_names_is_nobody_else() -> None:
    ana = PEOPLE[0].model_copy(update={"names": ("Ana", "Annie")})
    people = (ana, *PEOPLE[1:])
    asked = read_claim(read_question("When did Annie run the race?", people), people)
    said = stated("Ben", "Ana ran the race.", "entity:ana", "Ana ran the race")
    of_ana = said.statements[0]._replace(spoken_of="Ana", names=())
    assert whose(Proof(said._replace(statements=(of_ana,)), "Ana ran the race"), asked) is (
        Whose.THEIRS
    )


def test_the_sentence_around_a_quote() -> None:
    said = passage(1, "Ana", "Hi. I ran the race. It was hot. Bye.")
    assert sentences_of(Proof(said, "ran the race")) == "I ran the race."
    assert sentences_of(Proof(said, "the race it was")) == "I ran the race. It was hot."
