"""The writer's transcripts, what is to be written behind a turn, and what is read of a line."""

from datetime import datetime

from graphmem.language.time import find_times
from training.propositions.examples import Passage
from training.propositions.proposition import (
    Proposition,
    Transcribed,
    line_of,
    transcript,
    windows,
    write_propositions,
)
from training.propositions.sequences import MOST, sequences
from training.propositions.smollm2 import BEGIN, STOP, Continuation
from training.short_talks import ShortStatement

SAID = datetime(2025, 3, 4, 10)
TEXT = "Rui left on Monday."
TURN = Transcribed.of("Ana", SAID, TEXT, find_times(TEXT, said_at=SAID))
LEFT = ShortStatement(
    quote="Rui left on Monday", text="Rui left on 3 March 2025.", kind="event", worth=1
)
FINE = ShortStatement(
    quote="he's not well",
    text="Rui may not be well.",
    kind="state",
    modality="possible",
    polarity="negative",
    worth=0,
)


def encode(text: str) -> list[int]:
    """A token for each character, behind those that mark."""
    return [10 + ord(letter) for letter in text]


def decode(tokens: list[int]) -> str:
    return "".join(chr(token - 10) for token in tokens)


class Told:
    """A model that writes the same lines of every turn."""

    def __init__(self, text: str) -> None:
        self._text = text

    def encode(self, text: str) -> list[int]:
        return encode(text)

    def decode(self, tokens: list[int]) -> str:
        return decode(tokens)

    def write(self, tokens: list[int], ends: list[int], *, most: int) -> list[Continuation]:
        assert all(decode(tokens[:end]).endswith("\n") for end in ends)
        own = tuple(encode(self._text))
        return [Continuation(own, (0.0,) * len(own), 0.0) for _ in ends]


def test_a_date_stands_behind_the_words_that_mean_it_and_the_day_before_its_first_turn() -> None:
    first, second = (decode(one) for one in transcript([TURN, TURN], encode))
    assert first == "Tuesday, 4 March 2025\nAna: Rui left on Monday [3 March 2025].\n"
    assert second == "Ana: Rui left on Monday [3 March 2025].\n"


def test_each_turn_is_written_of_in_one_window_behind_what_was_said_before() -> None:
    turns = [TURN._replace(text=f"{number}{' so' * 50}") for number in range(30)]
    found = list(windows(turns, ["Ana"], encode))
    assert [turn for one in found for turn, _ in one.ends] == list(range(30))
    assert len(found) > 1
    for one in found:
        assert decode(one.tokens).startswith("People: Ana\n")
        assert all(decode(one.tokens[:end]).endswith("so\n") for _, end in one.ends)
    assert found[1].ends[0][1] > len("People: Ana\n") + len("Ana: 0") + 150  # turns before it


def test_what_a_line_says_is_read_again() -> None:
    lines = [
        line_of(
            one.text,
            one.kind,
            one.modality,
            negated=one.polarity == "negative",
            worth=one.worth,
        )
        for one in (LEFT, FINE)
    ]
    broken = "event 7: no such worth\nnonsense\n" + lines[0] + "event 1: not whole"
    found = write_propositions([TURN], ["Ana"], Told("".join([*lines, broken])))  # type: ignore[arg-type]
    assert found == [
        [
            Proposition("Rui left on 3 March 2025.", "event", "actual", False, 1, 1.0, 1.0),
            Proposition("Rui may not be well.", "state", "possible", True, 0, 1.0, 1.0),
        ]
    ]


def test_what_is_written_of_a_turn_sees_the_talk_and_itself_alone() -> None:
    passage = Passage(("Ana", "Rui"), (TURN, TURN), ((LEFT, FINE), ()))
    (found,) = sequences(passage, encode)
    assert set(found.branch.tolist()) == {0, 1, 2}
    first = found.tokens[found.branch == 1].tolist()
    assert (first[0], first[-1]) == (BEGIN, STOP)
    assert decode(first[1:-1]).count("\n") == 2
    assert found.tokens[found.branch == 2].tolist() == [BEGIN, STOP]
    # The talk counts its places as if nothing stood between.
    talk = found.places[found.branch == 0]
    assert talk.tolist() == list(range(len(talk)))
    for branch in (1, 2):
        own = found.places[found.branch == branch]
        before = found.places[: int((found.branch == branch).argmax())]
        assert own[0] == before[found.branch[: len(before)] == 0][-1] + 1


def test_long_talk_is_cut_and_every_turn_is_in_one_piece() -> None:
    turns = tuple(TURN for _ in range(40))
    found = list(sequences(Passage(("Ana",), turns, ((LEFT,),) * 40), encode))
    assert sum(int(one.branch.max()) for one in found) == 40
    assert all(len(one.tokens) <= MOST for one in found)
