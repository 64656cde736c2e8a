"""What is left of a memory whose processes are killed, halted and cut off while it is used."""
