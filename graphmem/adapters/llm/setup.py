"""Checks a model's setup without asking the model."""

import ipaddress
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from graphmem.errors import LlmSetupError

# These let nobody in but by one of these variables. Others know further ways (an account of the
# machine, a second name of the variable), and tell themselves what they lack.
_BY_ONE_KEY: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "gemini": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "groq": ("GROQ_API_KEY",),
    "mistral": ("MISTRAL_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "xai": ("XAI_API_KEY",),
}

_NO_KEY = "none"  # clients refuse to ask without any, also a server that wants none


def usable_key(
    litellm: Any, model: str, *, api_base: str | None, api_key: str | None
) -> str | None:
    """The key to ask with, None for litellm's own; a server on this machine needs none."""
    if _is_blank(api_key):
        api_key = None
    if api_key is None and _is_on_loopback(api_base) and _missing_keys(litellm, model):
        return _NO_KEY
    return api_key


def check_setup(litellm: Any, model: str, *, api_key: str | None) -> None:
    """Raise `LlmSetupError` for a model of no provider, and for one whose key is not set."""
    provider = provider_of(litellm, model)
    if provider is None:
        raise LlmSetupError(
            f"No provider is known for the model {model!r}.",
            next_step='Name it as litellm does, with the provider first: "openai/gpt-4o-mini".',
        )
    missing = _missing_keys(litellm, model) if provider in _BY_ONE_KEY else []
    if missing and _is_blank(api_key):
        raise LlmSetupError(
            f"{model} needs a key, and none is set.",
            next_step=f"Set {' or '.join(missing)}, or GRAPHMEM_LLM_API_KEY.",
        )


def provider_of(litellm: Any, model: str) -> str | None:
    """The provider of a model as litellm names it; None for a model of none."""
    try:
        return str(litellm.get_llm_provider(model=model)[1])
    except litellm.BadRequestError:
        return None


def _missing_keys(litellm: Any, model: str) -> list[str]:
    """The variables of which one has to be set, as far as it can be known."""
    if litellm.api_key or litellm.openai_key or litellm.anthropic_key:  # set in the process
        return []
    variables = _BY_ONE_KEY.get(provider_of(litellm, model) or "")
    if variables is None:
        return list(litellm.validate_environment(model)["missing_keys"])
    # Not by litellm, which takes a variable that is there and blank for a key.
    return list(variables) if all(_is_blank(os.environ.get(name)) for name in variables) else []


def _is_blank(key: str | None) -> bool:
    return key is None or not key.strip()


def _is_on_loopback(address: str | None) -> bool:
    """Whether an address is of a server on this machine."""
    host = urlsplit(address or "").hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
