"""Checks of proposals, part by part: turns and quotes, people, times, things, statements."""
