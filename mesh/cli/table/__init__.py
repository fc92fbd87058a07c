"""The declarations of the commands, by area; a call of `mesh` loads the area that it needs."""
