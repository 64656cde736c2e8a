from datetime import datetime

from graphmem.model.tools import ConversationContext, Mention, MentioningTurn
from graphmem.tools.mentions import with_mentions

SAID_AT = datetime(2024, 3, 4, 18)


def turn(dia_id: str, text: str, *, caption: str = "", minute: int = 0) -> MentioningTurn:
    said_at = SAID_AT.replace(minute=minute)
    return MentioningTurn(dia_id, "person:bo", said_at, text, caption, ("Keel", "the yard"))


def quoted(*turns: MentioningTurn, known: tuple[Mention, ...] = ()) -> list[tuple[str, str]]:
    context = ConversationContext(
        conversation_id="pond", entity="Keel", people=("Ana", "Bo"), mentions=known
    )
    found = with_mentions(context, turns, {"person:bo": "Bo"}).mentions
    assert {mention.speaker for mention in found} <= {"Bo", "Ana"}
    return [(mention.turn_id, mention.quote) for mention in found]


def test_the_sentence_that_names_it_is_quoted() -> None:
    assert quoted(turn("D1:2", "Good morning. I saw the Yard burn! How awful.")) == [
        ("pond/D1:2", "I saw the Yard burn!")
    ]


def test_the_caption_is_quoted_where_only_it_names_it_else_all() -> None:
    assert quoted(
        turn("D1:2", "Look at this.", caption="a photo of the Keel"), turn("D1:3", "It is big.")
    ) == [("pond/D1:2", "a photo of the Keel"), ("pond/D1:3", "It is big.")]


def test_what_is_quoted_already_stays_and_all_are_in_time() -> None:
    known = Mention(
        turn_id="pond/D1:10", speaker="Ana", said_at=SAID_AT, quote="I weld hulls at Keel"
    )
    assert quoted(
        turn("D1:10", "I weld hulls at Keel, you know."),
        turn("D1:9", "Keel is loud."),
        turn("D2:1", "Keel is closed.", minute=5),
        known=(known,),
    ) == [
        ("pond/D1:9", "Keel is loud."),
        ("pond/D1:10", "I weld hulls at Keel"),
        ("pond/D2:1", "Keel is closed."),
    ]
