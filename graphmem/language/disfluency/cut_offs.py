"""Cut-off words: "thi- this", and without the hyphen, as transcripts have them, "th the"."""

from graphmem.language.disfluency.classes import DISCOURSE, FUNCTION, TOGETHER, words
from graphmem.language.disfluency.pauses import FILLED
from graphmem.language.disfluency.utterance import LINKS, Utterance

# What an English word can begin with and no abbreviation is; a doctor is a "dr", a saint a "st".
_ONSETS = words(
    "th sh ch wh bl br cl cr fl gl gr pl pr sc sk sl sm sn sp sw tr tw kn wr"
    " scr shr spl spr str thr phr"
)
_TYPED_SHORT = frozenset("wrcknx")  # "with", "are", "see", "okay", "and"
_WORDS_LIKE_FRAGMENTS = words(
    "man eve ever even wit bet bee ha ma any whit bot bo fort thou thin hen wo"
    " mor ho sin si wee hi sh al ab mos mu be ow ye ya du ot oft at tho an mus"
)
_FRAGMENTS = frozenset(
    word[:length]
    for word in FUNCTION
    if "'" not in word
    for length in range(2, len(word))
) - (FUNCTION | _WORDS_LIKE_FRAGMENTS)  # fmt: skip
_BEFORE_FRAGMENTS = (FUNCTION | DISCOURSE) - TOGETHER - {"a"}


def cut_offs(said: Utterance) -> None:
    """Leave out what was begun and broken off, with the words that are then said again."""
    for at, token in enumerate(said.tokens):
        if not token.word or at in said.out:
            continue
        following = _next_word(said, at)
        if following is None:
            continue
        if token.cut:
            _hyphenated(said, at, following)
        elif token.text.isalpha() and token.text[1:] == token.low[1:]:
            _bare(said, at, following)


def _next_word(said: Utterance, at: int) -> int | None:
    """The next word that is no filled pause, past nothing but commas and dashes."""
    for place in range(at + 1, len(said.tokens)):
        token = said.tokens[place]
        if token.word and not FILLED.fullmatch(token.text):
            return place
        if not token.word and token.text not in LINKS:
            return None
    return None


def _hyphenated(said: Utterance, at: int, following: int) -> None:
    """A word that a hyphen breaks off, where what follows takes it up or hesitates."""
    token, word = said.tokens[at], said.tokens[following]
    if word.low in (*TOGETHER, "to") or any(one.isdigit() for one in token.stem):
        return
    begun = word.stem.startswith(token.stem) and (word.cut or word.low != token.stem)
    single = len(token.stem) == 1 and (at == 0 or said.low(at - 1) in _BEFORE_FRAGMENTS)
    no_word = token.text == token.low and (single or token.stem in _ONSETS)
    again = _retraced(said, at, following)
    again = again if _taken_up(said, following + again, token.stem) else 0
    paused = any(FILLED.fullmatch(one.text) for one in said.tokens[at + 1 : following])
    if word.cut and not begun:
        return
    if begun or no_word or again or paused:
        said.out |= set(range(at - again, following))


def _bare(said: Utterance, at: int, following: int) -> None:
    """A fragment without a hyphen, as transcripts have it: "th the", "y you"."""
    token, word = said.tokens[at], said.tokens[following]
    before = at - 1 if at else None
    if any(one.isdigit() for one in said.low(before)) or following != at + 1:
        return
    if token.end == word.start or (at and said.tokens[at - 1].end == token.start):
        return
    lower = token.text == token.low
    onset = lower and token.low in _ONSETS
    single = lower and len(token.low) == 1 and token.low not in "aiu"
    begun = word.low.startswith(token.low) and len(word.low) > len(token.low)
    again = _retraced(said, at, following)
    broken = onset or token.low in _FRAGMENTS or (single and token.low not in _TYPED_SHORT)
    begun_word = len(token.low) == 2 and token.low not in FUNCTION
    taken_up = begun_word and _taken_up(said, following + again, token.low)
    if again and ((broken and said.low(following) in FUNCTION) or taken_up):
        said.out |= set(range(at - again, following))
    elif broken and lower and not begun and (back := _begun_anew(said, at, following)) is not None:
        said.out |= set(range(back, following))
    elif begun and (onset or (lower and token.low in _FRAGMENTS and word.low in FUNCTION)):
        said.out.add(at)
    elif begun and single and word.low in FUNCTION - TOGETHER:
        opens = said.mark(before) != "" or said.low(before) in _BEFORE_FRAGMENTS
        said.out |= {at} if opens else set()


def _taken_up(said: Utterance, at: int, fragment: str) -> bool:
    """Whether the word there is the one that was begun: "in Fe- in February"."""
    low = said.low(at) if at < len(said.tokens) else ""
    return low.startswith(fragment) and low != fragment


def _begun_anew(said: Utterance, at: int, following: int) -> int | None:
    """Where the small words before a fragment begin as what follows it: "how much d how easy"."""
    for back in range(at - 1, max(-1, at - 4), -1):
        if said.low(back) not in FUNCTION:
            return None
        if said.low(back) == said.low(following):
            return back
    return None


def _retraced(said: Utterance, at: int, following: int) -> int:
    """How many words before a fragment come again after it."""
    for length in (3, 2, 1):
        before = said.tokens[max(0, at - length) : at]
        after = said.tokens[following : following + length]
        same = [one.low for one in before] == [one.low for one in after]
        if len(before) == length and same and all(one.word for one in (*before, *after)):
            return length
    return 0
