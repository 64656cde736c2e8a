"""A very long session goes through every step, and no step takes time by its square."""

from collections.abc import Sequence
from time import process_time
from uuid import uuid4

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.model.receipt import Receipt
from graphmem.settings import Settings
from graphmem.testing import word_vector
from tests.e2e.test_workspace import NEVER
from tests.talk import make_conversation, make_session

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

PARTS = 4  # in line with the length they cost so many times one, with its square sixteen times
MOST = 2 * PARTS  # of the processor, which other work on the machine does not change much
MOST_WAITED = 3 * PARTS  # by the clock, for what the server does; it does change
WAITED_FOR_NOTHING = 5.0  # seconds by the clock that say nothing yet

NAMES = ("Mira", "Tomas", "Ilse", "Pavel", "Greta", "Anselm", "Doro", "Ruben", "Wanda", "Zeno")
THINGS = ("lamp", "kettle", "canoe", "ladder", "violin", "stove", "bicycle", "tent", "clock")
PLACES = ("Porto", "Ghent", "Malmo", "Turin", "Vienna", "Leeds", "Bergen")


class WordEncoder:
    """Vectors by words, at once: how long encoding takes is not asked here."""

    def __init__(self, encoder: Encoder) -> None:
        self.model = encoder.model
        self.dimension = encoder.dimension

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        return [word_vector(text, dimension=self.dimension) for text in texts]


def lines(count: int) -> list[tuple[str, str]]:
    """Talk in which new people, things and questions come up all the time."""
    made = []
    for number in range(count):
        name = f"{NAMES[number % 10]}{'aeiou'[number % 5]}{chr(98 + number // 10 % 20)}"
        thing, place = THINGS[number % 9], PLACES[number % 7]
        told = (
            f"My cousin {name} bought a {thing} in {place} last Friday. "
            f"I sold the old {THINGS[(number + 4) % 9]} for {number} crowns. "
        )
        asked = ("Do you play the violin?", "Tell me about your week.", "I like that.")[number % 3]
        made.append((("Ana", "Ben")[number % 2], told + asked))
    return made


def talk(count: int) -> Conversation:
    """One session, with a single turn of some length in the middle."""
    spoken = lines(count)
    middle = count // 2
    long = " ".join(text for _, text in lines(count // 6))
    spoken[middle] = (spoken[middle][0], long)
    return make_conversation(f"long-{count}", make_session(1, spoken))


@pytest.mark.usefixtures("unremembered")
def test_four_times_the_length_takes_about_four_times_as_long(
    live_settings: Settings, encoder: Encoder
) -> None:
    quarter, whole = talk(100), talk(100 * PARTS)
    assert sum(len(turn.text) for turn in whole.sessions[0].turns) > 40_000

    def ingested(conversation: Conversation) -> tuple[float, Receipt]:
        settings = live_settings.model_copy(update={"space": f"long-{uuid4().hex}"})
        with Memory(settings, encoder=WordEncoder(encoder)) as memory:
            try:
                begun = process_time()
                receipt = memory.ingest(conversation)
                seconds = process_time() - begun
                for offence, query in NEVER.items():
                    assert memory.cypher(query).rows == (), offence
                return seconds, receipt
            finally:
                memory.delete_space()

    ingested(talk(40))  # what is loaded once is loaded now
    (short, one), (long, all_of_it) = ingested(quarter), ingested(whole)
    for receipt, conversation in ((one, quarter), (all_of_it, whole)):
        assert receipt.complete
        assert receipt.turns_stored == len(conversation.sessions[0].turns)
        assert receipt.workspace is not None
        assert (receipt.workspace.sessions, receipt.workspace.sessions_pending) == (1, 0)
        assert receipt.workspace.answers > receipt.turns_stored
    assert long < MOST * short
    assert one.seconds is not None
    assert all_of_it.seconds is not None
    before, after = one.seconds.model_dump(), all_of_it.seconds.model_dump()
    slow = {
        step: (before[step], after[step])
        for step in before
        if after[step] > WAITED_FOR_NOTHING + MOST_WAITED * before[step]
    }
    assert slow == {}
