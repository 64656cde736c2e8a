"""Whether what a question takes for granted was so, and of whom: checked before it is answered."""
