"""The MCP server: the operations as tools of an assistant."""
