"""What a developer runs now and then, to make or check a file of the repository."""
