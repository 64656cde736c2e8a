"""What is left of a person who was forgotten: in answers, in the graph, in files, in a server.

`talks` makes the space and the words that only the one who goes ever had, `searched` looks for
them by every path, `written` in every property and file, `served` in what `graphmem serve` keeps.
"""
