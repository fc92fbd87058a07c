"""Layer 2, history and machines: git and processes; knows nothing of mail."""
