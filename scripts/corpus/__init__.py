"""What checks, counts and compares the annotated talk of `corpus/`."""
