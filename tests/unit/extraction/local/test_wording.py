"""Wording: a clause in a sentence that stands alone, or to the letter."""

from collections.abc import Mapping
from datetime import datetime

import pytest

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.asides import find_asides
from graphmem.extraction.local.clauses import clauses
from graphmem.extraction.local.coreference import Resolution
from graphmem.extraction.local.discourse import Referent, ReferentKind
from graphmem.extraction.local.extract import slot_of
from graphmem.extraction.local.mentions import mentions
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.network import word_vectors
from graphmem.extraction.local.options import Before, quote
from graphmem.extraction.local.wording import Force, Spoken, stands_alone, tell
from graphmem.language.pronouns import GrammaticalPerson
from graphmem.language.time import find_times
from graphmem.model.parse import Parsed
from graphmem.settings import load_settings

SAID = datetime(2025, 3, 5, 10, 0)  # a Wednesday


def person(name: str) -> Referent:
    return Referent(ReferentKind.PARTICIPANT, name, uid=name.lower(), proper=True)


ANA, BO = person("Ana"), person("Bo")
KILN = Referent(ReferentKind.ENTITY, "kiln")
BOTH = Referent(ReferentKind.GROUP, "", members=(ANA, BO), plural=True)


def spoken(text: str, meant: Mapping[str, Referent]) -> tuple[Spoken, Parsed]:
    """The first sentence as Ana says it to Bo; ``meant`` tells whom its pronouns mean."""
    (parsed,) = load_parser()([text])
    sentence = parsed.sentences[0]
    found = {}
    for mention in mentions(sentence):
        referent = ANA if mention.person is GrammaticalPerson.I else meant.get(mention.head.low)
        if referent is not None:
            found[mention.head.i] = Resolution(mention, referent, 1.0)
    return Spoken(sentence, ANA, BO, found, find_times(text, said_at=SAID)), parsed


def told(
    text: str, *, force: Force = Force.STATES, elided: bool = False, **meant: Referent
) -> str | None:
    talk, _ = spoken(text, meant)
    wording = tell(clauses(talk.sentence)[0], talk, force=force, elided=elided)
    return wording.text if wording else None


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("I've got my own kiln.", "Ana has got their own kiln."),
        ("I'm going to Ghent.", "Ana is going to Ghent."),
        ("I try to help", "Ana tries to help."),
        ("I can't come.", "Ana cannot come."),
        ("I'd like a new job.", "Ana would like a new job."),
        ("I sold the van and bought a boat.", "Ana sold the van."),
        ("It's been sold.", None),
        ("The dog's broken my kiln.", "The dog has broken Ana's kiln."),
        ("The kiln's sold to the school.", "The kiln is sold to the school."),
        ("I'd been ill.", "Ana had been ill."),
        ("The rota's changed since Monday.", "The rota has changed since 3 March 2025."),
        ("I said yes to it.", None),
        ("I offered 475, 440 and 495.", "Ana offered 475, 440 and 495."),
        ("I was there when I fell ill.", "Ana was there when Ana fell ill."),
    ],
)
def test_who_speaks_is_named_and_the_verb_agrees(said: str, stated: str | None) -> None:
    assert told(said) == stated


def test_pronouns_become_those_whom_they_mean() -> None:
    assert told("We fired it.", we=BOTH, it=KILN) == "Ana and Bo fired the kiln."


def test_a_pronoun_that_nobody_can_tell_leaves_the_clause_untold() -> None:
    assert told("She fired the kiln.") is None
    assert told("Rui fired it.") is None


def test_a_command_is_what_somebody_asks_of_another() -> None:
    assert told("Cancel the plan.", force=Force.ASKS) == "Ana asks Bo to cancel the plan."
    assert (
        told("Don't cancel the plan.", force=Force.TELLS) == "Ana tells Bo not to cancel the plan."
    )
    assert told("You ask first.", force=Force.TELLS, you=BO) == "Ana tells Bo to ask first."


def test_a_bare_verb_that_asks_for_nothing_is_not_told() -> None:
    assert told("Cancel the plan.") is None
    assert told("You ask first.", you=BO) == "Bo asks first."


def test_who_speaks_is_the_subject_that_a_clause_lacks() -> None:
    assert told("Sold the van.", elided=True) == "Ana has sold the van."
    assert told("Going to Ghent.", elided=True) == "Ana is going to Ghent."
    assert told("Sold the van.") is None


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("Rui left yesterday.", "Rui left on 4 March 2025."),
        ("Rui will pay by Friday.", "Rui will pay by 7 March 2025."),
        ("Rui swims every Tuesday.", "Rui swims every Tuesday."),
    ],
)
def test_words_that_say_when_become_dates(said: str, stated: str) -> None:
    assert told(said) == stated


def test_a_quote_says_whom_its_pronouns_mean_and_when_that_is() -> None:
    talk, text = spoken("she fires it tomorrow, she says", {"she": BO, "it": KILN})
    assert quote([talk], text, before=None).text == (
        "Ana said: “she [Bo] fires it [the kiln] tomorrow [6 March 2025], she says”"
    )


def test_what_ties_a_date_stays_outside_its_bracket() -> None:
    talk, text = spoken("ready by Friday", {})
    assert "by Friday [7 March 2025]" in quote([talk], text, before=None).text


@pytest.mark.parametrize(
    ("before", "begins"),
    [
        (Before(BO, "wh- who?", "who?", asks=True), "Asked “who?”, Ana said: "),
        (
            Before(BO, "the kiln\nis um hot", "the kiln\nis hot", asks=False),
            "After Bo said “the kiln is hot”, Ana said: ",
        ),
    ],
)
def test_a_quote_says_what_it_takes_up(before: Before, begins: str) -> None:
    talk, text = spoken("nobody", {})
    assert quote([talk], text, before=before).text.startswith(begins)


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Ana sold the van.", True),
        ("There is a shed on the plot.", True),
        ("Eighty goats.", False),
        ("Ana gave me the van.", False),
        ("Sold the van.", False),
        ("Why Ana sold the van.", False),
    ],
)
def test_one_finite_clause_about_somebody_stands_alone(text: str, alone: bool) -> None:
    (parsed,) = load_parser()([text])
    assert stands_alone(parsed) is alone


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Ana works at TechCorp.", ("work_at", "TechCorp")),
        ("Ana is allergic to wasp stings.", ("be_allergic_to", "wasp stings")),
        ("Bo gave up smoking.", ("give_up", "smoking")),
        ("Bo is a nurse.", ("be", "a nurse")),
    ],
)
def test_predicate_and_object_are_read_from_the_parse(text: str, slot: tuple[str, str]) -> None:
    (parsed,) = load_parser()([text])
    assert slot_of(parsed) == slot


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("Let's go live on the 15th of May.", "Ana proposes to go live on 15 May 2025."),
        ("Let's not wait.", "Ana proposes not to wait."),
        ("On Saturday let's go hiking.", "On 8 March 2025 Ana proposes to go hiking."),
        ("Let us know by Friday.", None),
    ],
)
def test_lets_is_what_the_speaker_proposes_to_do(said: str, stated: str | None) -> None:
    assert told(said) == stated


@pytest.mark.parametrize("text", ["Will do.", "Done.", "I did."])
def test_a_verb_that_stands_for_another_is_not_told(text: str) -> None:
    assert told(text, elided=True) is None
    assert told("I did the dishes.") == "Ana did the dishes."


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("I hurt it last week.", "in the week of 24 February 2025"),
        ("I've had this since last week.", "since the week of 24 February 2025"),
        ("I'm in the office from next week.", "from the week of 10 March 2025"),
        ("Ray comes tomorrow between 8 and 12.", "from 8 am to noon on 6 March 2025"),
    ],
)
def test_a_week_and_hours_are_told_whole(said: str, stated: str) -> None:
    kiln = told(said, it=KILN, this=KILN)
    assert kiln is not None
    assert stated in kiln


def test_a_word_with_hyphens_is_one_mention() -> None:
    (parsed,) = load_parser()(["My brother-in-law moved the van."])
    found = [mention for mention in mentions(parsed.sentences[0]) if mention.person is None]
    assert [mention.head.text for mention in found] == ["brother", "van"]
    assert parsed.text[found[0].start : found[0].end] == "My brother-in-law"
    assert found[0].possessor is not None


def test_what_somebody_else_does_is_not_told_of_the_speaker() -> None:
    assert told("Gives me a headache.", elided=True) is None
    assert told("Went to Ghent.", elided=True) == "Ana went to Ghent."
    had = told("Been having some tough times lately.", elided=True)
    assert had == "Ana has been having some tough times lately."


def test_dont_is_told_as_not_to() -> None:
    asked = told("Please don't call before noon.", force=Force.ASKS)
    assert asked is not None
    assert asked.startswith("Ana asks Bo not to call")


def test_words_that_state_nothing_are_left_out() -> None:
    talk, _ = spoken("Anyway the rent stays at 1,240.", {})
    wording = tell(clauses(talk.sentence)[0], talk._replace(asides={0}))
    assert wording is not None
    assert wording.text == "The rent stays at 1,240."


def test_an_adverb_at_the_edge_is_an_aside_as_the_network_says() -> None:
    model = load_model().aside
    encode = word_vectors(make_token_encoder(load_settings()))
    found = {}
    for text in ("Anyway the rent stays at 1,240.", "Maybe it works.", "She called twice."):
        (parsed,), (vectors,) = load_parser()([text]), encode([text])
        clause = clauses(parsed.sentences[0])[0]
        found[text] = find_asides(clause, vectors, model)
    assert [sorted(starts) for starts in found.values()] == [[0], [], []]
