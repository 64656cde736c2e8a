"""Statements: the third person, whom they are about, their slots, kinds, times and places."""

import pytest

from graphmem.model.workspace import Kind, Modality, Network, Polarity, Reference
from tests.unit.extraction.rules.talk import only, read, said


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ana: I signed up for a weaving class yesterday.",
         ["Ana signed up for a weaving class yesterday"]),
        ("Ana: I'm keen on rowing.", ["Ana is keen on rowing"]),
        ("Ana: I've got three hens.", ["Ana has got three hens"]),
        ("Ana: I don't eat meat.", ["Ana does not eat meat"]),
        ("Ana: I won't sell the boat.", ["Ana will not sell the boat"]),
        ("Ana: I try to swim every morning.", ["Ana tries to swim every morning"]),
        ("Ana: My kids love the sea.", ["Ana's kids love the sea"]),
        ("Ana: I took my kids to the sea.", ["Ana took their kids to the sea"]),
        ("Ana: You sold your van!", ["Bo sold their van"]),
        ("Ana: Well, by the way, Bo, I sold the van.", ["Ana sold the van"]),
        ("Ana: Just got back from Oslo!", ["Ana just got back from Oslo"]),
        ("Ana: Been working on a quilt.", ["Ana has been working on a quilt"]),
        ("Ana: Gonna repaint the kitchen.", ["Ana is going to repaint the kitchen"]),
        ("Ana: We went camping in the hills.", ["Ana and others went camping in the hills"]),
    ],
)  # fmt: skip
def test_text_is_in_the_third_person(line: str, expected: list[str]) -> None:
    assert said(line) == expected


def test_coordinated_verbs_share_their_subject() -> None:
    assert said("Ana: I sold the van and bought two bikes.") == [
        "Ana sold the van",
        "Ana bought two bikes",
    ]


def test_coordinated_verbs_share_their_auxiliaries() -> None:
    assert said("Ana: The choir has made me feel welcome and given me courage.") == [
        "The choir has made Ana feel welcome",
        "The choir has given Ana courage",
    ]


def test_lists_are_split() -> None:
    answers = read("Ana: I play violin and clarinet.").answers
    assert [(a.text, a.predicate, a.object) for a in answers] == [
        ("Ana plays violin", "play", "violin"),
        ("Ana plays clarinet", "play", "clarinet"),
    ]


def test_alternatives_are_not_split() -> None:
    assert said("Ana: I usually take the bus or the tram.") == [
        "Ana usually takes the bus or the tram"
    ]


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        ("Ana: I sold the van.", Reference(name="Ana")),
        ("Ana: You sold the van.", Reference(name="Bo")),
        ("Ana: Bo sold the van.", Reference(name="Bo")),
        ("Ana: My daughter sold the van.", Reference(name="daughter", owner="Ana")),
        ("Ana: Your dog ate my lunch.", Reference(name="dog", owner="Bo")),
        ("Ana: Kemal Demir sold the van.", Reference(name="Kemal Demir")),
        ("Ana: Carla and I sold the van.", Reference(name="Ana")),
        ("Ana: The stories were so inspiring!", Reference(name="Ana")),
        ("Ana: The choir has made me feel welcome.", Reference(name="Ana")),
    ],
)
def test_whom_it_is_about(line: str, subject: Reference) -> None:
    assert only(line).subject == subject


def test_who_says_it_is_always_who_spoke() -> None:
    for answer in read("Ana: You sold the van.", "Bo: I did. You bought it.").answers:
        turn = answer.evidence[-1].turn_id
        assert answer.speaker == {"D1:1": "Ana", "D1:2": "Bo"}[turn]


def test_you_means_nobody_where_several_listen() -> None:
    (answer,) = read("Ana: You sold the old van.", people=("Ana", "Bo", "Cem")).answers
    assert answer.subject == Reference(name="Ana")
    assert answer.confidence < 0.8


def test_you_in_general_is_left() -> None:
    assert said("Ana: You never know what the sea brings.") == [
        "Ana says you never know what the sea brings"
    ]


def test_a_pronoun_is_replaced_where_it_is_sure() -> None:
    texts = said("Ana: My sister Nina moved to Oslo. She likes cold winters.")
    assert texts[1].startswith("Ana's sister likes")


def test_a_pronoun_is_left_where_two_fit() -> None:
    assert said("Ana: My sister met my aunt on the stairs. She bought the red hat last week.") == [
        "Ana's sister met Ana's aunt on the stairs",
        'Ana says she bought the red hat last week (of "My sister met my aunt on the stairs")',
    ]


def test_it_is_the_one_thing_spoken_of() -> None:
    assert said("Ana: I signed up for a weaving class. It starts in the old mill.") == [
        "Ana signed up for a weaving class",
        "The weaving class starts in the old mill",
    ]


def test_we_are_those_just_named() -> None:
    assert said("Ana: Carla and I rented a cabin. We cooked outside.") == [
        "Carla and Ana rented a cabin",
        "Carla and Ana cooked outside",
    ]


def test_reported_speech_keeps_speaker_and_subject_apart() -> None:
    answer = only("Ana: Bo told me he won a race.", people=("Ana", "Bo", "Cem"))
    assert answer.speaker == "Ana"
    assert answer.subject == Reference(name="Bo")
    assert answer.mentioned_by == ("Bo",)
    assert answer.text == "Bo won a race"
    assert answer.confidence < 0.9


@pytest.mark.parametrize(
    ("line", "kind", "network"),
    [
        ("Ana: I sold the van.", Kind.EVENT, Network.AGENT),
        ("Ana: I live in Oslo.", Kind.FACT, Network.WORLD),
        ("Ana: I love mountain tea.", Kind.PREFERENCE, Network.OPINION),
        ("Ana: My favourite dish is lentil soup.", Kind.PREFERENCE, Network.OPINION),
        ("Ana: The concert was amazing!", Kind.OPINION, Network.OPINION),
        ("Ana: I'm so proud of the choir.", Kind.OPINION, Network.OPINION),
        ("Ana: I'm going to repaint the kitchen.", Kind.PLAN, Network.AGENT),
        ("Ana: I want to learn Finnish.", Kind.PLAN, Network.AGENT),
        ("Ana: First you soak the beans overnight.", Kind.PROCESS, Network.WORLD),
    ],
)
def test_kinds(line: str, kind: Kind, network: Network) -> None:
    answer = only(line)
    assert (answer.kind, answer.network) == (kind, network)


@pytest.mark.parametrize(
    ("line", "modality"),
    [
        ("Ana: I sold the van.", Modality.SAID),
        ("Ana: I'm selling the van tomorrow.", Modality.PLANNED),
        ("Ana: I will sell the van.", Modality.PLANNED),
        ("Ana: I hope to sell the van.", Modality.PLANNED),
        ("Ana: I might sell the van.", Modality.HYPOTHETICAL),
        ("Ana: If it breaks again, I'll sell the van.", Modality.HYPOTHETICAL),
    ],
)
def test_modality(line: str, modality: Modality) -> None:
    assert only(line).modality is modality


@pytest.mark.parametrize(
    ("line", "polarity"),
    [
        ("Ana: I never sold the van.", Polarity.NEGATIVE),
        ("Ana: I don't own a car.", Polarity.NEGATIVE),
        ("Ana: I have no brothers.", Polarity.NEGATIVE),
        ("Ana: I can't wait to see the harbour.", Polarity.POSITIVE),
    ],
)
def test_polarity(line: str, polarity: Polarity) -> None:
    assert only(line).polarity is polarity


def test_a_rejected_statement_is_denied() -> None:
    answers = read("Ana: You used to live in Oslo.", "Bo: No, I never lived in Oslo.").answers
    assert answers[-1].modality is Modality.DENIED
    assert answers[-1].polarity is Polarity.NEGATIVE


@pytest.mark.parametrize(
    ("line", "predicate", "filler"),
    [
        ("Ana: I work at Fjordbank.", "work_at", "Fjordbank"),
        ("Ana: I live in Oslo.", "live_in", "Oslo"),
        ("Ana: I signed up for a weaving class.", "sign_up_for", "weaving class"),
        ("Ana: I started learning Finnish.", "learn", "Finnish"),
        ("Ana: My favourite dish is lentil soup.", "favourite_dish", "lentil soup"),
        ("Ana: My dog's name is Rex.", "name", "Rex"),
        ("Ana: I'm a nurse.", "be", "nurse"),
    ],
)
def test_slots(line: str, predicate: str, filler: str) -> None:
    answer = only(line)
    assert (answer.predicate, answer.object) == (predicate, filler)


def test_time_is_the_words_of_the_turn() -> None:
    answer = only("Ana: Last Friday I sold the van.")
    assert answer.time == "Last Friday"
    assert answer.time in answer.evidence[0].text


def test_a_later_verb_takes_the_time_that_opens_the_sentence() -> None:
    answers = read("Ana: Last weekend I went to the sea and saw a whale.").answers
    assert [a.time for a in answers] == ["Last weekend", "Last weekend"]
    assert all("Last weekend" in a.evidence[0].text for a in answers)


def test_place() -> None:
    assert only("Ana: I met Carla at the lake.").place == "lake"
    assert only("Ana: I bought a drum in Oslo.").place == "Oslo"
    assert only("Ana: I met Carla on Monday.").place is None


@pytest.mark.parametrize(
    "line",
    [
        "Ana: Hey Bo! Good to see you!",
        "Ana: Wow, that's so cool!",
        "Ana: Thanks, Bo!",
        "Ana: Congrats on the new job!",
        "Ana: Take care, talk to you soon!",
        "Ana: Yeah.",
        "Ana: It was great!",
        "Ana: What's up?",
        "Ana: 🙂",
    ],
)
def test_small_talk_says_nothing(line: str) -> None:
    assert read(line).answers == ()


def test_quotes_stand_where_they_say() -> None:
    line = "I sold the van and bought two bikes. Then I sold the van again, sadly."
    for answer in read(f"Ana: {line}").answers:
        for quote in answer.evidence:
            assert quote.start is not None
            assert line[quote.start : quote.start + len(quote.text)] == quote.text


def test_first_person_is_surer_than_the_rest() -> None:
    first = only("Ana: I sold the van.").confidence
    assert first > only("Ana: She sold the van last week.").confidence
    assert first > only("Ana: I might sell the van.").confidence


def test_what_the_other_is_told_to_do_is_no_deed_of_the_speaker() -> None:
    assert said("Ana: Don't miss a beat!") == []


def test_the_subject_of_the_clause_before_is_not_taken_where_the_verb_does_not_agree() -> None:
    found = said("Ana: I'm a steward for the club and our spring race is next week.")
    assert not any("Ana is next week" in text for text in found)


def test_a_pair_that_shares_its_owner_is_told_whole() -> None:
    assert said("Ana: I mended my boots and gloves.") == ["Ana mended their boots and gloves"]
