"""Reconciliation in three layers: sessions, conversations, people; pure, with every reason."""

from graphmem.model.memory import key_uid
from graphmem.reconciliation.by_hand import check_clashes, person_decision, undo_decision
from graphmem.reconciliation.judge import Judge
from graphmem.reconciliation.plan import make_plan, plan_changes
from graphmem.reconciliation.rulings import standing_rulings

__all__ = [
    "Judge",
    "check_clashes",
    "key_uid",
    "make_plan",
    "person_decision",
    "plan_changes",
    "standing_rulings",
    "undo_decision",
]
