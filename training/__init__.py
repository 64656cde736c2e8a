"""Fits the networks that read talk, on the corpus alone; see `corpus/README.md`."""
