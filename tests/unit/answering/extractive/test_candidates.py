"""The choice among all that may be the answer."""

from datetime import datetime

import pytest

from graphmem.adapters.parser import parse
from graphmem.answering.evidence import ExtractedAnswer, Passage
from graphmem.answering.extractive.candidates import answer_from, by_search
from graphmem.answering.frame import read_frame
from graphmem.model.workspace import Modality
from graphmem.reader import AnswerSpan, TurnReading
from tests.unit.answering.extractive.talk import PEOPLE, asking, passage, states

LISBON = passage("I moved to Lisbon in May. The flat is tiny.", score=2.0)
PORTO = passage("Porto was lovely.", speaker="Ben", place=2, score=1.0)


def reading(of: Passage, *words: str, answers: float = 2.0, yes: float = 0.0) -> TurnReading:
    begins = [of.hit.text.index(word) for word in words]
    spans = (
        AnswerSpan(word, begin, begin + len(word), -float(place))
        for place, (word, begin) in enumerate(zip(words, begins, strict=True))
    )
    return TurnReading(answers, 1.0, yes, tuple(spans))


def told(
    question: str, *read: tuple[Passage, TurnReading], now: datetime | None = None
) -> ExtractedAnswer:
    frame = read_frame(asking(question), PEOPLE, parse=parse)
    readings = {one.hit.turn_id: found for one, found in read}
    return answer_from(frame, [one for one, _ in read], readings, now=now)


def unread(question: str, *passages: Passage, now: datetime | None = None) -> ExtractedAnswer:
    frame = read_frame(asking(question), PEOPLE)
    return answer_from(frame, passages, by_search(frame, passages), now=now)


def test_the_words_of_the_turn_that_answers_best_are_told() -> None:
    asked = "Where did she go?"
    lisbon = LISBON, reading(LISBON, "Lisbon", answers=1.0)
    found = told(asked, lisbon, (PORTO, reading(PORTO, "Porto", answers=4.5)))
    assert found.text == "Porto"
    assert [proof.passage for proof in found.proofs] == [PORTO]
    # The better found turn makes up for a little.
    nearly = told(asked, lisbon, (PORTO, reading(PORTO, "Porto", answers=1.2)))
    assert nearly.text == "Lisbon"
    assert nearly.proofs[0].quote == "I moved to Lisbon in May."


def test_words_that_share_most_with_all_that_are_likely_are_told() -> None:
    said = passage("I moved to a flat in Lisbon in May.")
    likely = reading(said, "in Lisbon in May", "flat in Lisbon", "Lisbon in", "Lisbon")
    even = likely._replace(spans=tuple(one._replace(log_probability=-1.0) for one in likely.spans))
    assert told("Where did Ana go?", (said, even)).text in ("Lisbon in", "flat in Lisbon")
    assert told("Where did Ana go?", (said, reading(said, "Lisbon", "flat"))).text == "Lisbon"


def test_yes_and_no_are_what_the_turns_say_together() -> None:
    asked = "Did Ana move?"
    yes, no = reading(LISBON, "Lisbon", yes=2.0), reading(PORTO, "Porto", answers=2.1, yes=-0.4)
    assert told(asked, (LISBON, yes), (PORTO, no)).text == "Yes"
    assert told(asked, (LISBON, yes._replace(yes=-0.5)), (PORTO, no)).text == "No"


def test_a_list_takes_members_of_turns_that_answer_nearly_as_well() -> None:
    lisbon = LISBON, reading(LISBON, "Lisbon", answers=3.0)
    both = told("Which towns did they see?", lisbon, (PORTO, reading(PORTO, "Porto", answers=3.5)))
    assert both.text == "Porto, Lisbon"
    assert len(both.proofs) == 2
    alone = told("Which towns did they see?", lisbon, (PORTO, reading(PORTO, "Porto", answers=1.0)))
    assert alone.text == "Lisbon"


def test_a_list_takes_nothing_that_another_says_of_themselves() -> None:
    lisbon = LISBON, reading(LISBON, "Lisbon", answers=3.5)
    bens = passage("I moved to Porto.", speaker="Ben", place=2, score=1.0)
    read = bens, reading(bens, "Porto", answers=3.0)
    assert told("Which towns did they move to?", lisbon, read).text == "Lisbon, Porto"
    assert told("Which towns did Ana move to?", lisbon, read).text == "Lisbon"


def test_one_of_two_options_is_named_as_the_question_has_it() -> None:
    said = passage("It's the right-hand oar that snapped.")
    asked = "Which oar broke, the left one or the right one?"
    assert told(asked, (said, reading(said, "right-hand oar"))).text == "the right one"
    # Where the turn names neither, its own words are told.
    other = passage("It's the spare that snapped.")
    assert told(asked, (other, reading(other, "spare"))).text == "spare"


def test_each_of_two_who_are_compared_has_their_own_words() -> None:
    read = (LISBON, reading(LISBON, "tiny")), (PORTO, reading(PORTO, "lovely"))
    assert told("How do Ana and Ben differ over the flat?", *read).text == "Ana: tiny; Ben: lovely"


def test_the_speaker_may_be_the_answer() -> None:
    speaker = TurnReading(2.0, 1.0, 0.0, (AnswerSpan("Ben", -1, -1, 0.0),))
    assert told("Who liked Porto?", (PORTO, speaker)).text == "Ben"


def test_who_asks_is_seldom_the_one_who_does_it() -> None:
    asks = passage("Who takes the key to Porto?", speaker="Ben", place=3, score=1.0)
    by_name = TurnReading(2.0, 1.0, 0.0, (AnswerSpan("Ben", -1, -1, 0.0),))
    says = passage("Me, I have the day off.", place=4, score=1.0)
    likely = TurnReading(1.5, 1.0, 0.0, (AnswerSpan("Ana", -1, -1, 0.0),))
    assert told("Who takes the key?", (asks, by_name), (says, likely)).text == "Ana"
    assert told("Who asked for the key?", (asks, by_name)).text == "Ben"


def test_a_bare_number_is_a_count_only_where_something_of_the_question_is_said() -> None:
    said = passage("I keep seven of them.")
    read = said, reading(said, "seven")
    assert told("How many hives does Ana keep?", read).text == "seven"
    assert not told("How many hives did Ana buy?", read).text


def test_how_many_is_answered_by_a_number_and_how_long_by_no_point_in_time() -> None:
    asked = "How many boats has Ana got?"
    said = passage("On the third I counted my boats. Seven!")
    assert told(asked, (said, reading(said, "the third", "Seven"))).text == "Seven"
    assert not told(asked, (said, reading(said, "the third"))).text
    rowed = passage("I rowed on Saturday. Forty minutes!")
    asked = "How long did Ana row?"
    assert (
        told(asked, (rowed, reading(rowed, "on Saturday", "Forty minutes"))).text == "Forty minutes"
    )
    assert not told(asked, (rowed, reading(rowed, "on Saturday"))).text


def test_nothing_read_tells_nothing() -> None:
    assert not told("Where did Ana go?").text
    assert not unread("Where did Ana go?").text


def test_an_article_and_marks_are_no_part_of_the_words() -> None:
    assert told("What is tiny?", (LISBON, reading(LISBON, "The flat"))).text == "flat"
    assert told("Where did Ana go?", (LISBON, reading(LISBON, "Lisbon in May."))).text == (
        "Lisbon in May"
    )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("brother Sam", "Ana's brother Sam"),
        ("My brother Sam", "Ana's brother Sam"),
        ("my aunt", "Ana's aunt"),
    ],
)
def test_who_it_was_is_told_by_whose_relative_they_are(words: str, text: str) -> None:
    said = passage("My brother Sam ran it. I went with my aunt.")
    assert told("Who ran it?", (said, reading(said, words))).text == text


def test_what_the_speaker_calls_theirs_is_told_by_their_name() -> None:
    said = passage("I was at my sister's, since my wife got a new job there.")
    where = said, reading(said, "at my sister's")
    assert told("Where was Ana?", where).text == "at Ana's sister's"
    why = said, reading(said, "my wife got a new job")
    assert told("Why was Ana there?", why).text == "Ana's wife got a new job"


def test_pronouns_alone_are_no_answer() -> None:
    said = passage("He took the photos, not Sam. One of them is good.")
    assert told("Who took the photos?", (said, reading(said, "He", "Sam"))).text == "Sam"
    assert told("How many are good?", (said, reading(said, "One", "them"))).text == "One"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I planted the figs yesterday.", "7 May 2024"),
        ("Hi! I planted the figs last week.", "the week before 8 May 2024"),
        ("The figs are planted!", "8 May 2024"),
    ],
)
def test_a_date_is_resolved_against_its_turn(said: str, text: str) -> None:
    assert unread("When did Ana plant the figs?", passage(said)).text == text


def test_of_two_dates_the_one_where_the_answer_is_likeliest() -> None:
    said = passage("I planted the figs on 3 May. On 5 May I went to Graz.")
    for words, text in (("3 May", "3 May 2024"), ("5 May", "5 May 2024")):
        assert told("When was it?", (said, reading(said, words))).text == text


def test_a_habit_is_told_in_its_own_words() -> None:
    said = passage("I work from home on Thursdays now.")
    asked = "On which day does Ana work from home?"
    assert told(asked, (said, reading(said, "Thursdays"))).text == "on Thursdays"
    assert told(asked, (said, reading(said, "from home"))).text == "on Thursdays"
    asked = "On which day did Ana work from home?"
    assert told(asked, (said, reading(said, "from home"))).text == "8 May 2024"


@pytest.mark.parametrize(
    ("question", "said", "now", "text"),
    [
        ("How long has Ana kept bees?", "I have kept bees for four years.", None, "four years"),
        ("How long has Ana kept bees?", "I've kept bees since 2020.", None, "4 years"),
        ("How long ago did Ana move?", "I moved ten years ago.", None, "10 years ago"),
        (
            "How long ago did Ana move?",
            "I moved ten years ago.",
            datetime(2026, 5, 8),
            "12 years ago",
        ),
        ("How long did Ana row?", "We rowed and it took six weeks.", None, "six weeks"),
        ("Since when has Ana kept bees?", "I kept bees for four years now.", None, "since 2020"),
        ("Since when has Ana been in?", "I moved in on 3 January.", None, "3 January 2024"),
        ("How long has Ana been in?", "I moved in in September 2020.", None, "4 years"),
        ("Until when is Ana away?", "I'm away until 1 October 2024.", None, "until 1 October 2024"),
        ("How long is Ana away?", "I'm away until 1 October 2024.", None, "until 1 October 2024"),
    ],
)
def test_a_length_is_said_or_computed(
    question: str, said: str, now: datetime | None, text: str
) -> None:
    assert unread(question, passage(said), now=now).text == text


def test_where_no_reader_reads_the_best_sentence_is_told() -> None:
    found = unread(
        "What did Ana bake for the fair?",
        passage("Hi Ben! I baked a walnut cake for the fair. How are you?"),
        passage("The weather is grey again.", place=5, score=4.0),
    )
    assert found.text == "I baked a walnut cake for the fair"
    assert found.proofs[0].quote == "I baked a walnut cake for the fair."


def test_a_turn_that_is_a_photo_alone_is_told_by_what_it_shows() -> None:
    found = unread("What did Ana paint?", passage("", caption="a photo of a heron"))
    assert found.text == "a photo of a heron"
    assert found.proofs[0].quote == "a photo of a heron"


def test_words_of_what_an_image_shows_are_proved_by_it() -> None:
    said = passage("Look, I finished it!", caption="a painted heron")
    begin = len("Look, I finished it! [photo: a painted ")
    span = AnswerSpan("heron", begin, begin + len("heron"), 0.0)
    found = told("What did Ana paint?", (said, TurnReading(2.0, 1.0, 0.0, (span,))))
    assert (found.text, found.proofs[0].quote) == ("heron", "a painted heron")


def test_a_plan_is_no_part_of_a_life_yet() -> None:
    plan = states("move_to", "Lisbon", modality=Modality.PLANNED)
    plan = plan._replace(quote="I'm moving to Lisbon in May")
    planned = passage("I'm moving to Lisbon in May.", plan)
    read = (planned, reading(planned, "Lisbon", answers=4.0))
    assert told("Where does Ana live?", read).text == ""
    assert told("Where will Ana live?", read).text == "Lisbon"
    at_home = passage(
        "I still live in Graz.", states("live_in", "Graz")._replace(quote="I still live"), place=2
    )
    both = told("Where does Ana live?", read, (at_home, reading(at_home, "Graz", answers=1.0)))
    assert both.text == "Graz"


def test_what_is_so_again_and_again_was_not_on_the_day_on_which_it_was_told() -> None:
    said = passage("I take it at night now.")
    read = (said, reading(said, "at night"))
    assert told("When does Ana take it?", read).text == "at night"
    washed = passage("Did the laundry!")
    assert told("When did Ana do the laundry?", (washed, reading(washed, "laundry"))).text != ""
    assert "2024" in told("When did Ana do it?", (washed, reading(washed, "laundry"))).text


def test_from_one_day_to_another_is_a_length() -> None:
    said = passage("I'm away from the 4th to the 18th of June.")
    read = (said, reading(said, "the 4th to the 18th of June"))
    assert told("How long is Ana away?", read).text == "2 weeks"


def test_a_turn_that_names_the_time_goes_before_one_that_names_none() -> None:
    place = passage("I'm going to stay in Galway.", score=1.0)
    month = passage("In May I'm off to Ireland.", place=2, score=1.0)
    read = (place, reading(place, "in Galway")), (month, reading(month, "In May", answers=1.5))
    assert "May" in told("When will Ana leave for Ireland?", *read).text
