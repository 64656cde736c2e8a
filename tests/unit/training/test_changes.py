"""Pairs of annotated statements, made by hand."""

from graphmem.tools.changes import ChangeKind
from tests.unit.evaluation.test_changes import DOSES, talk, turn
from training.changes import in_reach, linked_pairs, links_of, statements_of


def test_links_lead_from_the_later_to_the_earlier_statement() -> None:
    assert links_of(DOSES) == {
        ("2:1a", "1:1a"): ChangeKind.SUPERSEDES,
        ("3:1a", "2:1a"): ChangeKind.SUPERSEDES,
        ("4:1a", "3:1a"): ChangeKind.CORRECTS,
    }


def test_what_was_replaced_in_between_is_implied() -> None:
    pairs = list(linked_pairs(DOSES))
    kinds = [(pair.kind, pair.implied) for pair in pairs]
    # Of the second statement one pair, of the third two, the more alike or the earlier first.
    assert kinds[0] == (ChangeKind.SUPERSEDES, False)
    assert sorted(kinds[1:3], key=str) == [(ChangeKind.SUPERSEDES, False), (None, True)]


def test_only_what_shares_a_subject_or_a_thing_is_in_reach() -> None:
    told = talk(
        turn(1, "Ana mends the green shed."),
        turn(2, "Ana is tired."),
        turn(3, "Rui painted the green shed."),
    )
    mended, tired, painted = statements_of(told)
    painted = painted._replace(subject=frozenset(["rui"]))
    assert in_reach(painted, [mended, tired], frozenset(["ana", "bo"])) == [mended]
    assert in_reach(tired, [mended, painted], frozenset(["ana", "bo"])) == [mended]
