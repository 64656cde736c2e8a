"""Counts what a model uses, from any thread, and says when the budget is spent."""

from threading import Lock

from graphmem.errors import BudgetExceededError
from graphmem.model.usage import Budget, Usage


class Meter:
    """A thread-safe sum of `Usage`, held against a budget."""

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget
        self._usage = Usage()
        self._lock = Lock()

    @property
    def usage(self) -> Usage:
        """What was used up to now."""
        with self._lock:
            return self._usage

    def add(self, usage: Usage) -> None:
        """Count one more piece of use."""
        with self._lock:
            self._usage = self._usage + usage

    def check(self) -> None:
        """Raise `BudgetExceededError` where the budget is spent.

        Calls that are under way are not counted yet, so ``n`` threads may go over by ``n`` calls.
        """
        usage = self.usage
        if self._budget is not None and self._budget.spent_by(usage):
            cost = "" if usage.cost is None else f" (${usage.cost:.4f})"
            raise BudgetExceededError(
                f"The budget of {self._budget} is spent: {usage.calls} calls, "
                f"{usage.tokens:,} tokens{cost}.",
                next_step="Run it again with a new budget; it goes on where it stopped.",
            )
