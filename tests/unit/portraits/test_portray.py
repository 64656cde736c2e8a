"""Statements in, sentences out: what holds, what held, what stands once, what is nobody else's."""

from datetime import datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.tokens import count_carefully
from graphmem.model.memory import KnownOutcome, KnownStatement
from graphmem.model.portrait import Past, PortraitSection, PortraitSentence
from graphmem.model.workspace import SAYS, EntityType, Kind, Modality, Network, Polarity
from graphmem.portraits import Drawn, Material, draw, portray, within_budget, write
from graphmem.portraits.writing import MOST
from graphmem.tools import Index
from graphmem.tools.links import answer_links
from graphmem.tools.lookup import EntityLookup
from tests.unit.reconciliation.build import World, days, since

MARCH, JUNE, SEPTEMBER = (datetime(2024, month, 4, 18) for month in (3, 6, 9))
NOW = datetime(2025, 1, 1)


class Life(World):
    """Ana talks with Bo; everything is said in one conversation unless it is told otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.ana, self.bo = self.talk("pond", "Ana", "Bo")

    def tell(self, text: str, at: datetime = MARCH, **more: Any) -> KnownStatement:
        more = {"speaker": self.ana, "subject": self.ana, "conversation": "pond", **more}
        return self.say(more.pop("speaker"), text, at=at, **more)

    def sentences(
        self, *, now: datetime = NOW, thing: str | None = None
    ) -> tuple[PortraitSentence, ...]:
        return portray(self.material(Index(self.snapshot()), now=now, thing=thing))

    def material(self, index: Index, *, now: datetime = NOW, thing: str | None = None) -> Material:
        if thing is None:
            found = EntityLookup("Ana", people=frozenset([self.ana]))
        else:
            found = EntityLookup("it", (index.entities[thing],))
        about = [
            one
            for one in index.statements
            if one.subject_uid in found.uids or (thing is not None and thing in one.names)
        ]
        return Material(found, index, tuple(about), (), answer_links(index, {}), now)

    def told(self, section: PortraitSection, **more: Any) -> list[str]:
        return [one.text for one in self.sentences(**more) if one.section is section]


def home(life: Life, place: str, at: datetime, **more: Any) -> KnownStatement:
    return life.tell(
        f"Ana lives in {place}", at, predicate="live_in", object=place, kind=Kind.STATE, **more
    )


def test_kinds_stand_under_their_headings() -> None:
    life = Life()
    life.tell("Ana keeps bees", predicate="keep", object="bees", kind=Kind.STATE)
    life.tell("Ana wants short letters", kind=Kind.INSTRUCTION)
    life.tell("Ana loves figs", kind=Kind.PREFERENCE, network=Network.OPINION)
    life.tell("Ana will paint the boat", kind=Kind.PLAN, modality=Modality.PLANNED)
    life.tell("Ana finds the ferry slow", kind=Kind.OPINION, network=Network.OPINION)
    life.tell("Ana scrapes the hull before she paints it", kind=Kind.PROCESS)
    life.tell("Ana is Bo's cousin", names=[life.bo])
    life.tell("Ana lost a glove", kind=Kind.EVENT)
    life.tell("Ana asks for tea", kind=Kind.REQUEST, modality=Modality.REQUESTED)
    life.tell("Ana might sing", kind=Kind.STATE, modality=Modality.POSSIBLE)
    life.tell("Ana said: “I sing.”", predicate=SAYS, kind=Kind.STATE)

    assert [(one.section, one.text) for one in life.sentences()] == [
        (PortraitSection.NOW, "Ana keeps bees"),
        (PortraitSection.STANDING, "Ana loves figs"),
        (PortraitSection.STANDING, "Ana wants short letters"),
        (PortraitSection.PLANS, "Ana will paint the boat"),
        (PortraitSection.RELATIONS, "Ana is Bo's cousin"),
        (PortraitSection.OPINIONS, "Ana finds the ferry slow"),
        (PortraitSection.PROCESSES, "Ana scrapes the hull before she paints it"),
    ]


def test_of_one_moment_what_is_worth_most_goes_first() -> None:
    life = Life()
    for text, worth in (("Ana hums", 0.2), ("Ana cannot eat nuts", 3.0), ("Ana keeps bees", None)):
        life.tell(text, JUNE, predicate=text.split()[1], kind=Kind.STATE, worth=worth)
    life.tell("Ana sails", SEPTEMBER, predicate="sail", kind=Kind.STATE, worth=0.0)
    sentences = life.sentences()
    assert [one.text for one in sentences] == [
        "Ana sails",
        "Ana cannot eat nuts",
        "Ana keeps bees",
        "Ana hums",
    ]
    assert max(sentences, key=lambda one: one.worth).text == "Ana cannot eat nuts"


def test_of_equal_worth_what_is_solid_goes_first_and_stays_longest() -> None:
    life = Life()
    hums, keeps = (
        life.tell(text, JUNE, predicate=text.split()[1], kind=Kind.STATE)
        for text in ("Ana hums", "Ana keeps bees")
    )
    outcomes = {hums.uid: KnownOutcome(JUNE, JUNE), keeps.uid: KnownOutcome(JUNE, NOW)}
    known = Index(life.snapshot()._replace(outcomes=outcomes))
    sentences = portray(life.material(known))
    assert [(one.text, one.solid) for one in sentences] == [
        ("Ana keeps bees", True),
        ("Ana hums", False),
    ]
    older = [one.model_copy(update={"said_at": MARCH} if one.solid else {}) for one in sentences]
    drawn, count = draw(older), count_carefully
    whole = within_budget("Ana", drawn, budget=1000, count=count)
    cut = within_budget("Ana", drawn, budget=whole.tokens - 1, count=count)
    assert [one.text for one in cut.drawn.sentences] == ["Ana keeps bees"]


def test_nothing_of_another_and_who_else_told_it() -> None:
    life = Life()
    life.tell("Bo lives in Lund", speaker=life.ana, subject=life.bo, kind=Kind.STATE)
    life.tell("Ana plays the tuba", speaker=life.bo, kind=Kind.STATE)
    life.tell("You know that Ana hums", speaker=life.bo, kind=Kind.STATE)

    (only,) = life.sentences()
    assert (only.text, only.told_by) == ("Ana plays the tuba", "Bo")


def test_what_was_replaced_says_by_what() -> None:
    life = Life()
    home(life, "Lund", MARCH)
    home(life, "Malmo", SEPTEMBER)

    now, before = life.sentences()
    assert (now.section, now.text) == (PortraitSection.NOW, "Ana lives in Malmo")
    assert (before.section, before.past) == (PortraitSection.BEFORE, Past.REPLACED)
    assert before.successor is not None
    assert before.successor.text == "Ana lives in Malmo"
    assert before.successor.said_at == SEPTEMBER


def test_what_was_said_again_after_it_was_replaced_holds() -> None:
    life = Life()
    home(life, "Lund", MARCH)
    home(life, "Malmo", JUNE)
    home(life, "Lund", SEPTEMBER)

    now, before = life.sentences()
    assert now.text == "Ana lives in Lund"
    assert len(now.turn_ids) == 2
    assert before.text == "Ana lives in Malmo"


def test_what_is_said_again_stands_once_with_how_often_when_last_and_by_whom_else() -> None:
    life = Life()
    home(life, "Lund", MARCH)
    home(life, "Lund", JUNE, speaker=life.bo)
    home(life, "Lund", SEPTEMBER)
    life.tell("Ana hums", JUNE, predicate="hum", kind=Kind.STATE)

    lives, hums = life.sentences()
    assert (lives.times_told, lives.last_told_at, lives.also_told_by) == (3, SEPTEMBER, ("Bo",))
    assert (hums.times_told, hums.last_told_at, hums.also_told_by) == (1, JUNE, ())


def test_anothers_word_does_not_end_what_somebody_says_of_themselves() -> None:
    life = Life()
    home(life, "Lund", MARCH)
    home(life, "Malmo", SEPTEMBER, speaker=life.bo)

    texts = {one.text: one.past for one in life.sentences()}
    assert texts["Ana lives in Malmo"] is None


def test_what_ended_is_over_and_what_tells_so_holds_nothing() -> None:
    life = Life()
    bo = life.thing(life.ana, "marriage", at=MARCH, conversation="pond", owner=life.ana)
    cy = life.thing(life.ana, "Cy", at=MARCH, conversation="pond", proper=True,
                    type=EntityType.PERSON)  # fmt: skip
    life.role(life.ana, bo, "married", "Ana is married to Cy", "married_to_Cy", at=MARCH,
              names=[cy])  # fmt: skip
    life.role(life.ana, bo, "separated", "Ana and Cy split up", "split_up_with_Cy", at=SEPTEMBER)

    assert life.told(PortraitSection.RELATIONS) == []
    before = {one.text: one.successor for one in life.sentences()}
    assert before.keys() == {"Ana is married to Cy", "Ana and Cy split up"}
    ended = before["Ana is married to Cy"]
    assert ended is not None
    assert ended.text == "Ana and Cy split up"


def test_what_ended_and_was_never_told_before_is_over() -> None:
    life = Life()
    job = life.thing(life.ana, "job", at=MARCH, conversation="pond", owner=life.ana)
    life.role(life.ana, job, "former_employee", "Ana left Keel", "left_Keel", at=MARCH)
    (only,) = life.sentences()
    assert (only.past, only.successor) == (Past.OVER, None)


def test_a_role_that_is_over_holds_nothing_although_nobody_says_of_what() -> None:
    life = Life()
    job = life.thing(life.ana, "job", at=MARCH, conversation="pond", owner=life.ana)
    life.role(life.ana, job, "former_employee", "Ana quits", "left_job", at=MARCH)
    (only,) = life.sentences()
    assert (only.section, only.past) == (PortraitSection.BEFORE, Past.OVER)


def test_a_plan_lapses_with_its_time_and_ends_when_it_is_done() -> None:
    life = Life()
    life.tell("Ana will sail to Oland", kind=Kind.PLAN, modality=Modality.PLANNED,
              predicate="sail_to", object="Oland", interval=days(JUNE, SEPTEMBER))  # fmt: skip
    life.tell("Ana will buy a kiln", kind=Kind.PLAN, modality=Modality.PLANNED, predicate="buy",
              object="a kiln")  # fmt: skip
    assert len(life.told(PortraitSection.PLANS, now=MARCH)) == 2
    life.tell("Ana bought a kiln", JUNE, kind=Kind.EVENT, predicate="buy", object="a kiln")

    before = {one.text: one for one in life.sentences()}
    assert before["Ana will sail to Oland"].past is Past.LAPSED
    kiln = before["Ana will buy a kiln"]
    assert kiln.past is Past.OVER
    assert kiln.successor is not None
    assert kiln.successor.text == "Ana bought a kiln"


def test_what_is_to_be_so_later_is_a_plan_and_replaces_nothing_yet() -> None:
    life = Life()
    home(life, "Lund", MARCH)
    home(life, "Malmo", JUNE, interval=since(SEPTEMBER))

    in_june = {one.text: (one.section, one.past) for one in life.sentences(now=JUNE)}
    assert in_june == {
        "Ana lives in Lund": (PortraitSection.NOW, None),
        "Ana lives in Malmo": (PortraitSection.PLANS, None),
    }
    assert life.told(PortraitSection.NOW) == ["Ana lives in Malmo"]


def test_a_state_is_over_with_its_time_and_a_fact_is_not() -> None:
    life = Life()
    life.tell("Ana is on leave", kind=Kind.STATE, interval=days(MARCH, JUNE))
    life.tell("Ana has a licence", kind=Kind.STATE, interval=since(MARCH))
    life.tell("Ana finished school in Ystad", kind=Kind.FACT, interval=days(MARCH, JUNE))

    assert life.told(PortraitSection.NOW) == ["Ana finished school in Ystad", "Ana has a licence"]
    assert life.told(PortraitSection.BEFORE) == ["Ana is on leave"]


def test_the_same_stands_once_in_the_newest_words_with_every_turn() -> None:
    life = Life()
    first = life.tell("Ana keeps black bees", MARCH, kind=Kind.STATE)
    second = life.tell("Ana keeps black bees.", JUNE, kind=Kind.STATE)
    third = life.tell("Ana still keeps black bees", SEPTEMBER, kind=Kind.STATE)
    life.tell("Ana does not keep black bees", MARCH, kind=Kind.STATE, polarity=Polarity.NEGATIVE)

    same = next(one for one in life.sentences() if len(one.statement_uids) > 1)
    assert same.text in {second.text, third.text}
    assert set(same.statement_uids) >= {first.uid, second.uid}
    assert len(same.turn_ids) == len(same.statement_uids)
    assert any("not" in one.text for one in life.sentences())


def test_what_is_as_likely_misread_is_not_told() -> None:
    life = Life()
    unsure = life.tell("Ana eats hats", kind=Kind.STATE)
    life.answers = [unsure._replace(confidence=0.2)]
    assert life.sentences() == ()


def test_of_a_thing_each_owner_keeps_their_own() -> None:
    life = Life()
    keel = life.thing(life.ana, "Keel", at=MARCH, conversation="pond", proper=True,
                      type=EntityType.ORG)  # fmt: skip
    for speaker, name, when in ((life.ana, "Ana", MARCH), (life.bo, "Bo", SEPTEMBER)):
        life.say(speaker, f"{name} works at Keel", at=when, conversation="pond",
                 predicate="work_at", object="Keel", names=[keel], kind=Kind.STATE)  # fmt: skip

    told = life.sentences(thing=keel)
    assert [(one.text, one.told_by) for one in told] == [
        ("Bo works at Keel", "Bo"),
        ("Ana works at Keel", "Ana"),
    ]


# ---- within a budget


def sentence(number: int, section: PortraitSection, worth: float) -> PortraitSentence:
    return PortraitSentence(
        section=section,
        text=f"Ana has done thing number {number}",
        statement_uid=f"answer:{number}",
        statement_uids=(f"answer:{number}",),
        turn_ids=(f"pond/D1:{number}",),
        said_at=datetime(2024, 1, 1 + number % 28),
        worth=worth,
    )


drawings = st.lists(
    st.tuples(st.sampled_from(PortraitSection), st.floats(0, 3, allow_nan=False)), max_size=30
).map(
    lambda items: [sentence(number, *item) for number, item in enumerate(items)],
)


@given(drawings, st.integers(1, 1_500))
def test_a_budget_holds_and_every_sentence_is_told_or_counted(
    sentences: list[PortraitSentence], budget: int
) -> None:
    drawn = draw(sentences)
    fitted = within_budget("Ana", drawn, budget=budget, count=count_carefully)
    assert fitted.tokens <= budget
    assert fitted.tokens == (count_carefully(fitted.text) if fitted.text else 0)
    assert len(fitted.drawn.sentences) + fitted.drawn.left_out == len(sentences)
    assert all(one.text in fitted.text for one in fitted.drawn.sentences)
    if fitted.drawn.left_out and fitted.text:
        assert f"({fitted.drawn.left_out} more left out)" in fitted.text


def test_the_best_of_every_section_stays_longest() -> None:
    sentences = [sentence(n, PortraitSection.NOW, 1.0) for n in range(20)]
    sentences += [sentence(20 + n, PortraitSection.PLANS, 0.1) for n in range(3)]
    whole = count_carefully(write("Ana", draw(sentences)))
    fitted = within_budget("Ana", draw(sentences), budget=whole // 3, count=count_carefully)
    assert {one.section for one in fitted.drawn.sentences} == {
        PortraitSection.NOW,
        PortraitSection.PLANS,
    }


def test_a_named_thing_of_theirs_is_told_by_the_newest_that_names_it() -> None:
    life = Life()
    dog = life.thing(life.ana, "Rufus", at=MARCH, conversation="pond", owner=life.ana, proper=True)
    life.tell("Ana walked Rufus", MARCH, kind=Kind.EVENT, names=[dog])
    life.tell("Ana bathed Rufus", JUNE, kind=Kind.EVENT, names=[dog])
    home(life, "Lund", SEPTEMBER, names=[dog])
    assert life.told(PortraitSection.NOW) == ["Ana lives in Lund"]
    assert life.told(PortraitSection.RELATIONS) == ["Ana bathed Rufus"]


def test_no_more_is_kept_than_so_many_sentences() -> None:
    sentences = [sentence(n, PortraitSection.NOW, float(n % 7)) for n in range(MOST + 50)]
    drawn = draw(sentences)
    assert (len(drawn.sentences), drawn.left_out) == (MOST, 50)
    assert min(one.worth for one in drawn.sentences) >= 1.0


def test_a_text_says_when_and_what_came_after() -> None:
    life = Life()
    home(life, "Lund", MARCH)
    home(life, "Malmo", SEPTEMBER, interval=since(datetime(2024, 8, 1)))
    text = write("Ana", Drawn(life.sentences(), 0))
    assert text.splitlines() == [
        "# Ana",
        "",
        "## What holds now",
        "- Ana lives in Malmo (since 1 August 2024) — 4 September 2024 [pond/D1:2]",
        "",
        "## What held before",
        "- Ana lives in Lund — 4 March 2024 [pond/D1:1]; replaced by: Ana lives in Malmo "
        "(since 1 August 2024) — 4 September 2024 [pond/D1:2]",
    ]


def test_of_fewer_than_that_none_goes() -> None:
    sentences = [sentence(n, PortraitSection.NOW, 1.0) for n in range(MOST - 50)]
    assert draw(sentences) == Drawn(tuple(sentences), 0)
