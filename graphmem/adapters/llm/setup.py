"""Whether a model can be asked as it is set up, told without asking it."""

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from graphmem.errors import LlmSetupError

# These let nobody in but by the variable that litellm names for them. Others know further ways (an
# account of the machine, a second name of the variable), and tell themselves what they lack.
_BY_ONE_KEY = frozenset({"anthropic", "deepseek", "gemini", "groq", "mistral", "openai", "xai"})

_NO_KEY = "none"  # clients refuse to ask without any, also a server that wants none


def usable_key(
    litellm: Any, model: str, *, api_base: str | None, api_key: str | None
) -> str | None:
    """The key to ask with, None for litellm's own; a server on this machine needs none."""
    if api_key is None and _is_on_loopback(api_base) and _missing_keys(litellm, model):
        return _NO_KEY
    return api_key


def check_setup(litellm: Any, model: str, *, api_key: str | None) -> None:
    """Raise `LlmSetupError` for a model of no provider, and for one whose key is not set."""
    try:
        _, provider, _, _ = litellm.get_llm_provider(model=model)
    except litellm.BadRequestError as error:
        raise LlmSetupError(
            f"No provider is known for the model {model!r}.",
            next_step='Name it as litellm does, with the provider first: "openai/gpt-4o-mini".',
        ) from error
    missing = _missing_keys(litellm, model) if provider in _BY_ONE_KEY else []
    if missing and api_key is None:
        raise LlmSetupError(
            f"{model} needs a key, and none is set.",
            next_step=f"Set {' or '.join(missing)}, or GRAPHMEM_LLM_API_KEY.",
        )


def _missing_keys(litellm: Any, model: str) -> list[str]:
    """The variables of which one has to be set, as far as litellm can know."""
    if litellm.api_key or litellm.openai_key or litellm.anthropic_key:  # set in the process
        return []
    return list(litellm.validate_environment(model)["missing_keys"])


def _is_on_loopback(address: str | None) -> bool:
    """Whether an address is of a server on this machine."""
    host = urlsplit(address or "").hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
