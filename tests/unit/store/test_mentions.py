"""What the chunks of a session contribute to an entity, summed."""

from graphmem.model.workspace import EntityType, TypeScores
from graphmem.store.mentions import Mentioned, summed_properties


def scores(**of: float) -> TypeScores:
    """Of the types named these, of the others little."""
    return tuple(of.get(one.value, -9.0) for one in EntityType)


def mention(place: int, kind: str, type_scores: TypeScores = ()) -> Mentioned:
    """What one chunk tells of one entity."""
    return Mentioned(
        "entity:1", "tarn", (False, place, f"c{place}"), "Tarn", kind, (), True, (), type_scores
    )


def test_the_type_is_what_fits_best_by_all_chunks() -> None:
    given = [
        mention(1, "person", scores(person=-0.6, org=-0.8)),
        mention(2, "org", scores(org=-0.1, person=-2.5)),
    ]
    summed = summed_properties("s", given, [])
    assert summed["type"] == "org"
    assert summed["type_scores"][tuple(EntityType).index(EntityType.ORG)] == -0.9
    assert summed_properties("s", given[:1], [])["type"] == "person"


def test_without_scores_the_earliest_that_knows_more_than_thing_gives_the_type() -> None:
    given = [mention(3, "place"), mention(1, "thing"), mention(2, "org")]
    summed = summed_properties("s", given, [])
    assert (summed["type"], summed["type_scores"]) == ("org", [])
