"""What a turn does with the words of a claim."""

from collections.abc import Collection

from graphmem.answering.verification.claim import ClaimWord
from graphmem.answering.verification.covering import rarities, says, share_of
from graphmem.answering.verification.reading import Reading, read_turn
from tests.unit.answering.verification.talk import passage, statement


def cover(text: Collection[str]) -> float:
    return float("race" in text)


def test_who_says_i_tells_of_themselves() -> None:
    assert read_turn(passage(1, "Ana", "Hello! I ran the race."), cover) == Reading(1.0, 0.0)
    assert read_turn(passage(1, "Ana", "The race was long."), cover) == Reading(0.0, 0.0)
    assert read_turn(passage(1, "Ana", "Did I run a race?"), cover) == Reading(0.0, 0.0)


def test_who_says_you_speaks_of_the_listener() -> None:
    assert read_turn(passage(1, "Ana", "I loved your race!"), cover) == Reading(0.0, 1.0)


def test_a_statement_tells_of_its_subject() -> None:
    bare = passage(1, "Ana", "Yes, on Sunday.")
    own = statement("Ana ran a race on Sunday", "Ana")
    assert read_turn(bare._replace(statements=(own,)), cover).told == 1.0
    of_another = own._replace(subject_uid="person:Benjamin")
    assert read_turn(bare._replace(statements=(of_another,)), cover).told == 0.0


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    common, rare = ClaimWord("race", ("race",), False), ClaimWord("kayak", ("kayak",), False)
    texts = [{"race"}, {"race", "kayak"}, {"race"}]
    rarity = rarities((common, rare), texts)
    assert rarity[rare] > rarity[common] > 0
    share = share_of((common, rare), rarity)
    assert share({"race", "kayak"}) == 1.0
    assert share({"kayak"}) > 0.5 > share({"race"}) > share(()) == 0.0


def test_a_word_is_said_by_one_that_begins_like_it() -> None:
    word = ClaimWord("automobile", ("automobil",), False)
    assert says(word, {"auto"})
    assert not says(word, {"aut", "immobil"})
