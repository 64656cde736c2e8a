"""The models that the settings name."""

from graphmem.adapters.encoder import SentenceEncoder, load_encoder
from graphmem.adapters.llm import LiteLlm
from graphmem.model.usage import Budget
from graphmem.settings import Settings


def chosen_encoder(settings: Settings) -> SentenceEncoder:
    """The sentence-transformers model of the settings, loaded. Takes seconds."""
    return load_encoder(
        settings.embedding_model,
        batch_size=settings.embedding_batch_size,
        threads=settings.embedding_threads,
    )


def chosen_language_model(settings: Settings) -> LiteLlm | None:
    """The language model of the settings with a whole budget before it; None where none is set."""
    if settings.llm_model is None:
        return None
    return LiteLlm(
        settings.llm_model,
        api_base=settings.llm_api_base,
        api_key=settings.llm_api_key.get_secret_value() if settings.llm_api_key else None,
        timeout=settings.llm_timeout,
        max_attempts=settings.llm_attempts,
        budget=Budget.parse(settings.llm_budget) if settings.llm_budget else None,
    )
