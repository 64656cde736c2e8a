"""The marked turns of corpus/types: marks stand in their turns, of every type, nothing twice."""

from collections import Counter

from graphmem.model.workspace import EntityType
from training.short_talks import read_short_talks
from training.typed import typed_conversations, typed_talk_turns, typed_turns


def test_marked_words_stand_in_their_turn() -> None:
    for one in typed_turns():
        for words in one.types:
            assert words in one.text, one.id
    texts = {
        (talk.id, f"{place}:{number}"): turn.text
        for talk in read_short_talks()
        for place, session in enumerate(talk.sessions, start=1)
        for number, turn in enumerate(session.turns, start=1)
    }
    for marked in typed_talk_turns():
        for words in marked.types:
            assert words in texts[marked.talk, marked.turn], (marked.talk, marked.turn)


def test_no_turn_stands_twice() -> None:
    turns = typed_turns()
    assert len({one.id for one in turns}) == len({one.text.casefold() for one in turns})
    assert len({one.id for one in turns}) == len(turns)
    places = Counter((one.talk, one.turn) for one in typed_talk_turns())
    assert [place for place, count in places.items() if count > 1] == []


def test_every_type_is_marked() -> None:
    marked = Counter(mark.type for one in typed_conversations() for mark in one.marked)
    assert set(marked) == set(EntityType)
    # Nobody learns a type by leaving the others out.
    assert max(marked.values()) < 0.5 * marked.total()


def test_a_mark_is_found_wherever_its_words_stand() -> None:
    one = next(one for one in typed_conversations() if one.conversation.header.id == "the_turn_1")
    (text,) = (turn.text for turn in one.conversation.turns)
    places = [(mark.start, text[mark.start : mark.end]) for mark in one.marked]
    assert [words for _, words in places].count("Biscuit") == text.count("Biscuit") == 2
