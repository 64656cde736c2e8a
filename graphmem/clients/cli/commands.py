"""Every command, by what it is for, with its line in the list and command lines to copy."""

from importlib import import_module
from typing import Any, NamedTuple

from graphmem.clients.cli.help import App
from graphmem.clients.cli.operation_commands import command_of, example_of
from graphmem.operations import OPERATIONS, Operation


class Entry(NamedTuple):
    """A command, or a group of them, with its line in the list.

    ``place`` is the module of this package and the name in it, imported when it is needed; without
    one, the command or the group is made of the operations whose command words begin with
    ``name``. The example of an operation stands before ``examples``.
    """

    name: str
    line: str
    place: str | None = None
    examples: tuple[str, ...] = ()

    def add_to(self, app: App, panel: str) -> None:
        """Adds it to the command tree, in a panel."""
        item = next((one for one in OPERATIONS if one.command == (self.name,)), None)
        if self.place is not None:
            module, name = self.place.split(".")
            does = getattr(import_module(f"graphmem.clients.cli.{module}"), name)
        else:
            does = command_of(item) if item else self._group()
        if isinstance(does, App):
            app.add_typer(does, name=self.name, short_help=self.line, rich_help_panel=panel)
            return
        app.command(
            self.name,
            help=item and item.summary,
            short_help=self.line,
            rich_help_panel=panel,
            examples=(*_example(item), *self.examples),
        )(does)

    def _group(self) -> App:
        group = App(help=f"{self.line}.")
        for item in OPERATIONS:
            if item.command[0] == self.name:
                command = group.command(item.command[1], help=item.summary, examples=_example(item))
                command(command_of(item))
        return group


def _example(item: Operation[Any] | None) -> tuple[str, ...]:
    example = item and example_of(item)
    return (example,) if example else ()


PANELS = {
    "Start": (
        Entry("demo", "Start Neo4j, read the sample, and show what memory can do", "demo.demo"),
        Entry("doctor", "Check the installation, and say what to mend", "admin.doctor"),
    ),
    "Take in": (
        Entry(
            "ingest",
            "Read files or folders: record, extract, reconcile",
            "talk.ingest",
            (
                "graphmem ingest talk.jsonl",
                "graphmem ingest talks/ --record-only",
                "graphmem ingest slack-export.zip --zone Europe/Lisbon",
                'graphmem ingest talk.jsonl --llm openai/gpt-4o-mini --budget "2.50"',
            ),
        ),
        Entry("remember", "Record one turn as it is said", "special_commands.remember"),
        Entry(
            "skipped",
            "List what an ingest judged not worth keeping, and why",
            "talk.skipped",
            ("graphmem skipped kitchen --session S1",),
        ),
        Entry(
            "reconcile",
            "Bring the layers and the decisions up to date",
            "special_commands.reconcile",
            ("graphmem reconcile --check",),
        ),
    ),
    "Ask": (
        Entry(
            "ask",
            "Answer from the turns that prove it, refuse, or ask back",
            "special_commands.ask",
            ('graphmem ask "Where does she live?" -c kitchen --as-of 2024-03-01',),
        ),
        Entry(
            "search",
            "Find the turns that bear on a question",
            "special_commands.search",
            ('graphmem search "What did she plant?" --person Ana --since 2024-01-01 --explain',),
        ),
        Entry(
            "explain", "Show how a search comes to its turns, as a tree", "special_commands.explain"
        ),
        Entry(
            "assemble",
            "Put what is known of the talk at hand into a text",
            "special_commands.assemble",
            ('graphmem assemble "What shall I plant this year?" --tokens 800',),
        ),
    ),
    "Look at one thing": (
        Entry("profile", "Sum up a person or a thing: now, before, each line cited"),
        Entry("story", "Tell what happened, in time, each event cited, gaps named"),
        Entry("process", "Tell how something is done, and what changed since"),
        Entry("think", "Gather what is for and against, each line cited"),
        Entry("keep-opinion", "Think, and keep the opinion as an agent's own"),
        Entry("timeline", "Show what a person's thing was, in time"),
        Entry("context", "Show everything that one conversation says of a thing"),
        Entry("compare", "Compare a thing in two conversations"),
        Entry("compare-people", "Compare what two people say of a topic"),
        Entry("contradictions", "Find conflicts, changes, corrections, disagreements"),
    ),
    "Decide what is one": (
        Entry("decisions", "List, show or undo what was merged or kept apart"),
        Entry("merge", "Decide that two people or two things are one", "special_commands.merge"),
        Entry("separate", "Decide that two people or two things are not one"),
    ),
    "Take back": (
        Entry("retract", "Take a statement back: it is never stated again"),
        Entry("correct", "Put what holds in the place of a statement"),
        Entry("forget", "Take back for good what was said", "special_commands.forget"),
    ),
    "List": (
        Entry("conversations", "List the conversations"),
        Entry("people", "List who takes part in them"),
        Entry("entities", "List or show the things that they speak of"),
        Entry("turn", "Show a turn in its talk"),
        Entry("dialogue", "Read a session of a conversation"),
        Entry("graph", "Show what is around a person or a thing"),
    ),
    "Query the graph": (
        Entry(
            "analytics",
            "Run a packaged query: who knows whom, what changed",
            "analytics.analytics",
            ("graphmem analytics", "graphmem analytics what_changed --person John"),
        ),
        Entry(
            "cypher",
            "Run a read-only Cypher query of your own",
            "admin.cypher",
            ('graphmem cypher "MATCH (n:Person) RETURN n.space, n.name LIMIT 5"',),
        ),
        Entry("browser", "Open Neo4j Browser, and tell how to enter", "browser.browser"),
    ),
    "Serve": (
        Entry(
            "serve",
            "Serve over HTTP, to programs and assistants",
            "serving.serve",
            (
                "graphmem serve --space home",
                "graphmem serve --host 0.0.0.0 --api-keys keys.json",
            ),
        ),
        Entry(
            "worker",
            "Extract what others record, in every space",
            "serving.worker",
            ("graphmem serve --no-background", "graphmem worker"),
        ),
        Entry("mcp", "Serve to an assistant that starts this command itself", "serving.mcp"),
        Entry("keys", "Add, list or revoke API keys, each for one space", "serving.keys_app"),
    ),
    "Measure": (
        Entry("eval", "Measure on labelled questions, and compare results", "evaluate.app"),
        Entry(
            "train-ranker",
            "Fit the ranker on labelled questions of your own",
            "ranker.train_ranker",
            ("graphmem train-ranker questions.json --out weights.json",),
        ),
    ),
    "Keep the database": (
        Entry("server", "Start, stop or look at the embedded Neo4j", "admin.app"),
        Entry(
            "export",
            "Write a space into one file",
            "admin.export",
            ("graphmem export home.zip --space home",),
        ),
        Entry(
            "import",
            "Bring such a file into its space",
            "admin.import_archive",
            ("graphmem import home.zip --space home",),
        ),
        Entry(
            "backup",
            "Write all spaces into one folder, while in use",
            "admin.backup",
            ("graphmem backup /backups/monday", "graphmem backup home --only home"),
        ),
        Entry(
            "restore",
            "Bring such a folder into a database",
            "admin.restore",
            ("graphmem restore /backups/monday",),
        ),
        Entry("reembed", "Encode everything again after a change of the model", "admin.reembed"),
    ),
}
