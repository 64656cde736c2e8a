import hashlib
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.adapters import parser
from graphmem.adapters.parser import EnglishParser, load_parser, packaged_pipeline
from graphmem.errors import ModelError
from graphmem.ingest.encoding import Ahead

TEXTS = [
    "I planted forty tulips yesterday, and my sister Nina laughed at me!",
    "Yeah, violin.",
    "Gonna repaint the boat - it's peeling.",
    "Where did you learn that? On the kitchen floor…",
    "We sold the van\nand bought two bikes.",
    "",
    "🙂",
]


@pytest.fixture(scope="module")
def parse() -> EnglishParser:
    return load_parser()


def test_words_carry_their_place_in_the_text(parse: EnglishParser) -> None:
    for parsed in parse(TEXTS):
        for sentence in parsed.sentences:
            for token in sentence:
                assert parsed.text[token.start : token.end] == token.text
                assert sentence[token.i] is token
                assert 0 <= token.head < len(sentence)


def test_a_text_is_parsed_the_same_alone_and_in_company(parse: EnglishParser) -> None:
    alone = [parse([text])[0] for text in TEXTS]
    shuffled = list(enumerate(TEXTS * 9))
    random.Random(3).shuffle(shuffled)
    together = parse([text for _, text in shuffled])
    for (place, _), parsed in zip(shuffled, together, strict=True):
        expected = alone[place % len(TEXTS)]
        assert [s.tokens for s in parsed.sentences] == [s.tokens for s in expected.sentences]


def test_texts_parsed_ahead_are_the_same(parse: EnglishParser) -> None:
    ahead = Ahead(parse, TEXTS[:4])
    for text in (*TEXTS, TEXTS[0]):
        (given,), (alone,) = ahead([text]), parse([text])
        assert [s.tokens for s in given.sentences] == [s.tokens for s in alone.sentences]


def test_the_tree_is_walked_by_helpers(parse: EnglishParser) -> None:
    sentence = parse(["My sister sold the old van."])[0].sentences[0]
    verb = sentence.root
    assert verb.lemma == "sell"
    van = sentence.child(verb, "dobj")
    assert van is not None
    assert [t.text for t in sentence.subtree(van)] == ["the", "old", "van"]
    assert sentence.head(van) is verb
    assert [t.text for t in sentence.ancestors(sentence[0])] == ["sister", "sold"]


def test_sentences_end_where_they_are_ended(parse: EnglishParser) -> None:
    text = "Hi! I sold it - it was old. Bye"
    starts = [text[s.start : s.end] for s in parse([text])[0].sentences]
    assert starts == ["Hi!", "I sold it -", "it was old.", "Bye"]


def test_loading_twice_gives_one_parser() -> None:
    assert load_parser() is load_parser()


def test_every_file_that_is_read_is_checked() -> None:
    folder = packaged_pipeline()
    for name, digest in parser._DIGESTS.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("harm", ["changed", "missing"])
def test_a_pipeline_that_is_not_the_known_one_is_refused(
    harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "somewhere" / "stand_in_pipeline"
    shutil.copytree(packaged_pipeline(), package / parser._FOLDER)
    (package / "__init__.py").write_text("raise RuntimeError('none of the code is run')\n")
    harmed = package / parser._FOLDER / "config.cfg"
    if harm == "missing":
        harmed.unlink()
    else:
        harmed.write_text(harmed.read_text() + "\n# another\n")
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setattr(parser, "_PACKAGE", "stand_in_pipeline")
    with pytest.raises(ModelError, match="SHA-256" if harm == "changed" else "incomplete"):
        packaged_pipeline()


def test_a_missing_pipeline_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "_PACKAGE", "no_such_pipeline_anywhere")
    with pytest.raises(ModelError, match="not installed") as caught:
        packaged_pipeline()
    assert "pip install" in caught.value.next_step


def test_importing_the_adapter_does_not_import_spacy() -> None:
    code = "import sys, graphmem.adapters.parser; sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
