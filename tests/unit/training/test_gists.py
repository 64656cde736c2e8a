"""The questions that are said to ask for a gist or not: nothing twice, both are many."""

from collections import Counter

from training.gists import asked_of_talk, gist_examples
from training.talk import CorpusSplit, conversations


def test_no_question_stands_twice_and_a_third_or_more_asks_for_either() -> None:
    questions = Counter(one.question.casefold() for one in gist_examples())
    assert [text for text, count in questions.items() if count > 1] == []
    gists = [one.gist for one in gist_examples()]
    assert 1 / 3 < sum(gists) / len(gists) < 2 / 3


def test_gists_that_are_told_are_of_the_development_part() -> None:
    names = {talk.header.id for talk in conversations(CorpusSplit.DEVELOPMENT)}
    assert {one.conversation for one in asked_of_talk()} == names
    assert all(one.gist for one in asked_of_talk())
