"""How many tokens a text is: by the model's own tokenizer where litellm brings it, else careful."""

import importlib.util
import re
from collections.abc import Callable
from typing import NamedTuple

from graphmem.adapters.llm.library import load_litellm

_CAREFUL = "careful count"
# Letters and digits in runs, each other character on its own; single spaces go with the word after
# them.
_PIECE = re.compile(r"[a-zA-Z0-9]+|[^\S\n ]+|  +|\n|[^a-zA-Z0-9\s]")
# What could be a word: no digit in it, no capital but the first, no five consonants on end. Every
# part of what is none is none either, so more text is never fewer tokens.
_WORD = re.compile(r"(?!.*[bcdfghjklmnpqrstvwxz]{5})[a-z]+", re.IGNORECASE)
_SHORT = 5  # letters; tokenizers have nearly every English word of so few whole
_LETTERS_A_TOKEN = 3


class TokenCounter(NamedTuple):
    """Counts the tokens of a text; ``name`` says whose tokens they are."""

    name: str
    count: Callable[[str], int]


def token_counter(model: str | None) -> TokenCounter:
    """The counter for a model by its litellm name; a careful one of our own for all others.

    Its own tokenizer counts for OpenAI's models, whose vocabulary lies in litellm's package. Of
    other models litellm would fetch one from the network or guess, so they get the careful count,
    as does everybody without litellm. Loads litellm, and nothing else.
    """
    known = None if model is None else _openai_name(model)
    if known is None:
        return TokenCounter(_CAREFUL, count_carefully)
    litellm = load_litellm()

    def count(text: str) -> int:
        return int(litellm.token_counter(model=known, text=text)) if text else 0

    return TokenCounter(f"tokenizer of {known}", count)


def count_carefully(text: str) -> int:
    """More tokens than common tokenizers make of an English text, never fewer than its words.

    A word is one token up to five letters, else one for every three letters begun; every digit,
    every sign and every character of what is no word (ids, hashes, base64, capitals) is one; and
    everything that is not ASCII one for each byte of UTF-8.
    """
    return sum(_tokens(piece) for piece in _PIECE.findall(text))


def _tokens(piece: str) -> int:
    if not piece.isascii():
        return len(piece.encode("utf-8", "replace"))
    if piece[1:] == piece[1:].lower() and _WORD.fullmatch(piece):
        return 1 if len(piece) <= _SHORT else -(-len(piece) // _LETTERS_A_TOKEN)
    return len(piece)


def _openai_name(model: str) -> str | None:
    """The model's name at OpenAI, where it is one of theirs and litellm is installed."""
    if importlib.util.find_spec("litellm") is None:
        return None
    name = model.removeprefix("openai/").removeprefix("azure/")
    return name if name in load_litellm().open_ai_chat_completion_models else None
