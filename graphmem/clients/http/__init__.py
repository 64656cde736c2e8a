"""The HTTP API: every operation as a route, for callers who show a key of a space."""
