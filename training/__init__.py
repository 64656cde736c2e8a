"""Fits the networks that read talk, on the corpus alone; see `corpus/README.md`.

In the making: examples and fits of coreference and the examples of salience are here; the command
that fits all of it and writes the weights is not.
"""
