"""Which of those that bear a name is meant."""

from datetime import datetime

from graphmem.answering import disambiguation, entity_description
from graphmem.answering.disambiguation import Bearer, Known
from graphmem.model.assembly import Thing
from graphmem.model.listing import Participant
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import SAYS, EntityType, Kind, Modality, Network, Polarity
from graphmem.store.bearers import Member, StatementHit


def thing(uid: str, name: str, *aliases: str, type: EntityType = EntityType.PERSON) -> Thing:
    return Thing(uid, name, type, aliases, True, (), (), None, ())


def told(
    bearer: str, text: str, cosine: float, *, session: str = "S1", position: int = 0
) -> StatementHit:
    statement = KnownStatement(
        uid=f"answer:{text}",
        conversation_id="dock",
        session_id=session,
        speaker_uid="person:ana",
        subject_uid=bearer,
        text=text,
        predicate="be",
        object="",
        kind=Kind.FACT,
        network=Network.WORLD,
        polarity=Polarity.POSITIVE,
        modality=Modality.SAID,
        interval=None,
        said_at=datetime(2024, 5, 8),
        turn_ids=(f"D{session[1:]}:{position}",),
        quote=text,
        names=(),
        confidence=0.8,
    )
    return StatementHit(bearer, statement, cosine, position)


def known(name: str, fit: float, *texts: str) -> Known:
    bearer = Bearer(f"entity:{name}", name, members=frozenset({name}))
    return Known(bearer, tuple(told(name, text, fit) for text in texts), fit)


WRITER = known("Olga", 0.30, "Olga writes the log of the boat")
CAPTAIN = known("Harbour Olga", 0.28, "Olga steers the ferry to the island")


def test_what_is_told_of_one_alone_tells() -> None:
    meant = disambiguation.meant([WRITER, CAPTAIN], "Is 's ferry at the island?", 0.08)
    assert meant is CAPTAIN


def test_the_word_that_is_asked_for_is_no_context() -> None:
    assert disambiguation.meant([WRITER, CAPTAIN], "What does write?", 0.08) is None


def test_without_a_gap_nobody_is_meant() -> None:
    assert (
        disambiguation.meant([WRITER, CAPTAIN], "Where was she in the winter storm?", 0.08) is None
    )


def test_the_gap_is_a_setting() -> None:
    asked = "Where was she in the winter storm?"
    assert disambiguation.meant([WRITER, CAPTAIN], asked, 0.01) is WRITER


def test_capitalised_names_are_looked_up_those_of_people_who_talk_as_well() -> None:
    looked_up = disambiguation.names_to_look_up("Did Ana see Olga Berg in May?")
    assert looked_up == ("Ana", "Olga Berg", "Olga", "Berg")
    assert disambiguation.names_to_look_up("When did it rain?") == ()


def test_a_firm_or_place_before_a_name_tells_namesakes_apart() -> None:
    olga = thing("e1", "Olga", "Harbour Olga", "Aunt Olga")
    assert disambiguation.qualified_names("Olga", olga) == ("Harbour", "Aunt")
    assert disambiguation.qualifies("Harbour", [thing("e2", "Harbour", type=EntityType.PLACE)])
    assert not disambiguation.qualifies("Aunt", [thing("e3", "Aunt")])


def test_a_session_speaks_of_the_qualified_one_from_where_she_is_introduced() -> None:
    olga = thing("e1", "Olga", "Harbour Olga")
    members = [
        Member("e1", "m1", "Olga", (), "dock", "S1", 0),
        Member("e1", "m2", "Olga", (), "dock", "S2", 1),
        Member("e1", "m3", "Harbour Olga", (), "dock", "S2", 6),
    ]
    other, plain = disambiguation.bearers_of("Olga", [olga], members, ("Harbour",))
    assert (other.name, plain.name) == ("Harbour Olga", "Olga")
    said = [
        told("m1", "Olga writes the log", 0.5, session="S1"),
        told("m2", "Olga came by", 0.4, session="S2", position=1),
        told("m2", "Olga steers the ferry", 0.3, session="S2", position=5),
    ]
    by_name = {one.bearer.name: one for one in disambiguation.known_of([other, plain], said)}
    assert [item.statement.text for item in by_name["Olga"].told] == [
        "Olga writes the log",
        "Olga came by",
    ]
    assert [item.statement.text for item in by_name["Harbour Olga"].told] == [
        "Olga steers the ferry"
    ]


def test_of_whom_the_same_human_speaks_in_two_conversations_is_one() -> None:
    things = [thing("e1", "Olga"), thing("e2", "Olga"), thing("e3", "Olga")]
    members = [
        Member("e1", "m1", "Olga", (), "dock", "S1", 0),
        Member("e2", "m2", "Olga", (), "yard", "S1", 0),
        Member("e3", "m3", "Olga", (), "mill", "S1", 0),
    ]
    people = [
        Participant(uid="a1", name="Ana", names=("Ana",), conversation_ids=("dock",)),
        Participant(uid="a2", name="Ana", names=("Ana",), conversation_ids=("yard",)),
        Participant(uid="b", name="Ben", names=("Ben",), conversation_ids=("mill",)),
    ]
    groups = disambiguation.different(things, members, people, {"a2": "a1"}, ())
    assert [[one.uid for one in group] for group in groups] == [["e1", "e2"], ["e3"]]
    apart = [frozenset({"e1", "e2"})]
    groups = disambiguation.different(things, members, people, {"a2": "a1"}, apart)
    assert len(groups) == 3


def test_a_common_thing_with_a_proper_alias_bears_the_name() -> None:
    brother = thing("e1", "brother", "Olga")._replace(proper=False)
    boat = thing("e2", "boat", "the olga", type=EntityType.CONCEPT)
    assert disambiguation.things_named("Olga", [brother, boat]) == [brother]
    assert disambiguation.things_named("Brother", [brother]) == []
    (bearer,) = disambiguation.bearers_of("Olga", [brother], [], ())
    assert bearer.name == "Olga"


def test_a_bare_name_means_who_bears_it_in_that_talk_but_not_somebodys_own() -> None:
    olga = thing("e1", "Olga")
    members = [Member("e1", "m1", "Olga", (), "dock", "S1", 0)]
    assert disambiguation.means_participant(olga, members, {"dock"})
    assert not disambiguation.means_participant(olga, members, {"yard"})
    assert not disambiguation.means_participant(olga, [], {"dock"})
    bens = olga._replace(owner_uids=("person:ben",))
    assert not disambiguation.means_participant(bens, members, {"dock"})
    brother = thing("e1", "brother", "Olga")._replace(proper=False)
    assert not disambiguation.means_participant(brother, members, {"dock"})


def test_each_of_two_namesakes_in_one_thing_has_a_uid_of_its_own_that_the_tools_know() -> None:
    olga = thing("e1", "Olga", "Harbour Olga")
    members = [
        Member("e1", "m1", "Olga", (), "dock", "S1", 0),
        Member("e1", "m3", "Harbour Olga", (), "dock", "S2", 6),
    ]
    other, plain = disambiguation.bearers_of("Olga", [olga], members, ("Harbour",))
    assert (other.uid, plain.uid) == ("m3", "e1")
    assert other.is_one_of(["m3"])
    assert not other.is_one_of(["e1"])
    assert not plain.is_one_of(["m3"])
    assert plain.is_one_of(["e1"])
    (alone,) = disambiguation.bearers_of("Olga", [olga], members, ())
    assert alone.is_one_of(["m1"])


def test_whoever_is_spoken_of_more_does_not_fit_better_for_it() -> None:
    often = Bearer("e1", "Olga", members=frozenset({"m1"}))
    seldom = Bearer("e2", "Olga B", members=frozenset({"m2"}))
    said = [
        told("m1", "Olga sails", 0.5),
        *(told("m1", f"Olga ate {n} pears", 0.1) for n in range(9)),
        told("m2", "Olga mends sails", 0.4),
    ]
    best, _ = disambiguation.known_of([often, seldom], said)
    assert best.bearer is seldom


def test_a_candidate_is_shown_by_its_work_and_by_nothing_that_both_share() -> None:
    both = told("Olga", "Olga likes boats", 0.3)
    sails = told("Olga", "Olga sails on Sundays", 0.3)
    works = told("Olga", "Olga works at the mill", 0.2)
    works = works._replace(statement=works.statement._replace(predicate="work_at"))
    bearer = Bearer("e1", "Olga", members=frozenset({"Olga"}))
    one = Known(bearer, (both, sails, works), 0.3)
    other = Known(bearer._replace(uid="e2"), (both, sails), 0.3)
    alone = Known(bearer._replace(uid="e3"), (both,), 0.3)
    assert entity_description.candidate(one, {}, [one, other]).apart == "Olga works at the mill"
    assert entity_description.candidate(other, {}, [alone, other]).apart == "Olga sails on Sundays"
    # Where nothing is its own, what is known is shown all the same.
    assert entity_description.candidate(alone, {}, [one, alone]).apart == "Olga likes boats"


def test_what_is_told_to_the_letter_describes_nobody() -> None:
    said = told("Olga", "Ana said: “who's Olga”", 0.3)
    said = said._replace(statement=said.statement._replace(predicate=SAYS))
    only_said = WRITER._replace(told=(said,))
    assert entity_description.described(only_said, {}, most=2) is None
    role = told("Olga", "Olga is a writer", 0.2)
    role = role._replace(statement=role.statement._replace(object="a writer"))
    both = entity_description.described(WRITER._replace(told=(said, role)), {}, most=2)
    assert both is not None
    assert both.texts == ("Olga is a writer",)


def test_what_somebody_took_part_in_does_not_tell_who_they_are() -> None:
    swam = told("Olga", "Olga swam to the island", 0.4)
    swam = swam._replace(statement=swam.statement._replace(predicate="swim", kind=Kind.EVENT))
    spoken_of = entity_description.described(WRITER._replace(told=(swam,)), {}, most=2)
    assert spoken_of is not None
    assert not spoken_of.identifies
    talks = WRITER.bearer._replace(people=frozenset({"person:olga"}))
    assert entity_description.described(Known(talks, (swam,), 0.3), {}, most=2) is None
    is_one = told("Olga", "Olga is a writer", 0.2)
    is_one = is_one._replace(statement=is_one.statement._replace(object="a writer"))
    found = entity_description.described(WRITER._replace(told=(swam, is_one)), {}, most=2)
    assert found is not None
    assert found.texts == ("Olga is a writer",)
