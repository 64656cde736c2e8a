"""Conversations into the graph: read, plan, encode, write, receipt."""
