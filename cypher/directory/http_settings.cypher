// name: http_settings
// returns: many
// Where the server says that its web pages are, Neo4j Browser among them.
SHOW SETTINGS 'server.http.enabled', 'server.http.advertised_address',
              'server.https.enabled', 'server.https.advertised_address'
YIELD name, value
RETURN name, value
