// name: create_role_place_index
// returns: none
// Finds the roles of a conversation.
CREATE INDEX role_place IF NOT EXISTS
FOR (role:Role) ON (role.space, role.conversation_id)
