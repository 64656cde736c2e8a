"""A space in one file, and such a file in a space: `exporting` and `importing`."""
