"""Which annotated statements stand in a text for a prompt, and what is counted of them."""

from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.parser import load_parser
from graphmem.adapters.tokens import token_counter
from graphmem.errors import InputError
from graphmem.evaluation.corpus import GoldConversation
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.extracted_statements import ExtractedStatement, Quoted
from graphmem.evaluation.last_messages import LastMessage
from graphmem.evaluation.prompt_coverage import (
    Fact,
    GoldCoverage,
    Holding,
    Prompts,
    count,
    facts_of,
    measure_prompts,
    messages_of,
    replacing,
    standing,
    table,
)
from graphmem.model.assembly import Assembled, Category, ChatMessage, Section
from graphmem.model.memory import Snapshot
from tests.unit.evaluation import gold

PLANTED = "Ana planted forty tulips behind the shed on 3 March 2025"


@pytest.fixture
def talk(tmp_path: Path) -> GoldConversation:
    return gold.conversation(tmp_path)


def fact(text: str, turn: str, *holds: str) -> Fact:
    return Fact(text, frozenset([turn]), frozenset(holds))


def line(**fields: Any) -> LastMessage:
    return LastMessage.model_validate(
        {
            "id": "m1",
            "conversation": "tulips",
            "person": "bo",
            "at": datetime(2025, 3, 9),
            "messages": [{"role": "user", "text": "What can I bring her?"}],
            "must": ["1:1a", "1:1b"],
            "never": ["1:3a"],
            **fields,
        }
    )


def test_a_line_tells_what_its_fact_holds_and_cites_its_turn(talk: GoldConversation) -> None:
    facts = [fact(PLANTED, "1:1", "1:1a"), fact("Ana planted", "1:1", "1:1b")]
    said = f"- {PLANTED} (3 March 2025) — Ana, 4 March 2025 [tulips/1:1]"
    found = standing([said], talk, facts)
    assert found == GoldCoverage(frozenset(["1:1a"]), frozenset(["1:1a", "1:1b"]))


def test_a_fact_of_another_turn_or_conversation_is_not_it(talk: GoldConversation) -> None:
    facts = [fact(PLANTED, "1:2", "1:1a")]
    said = f"- {PLANTED} — Ana, 4 March 2025 [tulips/1:1]"
    assert standing([said], talk, facts).told == frozenset()
    assert standing([said], talk, facts).unknown == 1
    assert standing([said.replace("tulips/", "roses/")], talk, facts) == GoldCoverage(
        frozenset(), frozenset()
    )


def test_the_words_of_a_turn_tell_what_they_prove(talk: GoldConversation) -> None:
    words = next(talk.turns).text
    whole = standing([f"- Ana, 4 March 2025: “{words}” [tulips/1:1]"], talk, [])
    assert whole.told == {"1:1a", "1:1b"}
    cut = standing([f"Ana, 4 March 2025: {words[:49]} … [tulips/1:1]"], talk, [])
    assert cut.told == frozenset()
    uncited = standing([f"Ana: {words}"], talk, [])
    assert uncited.told == frozenset()


def test_words_that_a_fact_quotes_are_known_beside_what_is_put_in(talk: GoldConversation) -> None:
    said = "- Ana said: “Rui wants [since 1 March 2025] to paint it [the shed]” — Ana [tulips/1:1]"
    assert standing([said], talk, []).told == {"1:1b"}
    reworded = "- Ana tells that Rui wants to paint it — Ana, 4 March 2025 [tulips/1:1]"
    assert standing([reworded], talk, []).told == frozenset()


def test_what_is_told_is_known_by_its_text(talk: GoldConversation) -> None:
    told = [
        ExtractedStatement(text="Bo ran.", quotes=(Quoted(turn="1:2", text="ran"),)),
        ExtractedStatement(text="Bo ran\nhome.", quotes=(Quoted(turn="1:3", text="ran home"),)),
        ExtractedStatement(
            text="Ana said: “Rui wants to paint it”", quotes=(Quoted(turn="1:1", text="paint"),)
        ),
    ]
    assert facts_of(told, [frozenset(["1:2a"]), frozenset(), frozenset()], talk) == (
        Fact("Ana said: “Rui wants to paint it”", frozenset(["1:1"]), frozenset(["1:1b"])),
        Fact("Bo ran home", frozenset(["1:3"]), frozenset()),
        Fact("Bo ran", frozenset(["1:2"]), frozenset(["1:2a"])),
    )


def test_a_replacement_is_followed_as_far_as_it_goes() -> None:
    assert replacing("1:1a", {"1:1a": "2:1a", "2:1a": "3:1a", "3:1a": "2:1a"}) == ["2:1a", "3:1a"]
    assert replacing("1:1a", {}) == []


def test_what_is_needed_and_what_must_not_be_told_are_counted(talk: GoldConversation) -> None:
    stands = GoldCoverage(frozenset(["1:1a", "1:3a"]), frozenset(["1:1a", "1:1b", "1:3a"]))
    row = count(line(), talk, stands, [fact(PLANTED, "1:1", "1:1a")])
    assert (row["must"], row["told"], row["cited"], row["stored"]) == (2, 1, 2, 1)
    assert (row["whole"], row["warned"], row["telling"], row["alone"]) == (0, 1, 1, 1)
    whole = GoldCoverage(frozenset(["1:1a", "1:1b"]), frozenset())
    row = count(line(), talk, whole, [])
    assert (row["told"], row["cited"], row["whole"], row["telling"]) == (2, 2, 1, 0)


def test_what_was_is_not_told_alone_beside_what_replaces_it(talk: GoldConversation) -> None:
    turns = list(talk.turns)
    later = turns[2].statements[0].model_copy(update={"supersedes": ("1:1a",)})
    session = (*turns[:2], turns[2].model_copy(update={"statements": (later,)}))
    changed = talk._replace(sessions=(session,))
    asked = line(must=["1:3a"], never=["1:1a"])
    both = GoldCoverage(frozenset(["1:1a", "1:3a"]), frozenset())
    row = count(asked, changed, both, [])
    assert (row["telling"], row["alone"]) == (1, 0)
    only = GoldCoverage(frozenset(["1:1a"]), frozenset())
    assert count(asked, changed, only, [])["alone"] == 1


def test_the_person_speaks_by_name(talk: GoldConversation) -> None:
    said = [{"role": "assistant", "text": "Hello."}, {"role": "user", "text": "What now?"}]
    assert messages_of(line(messages=said), talk) == (
        ChatMessage(speaker="assistant", text="Hello."),
        ChatMessage(speaker="Bo", text="What now?"),
    )


class Memory:
    """Hands over one line, and keeps what it was asked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked: list[Any] = []

    def assemble(
        self,
        messages: Any,
        token_budget: int,
        *,
        model: str | None,
        as_of: datetime,
        now: datetime,
    ) -> Assembled:
        self.asked.append((messages[-1].text, token_budget, model, as_of, now))
        return Assembled(
            text=self.text,
            tokens=12,
            budget=token_budget,
            counted_by="words",
            citations=(),
            sections=(
                Section(category=Category.KNOWN, allowed=600, tokens=12, lines=(self.text,)),
            ),
        )


def measured(corpus: Path, memory: Memory, encoder: Encoder, part: CorpusSplit) -> Prompts:
    return measure_prompts(
        corpus,
        part,
        lambda _: nullcontext(Holding(memory, Snapshot("space", (), (), (), ()))),
        parser=load_parser(),
        encoder=encoder,
        model="gpt-4o",
    )


def test_each_message_is_asked_as_of_its_moment(tmp_path: Path, encoder: Encoder) -> None:
    corpus = gold.corpus(tmp_path)
    (corpus / "last_messages").mkdir()
    file = corpus / "last_messages" / "tulips.jsonl"
    file.write_text(line().model_dump_json() + "\n", encoding="utf-8")
    memory = Memory("- Bo, 4 March 2025: “I don't like tulips. Too stiff” [tulips/1:3]")
    found = measured(corpus, memory, encoder, CorpusSplit.DEVELOPMENT)
    at = datetime(2025, 3, 9)
    assert memory.asked == [("What can I bring her?", 600, "gpt-4o", at, at)]
    assert found.counted_by == token_counter("gpt-4o").name
    assert (found.total.must, found.total.told, found.total.telling) == (2, 0, 1)
    head, club, whole = table(found)
    assert club[0] == "club"
    assert whole[:4] == ("all", "1", "2", "0.0")
    assert len(head) == len(whole)
    with pytest.raises(InputError, match="no last messages of the part test"):
        measured(corpus, memory, encoder, CorpusSplit.TEST)
