"""Other memories on the same turns, with the same embedding model, without a language model."""
