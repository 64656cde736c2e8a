"""Judges statements against the annotated corpus by two small models fitted on hand judgements."""
