"""demo: from nothing to answers with evidence, on the packaged sample."""

import time

from rich.text import Text

from graphmem.clients.cli.output import Json, console, print_json, progress, shown
from graphmem.clients.cli.talk import print_answer, print_receipt
from graphmem.memory import Memory
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
        'GRAPHMEM_SPACE=demo graphmem ask "Who is Biscuit?"',
        quiet=as_json,
    )


def _say(text: str, *, quiet: bool) -> None:
    if not quiet:
        console().print(shown(text))
