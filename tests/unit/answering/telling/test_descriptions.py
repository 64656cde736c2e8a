from collections.abc import Sequence

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.telling.descriptions import described, named, named_in
from graphmem.answering.telling.told import Proof, Told
from graphmem.model.routing import QuestionKind
from tests.unit.answering.telling.talk import asking, passage

MOVED = passage("I left my home town two years ago.")
NAMES = passage("A scarf from my aunt in my home town, Graz, of course.", place=4)
BENS = passage("It rains in my home town, Oslo.", speaker="Ben", place=5)
TOLD = Told("my home town", QuestionKind.FACT, (Proof(MOVED, "I left my home town."),))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("my home town", "home town"),
        ("in my old school", "school"),
        ("Graz", None),
        ("my home town, Graz", None),
        ("the harbour", None),
    ],
)
def test_what_is_only_described(text: str, what: str | None) -> None:
    assert described(text) == what


def test_it_is_named_where_its_own_speaker_sets_the_name_beside_it() -> None:
    found = named_in("home town", "person:Ana", [MOVED, BENS, NAMES])
    assert found is not None
    assert (found.name, found.proof.passage) == ("Graz", NAMES)
    assert named_in("home town", "person:Ana", [MOVED, BENS]) is None


def test_the_name_is_looked_up_and_proved_by_both_turns() -> None:
    asked: list[str] = []

    def search(question: str) -> Sequence[Passage]:
        asked.append(question)
        return [NAMES]

    told = named(asking("Where did Ana move from?"), TOLD, search)
    assert told.text == "Graz"
    assert [proof.passage for proof in told.proofs] == [MOVED, NAMES]
    assert asked == ["What is Ana's home town?"]


def test_nothing_is_looked_up_where_no_name_is_wanted() -> None:
    def search(question: str) -> Sequence[Passage]:
        raise AssertionError(question)

    assert named(asking("Why did Ana move?"), TOLD, search) == TOLD
    graz = TOLD._replace(text="Graz")
    assert named(asking("Where did Ana move from?"), graz, search) == graz
