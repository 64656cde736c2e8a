"""What is searched for an answer: the sentences of the turns that were found, as words."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.answering.beside import beside
from graphmem.answering.passages import Passage
from graphmem.answering.telling.asked import Asked
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.tokens import lower, tokens
from graphmem.answering.telling.whose import Whose
from graphmem.language.sentences import asks, sentences

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SHOWN = re.compile(
    r"^an? (?:close up )?(?:photo(?:graph(?:y)?)?|picture|image) of ", re.IGNORECASE
)
# Of sentences before their spans are looked at, fixed beforehand: what the turn's rank, the words
# of the question, a question mark and a caption are worth.
_RANK, _SHARED, _ASKS, _CAPTION = 0.35, 2.0, 6.0, 0.5


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, or what an image shows, of the passage at ``place`` from 0.

    ``words`` are lower-case tokens with punctuation, ``stems`` those of their base forms ("" for
    punctuation), ``begins`` and ``ends`` their places in ``text``. ``share`` is how much of the
    question's words is said here, weighed by rarity, from 0 to 1; ``before`` the same of the turn
    before it, where that asks. ``behind`` is how far the turn's score is behind the best, ≤ 0.
    """

    text: str
    place: int
    passage: Passage
    caption: bool
    words: tuple[str, ...]
    stems: tuple[str, ...]
    begins: tuple[int, ...]
    ends: tuple[int, ...]
    share: float
    before: float
    behind: float

    @property
    def fit(self) -> float:
        """How good the sentence is before its spans are looked at."""
        fit = _RANK * self.behind + _SHARED * self.share
        return fit - _ASKS * asks(self.text) - _CAPTION * self.caption


@dataclass(frozen=True, slots=True)
class Rarity:
    """How telling a word is among the turns that were found: few of them have it."""

    turns: int
    having: Mapping[str, int]

    def of(self, stem: str) -> float:
        """The logarithm of how few turns have the stem; 0 or more up to one half of them."""
        return math.log((self.turns + 1) / (self.having.get(stem, 0) + 0.5))

    def share(self, asked: frozenset[str], said: frozenset[str]) -> float:
        """What share of the question's words is said, from 0 to 1."""
        whole = sum(self.of(stem) for stem in sorted(asked))
        return sum(self.of(stem) for stem in sorted(asked & said)) / whole if whole > 0 else 0.0


def rarity(texts: Sequence[frozenset[str]]) -> Rarity:
    """Count in how many of the texts each stem is."""
    having: dict[str, int] = {}
    for said in texts:
        for stem in said:
            having[stem] = having.get(stem, 0) + 1
    return Rarity(len(texts), having)


def stems_of(text: str) -> frozenset[str]:
    """The stems of the base forms of all words."""
    return frozenset(map(base_stem, _WORD.findall(text.lower().replace("’", "'"))))


def units(
    asked: Asked,
    passages: Sequence[Passage],
    said: Sequence[frozenset[str]],
    rare: Rarity,
    whose: Whose,
    *,
    turns: int,
    most: int,
) -> list[Unit]:
    """The ``most`` best sentences of the first ``turns`` passages that may tell, best first.

    ``said`` are the stems of each passage (`stems_of`), ``rare`` counts them.
    """
    earlier = beside([passage.hit for passage in passages], -1)
    found: list[Unit] = []
    telling = 0
    top = 0.0
    for place, passage in enumerate(passages):
        hit = passage.hit
        shown = _SHOWN.sub("", hit.caption) if hit.caption and whose.speaks(passage) else ""
        texts = [(text, False) for text in sentences(hit.text) if whose.tells(passage, text)]
        texts += [(shown, True)] * bool(shown)
        if not texts:
            continue
        telling += 1
        if telling > turns:
            break
        if telling == 1:
            top = hit.score
        before = earlier[place]
        asked_before = before is not None and "?" in passages[before].hit.text
        share = (
            rare.share(asked.stems, said[before]) if before is not None and asked_before else 0.0
        )
        for text, caption in texts:
            found.append(_unit(text, place, passage, caption, asked, rare, share, hit.score - top))
    return sorted(found, key=lambda unit: -unit.fit)[:most]


def _unit(
    text: str,
    place: int,
    passage: Passage,
    caption: bool,
    asked: Asked,
    rare: Rarity,
    before: float,
    behind: float,
) -> Unit:
    found = list(tokens(text))
    words = tuple(map(lower, found))
    stems = tuple(base_stem(word) if word[0].isalnum() else "" for word in words)
    return Unit(
        text=text,
        place=place,
        passage=passage,
        caption=caption,
        words=words,
        stems=stems,
        begins=tuple(token.start() for token in found),
        ends=tuple(token.end() for token in found),
        share=rare.share(asked.stems, frozenset(stems)),
        before=before,
        behind=behind,
    )
