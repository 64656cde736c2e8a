"""Answers in the words that the reader finds."""

from graphmem.answering.telling.read import best_read, likeliest, tell_read
from graphmem.answering.telling.told import Told
from graphmem.model.routing import QuestionKind
from graphmem.reader.reading import AnswerSpan, Reading
from tests.unit.answering.passages import passage

LISBON = passage(1, "Ana", "I moved to Lisbon in May. The flat is tiny.", 2.0)
PORTO = passage(2, "Ben", "Porto was lovely.", 1.0)


def reading(
    text: str, *words: str, answers: float = 2.0, yes: float = 0.0, so: float = 1.0
) -> Reading:
    return Reading(
        answers,
        so,
        yes,
        tuple(
            AnswerSpan(word, text.find(word), text.find(word) + len(word), -float(place))
            for place, word in enumerate(words)
        ),
    )


def told(kind: QuestionKind, *readings: Reading) -> Told | None:
    passages = (LISBON, PORTO)
    by_turn = {one.hit.turn_id: read for one, read in zip(passages, readings, strict=False)}
    return tell_read(kind, passages, by_turn)


def test_the_words_of_the_turn_that_answers_best_are_told() -> None:
    lisbon = reading(LISBON.hit.text, "Lisbon", answers=1.0)
    porto = reading(PORTO.hit.text, "Porto", answers=4.5)
    found = told(QuestionKind.FACT, lisbon, porto)
    assert found is not None
    assert found.text == "Porto"
    assert [proof.passage for proof in found.proofs] == [PORTO]
    # The better found turn makes up for a little.
    nearly = told(QuestionKind.FACT, lisbon, porto._replace(answers=1.5))
    assert nearly is not None
    assert nearly.text == "Lisbon"
    assert nearly.proofs[0].quote == "I moved to Lisbon in May."


def test_words_stand_without_the_marks_around_them() -> None:
    found = told(QuestionKind.FACT, reading(LISBON.hit.text, "Lisbon in May."))
    assert found is not None
    assert found.text == "Lisbon in May"


def test_yes_and_no_come_of_their_own_odds() -> None:
    for yes, text in ((0.4, "Yes"), (-0.4, "No")):
        found = told(QuestionKind.YES_NO, reading(LISBON.hit.text, "Lisbon", yes=yes))
        assert found is not None
        assert found.text == text


def test_a_list_takes_members_of_turns_that_answer_nearly_as_well() -> None:
    lisbon = reading(LISBON.hit.text, "Lisbon", answers=3.0)
    porto = reading(PORTO.hit.text, "Porto", answers=3.5)
    both = told(QuestionKind.LIST, lisbon, porto)
    assert both is not None
    assert both.text == "Lisbon, Porto"
    assert len(both.proofs) == 2
    alone = told(QuestionKind.LIST, lisbon, porto._replace(answers=0.5))
    assert alone is not None
    assert alone.text == "Lisbon"


def test_words_that_a_passage_no_longer_has_are_not_told() -> None:
    first = reading(LISBON.hit.text, "tiny", "Lisbon")
    shorter = LISBON._replace(
        hit=LISBON.hit.model_copy(update={"text": "I moved to Lisbon in May."})
    )
    found = tell_read(QuestionKind.FACT, [shorter], {shorter.hit.turn_id: first})
    assert found is not None
    assert found.text == "Lisbon"


def test_the_speaker_may_be_the_answer() -> None:
    speaker = Reading(2.0, 1.0, 0.0, (AnswerSpan("Ben", -1, -1, 0.0),))
    found = tell_read(QuestionKind.FACT, [PORTO], {PORTO.hit.turn_id: speaker})
    assert found is not None
    assert found.text == "Ben"


def test_nothing_read_tells_nothing() -> None:
    assert told(QuestionKind.FACT) is None


def test_an_article_is_no_part_of_the_words() -> None:
    found = told(QuestionKind.FACT, reading(LISBON.hit.text, "The flat"))
    assert found is not None
    assert found.text == "flat"


def test_who_it_was_is_told_by_whose_relative_they_are() -> None:
    said = passage(1, "Ana", "My brother Sam ran it. I went with my aunt.", 2.0)

    def who(words: str) -> str:
        readings = {said.hit.turn_id: reading(said.hit.text, words)}
        found = tell_read(QuestionKind.FACT, [said], readings, who=True)
        assert found is not None
        return found.text

    assert who("brother Sam") == "Ana's brother Sam"
    assert who("My brother Sam") == "Ana's brother Sam"
    assert who("my aunt") == "Ana's aunt"


def test_what_answers_best_is_told_apart_from_what_was_found_best() -> None:
    passages = (LISBON, PORTO)
    lisbon = reading(LISBON.hit.text, "Lisbon", answers=1.0)
    porto = reading(PORTO.hit.text, "Porto", answers=1.5)
    readings = {LISBON.hit.turn_id: lisbon, PORTO.hit.turn_id: porto}
    assert best_read(passages, readings) == LISBON
    taken = likeliest(passages, readings)
    assert taken is not None
    assert (taken.passage, taken.quote) == (PORTO, "Porto was lovely.")
    assert best_read(passages, {}) is None
    assert likeliest(passages, {}) is None
