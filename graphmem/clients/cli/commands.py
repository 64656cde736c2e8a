"""Every command, by what it is for, with its line in the list and command lines to copy."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from graphmem.clients.cli.help import App


class Entry(NamedTuple):
    """A command, or a group of them, with its line in the list.

    ``place`` is the module of this package and the name in it, imported when it is needed.
    """

    name: str
    place: str
    line: str
    examples: tuple[str, ...] = ()

    def load(self) -> Callable[..., None] | App:
        """The function, or the group."""
        module, name = self.place.split(".")
        loaded: Callable[..., None] | App = getattr(
            import_module(f"graphmem.clients.cli.{module}"), name
        )
        return loaded


PANELS = {
    "Start": (
        Entry("demo", "demo.demo", "Start Neo4j, read the sample, and show what memory can do"),
        Entry("doctor", "admin.doctor", "Check the installation, and say what to mend"),
    ),
    "Take in": (
        Entry(
            "ingest",
            "talk.ingest",
            "Read files or folders: record, extract, reconcile",
            (
                "graphmem ingest talk.jsonl",
                "graphmem ingest talks/ --record-only",
                "graphmem ingest slack-export.zip --zone Europe/Lisbon",
                'graphmem ingest talk.jsonl --llm openai/gpt-4o-mini --budget "2.50"',
            ),
        ),
        Entry(
            "remember",
            "listing.remember",
            "Record one turn as it is said",
            ('graphmem remember kitchen "I planted forty tulips yesterday." --speaker Ana',),
        ),
        Entry(
            "skipped",
            "talk.skipped",
            "List what an ingest judged not worth keeping, and why",
            ("graphmem skipped kitchen --session S1",),
        ),
        Entry(
            "reconcile",
            "decisions.reconcile",
            "Bring the layers and the decisions up to date",
            ("graphmem reconcile --dry-run", "graphmem reconcile --check"),
        ),
    ),
    "Ask": (
        Entry(
            "ask",
            "talk.ask",
            "Answer from the turns that prove it, refuse, or ask back",
            (
                'graphmem ask "When did Ana plant the tulips?"',
                'graphmem ask "Where does she live?" -c kitchen --as-of 2024-03-01',
            ),
        ),
        Entry(
            "search",
            "search.search",
            "Find the turns that bear on a question",
            (
                'graphmem search "Who planted tulips?" -n 5',
                'graphmem search "What did she plant?" --person Ana --since 2024-01-01 --explain',
            ),
        ),
        Entry("explain", "search.explain", "Show how a search comes to its turns, as a tree"),
        Entry(
            "assemble",
            "listing.assemble",
            "Put what is known of the talk at hand into a text",
            ('graphmem assemble "What shall I plant this year?" --tokens 800',),
        ),
    ),
    "Look at one thing": (
        Entry(
            "profile",
            "tools.profile",
            "Sum up a person or a thing: now, before, each line cited",
            ("graphmem profile garden/Ana --tokens 400", "graphmem profile Ana --as-of 2024-03-01"),
        ),
        Entry(
            "story",
            "narrative.story",
            "Tell what happened, in time, each event cited, gaps named",
            ("graphmem story garden/Ana --since 2024-01-01",),
        ),
        Entry(
            "process",
            "narrative.process",
            "Tell how something is done, and what changed since",
            ('graphmem process "varnish the deck"',),
        ),
        Entry(
            "timeline",
            "tools.timeline",
            "Show what a person's thing was, in time",
            ("graphmem timeline job --person John",),
        ),
        Entry(
            "context",
            "tools.context",
            "Show everything that one conversation says of a thing",
            ("graphmem context john-maria Biscuit",),
        ),
        Entry(
            "compare",
            "tools.compare",
            "Compare a thing in two conversations",
            ("graphmem compare job john-maria tim-john",),
        ),
        Entry(
            "compare-people",
            "tools.compare_people",
            "Compare what two people say of a topic",
            ("graphmem compare-people dogs John Priya",),
        ),
        Entry(
            "contradictions",
            "tools.contradictions",
            "Find conflicts, changes, corrections, disagreements",
            ('graphmem contradictions "John\'s job"',),
        ),
    ),
    "Decide what is one": (
        Entry("decisions", "decisions.app", "List, show or undo what was merged or kept apart"),
        Entry(
            "merge",
            "decisions.merge",
            "Decide that two people or two things are one",
            ('graphmem merge tim-john/John james-john/John --reason "One man."',),
        ),
        Entry(
            "separate",
            "decisions.separate",
            "Decide that two people or two things are not one",
            ("graphmem separate tim-john/John/job john-maria/John/job",),
        ),
    ),
    "Take back": (
        Entry(
            "retract",
            "retraction.retract",
            "Take a statement back: it is never stated again",
            ('graphmem retract answer:a6d0dbaa --reason "A slip of the tongue."',),
        ),
        Entry(
            "correct",
            "retraction.correct",
            "Put what holds in the place of a statement",
            ('graphmem correct answer:a6d0dbaa "Ana works at Fabrikam."',),
        ),
        Entry(
            "forget",
            "retraction.forget",
            "Take back for good what was said",
            (
                "graphmem forget --turn kitchen/D1:1",
                "graphmem forget --person kitchen/Ana --dry-run",
            ),
        ),
    ),
    "List": (
        Entry("conversations", "admin.conversations", "List the conversations"),
        Entry("people", "listing.people", "List who takes part in them"),
        Entry("entities", "listing.entities_app", "List or show the things that they speak of"),
        Entry(
            "turn",
            "reading.turn",
            "Show a turn in its talk",
            ("graphmem turn john-maria/D7:7 --around 2",),
        ),
        Entry(
            "dialogue",
            "reading.dialogue",
            "Read a session of a conversation",
            ("graphmem dialogue john-maria --session S7",),
        ),
        Entry(
            "graph",
            "reading.graph",
            "Show what is around a person or a thing",
            ("graphmem graph person:b18fd512",),
        ),
    ),
    "Query the graph": (
        Entry(
            "analytics",
            "analytics.analytics",
            "Run a packaged query: who knows whom, what changed",
            ("graphmem analytics", "graphmem analytics what_changed --person John"),
        ),
        Entry(
            "cypher",
            "admin.cypher",
            "Run a read-only Cypher query of your own",
            ('graphmem cypher "MATCH (n:Person) RETURN n.space, n.name LIMIT 5"',),
        ),
        Entry("browser", "browser.browser", "Open Neo4j Browser, and tell how to enter"),
    ),
    "Serve": (
        Entry(
            "serve",
            "serving.serve",
            "Serve over HTTP, to programs and assistants",
            (
                "graphmem serve --space home",
                "graphmem serve --host 0.0.0.0 --api-keys keys.json",
            ),
        ),
        Entry(
            "worker",
            "serving.worker",
            "Extract what others record, in every space",
            ("graphmem serve --no-background", "graphmem worker"),
        ),
        Entry("mcp", "serving.mcp", "Serve to an assistant that starts this command itself"),
        Entry("keys", "serving.keys_app", "Add, list or revoke API keys, each for one space"),
    ),
    "Measure": (
        Entry("eval", "evaluate.app", "Measure on labelled questions, and compare results"),
        Entry(
            "train-ranker",
            "ranker.train_ranker",
            "Fit the ranker on labelled questions of your own",
            ("graphmem train-ranker questions.json --out weights.json",),
        ),
    ),
    "Keep the database": (
        Entry("server", "server.app", "Start, stop or look at the embedded Neo4j"),
        Entry(
            "export",
            "archive.export",
            "Write a space into one file",
            ("graphmem export home.zip --space home",),
        ),
        Entry(
            "import",
            "archive.import_archive",
            "Bring such a file into its space",
            ("graphmem import home.zip --space home",),
        ),
        Entry(
            "backup",
            "archive.backup",
            "Write all spaces into one folder, while in use",
            ("graphmem backup /backups/monday", "graphmem backup home --only home"),
        ),
        Entry(
            "restore",
            "archive.restore",
            "Bring such a folder into a database",
            ("graphmem restore /backups/monday",),
        ),
        Entry("reembed", "admin.reembed", "Encode everything again after a change of the model"),
    ),
}
