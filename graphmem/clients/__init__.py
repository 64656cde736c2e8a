"""The ways in: command line, and later HTTP, MCP and a web page; all speak through `Memory`."""
