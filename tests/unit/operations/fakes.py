"""A Memory that remembers what it was asked and answers what it was told to."""

from typing import Any, cast

from graphmem.memory import Memory


class FakeMemory:
    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.asked: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        def method(*args: Any, **kwargs: Any) -> Any:
            self.asked.append((name, args, kwargs))
            answer = self.answers[name]
            if isinstance(answer, Exception):
                raise answer
            return answer(*args, **kwargs) if callable(answer) else answer

        return method


def fake(**answers: Any) -> tuple[Memory, FakeMemory]:
    made = FakeMemory(**answers)
    return cast(Memory, made), made
