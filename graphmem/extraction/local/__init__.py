"""Extraction by syntax and small fitted models: clauses, coreference, salience, wording."""
