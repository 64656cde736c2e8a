"""A generated world whose people talk, for measuring with as many turns as one likes.

Humans have friends, families, jobs that change, and names that others bear too; they meet in
conversations of two to five over months and speak of the firms, towns and things that they share.
Everything follows from a seed and the number of a conversation: the world of 300,000 turns begins
with that of 3,000, and nothing is kept in memory. What is said can be read by the rules of
extraction, and `benchmarks.world.proposals` knows what they would read, without reading it.
"""
