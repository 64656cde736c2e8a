"""A question to ranked evidence."""
