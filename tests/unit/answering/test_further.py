"""What answering by rules looks up besides the turns that were found, and when it does not."""

from collections.abc import Mapping, Sequence

from graphmem.answering.answer import Further, Read, answer_by_rules
from graphmem.answering.passages import Passage
from graphmem.answering.settings import AnswerSettings
from graphmem.answering.telling import kind_of
from graphmem.model.answer import Status
from graphmem.model.routing import Routing
from graphmem.reader.reading import AnswerSpan, Reading
from tests.unit.answering.telling.talk import PEOPLE, asking, passage

HARP = passage("I play the harp.", place=1)
OBOE = passage("I was playing my oboe all night.", place=2)
MOVED = passage("I moved from my home town.", place=3)
NAMES = passage("It is a scarf of my home town, Graz.", place=4)


def read(
    question: str,
    *passages: Passage,
    most_doubt: float = 1.0,
    readings: Mapping[str, Reading] = {},
) -> Read:
    return Read(
        question=asking(question),
        routing=Routing(kind=kind_of(question)),
        passages=passages,
        participants=PEOPLE,
        now=None,
        settings=AnswerSettings(most_doubt=most_doubt),
        steps=(),
        readings=readings,
    )


def further(*found: Passage) -> tuple[Further, list[str]]:
    asked: list[str] = []

    def encode(texts: Sequence[str]) -> list[list[float]]:
        asked.append("encode")
        return [[1.0, 0.0] for _ in texts]

    def search(question: str) -> Sequence[Passage]:
        asked.append("search")
        return found

    return Further(encode, search), asked


def test_several_of_a_sort_are_joined_with_the_turns_that_say_so() -> None:
    looked, asked = further()
    answer = answer_by_rules(read("What instruments does Ana play?", HARP, OBOE), looked)
    assert (answer.status, answer.text) == (Status.ANSWERED, "harp, oboe")
    assert answer.evidence_turn_ids[:2] == ("c/D1:1", "c/D1:2")
    assert asked == ["encode"]


def test_a_description_is_named_by_a_further_search() -> None:
    looked, asked = further(NAMES)
    span = AnswerSpan("my home town", 13, 25, -0.1)
    read_so = {MOVED.hit.turn_id: Reading(3.0, 3.0, 0.0, (span,))}
    question = read("Where did Ana move from?", MOVED, readings=read_so)
    assert answer_by_rules(question).text == "my home town"
    answer = answer_by_rules(question, looked)
    assert (answer.text, asked) == ("Graz", ["search"])
    assert answer.evidence_turn_ids == ("c/D1:3", "c/D1:4")


def test_what_is_refused_is_not_looked_up() -> None:
    looked, asked = further(NAMES)
    question = read("What instruments does Ana play?", HARP, OBOE, most_doubt=0.0)
    assert answer_by_rules(question, looked).status is Status.ABSTAINED
    assert asked == []
