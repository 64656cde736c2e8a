"""Clients: command line, HTTP, MCP, LangGraph and a web page; all speak through `Memory`."""
