"""Response models of extraction: proposals as a model writes them, before what follows.

Half of what it would write otherwise is defaults, what it has said already and what can be looked
up: `graphmem.extraction.llm.extract` adds these.
"""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema

from graphmem.model.base import Frozen
from graphmem.model.workspace import (
    Confidence,
    EntityType,
    Kind,
    Modality,
    Part,
    Polarity,
    Words,
    Worth,
)


class WirePart(Frozen):
    """A part of what a model writes; a field that is null counts as left out."""

    @model_validator(mode="before")
    @classmethod
    def _leave_out(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value is not None}


class Short(WirePart):
    """A part of which a bare string is the first field, where nothing else is given."""

    @model_serializer(mode="wrap")
    def _bare(self, write: SerializerFunctionWrapHandler) -> Any:
        written = write(self)
        return next(iter(written.values())) if len(written) == 1 else written


def _full(field: str) -> Callable[[Any], Any]:
    return lambda given: {field: given} if isinstance(given, str) else given


class WireQuote(WirePart):
    """Words of a turn's text or caption."""

    turn: str
    text: Annotated[str, Field(min_length=1)]
    part: Part = Part.STATEMENT


class WireMention(Short):
    """A turn that mentions an entity; ``text`` where it does so by none of its names."""

    turn: str
    text: str = ""


class WireThing(Short):
    """A participant, or a thing and whose it is."""

    name: Words
    owner: str | SkipJsonSchema[None] = None


_Named = Annotated[
    WireThing, BeforeValidator(_full("name"), json_schema_input_type=str | WireThing)
]
_Mention = Annotated[
    WireMention, BeforeValidator(_full("turn"), json_schema_input_type=str | WireMention)
]


class WireEntity(WirePart):
    """A thing talked about."""

    name: Words
    type: EntityType = EntityType.THING
    aliases: tuple[Words, ...] = ()
    owner: str | SkipJsonSchema[None] = None
    proper: bool = False
    mentions: tuple[_Mention, ...] = Field(min_length=1)


class WireState(Short):
    """A state of a role; without evidence it has that of the answer, and the answer's time."""

    name: Words
    time: str | SkipJsonSchema[None] = None
    evidence: tuple[WireQuote, ...] = ()


_State = Annotated[
    WireState, BeforeValidator(_full("name"), json_schema_input_type=str | WireState)
]


class WireRole(WirePart):
    """The role that an answer tells: of which part of its subject's life, and what it is."""

    of: Words
    name: Words
    states: tuple[_State, ...] = ()


class WireAnswer(WirePart):
    """One statement."""

    evidence: tuple[WireQuote, ...] = Field(min_length=1)
    speaker: str
    subject: _Named
    predicate: Words
    object: str = ""
    text: Words
    kind: Kind = Kind.FACT
    modality: Modality = Modality.SAID
    polarity: Polarity = Polarity.POSITIVE
    time: str | SkipJsonSchema[None] = None
    place: str | SkipJsonSchema[None] = None
    names: tuple[_Named, ...] = ()
    mentioned_by: tuple[str, ...] = ()
    confidence: Confidence = 0.8
    worth: Worth | SkipJsonSchema[None] = None
    role: WireRole | SkipJsonSchema[None] = None


class WireQuestion(WirePart):
    """A question and the places of its answers; the rest is told by these."""

    evidence: tuple[WireQuote, ...] = Field(min_length=1)
    asked_by: str
    text: Words
    answers: tuple[int, ...]


class WireWorkspace(WirePart):
    """Everything that a model proposes for one chunk."""

    entities: tuple[WireEntity, ...] = ()
    answers: tuple[WireAnswer, ...] = ()
    questions: tuple[WireQuestion, ...] = ()
