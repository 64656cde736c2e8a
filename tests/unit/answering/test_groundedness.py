"""What an answer says must follow from the words that it cites."""

from datetime import datetime

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.evidence import Proof
from graphmem.answering.groundedness import unsupported_parts
from graphmem.retrieval.question import read_question
from tests.unit.answering.passages import PEOPLE, passage

NOW = datetime(2024, 6, 1, 9)


def lost(question: str, answer: str, *told: str, now: datetime | None = None) -> tuple[str, ...]:
    proofs = [Proof(passage(place, "Ana", text), text) for place, text in enumerate(told)]
    return unsupported_parts(
        answer,
        read_question(question, PEOPLE),
        proofs,
        now=now,
        parse=load_parser(),
        participants=PEOPLE,
    )


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ("What does Ana like?", "Hiking in the hills", "I love to hike in the hills."),
        ("What does Ana like?", "purchasing stamps", "I buy stamps."),
        ("What does Ana keep?", "a cat, two dogs and hens", "We keep a cat, two dogs and hens."),
        ("When did Ana move?", "2023", "I moved a year ago."),
        ("When did Ana move?", "2021", "I moved in 2021."),
        ("When did Ana move?", "last Saturday", "I moved last Saturday."),
        ("When did Ana move?", "The Saturday before 8 May 2024", "I moved last Saturday."),
        ("When did Ana move?", "On May 4th, 2024", "I moved last Saturday."),
        ("When did Ana win the cup?", "8 May 2024", "I won the cup!"),
        ("When did Ana start to row?", "January 2024", "I have rowed for four months now."),
        ("When did Ana ski?", "The weekend of 4 and 5 May 2024", "I skied last weekend."),
        ("Did Ana win the cup?", "Yes", "I won the cup!"),
        ("Does Ana like cats or dogs?", "dogs", "I like dogs best."),
        ("How many pets does Ana have?", "3", "I have a cat and two dogs."),
        ("How many pets does Ana have?", "Three pets", "I have a cat, a dog and a hen."),
        ("How old is Ana?", "32", "I turned thirty-two in spring."),
        ("How old is Ana?", "34 years old", "I was born in March 1990."),
        ("How long has Ana lived there?", "4 years", "I have lived here since May 2020."),
        ("How long has Ana lived there?", "about five months", "I have lived here for 5 months."),
        ("How much did it cost Ana?", "1,500 euros", "It cost me 1,500 euros."),
        ("Does Ana take vitamins?", "No", "I don't take any vitamins."),
        ("Does Ana take vitamins?", "No, she doesn't take any", "I don't take any."),
        ("When is the exam?", "9 May 2024", "The exam is tomorrow."),
        ("When did Ana agree to play?", "8 May 2024", "I'll do it, for the show on 1 June."),
        ("How did Ana train?", "Strictly and for longer", "I trained hard, each day more."),
        ("Which days is Ana off?", "From 21 May to 3 June", "I'm off from the 21st until 3 June."),
        ("On what day did Ana ring?", "Thursday 2 May 2024", "I rang on the Thursday."),
        ("How much was it?", "125 pounds", "It's a hundred and twenty-five a week now."),
        ("What did the house go for?", "438,000 pounds", "We got 438 for it."),
        ("How much dearer is it now?", "9 pounds", "The hire is 31 now, before it was 22."),
        ("How many outages were there?", "Three", "It was the third outage of the year."),
        ("What did June and July cost?", "8,400", "June was 4,200. July was 4,200 as well."),
        ("Did they show the film?", "No, it was turned down", "The festival is a no."),
        ("Who was right, Ana or Ben?", "Ben", "He wrote it down at once."),
        ("How long is it held?", "20 minutes", "The hold is 1200 seconds now."),
        ("When does it open?", "At 6:30", "We open at half past six."),
        ("Who won, Ana or Ben?", "Ana", "I won it!"),
        ("Who won the prize, Ana or Ben?", "Ben", "They've told me that he'd won it."),
        ("How is she told?", "By e-mail, she is not rung", "Do not ring me. E-mail."),
    ],
)
def test_what_follows_is_borne_out(question: str, answer: str, told: str) -> None:
    assert lost(question, answer, told) == ()


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ("What does Ana like?", "murdering people", "I like to meet new people."),
        ("What does Ana like?", "She likes murdering", "I like to meet new people."),
        ("What does Ana like?", "hills, rivers, woods and wine", "I like hills, rivers and woods."),
        ("When did Ana move?", "12 October 2023", "I moved last Saturday."),
        ("When did Ana move?", "8 May 2024", "I moved last Saturday."),
        ("When did Ana move?", "7 August 2021", "I moved in 2021."),
        ("How many pets does Ana have?", "7", "I have a cat and two dogs."),
        ("How old is Ana?", "61", "I turned thirty-two in spring."),
        ("How long has Ana lived there?", "11 years", "I have lived here since May 2020."),
        ("What did Ana pay?", "1,900 euros", "I paid 1,500 euros."),
        ("Where did Ana go?", "To Oslo with Carla", "I went to Oslo by train."),
        ("What pets does Ana keep?", "Three wolves", "I keep three dogs."),
        ("What does Ana do with meat?", "She eats meat", "I don't eat meat."),
        ("Who rang?", "Carla", "Somebody rang at noon."),
        ("Did Ana go?", "Yes, with Carla", "I went there."),
        ("Does Ana eat meat?", "No", "I eat meat every day."),
        ("Does Ana eat meat?", "Yes", "I never eat meat."),
        ("When does Ana leave?", "10 May 2024", "I leave tomorrow."),
    ],
)
def test_what_is_made_up_is_told(question: str, answer: str, told: str) -> None:
    assert lost(question, answer, told)


def test_things_are_counted_over_several_turns() -> None:
    told = ("I ran in Oslo.", "I ran in Bergen, too.")
    assert lost("How many races did Ana run?", "Two", *told) == ()
    assert lost("How many races did Ana run?", "Five", *told) == ("5",)


def test_a_length_may_reach_until_now() -> None:
    told = "I opened the shop on 1 April 2024."
    assert lost("How long has Ana had the shop?", "2 months", told, now=NOW) == ()
    assert lost("How long ago did Ana open the shop?", "two months ago", told, now=NOW) == ()
    assert lost("How long has Ana had the shop?", "2 years", told, now=NOW) == ("2 years",)
