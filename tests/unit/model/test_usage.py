import pytest
from pydantic import ValidationError

from graphmem.errors import SettingsError
from graphmem.model.usage import Budget, Usage


def test_usage_adds_up_and_can_be_taken_apart() -> None:
    first = Usage(calls=1, tokens_in=10, tokens_out=2, cost=0.5, retries=1)
    second = Usage(calls=2, tokens_in=5, tokens_out=1, cost=0.25, repairs=1)
    both = first + second
    assert both == Usage(calls=3, tokens_in=15, tokens_out=3, cost=0.75, retries=1, repairs=1)
    assert both - first == second
    assert both.tokens == 18


def test_one_unknown_price_makes_the_cost_unknown() -> None:
    assert (Usage(cost=1.0) + Usage(cost=None)).cost is None


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("2.50", Budget(cost=2.5)),
        ("$2.50", Budget(cost=2.5)),
        (" 3 USD ", Budget(cost=3)),
        ("5000 tokens", Budget(tokens=5000)),
        ("200k tokens", Budget(tokens=200_000)),
        ("1.5M tokens", Budget(tokens=1_500_000)),
        ("1 token", Budget(tokens=1)),
    ],
)
def test_a_budget_is_read(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget


@pytest.mark.parametrize("text", ["", "much", "-1", "0", "200k", "5 euros", "tokens", "1e3"])
def test_anything_else_is_no_budget(text: str) -> None:
    with pytest.raises(SettingsError, match="is not a budget"):
        Budget.parse(text)


def test_a_budget_names_something() -> None:
    with pytest.raises(ValidationError):
        Budget()


def test_either_limit_ends_a_budget() -> None:
    budget = Budget(tokens=100, cost=1.0)
    assert not budget.spent_by(Usage(tokens_in=99, cost=0.5))
    assert budget.spent_by(Usage(tokens_in=60, tokens_out=40))
    assert budget.spent_by(Usage(cost=1.0))
    assert str(budget) == "100 tokens and $1.00"
