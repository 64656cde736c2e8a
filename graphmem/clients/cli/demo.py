"""demo: from nothing to cited answers on the packaged sample, with changes in a trial space."""

import time
from collections.abc import Iterator
from typing import NamedTuple
from uuid import uuid4

from rich.text import Text

from graphmem.clients.cli.output import Json, console, progress, shown
from graphmem.clients.cli.results import print_result
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.conversation import Conversation
from graphmem.model.decision import Decision, Layer, Verdict
from graphmem.operations.rendering import short_uid
from graphmem.sample import sample_files
from graphmem.settings import Settings
from graphmem.sources import read

# Enough talk to see that two men called John are one, and that they have one job.
_SESSIONS = {"john-maria": {"S4", "S7"}, "tim-john": {"S2", "S4"}}
_THING = "John's job"
_LIVE = (
    ("Ben", "2024-03-04T18:04:00", "I don't own a piano."),
    ("Ben", "2024-03-04T18:06:00", "I own a piano."),
)


class _Printer(NamedTuple):
    """Prints several results of one command: for people, or as one JSON object a line."""

    as_json: bool

    def heading(self, text: str, command: str) -> None:
        if not self.as_json:
            console().print(Text.assemble("\n", shown(text, "bold underline")))
            console().print(shown(f"$ graphmem {command}", "dim"))

    def line(self, text: str | Text) -> None:
        if not self.as_json:
            console().print(text if isinstance(text, Text) else shown(text))

    def result(self, value: Frozen) -> None:
        print_result(value, as_json=self.as_json)


def show_trial(settings: Settings, told: _Printer) -> None:
    """Two turns that cannot both be so, then a decision and its undo."""
    # Named as nobody names a space, since it is dropped.
    own = settings.model_copy(update={"space": f"demo-trial-{uuid4().hex}"})
    with Memory(own) as memory:
        try:
            _conflict(memory, told)
            _undo(memory, told)
        finally:
            memory.delete_space()


def _conflict(memory: Memory, told: _Printer) -> None:
    told.heading(
        "A conflict, in two turns recorded as they were said", 'remember kitchen "…" --speaker Ben'
    )
    for at, (speaker, said_at, text) in enumerate(_LIVE, 1):
        memory.add_turn(
            "kitchen", text, speaker=speaker, said_at=said_at, session_id="S1", turn_id=f"D1:{at}"
        )
    with progress(quiet=told.as_json) as report:
        memory.ingest(*_talks(), progress=report)
    told.result(memory.tools.detect_contradictions("piano"))


def _undo(memory: Memory, told: _Printer) -> None:
    (decided,) = (item.decision for item in memory.decisions() if _is_of_the_job(item.decision))
    told.heading("A decision with its reason", f"decisions show {short_uid(decided.uid)}")
    told.result(decided)
    told.heading("Its undo, for good", f"decisions undo {short_uid(decided.uid)}")
    taken_back = memory.undo(decided.uid)
    assert isinstance(taken_back, Decision)
    told.result(taken_back)
    told.line("No later run makes it again:")
    told.result(memory.reconcile())
    told.line(f"What was one is two now, each with what was said of it ({_THING}):")
    told.result(memory.tools.get_entity_timeline("job", "John"))
    told.line(
        shown("That was four sessions of the sample, in a space of its own, now dropped.", "dim")
    )


def _is_of_the_job(decision: Decision) -> bool:
    return decision.left.name == decision.right.name == _THING


def _talks() -> Iterator[Conversation]:
    for file in sample_files():
        wanted = _SESSIONS.get(file.stem, set())
        for talk in read(file) if wanted else ():
            # The sample is read without a refusal; a test holds it there.
            if isinstance(talk, Conversation):
                kept = tuple(one for one in talk.sessions if one.session_id in wanted)
                yield talk.model_copy(update={"sessions": kept})


DEMO_SPACE = "demo"

QUESTIONS = (
    ("When did John hand in his notice at TechCorp?", None),
    ("When did Owen take part in the charity swim?", "priya-owen"),
    ("When did Priya climb Kilimanjaro?", "priya-owen"),
    ("Where are the invoices kept?", "dana-alex"),
)


def demo(as_json: Json = False) -> None:
    """Start Neo4j, read the packaged conversations, and show what can be asked of them.

    Answers with their evidence, a refusal, a timeline, a comparison, what does not go together, a
    decision and its undo. Run again, it finds everything in place.
    """
    told = _Printer(as_json=as_json)
    begun = time.perf_counter()
    with progress(quiet=as_json) as report:
        memory = Memory(space=DEMO_SPACE, progress=report)
    with memory:
        told.line(f"Neo4j is up after {time.perf_counter() - begun:.1f} s.")
        with progress(quiet=as_json) as report:
            receipt = memory.ingest(*sample_files(), progress=report)
        told.result(receipt)
        _decisions(memory, told)
        _answers(memory, told)
        _tools(memory, told)
        show_trial(memory.settings, told)
    told.line(
        f"\nThat took {time.perf_counter() - begun:.1f} s. The space {DEMO_SPACE} stays: "
        'GRAPHMEM_SPACE=demo graphmem ask "Who is Nina?"'
    )


def _decisions(memory: Memory, told: _Printer) -> None:
    told.heading("Who is one, and what is not, across conversations", "decisions list")
    for recorded in memory.decisions():
        if _telling(recorded.decision):
            told.result(recorded.decision)


def _answers(memory: Memory, told: _Printer) -> None:
    told.heading("Questions, each answered from the turns that prove it, or refused", "ask")
    for at, (question, conversation) in enumerate(QUESTIONS):
        scope = f"  ({conversation})" if conversation else ""
        asked = Text.assemble(shown(f"? {question}", "bold"), shown(scope, "dim"))
        told.line(Text.assemble("\n", asked) if at else asked)
        told.result(memory.ask(question, conversation=conversation))


def _tools(memory: Memory, told: _Printer) -> None:
    told.heading("A thing in time", "timeline job --person John")
    told.result(memory.tools.get_entity_timeline("job", "John"))
    told.heading("The same in two conversations", "compare job john-maria tim-john")
    told.result(memory.tools.compare_entities_across_conversations("job", "john-maria", "tim-john"))
    told.heading("What does not go together, and of which kind", 'contradictions "John\'s job"')
    told.result(memory.tools.detect_contradictions("John's job"))


def _telling(decision: Decision) -> bool:
    """Of the many decisions: that two people are one, and that two things are not."""
    if decision.layer is not Layer.PERSON or not decision.confident:
        return False
    return decision.verdict is Verdict.SEPARATE or decision.left.kind == decision.right.kind == (
        "person"
    )
