"""Word lists and tables of the deciders as plain data; nothing here decides."""
