"""Names of things that an answer calls only somebody's."""

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.evidence import ExtractedAnswer, Proof
from graphmem.answering.extractive.apposition import identity_of, name_of, named, owned
from graphmem.model.answer import QuestionKind
from tests.unit.answering.extractive.talk import passage


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("my home town", "home town"),
        ("Our landlord", "landlord"),
        ("my sister Nina", None),
        ("a boat", None),
        ("my boat, which my uncle built", None),
        ("my boat and my car", None),
    ],
)
def test_what_is_only_called_theirs(text: str, what: str | None) -> None:
    assert owned(text) == what


@pytest.mark.parametrize(
    ("said", "what", "name"),
    [
        ("A gift from my grandma in my home town, Porto. I love it.", "home town", "Porto"),
        ("Porto, our old home town, is lovely.", "old home town", "Porto"),
        ("I went to see my vet Dr. Osei yesterday.", "vet", "Dr. Osei"),
        ("My landlord is Igor.", "landlord", "Igor"),
        ("My home town, Aix-en-Provence, is lovely.", "home town", "Aix-en-Provence"),
    ],
)
def test_the_name_is_read_off_the_grammar(said: str, what: str, name: str) -> None:
    found = name_of(what, "person:Ana", [passage("Nothing of it."), passage(said)], load_parser())
    assert found is not None
    assert found.name == name
    assert name in found.proof.quote


@pytest.mark.parametrize(
    ("said", "speaker"),
    [
        ("My home town, Porto, is lovely.", "Ben"),  # another's
        ("Your home town, Porto, is lovely.", "Ana"),
        ("I left my home town for Porto.", "Ana"),
        ("My new town, Porto, is lovely.", "Ana"),
        ("My home town is not Porto.", "Ana"),
        ("Is my home town Porto?", "Ana"),
    ],
)
def test_no_name_is_taken_from_elsewhere(said: str, speaker: str) -> None:
    passages = [passage(said, speaker=speaker)]
    assert name_of("home town", "person:Ana", passages, load_parser()) is None


def test_an_answer_is_told_by_the_name_with_both_turns() -> None:
    first = passage("I moved away from my home town.")
    second = passage("My home town, Porto, is lovely.", place=2)
    told = ExtractedAnswer("my home town", QuestionKind.FACT, (Proof(first, first.hit.text),))
    naming = name_of("home town", "person:Ana", [second], load_parser())
    with_name = named(told, naming)
    assert with_name.text == "Porto"
    assert [one.passage for one in with_name.proofs] == [first, second]
    assert named(told, None).text == "Ana's home town"
    assert named(told._replace(text="a boat"), None).text == "a boat"


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("My boss Rosa says hello.", "Ana's boss"),
        ("Rosa, my old friend from Graz, is coming.", "Ana's old friend from Graz"),
        ("I rang Ben's cousin Rosa yesterday.", "Ben's cousin"),
        ("Nice! Rosa is a nurse who rows.", "nurse"),
        ("They hired a Saturday girl, Rosa.", "Saturday girl"),
        ("Her daughter Rosa fetched it.", "daughter"),
        ("Is Rosa a nurse?", None),
        ("Rosa is not a nurse.", None),
        ("Rosa came to dinner.", None),
        ("Rosalind is a nurse.", None),
    ],
)
def test_who_somebody_is_stands_beside_the_name(said: str, who: str | None) -> None:
    found = identity_of("Rosa", [passage("Nothing of it."), passage(said)], load_parser())
    assert (found and found.text) == who


@pytest.mark.parametrize(
    "said", ["Rosa can be a pain.", "If Rosa was a doctor, I'd ask her.", "Rosa is no fool."]
)
def test_what_may_be_or_is_not_so_says_not_who_somebody_is(said: str) -> None:
    assert identity_of("Rosa", [passage(said)], load_parser()) is None


def test_who_somebody_is_is_proved_by_its_own_sentence() -> None:
    said = passage("I met a nurse yesterday. Rosa is a nurse.")
    found = identity_of("Rosa", [said], load_parser())
    assert found is not None
    assert found.proof.quote == "Rosa is a nurse."
