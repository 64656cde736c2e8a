"""What can be read off a text alone: words, sentences, names, times. Pure and deterministic."""
