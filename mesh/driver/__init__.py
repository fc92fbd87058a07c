"""Layer 2, who thinks: one module a driver; knows nothing of mail."""
