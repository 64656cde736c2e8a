"""The only importer of sentence-transformers, and later of litellm."""
