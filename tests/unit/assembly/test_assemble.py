"""The assembled text over a memory held in the hand."""

from typing import Any

import pytest

from graphmem.adapters.tokens import token_counter
from graphmem.assembly.assemble import assemble
from graphmem.assembly.messages import Messages, read_messages
from graphmem.errors import InputError
from graphmem.model.assembly import Assembled, AssemblySettings, Category, Omission
from graphmem.model.workspace import Kind
from tests.unit.assembly.memory import (
    MAY_2023,
    NADIA,
    OLE,
    Held,
    fact,
    hit,
    recorded,
    thing,
)

WELDS = fact("Nadia welds hulls at Keel & Co", "D1:1")
SAILED = fact("Nadia sailed to Bergen", "D1:3", kind=Kind.EVENT, interval=MAY_2023)
BOUGHT = fact("Ole bought a kiln", "D1:4", speaker=OLE, kind=Kind.EVENT)
CHECK = fact("A seam is checked with chalk and paraffin", "D1:6", kind=Kind.PROCESS)
LEAKS = fact("The skiff leaks at the keel", "D1:8")
SKIFF = thing("skiff", LEAKS, owner=NADIA, aliases=("Pepper",))

YARD = Held(
    hits=[
        hit("D1:3", "I sailed to Bergen in May last year."),
        hit("D1:4", "I bought a kiln.", speaker=OLE),
        hit("D1:5", "The kiln is\n## not a heading", speaker=OLE),
        hit("D1:6", "Chalk outside, paraffin inside, and you see every leak."),
    ],
    stated={("yard", "D1:3"): [SAILED], ("yard", "D1:4"): [BOUGHT], ("yard", "D1:6"): [CHECK]},
    people={NADIA.uid: [WELDS, SAILED]},
    named=[SKIFF],
    how=[CHECK],
    talk=[recorded("D2:1", "Ole", "Is the skiff afloat?"), recorded("D2:2", "Nadia", "Hardly.")],
)
ASKED = "How does Nadia check the skiff for leaks?"


def text_of(messages: Messages = ASKED, sources: Held = YARD, **given: Any) -> Assembled:
    settings: dict[str, Any] = {
        "token_budget": 2_000,
        "counter": token_counter(None),
        "settings": AssemblySettings(),
        **given,
    }
    return assemble(read_messages(messages), sources, [NADIA, OLE], **settings)


def test_the_text_reads_as_it_should() -> None:
    assert text_of().text == (
        "## Who and what they are\n"
        "Nadia:\n"
        "- Nadia welds hulls at Keel & Co — Nadia, 1 March 2024 [yard/D1:1]\n"
        "Nadia's skiff, also called Pepper:\n"
        "- The skiff leaks at the keel — Nadia, 1 March 2024 [yard/D1:8]\n"
        "\n"
        "## What is known\n"
        "- Nadia, 1 March 2024: “I sailed to Bergen in May last year.” (May 2023) [yard/D1:3]\n"
        "- Ole, 1 March 2024: “I bought a kiln.” [yard/D1:4]\n"
        "- Ole, 1 March 2024: “The kiln is ## not a heading” [yard/D1:5]\n"
        "- Nadia, 1 March 2024: “Chalk outside, paraffin inside, and you see every leak.” "
        "[yard/D1:6]\n"
        "\n"
        "## The recent talk\n"
        "Ole, 1 March 2024: Is the skiff afloat? [yard/D2:1]\n"
        "Nadia, 1 March 2024: Hardly. [yard/D2:2]"
    )


def test_everything_cited_is_in_the_text_and_the_result_says_who_counted() -> None:
    found = text_of()
    assert found.citations == (
        "yard/D1:1",
        "yard/D1:8",
        "yard/D1:3",
        "yard/D1:4",
        "yard/D1:5",
        "yard/D1:6",
        "yard/D2:1",
        "yard/D2:2",
    )
    assert found.counted_by == "careful count"
    assert found.people == ("Nadia",)
    assert 0 < found.tokens <= found.budget


def test_nothing_is_said_twice() -> None:
    found = text_of()
    people = next(one for one in found.sections if one.category is Category.PEOPLE)
    assert [(one.text, one.reason) for one in people.left_out] == [
        (
            "- Nadia sailed to Bergen (May 2023) — Nadia, 1 March 2024 [yard/D1:3]",
            Omission.REPEATED,
        )
    ]
    assert found.text.count("paraffin") == 1


def test_a_fact_whose_turn_is_quoted_in_the_talk_is_not_told_again() -> None:
    talk = [recorded("D1:4", "Ole", "I bought a kiln.")]
    found = text_of(sources=Held(YARD.hits, YARD.stated, talk=talk))
    assert "Ole bought a kiln" not in found.text
    assert found.text.count("kiln") == 2  # in the talk, and in the next turn


def test_a_fact_of_two_turns_stays_where_only_one_is_quoted() -> None:
    both = fact("Ole bought a kiln for clay", "D1:4", speaker=OLE, turns=("D1:4", "D1:5"))
    talk = [recorded("D1:4", "Ole", "I bought a kiln.")]
    found = text_of("What did Ole buy?", Held(people={OLE.uid: [both]}, talk=talk))
    assert "Ole bought a kiln for clay — Ole, 1 March 2024 [yard/D1:4] [yard/D1:5]" in found.text


def test_messages_that_are_recorded_are_told_once_and_the_question_not_at_all() -> None:
    messages = [
        {"role": "system", "content": "You are kind."},
        {"role": "user", "name": "Ole", "content": "Is the skiff afloat?"},
        {"role": "user", "name": "Nadia", "content": "Hardly."},
        {"role": "assistant", "content": "Oh dear."},
        {"role": "user", "name": "Ole", "content": "What is wrong with it?"},
    ]
    talk = text_of(messages).sections[-1]
    assert talk.lines == (
        "Ole, 1 March 2024: Is the skiff afloat? [yard/D2:1]",
        "Nadia, 1 March 2024: Hardly. [yard/D2:2]",
        "assistant: Oh dear.",
    )


def test_what_a_role_said_is_told_once_where_a_person_is_recorded_with_it() -> None:
    messages = [
        {"role": "assistant", "content": "Is the skiff afloat?"},
        {"role": "user", "content": "Hardly."},
    ]
    assert text_of(messages).sections[-1].lines == (
        "Ole, 1 March 2024: Is the skiff afloat? [yard/D2:1]",
    )
    named = {"name": "Nadia", "content": "Is the skiff afloat?"}
    assert (
        text_of([named, {"content": "What is wrong?"}]).sections[-1].lines[-1]
        == "Nadia: Is the skiff afloat?"
    )


def test_a_fact_from_the_end_of_a_turn_that_is_cut_is_still_told() -> None:
    long = "The gulls are back. " * 30 + "I bought a kiln."
    sources = Held([hit("D1:4", long, speaker=OLE)], {("yard", "D1:4"): [BOUGHT]})
    sources.talk = [recorded("D1:4", "Ole", long)]
    found = text_of(sources=sources)
    assert "…" in found.sections[-1].lines[0]
    assert "- Ole bought a kiln — Ole, 1 March 2024 [yard/D1:4]" in found.text


def test_a_turn_that_is_cut_is_not_quoted_twice() -> None:
    long = "The gulls are back. " * 30
    sources = Held([hit("D1:4", long, speaker=OLE)], talk=[recorded("D1:4", "Ole", long)])
    assert text_of(sources=sources).text.count("…") == 1


def test_the_notes_of_the_search_are_handed_on() -> None:
    assert text_of(sources=Held(notes=("Not reranked.",))).notes == ("Not reranked.",)


def test_a_turn_that_is_one_of_the_messages_is_not_quoted_again() -> None:
    found = text_of(
        ["I bought a kiln.", "Ole: which one?"], Held([hit("D9:1", "I bought a kiln.")])
    )
    assert "D9:1" in found.text  # Nadia said so, too
    same = Held([hit("D9:1", "I bought a kiln.", speaker=OLE), hit("D9:2", "Which?", speaker=OLE)])
    messages = [
        {"name": "Ole", "content": "I bought a kiln."},
        {"name": "Ole", "content": "Which?"},
    ]
    assert text_of(messages, same).text == "## The recent talk\nOle: I bought a kiln."


def test_what_one_category_does_not_need_flows_on() -> None:
    many = [hit(f"D3:{n}", f"The gull number {n} is back.", speaker=OLE) for n in range(1, 30)]
    lonely = text_of(sources=Held(many), token_budget=600, settings=AssemblySettings(turns=30))
    crowded = text_of(
        sources=Held(many, people=YARD.people, talk=YARD.talk, named=YARD.named, how=YARD.how),
        token_budget=600,
        settings=AssemblySettings(turns=30),
    )
    alone, beside = lonely.sections[1], crowded.sections[1]
    assert alone.allowed > 600 * 0.9
    assert len(alone.lines) > len(beside.lines) > 5
    assert alone.left_out[0].reason is Omission.BUDGET
    assert alone.tokens > 550


def test_every_category_has_its_own_share() -> None:
    many = [hit(f"D3:{n}", f"The gull number {n} is back.", speaker=OLE) for n in range(1, 30)]
    found = text_of(sources=Held(many, people=YARD.people, how=YARD.how), token_budget=500)
    assert [bool(section.lines) for section in found.sections] == [True, True, True, False]


def test_the_talk_has_no_holes() -> None:
    words = [f"Gulls, {'and gulls ' * n}".strip() for n in (1, 40, 1, 1)]
    talk = [recorded(f"D2:{n}", "Ole", text) for n, text in enumerate(words, 1)]
    found = text_of(sources=Held(talk=talk), token_budget=130)
    assert [line.rpartition(" ")[2] for line in found.sections[-1].lines] == [
        "[yard/D2:3]",
        "[yard/D2:4]",
    ]


def test_turns_of_the_time_that_is_asked_for_come_first() -> None:
    one_line = AssemblySettings(people=0.0, known=1.0, processes=0.0, talk=0.0)
    sources = Held([*YARD.hits[1:2], *YARD.hits[:1]], YARD.stated)

    def told(messages: str) -> tuple[str, ...]:
        found = text_of(messages, sources, settings=one_line, token_budget=60)
        return found.sections[1].lines

    (line,) = told("What happened?")
    assert "I bought a kiln" in line
    (line,) = told("What happened in May 2023?")
    assert "I sailed to Bergen" in line


def test_what_took_the_place_of_what_is_quoted_is_told_with_it() -> None:
    sold = fact("Ole sold the kiln", "D5:2", speaker=OLE)
    sources = Held([YARD.hits[1]], YARD.stated, replaced={BOUGHT.uid: sold})
    found = text_of(sources=sources)
    assert found.sections[1].lines == (
        "- Ole, 1 March 2024: “I bought a kiln.” [yard/D1:4] "
        "(later: Ole sold the kiln — Ole, 1 March 2024 [yard/D5:2])",
    )
    assert found.citations == ("yard/D1:4", "yard/D5:2")


def test_what_is_quoted_is_read_in_the_order_of_time() -> None:
    found = text_of(sources=Held(YARD.hits[::-1]))
    cited = [line.rpartition("[")[2] for line in found.sections[1].lines]
    assert cited == ["yard/D1:3]", "yard/D1:4]", "yard/D1:5]", "yard/D1:6]"]


def test_what_says_too_little_is_asked_with_what_was_said_before() -> None:
    sources = Held()
    text_of(["Ole wants to fire the kiln tonight.", "Is it ready?"], sources)
    assert sources.asked[0].text == "Ole wants to fire the kiln tonight.\nIs it ready?"
    text_of(["Ole wants to fire the kiln.", "Which boat did Nadia weld yesterday?"], sources)
    assert sources.asked[1].text == "Which boat did Nadia weld yesterday?"


def test_nothing_known_is_an_empty_text() -> None:
    found = text_of("Good morning", Held())
    assert (found.text, found.tokens, found.citations) == ("", 0, ())


@pytest.mark.parametrize("budget", [0, -5, 100.5, "many", None, True])
def test_a_budget_that_is_no_number_of_tokens_is_refused(budget: object) -> None:
    with pytest.raises(InputError, match="budget"):
        text_of(token_budget=budget)
