"""Reconciliation in three layers: sessions, conversations, people; pure, with every reason."""

from graphmem.model.memory import key_uid
from graphmem.reconciliation.judging import Judge
from graphmem.reconciliation.plan import make_plan, plan_changes
from graphmem.reconciliation.rulings import standing_rulings
from graphmem.reconciliation.user_decisions import check_clashes, person_decision, undo_decision

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
