"""The gist of what was said: whole sentences, each with its turn, in the order of the talk."""

from collections.abc import Sequence

from graphmem.answering.evidence import ExtractedAnswer, Passage
from graphmem.answering.extractive.gist import gist_of, stated_in
from graphmem.answering.frame import read_frame
from graphmem.model.answer import QuestionKind
from tests.unit.answering.extractive.talk import PEOPLE, asking, passage

ROOF = passage("The roof leaks on the north side. Shall we call Jo about it?", place=7, score=3.0)
COST = passage("New tiles would cost us a fortune.", speaker="Ben", place=2, score=2.0)
TEA = passage("I have put the kettle on again.", speaker="Ben", place=10, score=-3.0)
FRAME = read_frame(asking("What was said about the roof?"), PEOPLE, gist=True)


def gist(*passages: Passage, vectors: Sequence[Sequence[float]] | None = None) -> ExtractedAnswer:
    stated = stated_in(FRAME, passages)
    return gist_of(FRAME, stated, (1.0, 0.0), vectors or [(0.0, 1.0)] * len(stated))


def test_a_question_for_a_gist_is_of_that_kind_and_lets_nobody_choose() -> None:
    asked = asking("What was said about tiles or slate?")
    assert read_frame(asked, PEOPLE, gist=True).kind is QuestionKind.GIST
    assert read_frame(asked, PEOPLE, gist=True).options == ()
    assert read_frame(asked, PEOPLE).kind is QuestionKind.FACT


def test_whole_sentences_are_told_in_the_order_of_the_talk_with_their_speakers() -> None:
    found = gist(ROOF, COST)
    assert found.text == (
        "Ben: New tiles would cost us a fortune. Ana: The roof leaks on the north side."
    )
    assert [one.passage for one in found.proofs] == [COST, ROOF]
    assert [one.quote for one in found.proofs] == [
        "New tiles would cost us a fortune.",
        "The roof leaks on the north side.",
    ]


def test_who_goes_on_speaking_is_named_once() -> None:
    found = gist(ROOF, passage("It has leaked there since the storm.", place=8))
    assert found.text == (
        "Ana: The roof leaks on the north side. It has leaked there since the storm."
    )


def test_no_question_and_no_scrap_is_told() -> None:
    assert gist(passage("Really? Yes, sure. Who told you that about the roof?")).text == ""
    assert gist().proofs == ()


def test_a_photo_without_words_tells_what_its_caption_says() -> None:
    found = gist(passage("", caption="a bucket under a dripping ceiling"))
    assert found.text == "Ana: a bucket under a dripping ceiling."
    assert found.proofs[0].quote == "a bucket under a dripping ceiling"


def test_what_is_nearer_to_the_question_comes_before_what_is_not() -> None:
    several = [
        passage(f"Sentence number {place} about the roof.", place=place, score=1.0)
        for place in range(1, 9)
    ]
    far, near = (0.0, 1.0), (0.6, 0.8)
    found = gist(*several, vectors=[far] * 6 + [near, near])
    told = [one.passage.hit.dia_id for one in found.proofs]
    assert len(told) == 6
    assert {"D1:7", "D1:8"} <= set(told)


def test_what_repeats_a_chosen_sentence_gives_way() -> None:
    several = [
        passage(f"Sentence number {place} about the roof.", place=place, score=1.0 - place / 10)
        for place in range(1, 8)
    ]
    once = (0.0, 1.0, *(0.0,) * 5)
    others = [tuple(float(at == axis) for at in range(7)) for axis in range(2, 7)]
    stated = stated_in(FRAME, several)
    found = gist_of(FRAME, stated, (1.0, *(0.0,) * 6), [once, once, *others])
    assert "D1:2" not in {one.passage.hit.dia_id for one in found.proofs}


def test_of_one_turn_two_sentences_are_told() -> None:
    long = passage(" ".join(f"This is sentence number {place} of it." for place in range(5)))
    assert len(gist(long, TEA).proofs) == 3


def test_what_others_say_of_themselves_is_not_told_of_whom_the_question_names() -> None:
    frame = read_frame(asking("What did Ana think about the roof?"), PEOPLE, gist=True)
    bens = passage("I think the roof is fine as it is.", speaker="Ben", place=2)
    assert [one.passage for one in stated_in(frame, [bens, ROOF])] == [ROOF]
    assert len(stated_in(FRAME, [bens, ROOF])) == 2
