from graphmem.retrieval.ranking import Bm25, stems_of


def test_the_text_with_the_rare_word_fits_best() -> None:
    texts = [stems_of(text) for text in ("I like tulips", "I like the cactus", "I like walks")]
    common, rare, none = Bm25(["like", "cactus"], texts).fits([(text,) for text in texts])
    assert rare > common == none > 0


def test_words_are_compared_by_their_stems() -> None:
    texts = [stems_of(text) for text in ("She painted sunsets", "He sails")]
    painted, sails = Bm25(["painting"], texts).fits([(text,) for text in texts])
    assert painted > 0
    assert sails == 0


def test_a_short_text_fits_better_than_a_long_one_with_the_same_word() -> None:
    texts = [stems_of("tulips"), stems_of("tulips and many other words that say nothing of it")]
    short, long = Bm25(["tulips"], texts).fits([(text,) for text in texts])
    assert short > long > 0


def test_shares_stay_comparable_whatever_the_length_of_the_question() -> None:
    texts = [stems_of("tulips roses"), stems_of("a walk")]
    one = Bm25(["tulips"], texts).fits([(text,) for text in texts])[0]
    two = Bm25(["tulips", "roses"], texts).fits([(text,) for text in texts])[0]
    assert 0 < one < 1.5
    assert abs(one - two) < 1e-9


def test_a_question_without_words_fits_nothing() -> None:
    texts = [stems_of("tulips")]
    assert Bm25([], texts).fits([(text,) for text in texts]) == [0.0]
    assert Bm25(["roses"], []).fits([]) == []


def test_parts_of_a_text_count_as_one() -> None:
    parts, whole = [stems_of("tulips"), stems_of("tulips grow")], stems_of("tulips tulips grow")
    one, two = Bm25(["tulips"], [whole]).fits([parts, (whole,)])
    assert one == two > 0
