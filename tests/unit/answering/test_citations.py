"""Citations are held against the turns and their speakers."""

from graphmem.agents.answer_writer import Citation
from graphmem.answering.citations import CitationFault, about_any, check_citations, cited_elsewhere
from tests.unit.answering.passages import passage

PASSAGES = [passage(1, "Ana", "I planted forty tulips, yesterday."), passage(2, "Ben", "Nice!")]


def test_words_that_stand_in_the_turn_of_their_speaker_hold() -> None:
    checked = check_citations(
        [Citation(number=1, speaker="ana", quote="Forty tulips yesterday")], PASSAGES
    )
    assert [(held.hit.dia_id, quote) for held, quote in checked.held] == [
        ("D1:1", "Forty tulips yesterday")
    ]
    assert checked.dropped == ()


def test_what_does_not_hold_is_dropped_with_the_fault() -> None:
    wrong = [
        Citation(number=3, speaker="Ana", quote="forty"),
        Citation(number=0, speaker="Ana", quote="forty"),
        Citation(number=1, speaker="Ben", quote="forty tulips"),
        Citation(number=1, speaker="Ana", quote="fifty tulips"),
        Citation(number=1, speaker="Ana", quote="…"),
        Citation(number=1, speaker="Ana", quote="ulips"),
        Citation(turn_id="c/D9:9", speaker="Ana", quote="forty tulips"),
        Citation(speaker="Ana", quote="forty tulips"),
        Citation(number=1, speaker="Ana", quote="forty tulips"),
    ]
    checked = check_citations(wrong, PASSAGES)
    assert checked.held == ()
    assert [fault for _, fault in checked.dropped] == [
        CitationFault.NUMBER,
        CitationFault.NUMBER,
        CitationFault.SPEAKER,
        CitationFault.QUOTE,
        CitationFault.QUOTE,
        CitationFault.QUOTE,
        CitationFault.NUMBER,
        CitationFault.NUMBER,
        CitationFault.SHORT,
    ]
    assert checked.made_up


def test_a_quote_says_something_or_is_the_whole_turn() -> None:
    def faults(*citations: Citation) -> list[CitationFault]:
        return [fault for _, fault in check_citations(citations, PASSAGES).dropped]

    assert faults(Citation(number=2, speaker="Ben", quote="Nice")) == []
    said = [passage(1, "Ana", "It was what it was for me, in the tulips.")]
    only_small = Citation(number=1, speaker="Ana", quote="it was what it was")
    checked = check_citations([only_small], said)
    assert [fault for _, fault in checked.dropped] == [CitationFault.SHORT]
    assert not checked.made_up


def test_a_turn_is_cited_by_its_id() -> None:
    other = passage(7, "Ana", "I sold all the bulbs.")
    citations = [
        Citation(turn_id="c/D1:7", speaker="Ana", quote="sold all the bulbs"),
        Citation(turn_id="c/D1:1", speaker="Ana", quote="I planted forty tulips"),
    ]
    assert cited_elsewhere(citations, PASSAGES) == ["c/D1:7"]
    checked = check_citations(citations, PASSAGES, {"c/D1:7": other})
    assert [held.hit.dia_id for held, _ in checked.held] == ["D1:7", "D1:1"]


def test_a_passage_is_about_its_speaker() -> None:
    assert about_any(PASSAGES[0], {"person:Ana"})
    assert not about_any(PASSAGES[0], {"person:Ben"})
