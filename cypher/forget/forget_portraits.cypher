// name: forget_portraits
// returns: none
// Removes the portraits of a space: each is made anew when it is asked for.
MATCH (portrait:Portrait {space: $space})
USING INDEX portrait:Portrait(space)
DETACH DELETE portrait
