"""demo: from nothing to answers with evidence, on the packaged sample."""

import time

from rich.text import Text

from graphmem.clients.cli.decisions import print_decision
from graphmem.clients.cli.output import Json, console, print_json, progress, shown
from graphmem.clients.cli.receipts import print_receipt
from graphmem.clients.cli.talk import print_answer
from graphmem.memory import Memory
from graphmem.model.decision import Decision, Layer, Verdict
from graphmem.sample import sample_files

DEMO_SPACE = "demo"

QUESTIONS = (
    ("When did John hand in his notice at TechCorp?", None),
    ("When did Owen take part in the charity swim?", "priya-owen"),
    ("When did Priya climb Kilimanjaro?", "priya-owen"),
    ("Where does WOBS keep its invoices?", "dana-alex"),
)


def demo(as_json: Json = False) -> None:
    """Start Neo4j, read the packaged conversations, and answer questions about them."""
    begun = time.perf_counter()
    with progress(quiet=as_json) as report, Memory(space=DEMO_SPACE, progress=report) as memory:
        _say(f"Neo4j is up after {time.perf_counter() - begun:.1f} s.", quiet=as_json)
        receipt = memory.ingest(*sample_files(), progress=report)
        if as_json:
            print_json(receipt)
        else:
            print_receipt(receipt)
            console().print(shown("\nWho is one, and what is not, across conversations:", "bold"))
            for recorded in memory.decisions():
                if _telling(recorded.decision):
                    print_decision(recorded.decision)
        for question, conversation in QUESTIONS:
            answer = memory.ask(question, conversation=conversation)
            if as_json:
                print_json(answer)
                continue
            scope = f"  ({conversation})" if conversation else ""
            asked = shown(f"? {question}", "bold")
            console().print(Text.assemble("\n", asked, shown(scope, "dim")))
            print_answer(answer)
    _say(
        f"\nThat took {time.perf_counter() - begun:.1f} s. Ask your own: "
        'GRAPHMEM_SPACE=demo graphmem ask "Who is Nina?"',
        quiet=as_json,
    )
    _say("Everything that was decided: graphmem decisions list --space demo", quiet=as_json)


def _telling(decision: Decision) -> bool:
    """Of the many decisions: that two people are one, and that two things are not."""
    if decision.layer is not Layer.PERSON or not decision.confident:
        return False
    return decision.verdict is Verdict.SEPARATE or decision.left.kind == decision.right.kind == (
        "person"
    )


def _say(text: str, *, quiet: bool) -> None:
    if not quiet:
        console().print(shown(text))
