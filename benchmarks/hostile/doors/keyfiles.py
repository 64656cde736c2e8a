"""The door of keys: files of keys that another hand has changed, and texts that are no key."""

import json
from collections.abc import Iterator

from benchmarks.hostile.corpus import Hostile
from benchmarks.hostile.documents import with_bytes, with_leaf, with_nesting
from benchmarks.hostile.verdict import Answered, Case, Sandbox
from graphmem.clients.http.keys import KeyFile
from graphmem.errors import SettingsError

_DOOR = "key"
_CHANGES = (with_leaf, with_leaf, with_bytes, with_nesting)


def cases(sandbox: Sandbox, seed: int) -> Iterator[Case]:
    """A changed file, and a text that is asked for in it."""
    hostile = Hostile(seed, longest=100_000)
    made = KeyFile(sandbox.home / "keys-to-change.json")
    good = made.add("hostile").text
    content = made.path.read_bytes()
    key_id = json.loads(content)[0]["key_id"]
    while True:
        kind, changed = hostile.chance.choice(_CHANGES)(hostile, content)
        yield _case(sandbox, f"file, {kind}", changed, good)
        kind, text = hostile.next()
        yield _case(sandbox, f"text, {kind}", content, f"gm_{key_id}_{text}")


def _case(sandbox: Sandbox, kind: str, content: bytes, text: str) -> Case:
    def send() -> Answered:
        file = sandbox.input("keys.json", content)
        keys = KeyFile(file)
        try:
            keys.read()
            keys.find(text)
            if kind.startswith("text") and keys.find(text) is not None:
                return Answered(faults=("a key that nobody made holds",))
        except SettingsError as error:
            return Answered(str(error))
        finally:
            file.unlink()
        return Answered()

    return Case(_DOOR, kind, f"{text[:80]!r} in {content[:120]!r}", send)
