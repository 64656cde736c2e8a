"""How a question is understood before it is answered."""

from enum import StrEnum


class QuestionKind(StrEnum):
    """What sort of answer a question asks for."""

    FACT = "fact"
    WHEN = "when"
    HOW_LONG = "how_long"
    HOW_MANY = "how_many"
    LIST = "list"
    YES_NO = "yes_no"
    WHY = "why"
    COMPARISON = "comparison"
