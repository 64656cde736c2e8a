"""Fits the network that writes what a turn states: `python -m training.propositions`."""
