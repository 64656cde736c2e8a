"""The reader: a question or a claim beside one turn, judged by one network."""
