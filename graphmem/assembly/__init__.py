"""Memory for a prompt: parse the talk at hand, resolve, retrieve, assemble within a budget."""
