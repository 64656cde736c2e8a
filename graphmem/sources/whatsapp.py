"""WhatsApp: the text of one exported chat, ``_chat.txt`` or ``WhatsApp Chat with Ana.txt``.

Where a message begins is in `whatsapp_lines`; every other line goes on with the one before. What
follows a stamp without ``name: `` is said by nobody ("Ana joined"), and so is what begins with a
left-to-right mark behind the name, as iOS marks what WhatsApp itself writes. A turn is called by
its stamp, and ``#2`` where it is the second of that: a longer export of the same phone adds only
what is new, as does one that begins later.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from graphmem.model.conversation import UNKNOWN_ZONE, MessageSettings, Refusal, SourceItem
from graphmem.sources import checks
from graphmem.sources.checks import UnfitError
from graphmem.sources.detection import SourceFormat
from graphmem.sources.json_stream import UnreadableError, not_utf8
from graphmem.sources.talks import ConversationBuilder, Spot, Talks, speaker_of, zone_of
from graphmem.sources.times import in_zone
from graphmem.sources.whatsapp_lines import MARK, Stamp, begun, day_comes_first, moment_of

# Every chat of iOS is called so, and so two of them would become one.
NAMELESS = "_chat"

# A colon in quotes is of a new subject, and not of a name: Ana changed the subject to "Trip: May".
_SAID = re.compile(r"(?P<name>[^:\n\"“”„«»]{1,200}): (?P<text>.*)", re.DOTALL)
_BIDI = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PLACEHOLDER = re.compile(rf"{MARK}?<[^<>\n]+>")
_FILE = re.compile(
    rf"(?:{MARK}[^\n]+\.[A-Za-z0-9]{{2,5}} \([^()\n]+\)"
    r"|[^\n]+\.[A-Za-z0-9]{2,5} \(file attached\))(?:\n(?P<text>.*))?",
    re.DOTALL,
)
# Behind a caption: " ‎<attached: 12-PHOTO.jpg>" or " ‎image omitted"; an edited text has no colon.
_MEDIA_BEHIND = re.compile(rf"\s?{MARK}(?:<[^<>\n]+:[^<>\n]+>|[^\n<>{MARK}]+ omitted)\Z")
_EDITED = re.compile(rf"\s?{MARK}<[^<>\n]+>\Z|\s?<This message was edited>\Z")
# Android marks what it writes in a deleted message's place by nothing; in English it writes this.
_DELETED = frozenset({"This message was deleted", "You deleted this message"})

_BY_WHATSAPP = "lines that WhatsApp itself writes"
_MEDIA = "media"
_GONE = "deleted messages"
_NO_CHAT = "no line begins as a message of WhatsApp does"
_NO_ORDER = (
    "whether days or months come first cannot be told from the dates: say it (--day-first or "
    "--month-first, MessageSettings.day_first)"
)
_UNNAMED = (
    "the chat does not name its conversation: give conversation_id (--conversation); every chat of "
    "an iPhone is called _chat.txt"
)


class _WhatsAppMessage(NamedTuple):
    line: int
    stamp: Stamp
    text: str  # with the name before it


def read_whatsapp(
    stream: BinaryIO, *, path: str, name: str | None, settings: MessageSettings
) -> Iterator[SourceItem]:
    """The chat of a file, a session for each day; what is not said by anybody is counted."""
    talks = Talks(path=path, source=SourceFormat.WHATSAPP.value)
    messages = _messages(stream, talks)
    named = settings.conversation_id or (None if name == NAMELESS else name)
    if not messages:
        yield Refusal(path=path, reason=_NO_CHAT)
        return
    if named is None:
        yield Refusal(path=path, reason=_UNNAMED)
        return
    try:
        day_first = settings.day_first
        if day_first is None:
            day_first = day_comes_first([message.stamp for message in messages])
    except UnfitError as error:
        yield Refusal(path=path, where=named, reason=str(error))
        return
    if day_first is None:
        yield Refusal(path=path, where=named, reason=_NO_ORDER)
        return
    talk = talks.talk(named)
    numbers: Counter[str] = Counter()
    for message in messages:
        _take(talk, message, numbers, day_first=day_first, settings=settings)
    yield from talks.items()


def _messages(stream: BinaryIO, talks: Talks) -> list[_WhatsAppMessage]:
    """The messages in order, each with the lines that go on with it."""
    found: list[_WhatsAppMessage] = []
    text: list[str] = []

    def close() -> None:
        if found:
            found[-1] = found[-1]._replace(text="\n".join(text).rstrip())

    for number, raw in enumerate(stream, 1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise UnreadableError(not_utf8(raw[error.start]), line=number) from error
        beginning = begun(line)
        if beginning is not None:
            close()
            found.append(_WhatsAppMessage(number, beginning.stamp, ""))
            text = [beginning.rest]
        elif found:
            text.append(line)
        elif line.strip():
            talks.refuse("no message has begun yet", Spot(number))
    close()
    return found


def _take(
    talk: ConversationBuilder,
    message: _WhatsAppMessage,
    numbers: Counter[str],
    *,
    day_first: bool,
    settings: MessageSettings,
) -> None:
    spot = Spot(message.line)
    try:
        said_at = moment_of(message.stamp, day_first=day_first)
    except UnfitError as error:
        talk.refuse(f" line {message.line}", str(error), spot)
        return
    key = said_at.isoformat(timespec="minutes" if message.stamp.second is None else "seconds")
    # Also of what nobody says, which stands in every export of the chat.
    numbers[key] += 1
    dia_id = key if numbers[key] == 1 else f"{key}#{numbers[key]}"
    said = _SAID.fullmatch(message.text)
    if said is None:
        talk.leave_out(_BY_WHATSAPP)
        return
    text, aside = _words(said["text"])
    if aside is not None:
        talk.leave_out(aside)
    if text is None:
        return
    try:
        name = _BIDI.sub("", said["name"]).strip().removeprefix("~").strip()
        speaker = speaker_of(name, settings, what="name")
        local, zone = in_zone((said_at, UNKNOWN_ZONE), zone_of(settings))
        turn = checks.turn(
            dia_id=dia_id,
            speaker=speaker.name,
            person_id=speaker.person_id,
            text=checks.text(text, name="text", caption=None),
            said_at=local,
            zone=zone,
        )
    except UnfitError as error:
        talk.refuse(f"/{dia_id}", str(error), spot)
        return
    talk.add(turn, spot=spot)


def _words(written: str) -> tuple[str | None, str | None]:
    """What is said in a message, None where nothing is, and what stands there besides."""
    if with_file := _FILE.fullmatch(written):
        return with_file["text"] or None, _MEDIA
    if _PLACEHOLDER.fullmatch(written):
        return None, _MEDIA
    if written.startswith(MARK):
        return None, _BY_WHATSAPP
    if written.rstrip(".") in _DELETED:
        return None, _GONE
    if behind := _MEDIA_BEHIND.search(written):
        return written[: behind.start()], _MEDIA
    return _EDITED.sub("", written), None
