"""Whom and what names mean."""

from collections.abc import Mapping, Sequence

from graphmem.assembly.messages import read_messages
from graphmem.assembly.parse import parse
from graphmem.assembly.resolve import Resolved, resolve
from graphmem.model.assembly import AssemblySettings, Thing
from graphmem.model.listing import Participant
from tests.unit.assembly.memory import NADIA, OLE, fact, participant, thing

WRITES = fact("Peter writes the yard's brochures")
LEADS = fact("Peter leads the harbour office")


def resolved(
    text: str | list[str | Mapping[str, str]],
    *things: Thing,
    people: Sequence[Participant] = (NADIA, OLE),
    canonical: Mapping[str, str] | None = None,
) -> Resolved:
    asked = parse(read_messages(text), people, None)
    return resolve(asked, things, people, canonical or {}, AssemblySettings())


def test_the_one_whose_profile_fits_is_meant() -> None:
    writer = thing("Peter", WRITES, proper=True, similarity=0.6)
    boss = thing("Peter", LEADS, proper=True, similarity=0.2, number=2)
    found = resolved("Did Peter finish the brochure?", boss, writer)
    assert (found.things, found.unclear) == ((writer,), ())


def test_where_neither_fits_better_both_are_told_of_and_it_is_said() -> None:
    writer = thing("Peter", WRITES, proper=True, similarity=0.31)
    boss = thing("Peter", LEADS, proper=True, similarity=0.30, number=2)
    found = resolved("Where is Peter's desk?", boss, writer)
    assert (found.things, found.unclear) == ((writer, boss), ("Peter",))


def test_whose_it_is_decides_before_how_well_it_fits() -> None:
    hers = thing("boat", fact("Nadia's boat is red"), owner=NADIA, similarity=0.1)
    his = thing("boat", fact("Ole's boat is blue"), owner=OLE, similarity=0.9, number=2)
    assert resolved("What colour is Nadia's boat?", hers, his).things == (hers,)
    mine: list[str | Mapping[str, str]] = [{"name": "Ole", "content": "What colour is my boat?"}]
    assert resolved(mine, hers, his).things == (his,)
    assert resolved("Does Nadia like the boat?", hers, his).things == (hers,)


def test_what_somebody_does_not_own_is_not_somebody_elses() -> None:
    hers = thing("boat", fact("Nadia's boat is red"), owner=NADIA)
    assert resolved("What colour is Ole's boat?", hers).things == ()


def test_an_alias_and_a_name_of_several_words_are_names() -> None:
    skiff = thing("skiff", fact("The skiff leaks"), aliases=("Queen of the Bay",), owner=NADIA)
    assert resolved("How is Queen of the Bay doing?", skiff).things == (skiff,)


def test_what_was_named_a_message_ago_still_counts() -> None:
    skiff = thing("skiff", fact("The skiff leaks"), owner=NADIA)
    assert resolved(["Nadia took the skiff out.", "Is it dry?"], skiff).things == (skiff,)
    long_ago: list[str | Mapping[str, str]] = ["Nadia took the skiff out.", *["Well, well."] * 5]
    assert resolved(long_ago, skiff).things == ()


def test_somebody_spoken_of_who_takes_part_is_told_of_as_a_person() -> None:
    friend = thing("Captain", WRITES, proper=True, people=(OLE.uid,))
    found = resolved("Where is the Captain?", friend)
    assert (found.things, [human.name for human in found.humans]) == ((), ["Ole"])


def test_two_nodes_of_one_human_are_one() -> None:
    again = participant("Nadia", "Nadja", conversation="harbour")
    found = resolved(
        "Where is Nadia?", people=(NADIA, OLE, again), canonical={again.uid: NADIA.uid}
    )
    (human,) = found.humans
    assert (human.names, set(human.uids)) == (("Nadja",), {NADIA.uid, again.uid})
    assert found.unclear == ()


def test_two_humans_of_one_name_are_unclear() -> None:
    other = participant("Nadia", conversation="harbour")
    found = resolved("Where is Nadia?", people=(NADIA, OLE, other))
    assert len(found.humans) == 2
    assert found.unclear == ("Nadia",)


def test_what_nothing_is_known_of_is_not_told_of() -> None:
    assert resolved("Where is Pepper?", thing("Pepper", proper=True)).things == ()


def test_of_several_who_bear_a_speakers_name_the_one_at_hand_talks() -> None:
    users = [participant("user", conversation=f"chat-{n}") for n in range(9)]
    messages = read_messages("What is my boat called?")
    assert parse(messages, users, None, at_hand="chat-7").people == (users[7],)
    assert parse(messages, users, None).people == tuple(users)
