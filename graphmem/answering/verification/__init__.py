"""Verifies what a question presupposes, and of whom, before it is answered."""
