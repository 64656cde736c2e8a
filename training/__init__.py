"""Fits the networks that read talk, on the corpus alone: `python -m training`."""
