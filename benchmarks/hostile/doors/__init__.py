"""The doors: each gives an endless stream of cases from a seed."""
