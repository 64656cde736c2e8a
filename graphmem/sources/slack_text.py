"""Slack's markup in a text → as a reader sees it: names for mentions, words for links.

https://docs.slack.dev/messaging/formatting-message-text describes it: ``<@U…>``, ``<#C…|name>``,
``<!here>``, ``<!subteam^S…|@name>``, ``<https://…|words>``; ``&``, ``<`` and ``>`` are escaped.
"""

import re
from collections.abc import Mapping

_MARKUP = re.compile(r"<(?P<sort>[@#!]?)(?P<target>[^<>|\n]+)(?:\|(?P<label>[^<>\n]*))?>")
_ESCAPED = re.compile("&(amp|lt|gt);")
_PLAIN = {"amp": "&", "lt": "<", "gt": ">"}


def plain(text: str, *, people: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """``text`` with the names of ``people`` and ``channels`` by id; an unknown id stays."""

    def told(found: re.Match[str]) -> str:
        target, label = found["target"], found["label"]
        match found["sort"]:
            case "@":
                return people.get(target) or label or target
            case "#":
                return f"#{channels.get(target) or label or target}"
            case "!":
                # <!here>, or <!subteam^S1|@crew> and <!date^…|3 May> with words for those.
                return label or f"@{target.split('^')[0]}"
            case _:
                return _link(target, label)

    return _ESCAPED.sub(lambda found: _PLAIN[found[1]], _MARKUP.sub(told, text))


def _link(address: str, label: str | None) -> str:
    """The words of a link and where it leads, unless they say as much themselves."""
    if not label:
        return address
    bare = label.strip().rstrip("/")
    return label if address.rstrip("/").endswith(bare) else f"{label} ({address})"
