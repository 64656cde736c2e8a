import json
from enum import StrEnum

from pydantic import BaseModel, Field

from graphmem.adapters.llm.schema import strict_schema
from graphmem.model.workspace import ProposedWorkspace


class Colour(StrEnum):
    """Colours."""

    RED = "red"


class Leaf(BaseModel):
    """Leaves."""

    colour: Colour = Colour.RED
    size: int = Field(default=1, ge=0, description="In centimetres.")


class Nest(BaseModel):
    eggs: tuple[str, ...] = Field(max_length=4)


class Tree(BaseModel):
    title: str = ""
    leaves: list[Leaf] = []
    nest: Nest | None = None


def test_every_property_is_required_and_no_other_allowed() -> None:
    leaf = strict_schema(Tree)["$defs"]["Leaf"]
    assert leaf == {
        "type": "object",
        "properties": {
            "colour": {"$ref": "#/$defs/Colour"},
            "size": {"type": "integer", "description": "In centimetres."},
        },
        "required": ["colour", "size"],
        "additionalProperties": False,
    }


def test_a_property_called_like_a_check_stays() -> None:
    assert strict_schema(Tree)["required"] == ["title", "leaves", "nest"]


def test_what_is_left_out_is_gone_with_what_only_it_used() -> None:
    schema = strict_schema(Tree, without={"nest"})
    assert "nest" not in schema["properties"]
    assert sorted(schema["$defs"]) == ["Colour", "Leaf"]


def test_the_proposals_have_a_strict_schema() -> None:
    schema = strict_schema(ProposedWorkspace, without=("start", "interval"))
    text = json.dumps(schema)
    assert "TimeInterval" not in text
    assert "minItems" not in text
    answer = schema["$defs"]["ProposedAnswer"]
    assert answer["required"] == list(answer["properties"])
    assert {"speaker", "subject", "evidence", "polarity", "time"} <= set(answer["required"])
