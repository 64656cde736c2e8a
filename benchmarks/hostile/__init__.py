"""Hostile input by every door, and a checker that says whether anything came of it."""
