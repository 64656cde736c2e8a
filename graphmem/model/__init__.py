"""Pure data: frozen pydantic models and the ids that they carry. No I/O, no database."""
