"""Analysis of a text alone: words, sentences, names, times. Pure and deterministic."""
