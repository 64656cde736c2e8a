"""Ana welds boats. She talks to Bo by the pond and to Cy at the harbour; all invented."""

from collections.abc import Sequence
from datetime import datetime

from graphmem.model.memory import KnownQuestion, KnownStatement, Snapshot
from graphmem.model.workspace import EntityType
from graphmem.tools import Index, SnapshotTools
from tests.unit.reconciliation.build import World

MARCH, JUNE, SEPTEMBER = (datetime(2024, month, 4, 18) for month in (3, 6, 9))


class Harbour(World):
    """The two conversations; ``job`` and ``keel`` are uids of the first of each."""

    def __init__(self) -> None:
        super().__init__()
        self.ana, self.bo = self.talk("pond", "Ana", "Bo", ids=["ana"])
        _, self.cy = self.talk("harbour", "Ana", "Cy", ids=["ana"])
        self.keel = self.thing(
            self.ana, "Keel", at=MARCH, conversation="pond", proper=True, type=EntityType.ORG
        )
        self.job = self.thing(self.ana, "job", at=MARCH, conversation="pond", owner=self.ana)
        self.welds = self.role(
            self.ana,
            self.job,
            "welder",
            "Ana welds hulls at Keel",
            "works_at_Keel",
            at=MARCH,
            quote="I weld hulls at Keel",
            names=[self.keel],
        )
        self.later_job = self.thing(
            self.ana, "job", at=SEPTEMBER, conversation="harbour", owner=self.ana
        )
        self.leads = self.role(
            self.ana,
            self.later_job,
            "foreman",
            "Ana leads the yard",
            "leads_yard",
            at=SEPTEMBER,
            quote="they let me lead the yard now",
        )

    def ask(self, asker: str, text: str, *answers: KnownStatement) -> KnownQuestion:
        first = answers[0]
        return KnownQuestion(
            uid=f"question:{text}",
            conversation_id=first.conversation_id,
            asked_by_uid=asker,
            text=text,
            said_at=first.said_at,
            turn_ids=("D9:1",),
            answer_uids=tuple(answer.uid for answer in answers),
        )

    def tools(self, questions: Sequence[KnownQuestion] = ()) -> SnapshotTools:
        return SnapshotTools(Index(self.known(questions)))

    def known(self, questions: Sequence[KnownQuestion] = ()) -> Snapshot:
        return self.snapshot()._replace(questions=tuple(questions))
