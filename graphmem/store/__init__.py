"""The only importer of neo4j and neomodel: one typed function for every Cypher file."""
