"""Layer 1: what things are. Frozen values, parsed at the edge; no file, no clock, no network."""
