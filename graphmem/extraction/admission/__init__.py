"""What the check of proposals is made of: turns and quotes, people, times, things, statements."""
