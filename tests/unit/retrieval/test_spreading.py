from graphmem.model.search import ActivationSettings, Outcome
from graphmem.retrieval.path_scores import activated
from graphmem.store.paths import ActivatedTurn

ENTRY = ActivatedTurn(None, "a", "entry", 1.0, 0.8, passes=False)


def test_a_turn_keeps_the_strongest_activation_that_reached_it() -> None:
    rows = [
        ENTRY,
        ActivatedTurn("a", "b", "time", 0.5, 0.32, passes=True),
        ActivatedTurn("a", "b", "entity", 1.0, 0.64, passes=True),
        ActivatedTurn("b", "c", "answer", 1.0, 0.51, passes=False),
    ]
    found = activated(rows, ActivationSettings())
    assert found.best == {"a": 0.8, "b": 0.64, "c": 0.51}
    assert found.entries == {"a": 0.8}
    assert [row.outcome for row in found.links] == [
        Outcome.VISITED,
        Outcome.FOLLOWED,
        Outcome.FOLLOWED,
    ]


def test_activation_does_not_flow_back_to_where_it_was_stronger() -> None:
    rows = [
        ENTRY,
        ActivatedTurn("a", "b", "entity", 1.0, 0.64, passes=True),
        ActivatedTurn("b", "a", "entity", 1.0, 0.51, passes=False),
    ]
    found = activated(rows, ActivationSettings())
    assert found.best["a"] == 0.8
    assert found.links[1].outcome is Outcome.VISITED


def test_faint_activation_is_pruned() -> None:
    found = activated(
        [ENTRY, ActivatedTurn("a", "b", "time", 0.3, 0.05, passes=True)], ActivationSettings()
    )
    assert "b" not in found.best
    assert found.links[0].outcome is Outcome.FAINT


def test_a_spent_budget_is_told() -> None:
    rows = [
        ENTRY,
        ActivatedTurn("a", "b", "entity", 1.0, 0.64, passes=True),
        ActivatedTurn("a", "c", "time", 0.5, 0.32, passes=False),
        ActivatedTurn("b", "d", "entity", 1.0, 0.51, passes=False),
    ]
    found = activated(rows, ActivationSettings(budget=1))
    assert [row.outcome for row in found.links] == [
        Outcome.FOLLOWED,
        Outcome.SPENT,
        Outcome.FOLLOWED,
    ]


def test_a_turn_that_had_nothing_to_pass_on_did_not_spend_the_budget() -> None:
    rows = [
        ENTRY,
        ActivatedTurn("a", "b", "entity", 1.0, 0.64, passes=True),
        ActivatedTurn("a", "c", "time", 0.5, 0.32, passes=True),
        ActivatedTurn("a", "d", "time", 0.4, 0.26, passes=False),
    ]
    found = activated(rows, ActivationSettings(budget=2))
    assert [row.outcome for row in found.links] == [
        Outcome.FOLLOWED,
        Outcome.FOLLOWED,
        Outcome.SPENT,
    ]
