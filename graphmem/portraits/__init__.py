"""Portraits: what is stored of one person or thing → sections of cited sentences; pure."""

from graphmem.portraits.portray import Material, portray
from graphmem.portraits.wording import Wordable, in_their_place, wordable
from graphmem.portraits.writing import BudgetedPortrait, Drawn, draw, within_budget, write

__all__ = [
    "BudgetedPortrait",
    "Drawn",
    "Material",
    "Wordable",
    "draw",
    "in_their_place",
    "portray",
    "within_budget",
    "wordable",
    "write",
]
