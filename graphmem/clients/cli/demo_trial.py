"""The part of the demo that changes something: in a space of its own, dropped at its end."""

from collections.abc import Iterator
from uuid import uuid4

from graphmem.clients.cli.decisions import print_decision, print_reconciled, short_uid
from graphmem.clients.cli.output import ResultPrinter, progress, shown
from graphmem.clients.cli.tool_tables import print_contradictions, print_timeline
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.model.decision import Decision
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


def show_trial(settings: Settings, told: ResultPrinter) -> None:
    """Two turns that cannot both be so, then a decision and its undo."""
    # Named as nobody names a space, since it is dropped.
    own = settings.model_copy(update={"space": f"demo-trial-{uuid4().hex}"})
    with Memory(own) as memory:
        try:
            _conflict(memory, told)
            _undo(memory, told)
        finally:
            memory.delete_space()


def _conflict(memory: Memory, told: ResultPrinter) -> None:
    told.heading(
        "A conflict, in two turns recorded as they were said", 'remember kitchen "…" --speaker Ben'
    )
    for at, (speaker, said_at, text) in enumerate(_LIVE, 1):
        memory.add_turn(
            "kitchen", text, speaker=speaker, said_at=said_at, session_id="S1", turn_id=f"D1:{at}"
        )
    with progress(quiet=told.as_json) as report:
        memory.ingest(*_talks(), progress=report)
    told.result(memory.tools.detect_contradictions("piano"), print_contradictions)


def _undo(memory: Memory, told: ResultPrinter) -> None:
    (decided,) = (item.decision for item in memory.decisions() if _is_of_the_job(item.decision))
    told.heading("A decision with its reason", f"decisions show {short_uid(decided.uid)}")
    told.result(decided, print_decision)
    told.heading("Its undo, for good", f"decisions undo {short_uid(decided.uid)}")
    taken_back = memory.undo(decided.uid)
    assert isinstance(taken_back, Decision)
    told.result(taken_back, print_decision)
    told.line("No later run makes it again:")
    told.result(memory.reconcile(), print_reconciled)
    told.line(f"What was one is two now, each with what was said of it ({_THING}):")
    told.result(memory.tools.get_entity_timeline("job", "John"), print_timeline)
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
