import json
from enum import StrEnum

from pydantic import BaseModel, Field

from graphmem.adapters.llm.protocol import is_strict, strict_schema


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


class Wood(BaseModel):
    trees: list[Tree]


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


def test_what_has_a_default_may_be_left_out_where_that_is_wanted() -> None:
    schema = strict_schema(Tree, optional=True)
    assert schema["required"] == []
    assert schema["$defs"]["Nest"]["required"] == ["eggs"]
    assert schema["$defs"]["Leaf"]["additionalProperties"] is False
    assert "default" not in json.dumps(schema)


def test_a_schema_is_strict_where_no_object_in_it_lets_anything_out() -> None:
    assert is_strict(strict_schema(Tree))
    assert is_strict(strict_schema(Nest, optional=True))
    assert not is_strict(strict_schema(Tree, optional=True))
    assert not is_strict(strict_schema(Wood, optional=True))
